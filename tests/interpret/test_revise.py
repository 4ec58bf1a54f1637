"""What a harvest learns about its source on the way."""

from leadline.interpret.revise import revised
from leadline.model import Answer, Attribute, Interface, Kind, Outcome, Query, Record, Step, Turn
from leadline.plan.knowledge import Knowledge
from leadline.query.encode import Encoding
from leadline.query.paging import Linked
from leadline.read import JsonWrapper
from leadline.read.outcome import Signs
from leadline.source import Source

BOX = Interface(attributes=(Attribute(name="q", kind=Kind.KEYWORD),), page_size=2)
SHORT = ("ox", "at", "io", "u", "pi", "mu", "xi", "to")
LONG = ("ape", "bee", "cat", "dog", "elk", "fox", "gnu", "hen")
TEXT = " ".join((*SHORT, *LONG))
SOURCE = Source(
    url="http://a.example/",
    encoding=Encoding(action="http://a.example/"),
    interface=BOX,
    paging=Linked(),
    wrapper=JsonWrapper(source="body", path=()),
    signs=Signs(),
)


def knowing(*turns: tuple[str, Answer]) -> Knowledge:
    known = Knowledge(BOX)
    for number, (word, answer) in enumerate(turns, 1):
        known.hear(Turn(number, Step(Query.of(q=word)), answer))
    return known


def found(key: str) -> Answer:
    return Answer(records=(Record(key=key, text=TEXT),), total=1)


NOTHING = Answer(total=0, outcome=Outcome.EMPTY)


def test_words_that_find_nothing_though_records_carry_them_are_too_short():
    asked = [*((word, found(word)) for word in LONG), *((word, NOTHING) for word in SHORT)]
    learnt = revised(SOURCE, knowing(*asked))
    assert learnt is not None
    assert learnt.shortest == 3
    assert learnt.refuses(Query.of(q="ox"))
    assert not learnt.refuses(Query.of(q="elk"))
    assert revised(learnt, knowing(*asked)) is None


def test_not_if_one_of_them_found_something():
    asked = [*((word, found(word)) for word in LONG), *((word, NOTHING) for word in SHORT)]
    assert revised(SOURCE, knowing(*asked, ("ad", found("ad")))) is None


def test_nor_if_they_are_few_or_longer_ones_are_in_vain_too():
    some = [*((word, found(word)) for word in LONG), *((word, NOTHING) for word in SHORT[1:])]
    assert revised(SOURCE, knowing(*some)) is None
    vain = [("ape", found("ape")), *((word, NOTHING) for word in (*LONG[1:], *SHORT))]
    assert revised(SOURCE, knowing(*vain)) is None
