"""Proofs of harvests under a limit: they hold, and nothing can be taken out of them."""

import json
from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leadline.answering import heard_out
from leadline.lab.proving import form_over
from leadline.lab.world import Counts, World
from leadline.model import Answer, Outcome, Query, Step, Turn
from leadline.plan.knowledge import Knowledge
from leadline.plan.proof import (
    Ground,
    Proof,
    build,
    changes,
    failures,
    from_json,
    recheck,
    to_json,
    verify,
)
from leadline.plan.size import is_listed_whole
from tests.plan.proof.stories import GENRES, harvested, read, world

NONE = Counts(kind="none")
FORMS = {"numeric": (["year"], []), "categorical": ([], ["genre", "shelf"]),
         "mixed": (["year"], ["genre", "shelf"])}  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("counts", ["exact", "none"])
@pytest.mark.parametrize("browsable", [True, False])
def test_a_harvest_is_proved(form, counts, browsable):
    source = world(600, *FORMS[form], limit=40, counts=Counts(kind=counts), browsable=browsable)
    proof, turns, interface = harvested(source)
    verdict = verify(proof, turns, interface)
    assert verdict.problems == verdict.uncovered == ()
    assert (verdict.holds, verdict.complete) == (True, True)
    assert (verdict.low, verdict.high) == (600, 600)
    assert from_json(json.loads(json.dumps(to_json(proof)))) == proof


def test_the_grounds_are_those_that_there_are():
    rows = [{"genre": f"g{n % 4}", "shelf": f"s{n // 4 % 8}"} for n in range(600)]
    rows += [{"genre": f"g{n % 4}", "shelf": "rare"} for n in range(6)]  # in all genres
    collection = form_over(rows, [], ["genre", "shelf"])
    proof, *_ = harvested(World(collection=collection, limit=20, page_size=5, counts=NONE))
    grounds = Counter(cell.ground for cell in proof.cells)
    assert grounds.keys() == {Ground.PARTS, Ground.WHOLE, Ground.EMPTY, Ground.WITHIN}
    assert proof.cells[0].ground is Ground.PARTS


def test_a_list_of_everything_that_is_counted_is_a_proof_of_one_cell():
    proof, turns, interface = harvested(world(200, ["year"], ["shelf"]))
    assert [(cell.ground, cell.count) for cell in proof.cells] == [(Ground.COUNT, 200)]
    altered = replace(proof, cells=(replace(proof.cells[0], count=201),))
    assert verify(altered, turns, interface).problems == (
        "everything: it is said to have 201 records; by the turns it has 200",
    )


def test_an_empty_page_ends_a_list_and_the_proof_rests_on_it():
    source = world(50, ["year"], [], limit=None, counts=NONE)
    turns = [replace(turn, answer=replace(turn.answer, more=True))
             for turn in read(source, Query())]  # fmt: skip
    open_end = build(turns, source.interface)
    behind = Turn(11, Step(Query(), 11), Answer(outcome=Outcome.EMPTY))
    proof = build([*turns, behind], source.interface)
    assert open_end.cells[0].ground is Ground.OPEN
    assert proof.cells[0].ground is Ground.WHOLE
    assert proof.cells[0].turns == tuple(range(1, 12))
    assert verify(proof, [*turns, behind], source.interface).complete
    assert not verify(proof, turns, source.interface).holds


# --- what is taken out, or altered ----------------------------------------------------------------

PROOF, TURNS, INTERFACE = harvested(
    world(500, ["year"], ["genre", "shelf"], limit=40, counts=NONE, browsable=False)
)
COUNTED = [n for n, cell in enumerate(PROOF.cells) if cell.count is not None]
LEAVES = [
    (n, inner)
    for n, cell in enumerate(PROOF.cells)
    for inner in cell.parts
    if not PROOF.cells[inner].parts
]
NEEDED = sorted({number for cell in PROOF.cells for number in cell.turns})


