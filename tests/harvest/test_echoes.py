"""A page that repeats an earlier page of its query ends the query."""

from leadline.model import Answer, Query, Record, Request, Step, Turn
from leadline.read.answer import Reading
from leadline.read.echoes import Echoes

RIVER, LAKE = Query((("q", "river"),)), Query((("q", "lake"),))
NEXT = Request(url="http://example.org/?page=9")


def showing(*keys, more=True):
    return Answer(records=tuple(Record(key=key) for key in keys), more=more)


def has_more(echoes, query, page, *keys):
    reading = echoes.ended(Reading(answer=showing(*keys), next=NEXT), Step(query, page))
    assert reading.answer.records == showing(*keys).records
    assert (reading.next == NEXT) == reading.answer.more
    return reading.answer.more


def test_a_page_shown_before_has_none_after_it():
    echoes = Echoes()
    echoes.hear(Step(RIVER, 1), showing("a", "b"))
    echoes.hear(Step(RIVER, 2), showing("c", "d"))
    assert has_more(echoes, RIVER, 3, "e", "f")
    assert has_more(echoes, RIVER, 3, "d", "e")
    assert not has_more(echoes, RIVER, 3, "d", "c")
    assert not has_more(echoes, RIVER, 3, "a", "b")


def test_other_queries_may_show_the_same():
    echoes = Echoes()
    echoes.hear(Step(RIVER, 1), showing("a", "b"))
    assert has_more(echoes, LAKE, 1, "a", "b")
    assert has_more(echoes, RIVER, 1, "a", "b")


def test_pages_without_records_say_nothing():
    echoes = Echoes()
    echoes.hear(Step(RIVER, 1), showing())
    assert has_more(echoes, RIVER, 2)


def test_what_was_heard_in_an_earlier_run_counts():
    turns = [Turn(1, Step(RIVER, 1), showing("a", "b"))]
    echoes = Echoes()
    assert list(echoes.hearing(turns)) == turns
    assert not has_more(echoes, RIVER, 2, "a", "b")
