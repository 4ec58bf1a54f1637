"""How further pages of a query are asked: by number, link, button or cursor."""

import json
from dataclasses import dataclass
from urllib.parse import quote_plus, unquote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline import codec
from leadline.document import Document
from leadline.model import Page, Request
from leadline.query.paging import (
    Cursor,
    Linked,
    Numbered,
    Paging,
    Single,
    follow,
    guess,
    has_next,
    law,
    next_request,
    propose,
    sizes,
)  # fmt: skip
from leadline.query.paging_edit import put, values
from leadline.query.paging_forms import next_forms

SITE = "https://example.org"
FORM = "application/x-www-form-urlencoded"


def get(path):
    return Request(url=SITE + path)


def post(body, path="/s", kind=FORM):
    return Request(url=SITE + path, method="POST", body=body, content_type=kind)


def page(body, request, kind="text/html"):
    body = body.encode() if isinstance(body, str) else body
    return Document(
        Page(request=request, url=request.url, headers=(("content-type", kind),), body=body)
    )


@pytest.mark.parametrize(
    ("first", "second", "found", "fifth"),
    [
        ("/s?q=a", "/s?q=a&page=2", Numbered(where="query", name="page"), "/s?q=a&page=5"),
        ("/s?page=1&q=a", "/s?page=2&q=a", Numbered(where="query", name="page"), "/s?page=5&q=a"),
        ("/s?q=a", "/s?q=a&page=1", Numbered(where="query", name="page", start=0), "/s?q=a&page=4"),
        ("/s?q=a", "/s?q=a&offset=10",
         Numbered(where="query", name="offset", start=0, stride=10), "/s?q=a&offset=40"),
        ("/s?q=a", "/s?q=a&start=11",
         Numbered(where="query", name="start", start=1, stride=10), "/s?q=a&start=41"),
        ("/s?q=a&from=0", "/s?q=a&from=2",
         Numbered(where="query", name="from", start=0, stride=2), "/s?q=a&from=8"),
        ("/s?from=1&to=20", "/s?from=21&to=40",
         Numbered(where="query", name="from", start=1, stride=20, end="to", reach=19),
         "/s?from=81&to=100"),
        ("/s?c=d&q=a", "/s?q=a&c=d&start=25&pageLength=25",
         Numbered(where="query", name="start", start=0, stride=25), "/s?c=d&q=a&start=100"),
        ("/s?q=a", "/s?limit=20&offset=20&q=a&ns=0",
         Numbered(where="query", name="offset", start=0, stride=20), "/s?q=a&offset=80"),
        ("/s?q=a&_=1700000000001&t=5", "/s?q=a&_=1700000000944&t=9&b=25",
         Numbered(where="query", name="b", start=0, stride=25),
         "/s?q=a&_=1700000000001&t=5&b=100"),
        ("/s?q=%E9t%E9", "/s?q=%E9t%E9&p=2", Numbered(where="query", name="p"), "/s?q=%E9t%E9&p=5"),
        ("/s?q=a", "/s?q=a&x%5Bpage%5D=2",
         Numbered(where="query", name="x[page]"), "/s?q=a&x%5Bpage%5D=5"),
        ("/tag/a/", "/tag/a/page/2/",
         Numbered(where="path", name="page/{}/", suffix=""), "/tag/a/page/5/"),
        ("/?s=a", "/page/2/?s=a",
         Numbered(where="path", name="page/{}/", suffix=""), "/page/5/?s=a"),
        ("/tag/a.html", "/tag/a-2.html",
         Numbered(where="path", name="-{}", suffix=".html"), "/tag/a-5.html"),
        ("/2020/p1/x", "/2020/p2/x", Numbered(where="path", name="/p{}"), "/2020/p5/x"),
        ("/12/a-1.html", "/12/a-2.html", Numbered(where="path", name="-{}.html"), "/12/a-5.html"),
        ("/list/a", "/list/a/20",
         Numbered(where="path", name="/{}", start=0, stride=20, suffix=""), "/list/a/80"),
        ("/list?q=a", "/more?q=a&page=2",
         Numbered(where="query", name="page", path="/more"), "/more?q=a&page=5"),
    ],
)  # fmt: skip
def test_the_law_of_two_requests(first, second, found, fifth):
    assert law(get(first), get(second)) == found
    assert found.request(get(first), 5) == get(fifth)
    assert found.request(get(first), 1) == get(first)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("/s?q=a", "/s?q=a"),
        ("/s?q=a", "/s?q=b"),
        ("/s?q=a", "/s?q=a&token=17"),
        ("/s?q=a", "/s?q=a&cursor=20"),
        ("/s?q=a", "/s?q=a&after=bXk5"),
        ("/s?q=a", "/s?q=a&per_page=50"),
        ("/s?q=a&page=2", "/s?q=a&page=1"),
        ("/s?q=a", "/results/77?page=2"),
        ("/s?q=a", "/s?q=a&sid=83412"),
    ],
)
def test_what_is_no_law(first, second):
    assert law(get(first), get(second)) is None


