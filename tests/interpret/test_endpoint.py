"""From what a script asked for to how we ask it."""

import json

from hypothesis import given
from hypothesis import strategies as st

from leadline.interpret.endpoint import choosing, endpoint, fixed
from leadline.model import Control, Option, Page, Query, Request
from leadline.query.script import LOADED, Typed, loaded, typed_in, typing, written
from tests.net.sites import get

API = "http://a.example/api"
FORM = "application/x-www-form-urlencoded"


def asked(request: Request, word: str, *words: str) -> Request | None:
    """The request for other words, learned from one."""
    encoding = endpoint(request, word)
    if encoding is None:
        return None
    name = encoding.fields[0].attribute.name
    return encoding.encode(Query(tuple((name, each) for each in words)))


def test_the_value_that_was_typed_takes_the_words():
    request = get(f"{API}?lang=en&term=history&page=1")
    assert asked(request, "history", "old", "maps") == get(f"{API}?lang=en&term=maps+old&page=1")
    assert asked(request, "history") == get(f"{API}?lang=en&term=&page=1")


def test_an_empty_value_named_like_a_search_takes_the_words():
    assert asked(get(f"{API}?sort=&q=&page=1"), "", "map") == get(f"{API}?sort=&q=map&page=1")
    assert asked(get(f"{API}?sort=&page=1"), "", "map") is None


def test_the_search_of_a_whole_table_takes_the_words_and_not_that_of_a_column():
    request = get(f"{API}?columns%5B0%5D%5Bsearch%5D=&search%5Bvalue%5D=")
    wanted = get(f"{API}?columns%5B0%5D%5Bsearch%5D=&search%5Bvalue%5D=map")
    assert asked(request, "", "map") == wanted


def test_words_inside_a_longer_value_and_in_a_path():
    assert asked(get(f"{API}?q=title:History*"), "history", "a b") == get(f"{API}?q=title%3Aa+b*")
    assert asked(get(f"{API}/find/history/1"), "history", "a b") == get(f"{API}/find/a%20b/1")
    assert asked(get(f"{API}/history-of-it"), "history", "map") is None


def test_a_form_that_is_posted():
    request = Request(url=API, method="POST", body="q=history&n=1", content_type=FORM)
    posted = asked(request, "history", "map")
    assert posted == Request(url=API, method="POST", body="q=map&n=1", content_type=FORM)


def post(body: str, content_type: str = "application/json") -> Request:
    return Request(url=API, method="POST", body=body, content_type=content_type)


def test_json_that_is_posted_takes_the_words_wherever_the_typed_one_was():
    request = post('{"searches":[{"q":"history","page":0},{"q":"history","facets":["x"]}]}')
    assert asked(request, "history", "a", '"b') == post(
        '{"searches":[{"q":"\\"b a","page":0},{"q":"\\"b a","facets":["x"]}]}'
    )
    assert asked(post('{"query":"","sort":""}'), "", "map") == post('{"query":"map","sort":""}')
    assert asked(post('{"page":1}'), "history", "map") is None


def test_a_query_string_within_json_takes_them_escaped():
    request = post('{"requests":[{"params":"query=history&page=0"}]}', FORM)
    assert asked(request, "history", "a&b") == post(
        '{"requests":[{"params":"query=a%26b&page=0"}]}', FORM
    )


def test_json_that_takes_no_words_is_posted_as_it_was():
    request = post('{"page": 1}')
    encoding = fixed(request)
    assert encoding is not None
    assert encoding.encode(Query()) == request


def test_a_page_size_is_set_in_the_json():
    encoding = endpoint(post('{"search":{"q":"history","size":10}}'), "history")
    assert encoding is not None
    longer = encoding.with_fixed("search.size", "100").encode(Query.of(keywords="map"))
    assert longer == post('{"search": {"q": "map", "size": 100}}')


