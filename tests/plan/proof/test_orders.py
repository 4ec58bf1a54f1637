"""Proofs that rest on answers in an order: from both ends, and as far as a sorted one reaches."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings

from leadline.lab.proving import form_over
from leadline.lab.sorting import sorting_by
from leadline.lab.world import Counts, World
from leadline.model import Query, Step, Turn
from leadline.plan.proof import Cell, Ground, Proof, build, outline_in, verify
from tests.plan.proof.stories import conversation, harvested, read
from tests.plan.splitting.stories import sorted_sources

NONE = Counts(kind="none")
UP, DOWN = Query((("kind", "a"),), "price ascending"), Query((("kind", "a"),), "price descending")


def shop(counts: Counts = NONE, dear: int = 3, **settings: object) -> World:
    """Nine records of one kind and four of another; six are shown of one query, in any order."""
    rows = [{"kind": "a", "price": n // 2 + 1} for n in range(9)]
    rows += [{"kind": "b", "price": dear} for _ in range(4)]
    made = {"limit": 6, "page_size": 3, "browsable": True, "counts": counts} | settings
    sorting = sorting_by(rows, ["price"], ["kind"])
    return World(collection=form_over(rows, [], ["kind"]), sorting=sorting, **made)  # type: ignore[arg-type]


def test_two_ends_that_pass_each_other_close_a_cell_that_nothing_divides():
    proof, turns, interface = harvested(shop())
    assert {str(c.query): (c.ground, c.count) for c in proof.cells} == {
        "everything": (Ground.PARTS, None),
        "kind=a": (Ground.ENDS, 9),
        "kind=b": (Ground.WHOLE, 4),
        "kind=": (Ground.EMPTY, 0),
    }
    asked = {turn.number: turn.step for turn in turns}
    ends = next(cell for cell in proof.cells if cell.ground is Ground.ENDS)
    assert [asked[n] for n in ends.turns] == [
        Step(UP, 1), Step(UP, 2), Step(DOWN, 1), Step(DOWN, 2),
    ]  # fmt: skip
    verdict = verify(proof, turns, interface)
    assert (verdict.complete, verdict.low, verdict.high) == (True, 13, 13)


def test_where_matches_are_counted_both_ends_are_enough_to_have_as_many():
    source = shop(Counts())
    proof, turns, interface = harvested(source)
    assert [(cell.ground, cell.count) for cell in proof.cells] == [(Ground.COUNT, 13)]
    assert verify(proof, turns, interface).complete


CELL = Cell(query=UP.unordered, ground=Ground.ENDS, count=9, turns=(1, 2, 3, 4))


def problems(source: World, turns: list[Turn]) -> tuple[str, ...]:
    """What is wrong about a proof that has just this cell closed."""
    records = len({record.key for turn in turns for record in turn.answer.records})
    whole = Cell(query=Query(), split="kind", parts=(1,))
    last = max(turn.number for turn in turns)
    return verify(
        Proof(turns=last, records=records, cells=(whole, CELL)), turns, source.interface
    ).problems


def test_untouched_it_holds():
    source = shop()
    turns = read(source, UP, DOWN)
    assert problems(source, turns) == ()


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_a_page_that_is_missing_of_one_end_is_noticed(number):
    source = shop()
    turns = read(source, UP, DOWN)
    found = problems(source, [turn for turn in turns if turn.number != number])
    assert any("kind=a: it is not closed (ends)" in said for said in found)


def test_a_page_that_was_altered_is_noticed():
    source = shop()
    turns = read(source, UP, DOWN)
    last = turns[1]
    less = replace(last, answer=replace(last.answer, records=last.answer.records[:1]))
    assert any("kind=a" in said for said in problems(source, [turns[0], less, *turns[2:]]))
    other_way = replace(last, answer=replace(last.answer, records=last.answer.records[::-1]))
    unsorted = [turns[0], other_way, *turns[2:]]
    assert any("kind=a" in said for said in problems(source, unsorted))


def test_ends_that_only_touch_leave_room_for_equals():
    rows = [{"kind": "a", "price": price} for price in (1, 2, 2, 2, 2, 3)]
    source = replace(
        shop(), collection=form_over(rows, [], ["kind"]), limit=3,
        sorting=sorting_by(rows, ["price"], ["kind"]),
    )  # fmt: skip
    proof, turns, interface = harvested(source)
    assert not verify(proof, turns, interface).complete


def test_a_record_without_a_price_makes_the_ends_worth_nothing_unless_counted():
    rows = [{"kind": "a", "price": n} for n in range(9)]
    rows += [{"kind": "b", "price": None}]
    for counts, complete in ((NONE, False), (Counts(), True)):
        source = replace(
            shop(counts), collection=form_over(rows, [], ["kind"]),
            sorting=sorting_by(rows, ["price"], ["kind"]),
        )  # fmt: skip
        proof, turns, interface = harvested(source)
        assert verify(proof, turns, interface).complete is complete


def test_a_cursor_closes_what_its_answers_have_shown():
    rows = [{"year": 1900 + n * n % 97} for n in range(60)]
    source = World(
        collection=form_over(rows, ["year"], []), sorting=sorting_by(rows, ["year"], ["year"]),
        limit=12, page_size=4, browsable=True, counts=NONE,
    )  # fmt: skip
    turns, splitter = conversation(source)
    proof = build(turns, source.interface, outline_in(splitter))
    grounds = [cell.ground for cell in proof.cells]
    assert grounds.count(Ground.SORTED) >= 4
    assert verify(proof, turns, source.interface).complete
    assert len({turn.step.query for turn in turns}) <= 8  # five would be the least
    cell = next(cell for cell in proof.cells if cell.ground is Ground.SORTED)
    rest = [turn for turn in turns if turn.number not in cell.turns[:1]]
    assert not verify(proof, rest, source.interface).holds


@settings(max_examples=80, deadline=None, suppress_health_check=[*HealthCheck])
@given(sorted_sources())
def test_what_splitting_proves_the_proof_proves(world):
    turns, splitter = conversation(world)
    proof = build(turns, world.interface, outline_in(splitter))
    verdict = verify(proof, turns, world.interface)
    assert verdict.holds
    assert verdict.complete or not splitter.proved
    assert not verdict.complete or verdict.low == world.collection.records