def test_a_third_request_tells_the_stride():
    found = law(get("/s?q=a"), get("/s?q=a&start=7"), get("/s?q=a&start=14"))
    assert found == Numbered(where="query", name="start", start=0, stride=7)
    assert law(get("/s?q=a"), get("/s?q=a&after=20"), get("/s?q=a&after=40")) == Numbered(
        where="query", name="after", start=0, stride=20
    )
    assert law(get("/s?q=a"), get("/s?q=a&p=2"), get("/s?q=a&p=2")) is None


def test_numbers_in_lists_and_query_strings_within_json():
    data = {"requests": [{"index": "a", "params": "query=pen&page=0"}, {"page": 0}]}
    request = Request(url="http://a.example/", method="POST", body=json.dumps(data),
                      content_type="application/json")  # fmt: skip
    assert values(request)["json", "requests.0.params?page"] == "0"
    turned = put(
        put(request, "json", "requests.0.params?page", "1"), "json", "requests.1.page", "1"
    )
    assert json.loads(turned.body) == {
        "requests": [{"index": "a", "params": "query=pen&page=1"}, {"page": 1}]
    }
    assert law(request, put(request, "json", "requests.0.params?page", "1")) == Numbered(
        where="json", name="requests.0.params?page", start=0
    )


def test_numbers_in_json_that_a_parameter_holds():
    first = get(f"/rows?request={quote_plus(json.dumps({'limit': 50, 'offset': 0, 'q': 'pen'}))}")
    second = guess(page('{"records": [{"a": 1}], "total": 90}', first, "application/json"), first)[
        0
    ]
    assert json.loads(unquote_plus(second.url.partition("=")[2])) == {
        "limit": 50, "offset": 50, "q": "pen"
    }  # fmt: skip
    assert law(first, second) == Numbered(where="query", name="request>offset", start=0, stride=50)


def test_values_of_json_that_have_their_name_beside_them():
    page_number: dict[str, object] = {"id": "t", "property": "page_current", "value": 0}
    data = {"inputs": [page_number, {"id": "t", "property": "page_size", "value": 25},
                       {"name": "a b", "value": 3}, {"value": 4}]}  # fmt: skip
    request = Request(url="http://a.example/", method="POST", body=json.dumps(data),
                      content_type="application/json")  # fmt: skip
    assert [name for _, name in values(request) if "value" in name] == [
        "inputs.0.value=page_current", "inputs.1.value=page_size",
        "inputs.2.value", "inputs.3.value",
    ]  # fmt: skip
    second = guess(page('{"rows": [1, 2]}', request, "application/json"), request)[0]
    page_number["value"] = 1
    assert json.loads(second.body) == data
    assert law(request, second) == Numbered(
        where="json", name="inputs.0.value=page_current", start=0
    )


