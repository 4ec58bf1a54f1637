"""Search boxes that show no totals: page numbers tell which answer is the longest."""

from __future__ import annotations

from functools import cache
from itertools import islice
from random import Random

import numpy as np

from leadline.flow import recall
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
from leadline.plan.sounding import Sounding
from leadline.plan.sounding.looks import Looks

BOX = Interface(attributes=(Attribute(name="text", kind=Kind.KEYWORD),), page_size=2, any_page=True)
SHELF = tuple(
    Record(str(i), text="sea" + " of" * (i % 3 > 0) + " the" * (i % 10 > 0) + f" w{i}")
    for i in range(300)
)
ALL = SHELF + tuple(Record(str(i), text=f"the of w{i}") for i in range(300, 800))


def asked(word: str) -> Query:
    return Query((("text", word),))


@cache
def matching(word: str, most: int) -> tuple[Record, ...]:
    return tuple(record for record in ALL[:most] if word in record.text.split())


def answer(step: Step, behind: str = "nothing", most: int = 800) -> Answer:
    """No totals; behind the end an empty page, the last one again (for ever), or an error.

    Where it is "capped", totals up to 100 are told, and of all others that they are more.
    """
    found = matching(step.query.predicates[0][1], most)
    pages = -(-len(found) // 2)
    if behind == "error" and step.page > pages:
        return Answer(outcome=Outcome.FAILED)
    number = min(step.page, pages) if behind in ("the last", "for ever") else step.page
    records = found[2 * number - 2 : 2 * number]
    outcome = Outcome.FOUND if records else Outcome.EMPTY
    more = number < pages or behind == "for ever"
    if behind == "capped":
        count = Count.LEAST if len(found) > 100 else Count.EXACT
        return Answer(records=records, total=min(len(found), 100), count=count, more=more,
                      outcome=outcome)  # fmt: skip
    return Answer(records=records, more=more, outcome=outcome)


def turns_of(
    behind: str = "nothing", *, fails: int = 0, pages: int = 600, most: int = 800
) -> list[Turn]:
    """The turns of a crawl that begins with `sea`; page `fails` can never be had."""
    policy = Sounding()
    turns: list[Turn] = []
    step: Step | None = Step(asked("sea"), 1)
    known = recall(policy, BOX)
    while step is not None and len(turns) < pages:
        failed = Answer(outcome=Outcome.FAILED)
        reply = failed if step.page == fails else answer(step, behind, most)
        turns.append(Turn(len(turns) + 1, step, reply))
        known.hear(turns[-1])
        step = policy.choose(known, Random(0))
    return turns


def steps(behind: str = "nothing", **how: int) -> list[Step]:
    """What is asked after the first page."""
    return [turn.step for turn in turns_of(behind, **how)[1:]]


def surveyed(found: list[Step]) -> list[tuple[str, int]]:
    why = [(step.query.predicates[0][1], step.page, step.why) for step in found]
    return [(word, page) for word, page, reason in why if reason and reason.expert == "survey"]


def test_the_longest_answer_is_found_by_page_numbers_and_read_whole() -> None:
    found = steps()
    survey = surveyed(found)
    assert {word for word, _ in survey} == {"w0", "sea", "the", "of"}
    read = [step for step in found if step.why and step.why.expert == "rest"]
    after = [step for step in read if step.query == asked("the")]
    assert len(survey) < 35
    longest = next(i for i, step in enumerate(read) if step.query == asked("the"))
    assert {step.query for step in islice(read, longest, longest + 250)} == {asked("the")}
    assert len({step.page for step in after}) == len(after)


def test_answers_that_are_counted_up_to_a_cap_are_compared_by_page_numbers_too() -> None:
    found = steps("capped")
    assert {"the", "of"} <= {word for word, _ in surveyed(found)}
    assert len(surveyed(found)) < 35
    read = [step.query for step in found if step.why and step.why.expert == "rest"]
    assert read.count(asked("the")) > 250


def test_no_page_is_asked_twice() -> None:
    for behind, fails in (("nothing", 0), ("the last", 0), ("nothing", 4), ("the last", 9)):
        found = steps(behind, fails=fails)
        assert len(set(found)) == len(found)
        assert {step.query for step in found} >= {asked("the"), asked("of")}


def test_where_no_answer_ends_none_is_asked_for_pages_ahead() -> None:
    survey = surveyed(steps("for ever", pages=400))
    assert {page for _, page in survey} == {1}
    assert len(survey) == 3


def test_after_an_error_behind_an_end_pages_are_read_in_turn() -> None:
    found = steps("error", pages=700)
    beyond = [page for word, page in surveyed(found) if word == "sea" and page > 150]
    assert len(beyond) == 1
    ahead = found.index(Step(asked("sea"), beyond[0]))
    assert all(step.why and step.why.expert != "survey" for step in found[ahead + 1 :])
    assert {step.page for step in found if step.query == asked("sea")} >= {*range(2, 151)}


def test_in_a_small_source_one_page_is_missed_at_most() -> None:
    turns = turns_of(most=20)
    assert sum(not turn.answer.records for turn in turns) <= 1
    assert len({record for turn in turns for record in turn.answer.records}) == 20


def test_where_pages_must_be_read_in_order_nothing_is_compared() -> None:
    in_order = Interface(attributes=BOX.attributes, page_size=2)
    policy = Sounding()
    first = Turn(1, Step(asked("sea"), 1), answer(Step(asked("sea"), 1)))
    step = policy.choose(recall(policy, in_order, [first]), Random(0))
    assert step is not None
    assert step.why is not None
    assert step.why.expert != "survey"
    assert step.page in (1, 2)


TWINS = tuple(
    Record(str(i), text=" ".join(word for word, is_in in words if is_in(i)) + f" w{i}")
    for words in [
        (
            ("the", lambda i: i < 400),
            ("of", lambda i: i % 2 and i < 400),  # nothing that `the` has not
            ("and", lambda i: i % 3 == 0 and i < 400),
            ("le", lambda i: i % 4 == 0),
        )
    ]
    for i in range(800)
)


def crawl(records: tuple[Record, ...], order: int, pages: int) -> list[Turn]:
    """A crawl of so many pages that begins with `w0`; answers are sorted, or shuffled by word."""
    policy, turns = Sounding(), list[Turn]()
    step: Step | None = Step(asked("w0"), 1)
    known = recall(policy, BOX_OF_TEN)
    while step is not None and len(turns) < pages:
        word = step.query.predicates[0][1]
        found = [record for record in records if word in record.text.split()]
        if order:
            Random(word).shuffle(found)
        shown = tuple(found[10 * step.page - 10 : 10 * step.page])
        outcome = Outcome.FOUND if shown else Outcome.EMPTY
        turns.append(
            Turn(
                len(turns) + 1,
                step,
                Answer(records=shown, more=len(found) > 10 * step.page, outcome=outcome),
            )
        )
        known.hear(turns[-1])
        step = policy.choose(known, Random(0))
    return turns


BOX_OF_TEN = Interface(attributes=BOX.attributes, page_size=10, any_page=True)


def test_an_answer_that_brings_nothing_is_left_after_a_few_pages() -> None:
    turns = crawl(TWINS, 0, 58)
    read = [turn.step.query for turn in turns]
    assert read.count(asked("the")) >= 40
    assert read.count(asked("of")) <= 5
    assert read.count(asked("and")) <= 5
    assert len({record for turn in turns for record in turn.answer.records}) >= 500


def test_answers_are_opened_deep_but_from_the_front_where_each_has_an_order_of_its_own() -> None:
    pages = [
        {
            turn.step.query: turn.step.page
            for turn in reversed(crawl(TWINS, order, 70))
            if turn.step.why and turn.step.why.expert == "probe"
        }
        for order in (0, 1)
    ]
    assert pages[0][asked("le")] == 10
    assert pages[1][asked("le")] == 1


def test_one_page_is_believed_where_words_differ_and_hardly_where_they_are_alike() -> None:
    alike, different = Looks(), Looks()
    for number in range(40):
        alike.learn(5, 10)
        different.learn(10 * (number % 2), 10)
    few, ten = np.array([0.0]), np.array([10.0])
    assert abs(alike.mean - 0.5) < 0.02
    assert alike.shares(few, ten)[0] > 0.35
    assert different.shares(few, ten)[0] < 0.1


def test_after_a_broad_answer_words_are_expected_to_be_new_as_what_lies_outside_of_it() -> None:
    looks = Looks()
    for _ in range(10):
        looks.learn(10, 10)
    looks.restart(0.15)
    assert abs(looks.mean - 0.15) < 1e-9
    assert looks.shares(np.array([0.0]), np.array([10.0]))[0] > 0.05


def test_a_word_that_was_opened_early_is_compared_too() -> None:
    first = tuple(Record(f"s{i}", text=f"w0 the of s{i}") for i in range(15))
    sea = tuple(Record(str(i), text="the" + " of" * (i % 5 > 0) + f" t{i}") for i in range(600))
    asks = [turn.step.query for turn in crawl(first + sea, 0, 75)]
    assert asks.count(asked("the")) > 50
