"""From what a script asked for to how we ask it."""

from hypothesis import given
from hypothesis import strategies as st

from leadline.interpret.endpoint import endpoint, fixed
from leadline.model import Page, Query, Request
from leadline.query.script import LOADED, loaded, typed_in, typing, written
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


def test_words_inside_a_longer_value_and_in_a_path():
    assert asked(get(f"{API}?q=title:History*"), "history", "a b") == get(f"{API}?q=title%3Aa+b*")
    assert asked(get(f"{API}/find/history/1"), "history", "a b") == get(f"{API}/find/a%20b/1")
    assert asked(get(f"{API}/history-of-it"), "history", "map") is None


def test_a_form_that_is_posted():
    request = Request(url=API, method="POST", body="q=history&n=1", content_type=FORM)
    posted = asked(request, "history", "map")
    assert posted == Request(url=API, method="POST", body="q=map&n=1", content_type=FORM)


def test_what_takes_no_words_is_asked_as_it_was():
    encoding = fixed(get(f"{API}?all=%7Byes%7D"))
    assert encoding is not None
    assert encoding.encode(Query()) == get(f"{API}?all=%7Byes%7D")
    assert fixed(Request(url=API, method="POST")) is None


@given(st.text(), st.text(), st.sampled_from(["GET", "POST"]), st.text())
def test_any_request_is_understood_or_not(rest, word, method, body):
    request = Request(url=API + rest, method=method, body=body, content_type=FORM)
    encoding = endpoint(request, word)
    if encoding is not None:
        encoding.encode(Query(((encoding.fields[0].attribute.name, "word"),)))


def test_what_is_typed_comes_back():
    request = typing(API, 'input[id="a&b=c"]', "é + 1")
    assert typed_in(request) == ('input[id="a&b=c"]', "é + 1")
    assert typed_in(get(API)) == ("", "")


@given(st.text())
def test_headers_are_read_whatever_they_are(value):
    good = get(API)
    headers = ((LOADED, value), (LOADED, written(good)))
    found = loaded(Page(request=good, url=API, headers=headers))
    assert found[-1] == good