def test_numbers_in_bodies():
    form = law(post("q=a&page=1"), post("q=a&page=2"))
    assert form == Numbered(where="body", name="page")
    assert form.request(post("q=b&page=1"), 3) == post("q=b&page=3")
    kind = "application/json"
    asked = post('{"q": "a", "paging": {"from": 0}}', kind=kind)
    data = law(asked, post('{"q": "a", "paging": {"from": 25}}', kind=kind))
    assert data == Numbered(where="json", name="paging.from", start=0, stride=25)
    assert data.request(asked, 3) == post('{"q": "a", "paging": {"from": 50}}', kind=kind)


def test_the_law_holds_for_other_queries():
    found = law(get("/tag/a/"), get("/tag/a/page/2/"))
    assert found is not None
    assert found.request(get("/tag/b/"), 3) == get("/tag/b/page/3/")


def test_links_are_guessed_best_first_and_proposed_as_numbers():
    first = get("/s?q=a")
    document = page("<p><b>1</b> <a href='?q=a&page=2'>2</a> <a href='?q=a&page=3'>3</a>", first)
    assert guess(document, first) == (get("/s?q=a&page=2"),)
    assert propose(first, document, get("/s?q=a&page=2")) == Numbered(where="query", name="page")


def test_keyset_links_are_followed():
    first, second = get("/s?q=a"), get("/s?q=a&_next=a%2C17")
    document = page("<a href='?q=a&_next=a%2C17'>Next page</a>", first)
    assert guess(document, first) == (second,)
    assert propose(first, document, second) == Linked(place="a<body<html")
    assert next_request(Linked(), document, first) == second
    assert next_request(Linked(place="a<body<html"), document, first) == second
    assert next_request(Linked(), page("<p>The end</p>", second), second) is None


def test_a_button_with_hidden_fields_is_pressed():
    first = post("q=a")
    document = page(
        "<form><input name=q><input type=submit value=Search></form>"
        "<form method=post action=/more><input type=hidden name=key value=77>"
        "<input type=submit name=prev value='« Back'><input type=submit name=go value='Next »'>"
        "</form>",
        first,
    )
    assert guess(document, first) == (post("key=77&go=Next+%C2%BB", "/more"),)
    assert propose(first, document, guess(document, first)[0]) == Linked()


def test_numbered_buttons_of_a_form():
    first = get("/s?q=a")
    document = page(
        "<form><input type=hidden name=q value=a><button name=page value=1 disabled>1</button>"
        "<button name=page value=2>2</button><button name=page value=3>3</button></form>",
        first,
    )
    assert guess(document, first) == (get("/s?q=a&page=2"),)


def test_numbered_buttons_with_a_form_each():
    first = get("/s?q=a")
    forms = "".join(
        f"<form action=/s><input type=hidden name=q value=a><input type=hidden name=page value={n}>"
        f"<button>{n}</button></form>"
        for n in (1, 2, 3)
    )
    assert guess(page(forms, first), first) == (get("/s?q=a&page=2"),)


def test_post_backs_say_what_they_send():
    first = post("q=a")
    document = page(
        "<form method=post><input type=hidden name=__VIEWSTATE value=zz>"
        "<a href=\"javascript:__doPostBack('grid','Page$2')\">2</a></form>",
        first,
    )
    assert guess(document, first) == (
        post("__VIEWSTATE=zz&__EVENTTARGET=grid&__EVENTARGUMENT=Page%242"),
    )


def test_forms_with_passwords_are_never_sent():
    first = get("/s?q=a")
    body = "<form method=post><input type=password name=p><button>Next</button></form>"
    assert guess(page(body, first), first) == ()


def test_json_cursors():
    first = get("/api?q=a")
    document = page('{"items": [1, 2], "meta": {"nextPageToken": "Zx9"}}', first)
    second = get("/api?q=a&pageToken=Zx9")
    assert guess(document, first)[0] == second
    cursor = propose(first, document, second)
    assert cursor == Cursor(path="meta.nextPageToken", where="query", name="pageToken")
    again = page('{"items": [3], "meta": {"nextPageToken": "Zy1"}}', second)
    assert next_request(cursor, again, second) == get("/api?q=a&pageToken=Zy1")
    assert next_request(cursor, page('{"items": [], "meta": {}}', second), second) is None


