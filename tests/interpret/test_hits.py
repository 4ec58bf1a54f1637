"""Which pages are answers, and which only say again that there is none."""

import json

from leadline.document import Document
from leadline.interpret.attributes import Field, FieldKind
from leadline.interpret.hits import options, says_more, settled
from leadline.interpret.talk import Heard
from leadline.model import Attribute, Page, Query, Request
from leadline.query.encode import Encoding

URL = "http://a.example/"


def heard(word: str, text: str) -> Heard:
    request = Request(url=f"{URL}?q={word}")
    body = f"<!doctype html><body>{text}".encode()
    page = Page(request=request, url=request.url, body=body,
                headers=(("Content-Type", "text/html; charset=utf-8"),))  # fmt: skip
    return Heard(query=Query.of(q=word), request=request, document=Document(page))


HELP = "<p>No document matching your query.</p><p>Another query:</p><p>One word of a query</p>"


def test_words_of_the_page_itself_do_not_make_it_an_answer():
    nothing = [heard("zavuqo", f"<p>zavuqo</p>{HELP}")]
    assert not says_more(heard("query", f"<p>query</p>{HELP}"), nothing)
    assert not says_more(heard("word", f"<p>word</p>{HELP}"), nothing)
    assert says_more(heard("query", "<p>query</p><ol><li>A query<li>Queries</ol>"), nothing)


def data(word: str, key: str, *names: str) -> Heard:
    request = Request(url=f"{URL}{word}")
    rows = [{"id": f"{name}-{n}", "name": name, "kind": kind} for name in names
            for n, kind in enumerate(("map", "letter", "song"))]  # fmt: skip
    page = Page(request=request, url=request.url, body=json.dumps({key: rows}).encode(),
                headers=(("Content-Type", "application/json"),))  # fmt: skip
    query = Query.of(q=word) if word else Query()
    return Heard(query=query, request=request, document=Document(page))


def test_answers_to_words_are_read_where_a_list_of_everything_has_another_shape():
    found = [data("oslo", "results", "Oslo"), data("rome", "results", "Rome", "Roma")]
    blank = data("", "items", "Oslo", "Rome", "Roma", "Lima")
    hits = settled(found, blank, [data("zavuqo", "results").document])
    assert hits is not None
    assert [len(one.records) for one in hits.found] == [3, 6]


def test_options_are_spread_over_all_of_a_list():
    letters = tuple("abcdefghijklmnopqrstuvwxyz")
    field = Field(attribute=Attribute(name="by", domain=letters), controls=("by",),
                  kind=FieldKind.CHOICE)  # fmt: skip
    encoding = Encoding(action=URL, fields=(field,))
    asked = [query.predicates[0][1] for query in options(encoding)]
    assert asked == ["a", "g", "n", "t"]
    more = [query.predicates[0][1] for query in options(encoding, 100)]
    assert more == list(letters)
