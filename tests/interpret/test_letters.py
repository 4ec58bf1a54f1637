"""The letters that words may begin with."""

from leadline.document import Document
from leadline.interpret.attributes import Field, FieldKind
from leadline.interpret.letters import DIGITS, LATIN, alphabet, learn_letters
from leadline.model import Attribute, Kind, Page, Request
from leadline.query.encode import Encoding
from leadline.read import Sample, induce

URL = "http://a.example/"


def test_an_alphabet_is_completed():
    assert alphabet("bt") == (*LATIN, *DIGITS)
    assert alphabet("гб") == ("б", "в", "г", *DIGITS)
    assert alphabet("éa") == (*LATIN, "é", *DIGITS)


def test_characters_are_too_many():
    assert alphabet("中文書") == ()
    assert alphabet("") == ()


def answer(when: str, *titles: str) -> Document:
    rows = "".join(
        f"<li><a href='/{t}'>{t}</a> <i>{when} {n}</i></li>" for n, t in enumerate(titles, 17)
    )
    headers = (("Content-Type", "text/html; charset=utf-8"),)
    body = f"<!doctype html><body><ul>{rows}</ul>".encode()
    return Document(Page(request=Request(url=URL), url=URL, body=body, headers=headers))


def letters(before: Document, found: Document) -> int:
    """How many letters are asked where one finds this, after records like those were seen."""
    wrapper = induce([Sample(document=before)])
    assert wrapper is not None
    box = Attribute(name="q", kind=Kind.KEYWORD)
    field = Field(attribute=box, controls=("q",), kind=FieldKind.TEXT)
    talk = learn_letters(
        Encoding(action=URL, fields=(field,)), wrapper, "q", wrapper.extract(before).records
    )
    next(talk)
    try:
        talk.send(found)
    except StopIteration as ended:
        return len(ended.value)
    raise AssertionError("more was asked")


def test_a_letter_that_all_records_begin_with_somewhere_finds_nothing_by_itself():
    seen = ("Lamp", "Loft", "Boat", "Cart", "Dune")
    lamps = ("Lace", "Lake", "Lava", "Lime")
    assert letters(answer("", *seen), answer("", *lamps)) == len(LATIN + DIGITS)
    others = ("Acorn", "Arrow", "Bell", "Cave")
    assert letters(answer("le lundi", *seen), answer("le lundi", *others)) == 0