def test_json_cursors_in_bodies():
    kind = "application/json"
    first = post('{"q": "a"}', kind=kind)
    document = page('{"hits": [1], "cursor": "c-1"}', first)
    assert guess(document, first)[0] == post('{"q": "a", "cursor": "c-1"}', kind=kind)


def test_json_that_only_says_there_is_more_is_counted_on():
    first = get("/api?q=a&limit=2&offset=0")
    document = page('{"items": [1, 2], "has_more": true}', first)
    assert guess(document, first)[0] == get("/api?q=a&limit=2&offset=2")
    bare = get("/api?q=a")
    assert get("/api?q=a&page=2") in guess(page("[1, 2, 3]", bare), bare)


def test_the_end_of_a_page_moves_with_its_beginning():
    first = get("/api?startRow=0&endRow=3")
    document = page('{"rows": ["a", "b", "c"]}', first)
    assert guess(document, first)[0] == get("/api?startRow=3&endRow=6")
    paging = propose(first, document, get("/api?startRow=3&endRow=6"))
    assert isinstance(paging, Numbered)
    third = get("/api?startRow=6&endRow=9")
    assert next_request(paging, document, third) == get("/api?startRow=9&endRow=12")
    assert paging.resized(50).request(get("/api?startRow=0&endRow=50"), 2) == get(
        "/api?startRow=50&endRow=100"
    )


def test_a_token_that_stands_alone_drops_what_else_was_asked():
    first = get("/oai?verb=ListRecords&metadataPrefix=oai_dc&set=a")
    xml = "<OAI><ListRecords><resumptionToken>{}</resumptionToken></ListRecords></OAI>"
    document = page(xml.format("t1"), first, "text/xml")
    second = guess(document, first)[0]
    assert second == get("/oai?verb=ListRecords&resumptionToken=t1")
    paging = propose(first, document, second)
    assert next_request(paging, document, first) == second
    assert next_request(paging, page(xml.format("t2"), second, "text/xml"), second) == get(
        "/oai?verb=ListRecords&resumptionToken=t2"
    )
    assert next_request(paging, page(xml.format(""), second, "text/xml"), second) is None


def test_the_cursor_of_a_graph_goes_where_the_first_page_leaves_it_empty():
    kind = "application/json"
    variables = {"q": "a", "first": 2, "after": None}
    first = post(json.dumps({"query": "query…", "variables": variables}), kind=kind)
    said = {"data": {"search": {"pageInfo": {"endCursor": "c2", "hasNextPage": True},
                                "edges": [{"node": 1}, {"node": 2}]}}}  # fmt: skip
    document = page(json.dumps(said), first, kind)
    second = guess(document, first)[0]
    assert json.loads(second.body)["variables"] == variables | {"after": "c2"}
    assert next_request(propose(first, document, second), document, first) == second
    longer = sizes(document, first, None, 2)[0]
    assert json.loads(longer.body)["variables"] == variables | {"first": 1_000}


def test_the_next_position_of_an_answer_in_sru_is_asked_for():
    first = get("/sru?operation=searchRetrieve&query=a&maximumRecords=10")
    xml = "<r><numberOfRecords>99</numberOfRecords><nextRecordPosition>11</nextRecordPosition></r>"
    assert guess(page(xml, first, "text/xml"), first)[0] == get(
        "/sru?operation=searchRetrieve&query=a&maximumRecords=10&startRecord=11"
    )


def test_a_page_without_any_hint():
    first = get("/s?q=a")
    document = page("<p>One</p>", first)
    assert guess(document, first) == ()
    assert propose(first, document, get("/other")) == Single()
    assert next_request(Single(), document, first) is None


