"""Which pages are answers, and which only say again that there is none."""

from leadline.document import Document
from leadline.interpret.attributes import Field, FieldKind
from leadline.interpret.hits import options, says_more
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


def test_options_are_spread_over_all_of_a_list():
    letters = tuple("abcdefghijklmnopqrstuvwxyz")
    field = Field(attribute=Attribute(name="by", domain=letters), controls=("by",),
                  kind=FieldKind.CHOICE)  # fmt: skip
    encoding = Encoding(action=URL, fields=(field,))
    asked = [query.predicates[0][1] for query in options(encoding)]
    assert asked == ["a", "g", "n", "t"]
    more = [query.predicates[0][1] for query in options(encoding, 100)]
    assert more == list(letters)