def changed(number: int, **what: object) -> Proof:
    cells = list(PROOF.cells)
    cells[number] = replace(cells[number], **what)  # type: ignore[arg-type]
    return replace(PROOF, cells=tuple(cells))


def test_untouched_it_holds():
    assert verify(PROOF, TURNS, INTERFACE).complete


@given(st.sampled_from(LEAVES))
def test_a_leaf_removed_is_noticed(place):
    outer, leaf = place
    parts = tuple(n for n in PROOF.cells[outer].parts if n != leaf)
    [problem] = verify(changed(outer, parts=parts), TURNS, INTERFACE).problems
    assert str(PROOF.cells[outer].query) in problem


@given(st.sampled_from(COUNTED), st.integers(-3, 3).filter(bool))
def test_a_count_altered_is_noticed(number, by):
    altered = changed(number, count=max(0, (PROOF.cells[number].count or 0) + by))
    if altered != PROOF:
        [problem] = verify(altered, TURNS, INTERFACE).problems
        assert problem.startswith(f"{PROOF.cells[number].query}: it is said to have ")


@given(st.sampled_from(NEEDED))
def test_a_turn_missing_is_noticed(number):
    turns = [turn for turn in TURNS if turn.number != number]
    verdict = verify(PROOF, turns, INTERFACE)
    assert not verdict.holds
    assert verdict.problems[0] == f"turn {number} is missing"
    renamed = replace(PROOF, turns=len(turns))  # and its number is given to the next
    moved = [replace(t, number=n) for n, t in enumerate(turns, 1)]
    assert not verify(renamed, moved, INTERFACE).holds


@given(st.sampled_from([cell for cell in PROOF.cells if cell.count]))
def test_a_page_that_says_something_else_is_noticed(cell):
    turn = TURNS[cell.turns[-1] - 1]
    for answer in (
        replace(turn.answer, records=turn.answer.records[1:]),
        replace(turn.answer, more=True),
        replace(turn.answer, total=cell.count + 1),
    ):
        turns = [replace(t, answer=answer) if t is turn else t for t in TURNS]
        assert not verify(PROOF, turns, INTERFACE).holds


@given(st.sampled_from(range(len(PROOF.cells))), st.sampled_from(list(Ground)))
def test_another_ground_is_noticed_unless_it_claims_less(number, ground):
    cell = PROOF.cells[number]
    verdict = verify(changed(number, ground=ground), TURNS, INTERFACE)
    assert verdict.complete == (ground is cell.ground)


NAMES = st.sampled_from(["cells", "turns", "records", "query", "ground"])
JSON = st.recursive(
    st.none() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(NAMES, inner),
)


@given(JSON)
def test_what_is_not_a_proof_is_none(data):
    assert from_json(data) is None or isinstance(from_json(data), Proof)


# --- what is open ---------------------------------------------------------------------------------


def test_a_harvest_that_was_broken_off_is_bounded_by_the_counts():
    source = world(600, ["year"], ["shelf"], limit=40)
    proof, turns, interface = harvested(source, most=30)
    verdict = verify(proof, turns, interface)
    assert (verdict.holds, verdict.complete, verdict.high) == (True, False, 600)
    assert verdict.low == len({r.key for turn in turns for r in turn.answer.records}) < 600


def test_counts_of_parts_bound_a_source_that_lists_nothing():
    source = world(600, [], ["shelf"], limit=15, browsable=False)
    proof, turns, interface = harvested(source)
    verdict = verify(proof, turns, interface)
    assert (verdict.holds, verdict.complete) == (True, False)
    assert (verdict.low < 600, verdict.high) == (True, 600)
    assert "shelf=c7: the source counts 25 and shows 15" in verdict.uncovered


def test_cells_that_cannot_be_divided_are_named():
    source = world(300, ["year"], [], limit=10, counts=NONE)
    proof, turns, interface = harvested(source)
    verdict = verify(proof, turns, interface)
    assert (verdict.holds, verdict.complete, verdict.high) == (True, False, None)
    assert "year=: it shows 10, as many as the source ever does" in verdict.uncovered


# --- without a tree -------------------------------------------------------------------------------