def test_what_takes_no_words_is_asked_as_it_was():
    encoding = fixed(get(f"{API}?all=%7Byes%7D"))
    assert encoding is not None
    assert encoding.encode(Query()) == get(f"{API}?all=%7Byes%7D")
    assert fixed(Request(url=API, method="POST")) is None


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(JSON, st.text())
def test_any_json_is_understood_or_not(value, word):
    encoding = endpoint(post(json.dumps(value)), word)
    if encoding is not None:
        filled = encoding.with_fixed("a.0.b", "1").encode(Query.of(keywords='"'))
        json.loads(filled.body)


@given(st.text(), st.text(), st.sampled_from(["GET", "POST"]), st.text())
def test_any_request_is_understood_or_not(rest, word, method, body):
    request = Request(url=API + rest, method=method, body=body, content_type=FORM)
    encoding = endpoint(request, word)
    if encoding is not None:
        encoding.encode(Query(((encoding.fields[0].attribute.name, "word"),)))


def test_what_is_typed_comes_back():
    request = typing(API, 'input[id="a&b=c"]', "é + 1")
    assert typed_in(request) == Typed(selector='input[id="a&b=c"]', text="é + 1")
    assert typed_in(typing(API, "input", "", 3)) == Typed(selector="input", text="", turn=3)
    assert typed_in(get(API)) == Typed(selector="", text="")


@given(st.text())
def test_headers_are_read_whatever_they_are(value):
    good = get(API)
    headers = ((LOADED, value), (LOADED, written(good)))
    found = loaded(Page(request=good, url=API, headers=headers))
    assert found[-1] == good


def test_json_that_is_sent_as_a_form_is_json():
    body = {"requests": [{"index": "a", "params": "query=&page=0&tags="}]}
    sent = asked(post(json.dumps(body), FORM), "", "old map")
    assert sent is not None
    assert sent.content_type == FORM
    assert json.loads(sent.body)["requests"][0]["params"] == "query=old+map&page=0&tags="


def test_words_inside_a_longer_value_of_a_form():
    request = post("page=1&filter=title%7Ehas%7E%27History%27", FORM)
    assert asked(request, "history", "a", "b") == post(
        "page=1&filter=title%7Ehas%7E%27a+b%27", FORM
    )


def test_a_form_that_takes_no_words_is_posted_as_it_was():
    request = post("action=more&page=1", FORM)
    encoding = fixed(request)
    assert encoding is not None
    assert encoding.encode(Query()) == request
    assert encoding.with_fixed("page", "2").encode(Query()) == post("action=more&page=2", FORM)


def test_days_from_and_to_are_a_field_that_is_wide_open():
    for request, wide in (
        (get(f"{API}?from=2024-06-01&to=2024-06-30&n=5"),
         get(f"{API}?from=1000-01-01&to=2999-12-31&n=5")),
        (post('{"start": "2024-06-01", "end": "2024-06-30"}'),
         post('{"start": "1000-01-01", "end": "2999-12-31"}')),
    ):  # fmt: skip
        encoding = fixed(request)
        assert encoding is not None
        assert encoding.encode(Query()) == wide
        assert len(encoding.fields) == 1


def test_one_day_is_no_range():
    encoding = fixed(get(f"{API}?since=2024-06-01&page=1"))
    assert encoding is not None
    assert encoding.fields == ()


def test_what_a_drop_down_offers_is_asked_where_one_of_it_was():
    options = (Option("", "Choose a kind"), Option("1", "Maps"), Option("2", "Songs"))
    control = Control(name="", label="Kind", kind="select", options=options)
    for request, other in (
        (get(f"{API}?kind=2&n=5"), get(f"{API}?kind=1&n=5")),
        (post('{"kind": 2}'), post('{"kind": 1}')),
    ):
        encoding = choosing(request, control, "2")
        assert encoding is not None
        asked_by = encoding.fields[0].attribute
        assert (asked_by.name.lower(), asked_by.domain) == ("kind", ("Maps", "Songs"))
        assert encoding.encode(Query(((asked_by.name, "Maps"),))) == other
    assert choosing(get(f"{API}?n=5"), control, "2") is None