def test_numbers_are_counted_on_from_any_page():
    paging = Numbered(where="query", name="offset", start=0, stride=10)
    request = get("/s?q=a&offset=30")
    assert next_request(paging, page("", request), request) == get("/s?q=a&offset=40")


@dataclass(frozen=True)
class Kept:
    paging: Paging


@pytest.mark.parametrize(
    "paging",
    [
        Numbered(where="path", name="page/{}/", suffix=""),
        Numbered(where="json", name="a.b", start=0, stride=25),
        Linked(),
        Cursor(path="a.b", where="query", name="cursor"),
        Single(),
    ],
)
def test_ways_of_paging_are_kept_as_json(paging):
    kept = Kept(paging=paging)
    assert codec.load(Kept, json.loads(json.dumps(codec.dump(kept)))) == kept


URLS = st.text("/?&=page123{}#%:.-", max_size=30).map(lambda tail: SITE + tail) | st.text(
    max_size=20
)
REQUESTS = st.builds(
    Request, url=URLS, method=st.sampled_from(["GET", "POST"]),
    body=st.text('{}":pagefrom12&=[]', max_size=30),
)  # fmt: skip


@given(REQUESTS, REQUESTS, st.none() | REQUESTS, st.integers(0, 9))
def test_any_requests_have_a_law_or_none(first, second, third, number):
    found = law(first, second, third)
    if found is not None:
        found.request(first, number)


@given(
    REQUESTS,
    REQUESTS,
    st.binary(max_size=200)
    | st.text(max_size=60)
    | st.lists(
        st.sampled_from(
            ["<form>", "<form method=post action='http://['>", "<input name=next type=submit>",
             "<a href=\"javascript:__doPostBack('a','b')\">2</a>", "<select name=n>", "<option>",
             "<button name=page value=2>", "</form>"]
        )
    ).map("".join),
)  # fmt: skip
def test_any_page_is_paged(first, second, body):
    document = page(body, first)
    guess(document, first)
    next_request(propose(first, document, second), document, first)


def test_what_counts_records_strides_as_far_as_pages_are_long():
    offset = Numbered(where="query", name="offset", start=0, stride=20)
    assert offset.resized(500).request(get("/s?limit=500"), 3) == get("/s?limit=500&offset=1000")
    assert Numbered(where="query", name="page").resized(500) == Numbered(where="query", name="page")


def test_a_piece_of_the_list_is_followed():
    first, second = get("/s?q=a"), get("/more?q=a&offset=10")
    body = "<div id=tiles>{}<button class=more data-url='{}'>Load more</button></div>"
    document = page(body.format("<p>One</p>" * 9, "/more?q=a&offset=10"), first)
    paging = propose(first, document, second)
    assert paging == Numbered(where="query", name="offset", start=0, stride=10, path="/more")
    paging = follow(document, second)
    assert paging == Linked(place="button.more<div#tiles<body<html")
    piece = page("<p>Two</p><button class=more data-url='/more?q=a&offset=20'>Load more", second)
    assert next_request(paging, piece, second) == get("/more?q=a&offset=20")


@pytest.mark.parametrize(
    ("inner", "sent"),
    [
        ("<select name=page><option>1<option selected>2<option>3</select>", "/s?q=a&page=3"),
        ("<select name=page><option>1<option>2<option selected>3</select>", None),
        ("<select name=sort><option>1<option>2</select>", None),
        ("<input type=image name=go src=n.gif alt=Next>", "/s?q=a&go="),
        ("<button formaction=/on name=start value=10>Next 10</button>", "/on?q=a&start=10"),
    ],
)
def test_forms_that_lead_on(inner, sent):
    first = get("/s?q=a")
    body = f"<form action=/s><input type=hidden name=q value=a>{inner}</form>"
    assert guess(page(body, first), first) == (() if sent is None else (get(sent),))
    assert has_next(page(body, first), first) == (sent is not None)