def test_a_list_read_to_its_end():
    source = world(57, ["year"], [], limit=None, counts=NONE)
    turns = read(source, Query())
    proof = build(turns, source.interface)
    assert [(cell.ground, cell.count) for cell in proof.cells] == [(Ground.WHOLE, 57)]
    assert verify(proof, turns, source.interface).complete


def test_a_list_with_a_page_that_failed():
    source = world(57, ["year"], [], limit=None, counts=NONE)
    turns = read(source, Query())
    turns[2] = replace(turns[2], answer=Answer(outcome=Outcome.FAILED))
    verdict = verify(build(turns, source.interface), turns, source.interface)
    assert (verdict.holds, verdict.complete, verdict.low) == (True, False, 52)
    assert verdict.uncovered == ("everything: page 3 could not be had",)
    assert failures(turns) == [Step(Query(), 3)]


def test_all_choices_of_a_drop_down_leave_records_without_it():
    source = world(200, [], ["genre"], limit=None, counts=NONE, browsable=False)
    interface = without_missing(source)
    turns = read(source, *(Query.of(genre=genre) for genre in GENRES))
    proof = build(turns, interface)
    verdict = verify(proof, turns, interface)
    assert (verdict.holds, verdict.complete, verdict.high) == (True, False, None)
    assert verdict.uncovered == ("everything: records without genre",)
    assert verify(build(turns, source.interface), turns, source.interface).complete is False
    everything = [*turns, *read(source, Query.of(genre=""))]
    numbered = [replace(turn, number=n) for n, turn in enumerate(everything, 1)]
    assert verify(build(numbered, source.interface), numbered, source.interface).complete


def test_choices_never_asked_are_named():
    source = world(200, [], ["genre"], limit=None, counts=NONE, browsable=False)
    turns = read(source, *(Query.of(genre=genre) for genre in GENRES[:3]))
    interface = without_missing(source)
    assert verify(build(turns, interface), turns, interface).uncovered == (
        "everything: values of genre never asked: music, opera",
        "everything: records without genre",
    )


def test_values_that_the_form_does_not_list_are_a_hole():
    source = world(200, [], ["genre"], limit=None, counts=NONE, browsable=False)
    [genre] = source.interface.attributes
    fewer = replace(genre, domain=GENRES[:4])
    interface = replace(source.interface, attributes=(fewer,))
    turns = read(source, *(Query.of(genre=value) for value in (*GENRES[:4], "")))
    assert verify(build(turns, interface), turns, interface).uncovered == (
        "everything: genre=opera, which the form does not list",
    )


def test_records_that_show_something_else_than_is_asked_are_not_counted_by_their_values():
    source = world(200, [], ["shelf"], limit=5, browsable=False)
    shelves = source.interface.attributes[0].domain or ()
    turns = read(source, *(Query.of(shelf=value) for value in shelves))
    odd = [replace(turn, answer=replace(turn.answer, records=tuple(
        replace(record, values=(("shelf", "a0"),)) for record in turn.answer.records)))
        for turn in turns]  # fmt: skip
    verdict = verify(build(odd, source.interface), odd, source.interface)
    assert (verdict.holds, verdict.complete) == (True, False)


def test_answers_that_end_alike_show_a_limit_that_nobody_knows():
    source = world(600, [], ["genre"], counts=NONE, browsable=False)
    interface = replace(source.interface, limit=None)
    turns = read(source, *(Query.of(genre=genre) for genre in (*GENRES, "")))
    plain = [replace(t, answer=replace(t.answer, records=tuple(
        replace(record, values=()) for record in t.answer.records))) for t in turns]  # fmt: skip
    verdict = verify(build(plain, interface), plain, interface)
    assert (verdict.holds, verdict.complete) == (True, False)
    assert "genre=law: it shows 30, as many as the source ever does" in verdict.uncovered


