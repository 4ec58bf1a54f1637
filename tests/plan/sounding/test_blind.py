"""Search boxes that show no totals: page numbers tell which answer is the longest."""

from __future__ import annotations

from itertools import islice
from random import Random

from leadline.flow import recall
from leadline.model import Answer, Attribute, Interface, Kind, Outcome, Query, Record, Step, Turn
from leadline.plan.sounding import Sounding

BOX = Interface(attributes=(Attribute(name="text", kind=Kind.KEYWORD),), page_size=2, any_page=True)
SHELF = tuple(
    Record(str(i), text="sea" + " of" * (i % 3 > 0) + " the" * (i % 10 > 0) + f" w{i}")
    for i in range(60)
)
OTHERS = tuple(Record(str(i), text=f"the of w{i}") for i in range(60, 160))


def asked(word: str) -> Query:
    return Query((("text", word),))


def answer(step: Step, *, repeats: bool = False) -> Answer:
    """No totals; behind the end an empty page, or the last one again."""
    ((_, word),) = step.query.predicates
    found = [record for record in SHELF + OTHERS if word in record.text.split()]
    pages = -(-len(found) // 2)
    number = min(step.page, pages) if repeats else step.page
    records = tuple(found[2 * number - 2 : 2 * number])
    outcome = Outcome.FOUND if records else Outcome.EMPTY
    return Answer(records=records, more=number < pages, outcome=outcome)


def steps(first: str, *, repeats: bool = False, fails: int = 0) -> list[Step]:
    """What is asked after the first page of a word; page `fails` can never be had."""
    policy = Sounding()
    turns: list[Turn] = []
    step: Step | None = Step(asked(first), 1)
    known = recall(policy, BOX)
    while step is not None:
        failed = Answer(outcome=Outcome.FAILED)
        reply = failed if step.page == fails else answer(step, repeats=repeats)
        turns.append(Turn(len(turns) + 1, step, reply))
        known.hear(turns[-1])
        step = policy.choose(known, Random(0))
    return [turn.step for turn in turns[1:]]


def surveyed(found: list[Step]) -> list[tuple[str, int]]:
    why = [(step.query.predicates[0][1], step.page, step.why) for step in found]
    return [(word, page) for word, page, reason in why if reason and reason.expert == "survey"]


def test_the_longest_answer_is_found_by_page_numbers_and_read_whole() -> None:
    found = steps("sea")
    survey = surveyed(found)
    assert {word for word, _ in survey} == {"sea", "the", "of"}
    read = [step for step in found if step.why and step.why.expert == "rest"]
    after = [step for step in read if step.query == asked("the")]
    assert len(survey) < 25
    longest = next(i for i, step in enumerate(read) if step.query == asked("the"))
    assert {step.query for step in islice(read, longest, longest + 50)} == {asked("the")}
    assert len({step.page for step in after}) == len(after)


def test_no_page_is_asked_twice_and_everything_is_read() -> None:
    for repeats, fails in ((False, 0), (True, 0), (False, 4), (True, 9)):
        found = steps("sea", repeats=repeats, fails=fails)
        assert len(set(found)) == len(found)
        assert {step.query for step in found} >= {asked("the"), asked("of")}


def test_where_pages_must_be_read_in_order_nothing_is_compared() -> None:
    in_order = Interface(attributes=BOX.attributes, page_size=2)
    policy = Sounding()
    first = Turn(1, Step(asked("sea"), 1), answer(Step(asked("sea"), 1)))
    step = policy.choose(recall(policy, in_order, [first]), Random(0))
    assert step is not None
    assert step.why is not None
    assert step.why.expert != "survey"
    assert step.page in (1, 2)
