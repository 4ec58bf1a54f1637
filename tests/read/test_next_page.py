"""Finding the link to the following page, in many designs and languages."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.document import Document
from leadline.model import Page, Request
from leadline.read.next_page import next_links, next_place

HERE = "https://example.org/list?q=x"


def page(body, url=HERE, kind="text/html", link="", **own):
    body = body.encode() if isinstance(body, str) else body
    named = ((name.replace("_", "-"), value) for name, value in own.items())
    headers = (("content-type", kind), ("Link", link), *named)
    return Document(Page(request=Request(url=url), url=url, headers=headers, body=body))


def following(body, url=HERE, **more):
    """The address of the surest link."""
    found = next_links(page(body, url, **more))
    return found[0].url.removeprefix("https://example.org") if found else None


@pytest.mark.parametrize("arrow", ["›", "»»"])
def test_a_pager_may_lead_to_another_folder(arrow):
    body = f"<a href='/tree/main?page=1'>{arrow}</a>"
    assert following(f"<div class=pagination>{body}</div>") == "/tree/main?page=1"
    assert following(f"<div>{body}</div>") is None


@pytest.mark.parametrize(
    "words",
    [
        "Next", "next page »", "NEXT →", "Older posts",
        "Weiter zur nächsten Seite", "Nächste Seite",
        "Suivant ›", "Page suivante", "Siguiente", "Página siguiente", "Successiva", "Volgende",
        "Próxima página", "Następna strona", "dalej »", "Следующая", "Вперёд", "次へ", "次のページ",
        "下一页", "下一頁", "다음", "More results", "Load more", "Weitere Ergebnisse", "Voir plus",
        "Cargar más", "もっと見る", "加载更多", "Next 20", "Nästa", "Sonraki", "Další",
        "ถัดไป", "صفحه بعدی", "التالي", "Trang tiếp", "अगला",
    ],
)  # fmt: skip
def test_words_say_next(words):
    body = f"<div class=pager><a href='?q=x&p=0'>Back</a> <a href='?q=x&p=2'>{words}</a></div>"
    assert following(body) == "/list?q=x&p=2"


@pytest.mark.parametrize(
    "body",
    [
        "<head><link rel=next href='?q=x&p=2'></head>",
        "<a rel='nofollow next' href='?q=x&p=2'>27 more</a>",
        "<ul class=pagination><li class=next><a href='?q=x&p=2'><i></i></a></li></ul>",
        "<div class=paging><a href='?q=x&p=2'>›</a><a href='?q=x&p=27'>»</a></div>",
        "<div class=pagination><a href='/list?q=x&p=2'>»»</a></div>",
        "<a class=pagination href='?q=x&p=2'><img src=r.png alt=Next></a>",
        "<a href='?q=x&p=2' title='Next page'><svg></svg></a>",
        "<button data-url='/list?q=x&p=2'>Load more</button>",
        "<div hx-get='/list?q=x&p=2' hx-trigger=revealed>Load more</div>",
        "<a href='#' data-href='?q=x&p=2' class=load>Show more results</a>",
        "<div class=hits data-next-url='/list?q=x&p=2'></div>",
        "<div hx-get='/list?q=x&p=2' hx-trigger='intersect once'>Please wait</div>",
        "<button onclick=\"location.href='?q=x&amp;p=2'\">Next</button>",
        "<p>1-10 | <a href='?q=x&p=2'>11-20</a> | <a href='?q=x&p=3'>21-30</a></p>",
        "<nav><b>1</b> <a href='?q=x&p=2'>2</a> <a href='?q=x&p=3'>3</a></nav>",
        "<ul><li aria-current=page><a href='?q=x&p=1'>1</a><li><a href='?q=x&p=2'>2</a></ul>",
        "<p>Page 1 | <a href='?q=x&p=2'>2</a></p>",
        "<div><a href='?q=x&p=2'>2</a> <a href='?q=x&p=3'>3</a> … <a href='?q=x&p=9'>9</a></div>",
    ],
)
def test_designs_of_the_next_link(body):
    assert following(body) == "/list?q=x&p=2"


@pytest.mark.parametrize(
    "body",
    [
        "",
        "<a href='/about'>About</a> <a href='/r/1'>Read more</a>",
        "<a href='?q=x&p=0'>Previous</a> <a href='?q=x&p=27'>Last</a>",
        "<a href='?q=x&p=0'>Zurück</a> <a href='?q=x&p=27'>Letzte Seite »</a>",
        "<ul><li class='next disabled'><a href='?q=x&p=2'>Next</a></ul>",
        "<a aria-disabled=true href='?q=x&p=2'>Next</a>",
        "<a href='#'>Next</a> <a href='javascript:go(2)'>Next</a>",
        f"<a href='{HERE}'>Next</a>",
        "<div class=carousel><a href='/slide/2' class=next>Next</a></div>",
        "<table>" + "".join(f"<td><a href='/2016/03/{n:02}/'>{n}</a>" for n in range(1, 31)),
        "<a class=next href='?limit=all'>Show all</a>",
    ],
)
def test_other_links_are_not_next(body):
    assert following(body) is None


def test_what_is_called_switched_off_as_is_all_else_but_leads_on_is_followed():
    item = "<li class=disabled><a href='{}'>{}</a></li>"
    body = f"<ul>{item.format('#', 'Previous')}{item.format('?q=x&p=2', 'Next')}</ul>"
    assert following(body) == "/list?q=x&p=2"


def test_on_the_last_page_the_numbers_contradict_a_stale_link_in_the_head():
    body = (
        "<link rel=next href='?p=4'><div class=pages><a href='?p=1'>1</a> <a href='?p=2'>2</a> "
        "<span class=current>3</span></div>"
    )
    assert following(body) is None


def test_the_pages_of_each_thread_are_not_those_of_the_forum():
    thread = "<li>Topic <a href='/t/{0}?p=1'>1</a> <a href='/t/{0}?p=2'>2</a></li>"
    threads = "".join(thread.format(n) for n in range(10, 20))
    body = f"<ul>{threads}</ul><div><b>1</b> <a href='/list?p=2'>2</a> <a href='/list?p=3'>3</a>"
    assert following(body, "https://example.org/list") == "/list?p=2"


def test_the_middle_of_a_run_leads_to_the_number_after_the_current():
    links = "".join(f"<li><a href='/page/{n}/'>{n}</a></li>" for n in (1, 2, 4, 5, 27))
    body = f"<ul class=pages>{links}</ul>"
    assert following(body, "https://example.org/page/3/") == "/page/4/"


def test_dates_that_were_searched_for_make_no_calendar_of_the_page_numbers():
    asked = "/list?from=2013-04-01&to=2013-04-02"
    links = "".join(f"<a href='{asked}&page={n}'>{n}</a> " for n in (1, 2, 4))
    url = f"https://example.org{asked}&page=3"
    assert following(f"<p>{links}<b>3</b></p>", url) == f"{asked}&page=4"


def test_numbers_to_choose_from_are_no_pages_of_what_was_asked():
    years = "".join(f"<li><a href='/list?year={n}'>{n}</a> ({n - 1})</li>" for n in range(2, 9))
    pages = "<p><b>1</b> <a href='/list?q=x&p=1'>2</a> <a href='/list?q=x&p=2'>3</a></p>"
    assert following(f"{pages}<aside><ul>{years}</ul></aside>") == "/list?q=x&p=1"


def test_days_of_a_calendar_are_no_pages():
    links = "".join(f"<a href='/on/2013/04/{n:02d}'>{n}</a> " for n in (1, 2, 4, 5))
    assert following(f"<p>{links}<b>3</b></p>", "https://example.org/on/2013/04/03") is None


def test_words_outweigh_numbers_and_say_why():
    body = "<p><b>1</b> <a href='?p=2'>2</a> <a href='?p=3'>3</a> <a href='?p=2&s=1'>Next</a></p>"
    first, second = next_links(page(body))
    assert (first.url, first.why, first.text) == (
        "https://example.org/list?p=2&s=1", "words", "Next"
    )  # fmt: skip
    assert (second.url, second.why) == ("https://example.org/list?p=2", "number")


@pytest.mark.parametrize(
    "body",
    [
        {"next": "https://example.org/list?q=x&p=2", "previous": None},
        {"links": {"next": "/list?q=x&p=2", "prev": "/list?q=x&p=0"}},
        {"_links": {"next": {"href": "/list?q=x&p=2"}}},
        {"links": [{"rel": "self", "href": "/list"}, {"rel": "next", "href": "/list?q=x&p=2"}]},
        {"paging": {"next_page_url": "?q=x&p=2"}},
        {"@odata.nextLink": "/list?q=x&p=2"},
    ],
)
def test_json_bodies_link_too(body):
    assert following(json.dumps(body), kind="application/json") == "/list?q=x&p=2"


def test_a_header_may_link():
    link = '<https://example.org/list?p=0>; rel="prev", </list?p=2>; rel="next"; title="x"'
    assert following("[1, 2]", kind="application/json", link=link) == "/list?p=2"


@pytest.mark.parametrize("name", ["Next_Page", "X_Next_Page_Url"])
def test_a_header_of_its_own_may_link(name):
    data = {"kind": "application/json", name: "https://example.org/list?p=2"}
    assert following("[1, 2]", **data) == "/list?p=2"
    assert following("[1, 2]", kind="application/json", X_Next_Page="2") is None


def test_json_without_a_link_has_none():
    assert following('{"next": null, "next_cursor": "abc", "text": "/next"}') is None


def test_very_many_links_are_no_burden():
    body = "<a href='?p=2'>2</a> " * 300_000
    assert next_links(page(body)) == ()


@given(
    st.binary(max_size=300)
    | st.text(max_size=100)
    | st.lists(
        st.sampled_from(["<a href=?p=2>", "2", "</a>", "<ul>", "<li class=next>", "Next", "<b>1"])
    ).map("".join)
)
def test_any_page_is_read(body):
    next_links(page(body))


def test_a_piece_of_the_list_has_an_address_of_its_own():
    button = "<button type=button class=load-more data-url='/more?q=x&offset=10'>Load more</button>"
    assert following(f"<div id=tiles><div class=tile>One</div>{button}</div>") == (
        "/more?q=x&offset=10"
    )
    assert following("<a href='/news'>Load more</a>") is None


@pytest.mark.parametrize(
    ("here", "found"),
    [
        ("1-10 <a href=?s=11>11-20</a> <a href=?s=21>21-30</a>", "/list?s=11"),
        ("<a href=?s=1>1-10</a> 11-20 <a href=?s=21>21-30</a>", "/list?s=21"),
        ("<a href=?s=1>1-10</a> <a href=?s=11>11-20</a> <b>21-23</b>", None),
        ("<a href=/years/1>1900-1949</a> <a href=/years/2>1950-1999</a>", None),
    ],
)
def test_rows_of_ranges(here, found):
    assert following(f"<p>{here}</p>") == found


PAGER = "<ul class=pages><li><b>{}</b><li><a href=?p={}>{}</a><li><a href=?p=9>9</a></ul>"
RECORDS = "<ol>" + "<li class=hit><a href=/r/1>One</a>" * 9 + "</ol>"


def test_the_place_of_the_pager_is_known_again():
    where = next_place(page(RECORDS + PAGER.format(1, 2, 2)), "https://example.org/list?p=2")
    assert where == "ul.pages<body<html"
    later = page(RECORDS + PAGER.format(4, 5, 5), "https://example.org/list?p=4")
    assert next_links(later, where) == next_links(later)
    assert [link.url for link in next_links(later, where)] == ["https://example.org/list?p=5"]


def test_elsewhere_the_whole_page_is_looked_at():
    moved = page(f"<nav>{RECORDS}</nav><p class=more><a href=?p=2>Next page</a></p>")
    assert next_links(moved, "ul.pages<body<html") == next_links(moved) != ()


def test_a_link_alone_is_its_own_place():
    document = page(RECORDS + "<p><a class=on href=?p=2>Next page</a></p>")
    assert next_place(document, "https://example.org/list?p=2") == "a.on<p<body<html"
    assert next_place(document, "https://example.org/elsewhere") == ""


@pytest.mark.parametrize(
    "piece",
    [
        '<button hx-get="/piece?page=2" hx-target="#more">Load more films</button>',
        '<turbo-frame id=page_2 src="/piece?page=2" loading=lazy></turbo-frame>',
    ],
)
def test_a_piece_that_a_button_or_a_frame_loads_is_the_next_page(piece):
    assert following(f"<ul><li>One</li></ul>{piece}") == "/piece?page=2"


@pytest.mark.parametrize(
    "piece",
    [
        '<button hx-get="/piece?page=2">Load more filters</button>',
        '<turbo-frame src="/basket"></turbo-frame>',
    ],
)
def test_other_pieces_are_no_next_page(piece):
    assert following(f"<ul><li>One</li></ul>{piece}") is None