def test_totals_that_change_are_told():
    before, after = world(57, ["year"], []), world(58, ["year"], [])
    turns = [*read(before, Query())[:3], *read(after, Query())[3:]]
    assert [str(change) for change in changes(turns)] == [
        "everything: 57 records at turn 3, 58 at turn 4"
    ]


def without_missing(source):
    plain = replace(source.interface.attributes[0], missing=False)
    return replace(source.interface, attributes=(plain,))


@pytest.mark.parametrize(("page", "proved"), [(1, False), (4, False), (10, True)])
def test_a_list_with_a_page_that_shows_less_than_the_others_is_not_whole(page, proved):
    source = world(50, ["year"], [], limit=None, counts=NONE)
    turns = read(source, Query())
    short = turns[page - 1]
    turns[page - 1] = replace(short, answer=replace(short.answer, records=short.answer.records[1:]))
    known = Knowledge(source.interface)
    for turn in turns:
        known.hear(turn)
    assert known.records == 49
    assert (build(turns, source.interface).cells[0].ground is Ground.WHOLE) is proved
    assert is_listed_whole(known) is proved


def test_an_answer_that_leaves_out_a_record_that_meets_it_is_not_whole():
    source = world(60, [], ["genre"], limit=None, counts=NONE, browsable=False)
    turns = read(source, Query.of(genre="law"), Query.of(genre="maps"))
    both = [r for turn in turns for r in turn.answer.records if len(r.values) == 2]
    twice = next(record for record in both if both.count(record) == 2)
    first = next(turn for turn in turns if twice in turn.answer.records)
    kept = tuple(record for record in first.answer.records if record != twice)
    turns[first.number - 1] = replace(first, answer=replace(first.answer, records=kept))
    assert verify(build(turns, source.interface), turns, source.interface).uncovered == (
        "everything: values of genre never asked: music, opera, poetry",
        "everything: records without genre",
        "genre=law: 1 held that meet it are not in its answer",
    )


# --- never more than is true ----------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(
    form=st.sampled_from([*FORMS.values()]),
    records=st.integers(20, 150),
    seed=st.integers(0, 99),
    limit=st.sampled_from([4, 10, 25, None]),
    counts=st.sampled_from([Counts(), NONE, Counts(kind="capped", cap=20), Counts(kind="rounded")]),
    browsable=st.booleans(),
    any_page=st.booleans(),
    failures=st.sampled_from([0.0, 0.1]),
    most=st.integers(0, 120),
)
def test_the_truth_is_within_the_bounds(form, records, most, **source):
    truth = world(records, form[0], form[1], **source)
    proof, turns, interface = harvested(truth, most=most)
    verdict = verify(proof, turns, interface)
    assert verdict.problems == ()
    assert verdict.low <= records
    assert verdict.high is None or records <= verdict.high
    assert not verdict.complete or verdict.low == verdict.high == records
    assert verdict.complete or verdict.uncovered


# --- asked again ----------------------------------------------------------------------------------


def test_cells_are_asked_again():
    source = world(400, ["year"], ["genre", "shelf"], limit=40, counts=NONE)
    proof, turns, _ = harvested(source)
    held = {record.key for turn in turns for record in turn.answer.records}
    again = rechecked(proof, held, source)
    assert len(again) == 5
    assert all(one.holds and one.now == one.before and one.new == 0 for one in again)
    fewer = {key for key in held if int(key) % 2}
    assert not all(one.holds for one in rechecked(proof, fewer, source))


def test_counts_are_asked_again():
    source = world(200, ["year"], ["shelf"])
    proof, *_ = harvested(source)
    [one] = rechecked(proof, set(), source)
    assert (one.before, one.now, one.new, one.holds) == (200, 200, None, True)
    [other] = rechecked(proof, set(), world(201, ["year"], ["shelf"]))
    assert (other.before, other.now, other.holds) == (200, 201, False)
    [failed] = rechecked(proof, set(), world(200, ["year"], ["shelf"], failures=1.0))
    assert (failed.now, failed.holds) == (None, False)


def rechecked(proof, held, source):
    return heard_out(recheck(proof, held, 5, Random(0)), source.answer)[1]
