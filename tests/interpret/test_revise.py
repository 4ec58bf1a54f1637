"""What a harvest learns about its source on the way."""

from dataclasses import replace

from leadline.interpret.revise import revised
from leadline.model import (
    Answer,
    Attribute,
    Count,
    Interface,
    Kind,
    Outcome,
    Query,
    Record,
    Step,
    Turn,
)
from leadline.plan.knowledge import Knowledge
from leadline.query.encode import Encoding
from leadline.query.paging import Linked
from leadline.read import JsonWrapper
from leadline.read.outcome import Signs
from leadline.read.plain import plainly
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


# --- limits that nobody says ----------------------------------------------------------------------


def shown(*keys: str, total: int | None = None) -> Answer:
    return Answer(records=tuple(Record(key=key, text=key) for key in keys), total=total)


def answers(*lengths: int) -> Knowledge:
    """Words with so many records each, all different, two to a page."""
    known, number = Knowledge(BOX), 0
    for word, length in enumerate(lengths):
        keys = [f"{word}-{n}" for n in range(length)]
        for first in range(0, length, 2):
            number += 1
            more = first + 2 < length
            records = shown(*keys[first : first + 2]).records
            step = Step(Query.of(q=f"w{word}"), first // 2 + 1)
            known.hear(Turn(number, step, Answer(records=records, more=more)))
    return known


def limit(known: Knowledge) -> int | None:
    learnt = revised(SOURCE, known)
    return None if learnt is None else learnt.interface.limit


def test_answers_that_all_end_at_the_same_length_are_cut_there():
    assert limit(answers(6, 3, 6, 6, 2, 6)) == 6


def test_not_if_they_are_few_or_others_come_near_or_are_longer():
    assert limit(answers(6, 3, 6, 6, 2)) is None
    assert limit(answers(6, 6, 6, 6, 5, 5, 5)) is None
    assert limit(answers(6, 6, 6, 6, 8)) is None


def test_a_list_of_everything_that_shows_less_than_is_held_is_cut():
    listing = Interface(attributes=BOX.attributes, page_size=2, browsable=True)
    source = replace(SOURCE, interface=listing)
    for total, capped in [(2, True), (None, False)]:
        known = Knowledge(listing)
        known.hear(Turn(1, Step(Query()), shown("a", "b", total=total)))
        assert revised(source, known) is None
        known.hear(Turn(2, Step(Query.of(q="x")), shown("c", "d", total=total)))
        learnt = revised(source, known)
        assert learnt is not None
        assert (learnt.interface.limit, learnt.capped) == (2, capped)
        assert plainly(learnt, Turn(1, Step(Query()), shown("a", "b", total=2))).answer.count == (
            Count.LEAST if capped else Count.EXACT
        )


def carried(*lengths: int) -> Knowledge:
    """Words that all records carry, each with so many of twelve records, two to a page."""
    text = " ".join(f"w{word}" for word in range(len(lengths)))
    known, number = Knowledge(BOX), 0
    for word, length in enumerate(lengths):
        for first in range(0, length, 2):
            number += 1
            keys = [str((5 * word + n) % 12) for n in range(first, min(first + 2, length))]
            answer = Answer(
                records=tuple(Record(key=key, text=text) for key in keys), more=first + 2 < length
            )
            known.hear(Turn(number, Step(Query.of(q=f"w{word}"), first // 2 + 1), answer))
    return known


def test_answers_that_leave_out_what_is_known_to_match_are_cut():
    assert limit(carried(4, 4, 3)) == 4


def test_not_if_most_of_them_end_earlier_as_where_only_titles_are_searched():
    assert limit(carried(4, 3, 2, 3, 1)) is None