def test_buttons_of_old_pages_are_sent_in_their_character_set():
    request = get("/s?q=%EA%ED%E8%E3%E0")
    form = "<form><input name=q value=книга><button name=page value=2>2</button></form>"
    body = f"<meta charset=windows-1251>{form}".encode("cp1251")
    old = Document(Page(request=request, url=request.url, body=body))
    assert [one.url for one in next_forms(old)] == [f"{SITE}/s?q=%EA%ED%E8%E3%E0&page=2"]


def test_a_button_of_a_multipart_form_sends_parts():
    html = "<form method=post enctype=multipart/form-data><button name=page value=2>2</button>"
    [request] = next_forms(page(html, get("/s")))
    assert request.content_type.startswith("multipart/form-data; boundary=")
    assert 'name="page"\r\n\r\n2\r\n' in request.body


def test_dots_behind_the_number_of_this_page_lead_on():
    first = post("q=a")
    links = "".join(
        f"<td><a href=\"javascript:__doPostBack('grid','Page${n}')\">{text}</a></td>"
        for n, text in ((1, "..."), (2, "2"), (4, "..."))
    )
    here = links.replace(">2</a></td>", ">2</a></td><td><span>3</span></td>")
    document = page(f"<form method=post><table><tr>{here}</tr></table></form>", first)
    assert guess(document, first) == (post("__EVENTTARGET=grid&__EVENTARGUMENT=Page%244"),)


def test_post_backs_that_number_nothing_lead_on_from_the_number_that_is_no_link():
    first = post("q=a")
    numbers = "".join(
        f"<a href=\"javascript:__doPostBack('pager$ctl0{n}','')\">{n}</a> " for n in (1, 2, 4)
    )
    numbers = numbers.replace(">2</a> ", ">2</a> <span>3</span> ")
    document = page(f"<form method=post><p>{numbers}</p></form>", first)
    assert guess(document, first) == (post("__EVENTTARGET=pager%24ctl04&__EVENTARGUMENT="),)


def test_a_cursor_in_a_header():
    first = get("/api?limit=2")
    headers = (("content-type", "application/json"), ("X-Next-Cursor", "c-9"))
    document = Document(Page(request=first, url=first.url, headers=headers, body=b"[1, 2]"))
    second = get("/api?limit=2&cursor=c-9")
    assert guess(document, first)[0] == second
    cursor = propose(first, document, second)
    assert cursor == Cursor(path="header:x-next-cursor", where="query", name="cursor")
    assert next_request(cursor, page("[3]", second), second) is None


def test_a_list_that_goes_on_after_its_last_record():
    first = get("/api?limit=2")
    document = page('{"data": [{"id": 5}, {"id": 7}], "has_more": true}', first)
    second = get("/api?limit=2&starting_after=7")
    cursor = propose(first, document, second)
    assert cursor == Cursor(path="last:id", where="query", name="starting_after")
    again = page('{"data": [{"id": 8}, {"id": 11}]}', second)
    assert next_request(cursor, again, second) == get("/api?limit=2&starting_after=11")
    assert next_request(cursor, page('{"data": []}', second), second) is None


def test_the_first_and_the_last_record_in_a_list():
    first = get("/api?range=%5B0%2C+1%5D&sort=%5B%22id%22%5D")
    document = page('[{"id": 5}, {"id": 7}]', first)
    second = get("/api?range=%5B2%2C+3%5D&sort=%5B%22id%22%5D")
    assert second in guess(document, first)
    paging = propose(first, document, second)
    assert isinstance(paging, Numbered)
    assert paging.request(first, 5) == get("/api?range=%5B8%2C+9%5D&sort=%5B%22id%22%5D")


def test_a_number_in_a_path_is_told_from_another_behind_it():
    found = law(get("/list/1/24"), get("/list/2/24"))
    assert isinstance(found, Numbered)
    assert found.request(get("/list/1/24"), 5) == get("/list/5/24")
