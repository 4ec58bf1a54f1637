"""Pages that failed in an earlier run are asked once more in this one."""

from leadline.harvest.lapses import FAILING, Lapses
from leadline.model import Answer, Outcome, Query, Record, Step, Turn

FOUND = Answer(records=(Record("1"),))
FAILED = Answer(outcome=Outcome.FAILED)


def turn(number, word, page, answer):
    return Turn(number, Step(Query.of(q=word), page), answer)


LEDGER = [
    turn(1, "a", 1, FOUND),
    turn(2, "a", 2, FAILED),
    turn(3, "b", 1, FAILED),
    turn(4, "b", 1, FOUND),
    turn(5, "c", 1, FAILED),
]


def test_what_failed_is_left_out_and_waits_unless_it_was_answered_later():
    lapses = Lapses()
    assert [one.number for one in lapses.without(LEDGER)] == [1, 4]
    assert lapses.next() == Step(Query.of(q="a"), 2)
    assert lapses.hear(turn(6, "a", 2, FOUND)) is False
    assert lapses.next() == Step(Query.of(q="c"), 1)
    assert lapses.hear(turn(7, "c", 1, FAILED)) is True
    assert lapses.next() is None
    assert [one.number for one in lapses.counting([*LEDGER, turn(6, "a", 2, FOUND)])] == [
        1, 4, 5, 6,
    ]  # fmt: skip


def test_new_failures_count_and_do_not_wait():
    lapses = Lapses()
    assert lapses.hear(turn(1, "x", 1, FAILED)) is False
    assert list(lapses.counting([turn(1, "x", 1, FAILED)])) == [turn(1, "x", 1, FAILED)]


def test_after_several_failures_in_a_row_the_others_are_left_for_another_run():
    failed = [turn(n, f"w{n}", 1, FAILED) for n in range(1, 20)]
    lapses = Lapses()
    assert list(lapses.without(failed)) == []
    asked = 0
    while (step := lapses.next()) is not None:
        asked += 1
        assert lapses.hear(Turn(20, step, FAILED))
    assert asked == FAILING
    assert list(lapses.counting(failed)) == failed
