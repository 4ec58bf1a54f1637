from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from leadline.flow import recall
from leadline.intervals import Interval, order_key
from leadline.lab.sorting import sorting_by
from leadline.lab.world import Counts
from leadline.model import Answer, Attribute, Interface, Kind, Outcome, Query, Record, Step, Turn
from leadline.plan.splitting import Splitting
from leadline.plan.splitting.asked import State
from leadline.plan.splitting.policy import Splitter, can_split
from tests.plan.splitting.stories import alike, coverage, for_sale, harvested, over

SILENT = Counts(kind="none")
YEAR = Attribute(name="year", kind=Kind.RANGE, missing=True)
KIND = Attribute(name="kind", domain=("a", "b", "c"), missing=True)


def splitter(*attributes: Attribute, **how: Any) -> tuple[Splitter, Callable[..., None]]:
    """A conversation at its beginning: what it learns, and how to tell it of a page."""
    settings = {"page_size": 2, "limit": 2, "any_page": True, "browsable": True, **how}
    known = recall(Splitting(), Interface(attributes=attributes, **settings))

    def tell(
        query: Query, *records: Record, total: int | None = None, page: int = 1, **answer: Any
    ) -> None:
        outcome = Outcome.FOUND if records else Outcome.EMPTY
        said = Answer(records=records, total=total, **{"outcome": outcome, **answer})
        known.hear(Turn(known.pages + 1, Step(query, page), said))

    return known.learner, tell


def item(key: str, **values: str) -> Record:
    return Record(key, tuple(values.items()))


def leaves(node):
    """The cells that were not split any further."""
    if node.split is None:
        return [node]
    parts = [*node.split.parts, *([node.split.missing] if node.split.missing else [])]
    return [leaf for part in parts for leaf in leaves(part)]


# --- stories --------------------------------------------------------------------------------------


def test_what_fits_is_read_whole():
    tree, turns = harvested(over([{"year": n} for n in range(4)], ordered=["year"]))
    assert tree.proved
    assert {turn.step.query for turn in turns} == {Query()}
    assert len(turns) == 2


@pytest.mark.parametrize("counts", [Counts(), SILENT], ids=["counts", "none"])
@pytest.mark.parametrize("any_page", [True, False], ids=["numbered", "in order"])
def test_numbers_are_cut_into_parts_that_fit(counts, any_page):
    rows = [{"year": 1900 + n} for n in range(100)]
    world = over(rows, ordered=["year"], limit=10, page_size=5, counts=counts, any_page=any_page)
    tree, turns = harvested(world)
    assert tree.proved
    assert tree.impossible == []
    assert coverage(world, turns) == 1.0
    assert len(turns) <= 3 * 20
    assert len({turn.step.query for turn in turns}) <= 3 * 10


def test_the_leaves_are_the_whole_without_gaps():
    rows = [{"year": n * n} for n in range(40)]
    tree, _ = harvested(over(rows, ordered=["year"], limit=5, page_size=5))
    values = [leaf.value("year") for leaf in leaves(tree.root)]
    assert "" in values
    parts = sorted(
        (part for value in values if value and (part := Interval.parse(value))),
        key=lambda part: order_key(part.low) if part.low else (-1,),
    )
    assert parts[0].low is None
    assert parts[-1].high is None
    for lower, upper in pairwise(parts):
        assert lower.high == upper.low
        assert lower.high_open != upper.low_open


def test_records_without_the_value_are_a_cell_of_their_own():
    rows = [{"year": n} for n in range(9)] + [{"year": None}] * 3
    world = over(rows, ordered=["year"])
    tree, turns = harvested(world)
    assert tree.proved
    assert coverage(world, turns) == 1.0
    assert Query.of(year="") in tree.asked


def test_those_without_the_value_do_not_make_a_line_look_denser():
    rows = [{"year": n, "kind": "a"} for n in range(60)] + [{"year": None, "kind": "b"}] * 120
    tree, turns = harvested(over(rows, ordered=["year"], limit=30, page_size=30, browsable=True))
    parts = {turn.step.query: turn.answer.total for turn in turns if turn.step.query.predicates}
    assert tree.impossible == [Query.of(year="")]
    assert len(parts) <= 6


def test_more_of_a_counted_answer_is_read_before_it_is_cut():
    rows = [{"year": n * n} for n in range(400)]
    world = over(rows, ordered=["year"], limit=100, page_size=5)
    tree, turns = harvested(world)
    assert tree.proved
    first = next(place for place, turn in enumerate(turns) if turn.step.query != Query())
    assert 4 <= first <= 5  # pages of five: four records for each of four parts
    assert len({turn.step.query for turn in turns}) <= 3 * 4


def test_an_answer_that_brings_nothing_new_is_not_read_on_before_it_is_cut():
    tree, tell = splitter(YEAR, limit=20)
    for year in range(0, 12, 2):
        shown = [item(str(n), year=str(n)) for n in (year, year + 1)]
        tell(Query.of(year=f"[{year} .. {year + 2})"), *shown, total=2)
    tell(Query(), item("0", year="0"), item("1", year="1"), total=200)
    assert tree.root.split is not None


def test_nothing_is_proved_where_those_without_the_value_cannot_be_asked():
    tree, tell = splitter(Attribute(name="year", kind=Kind.RANGE))
    tell(Query(), item("1", year="1"), item("2", year="2"))
    tell(Query.of(year=str(Interval())), item("1", year="1"), item("2", year="2"), total=2)
    assert not tree.proved


def test_values_of_a_drop_down_are_asked_one_by_one():
    rows = [{"kind": "abcd"[n % 4]} for n in range(12)]
    world = over(rows, categories=["kind"])
    tree, turns = harvested(world)
    assert tree.proved
    assert coverage(world, turns) == 1.0
    assert {Query.of(kind=kind) for kind in "abcd"} <= {turn.step.query for turn in turns}


def test_the_last_value_of_a_drop_down_is_divided_unasked_where_counts_tell_that_it_is_too_full():
    rng, names = Random(0), "abcdefghij"
    rows = [{name: rng.choice("yn") for name in names} for _ in range(400)]
    world = over(rows, categories=list(names), page_size=10, limit=10)
    found, turns = harvested(world)
    assert found.proved
    assert coverage(world, turns) == 1
    assert len(turns) < 105  # 120 if every cell is asked before it is divided


def test_the_last_value_is_asked_where_records_may_have_none():
    rng = Random(0)
    rows = [
        {"mark": rng.randrange(8), "town": rng.randrange(25), "kind": rng.choice("uvwxyz")}
        for _ in range(300)
    ]
    for row in rows[:12]:
        del row["mark"]
    world = over(rows, categories=["mark", "town", "kind"], page_size=10, limit=10)
    found, turns = harvested(world)
    assert found.proved
    assert coverage(world, turns) == 1
    assert len(turns) < 92  # 99 if the twelve are thought to have the value that is left


def test_without_totals_every_listed_value_is_asked():
    rows = [{"kind": "a"}] * 3 + [{"kind": "b"}] * 3 + [{"kind": "c"}]
    tree, turns = harvested(over(rows, categories=["kind"], counts=SILENT))
    assert tree.proved
    asked = {turn.step.query for turn in turns}
    assert {Query.of(kind=value) for value in ("a", "b", "c", "")} <= asked


def test_records_with_several_values_are_in_several_cells():
    tags: tuple[list[str], ...] = (["x", "y"], ["y", "z"], [], ["x"])
    rows = [{"tags": tags[n % 4], "year": n} for n in range(8)]
    world = over(rows, ordered=["year"], categories=["tags"], limit=3)
    tree, turns = harvested(world)
    assert tree.proved
    assert coverage(world, turns) == 1.0


@pytest.mark.parametrize("seed", [1, 2])
def test_a_field_of_several_values_shows_records_as_often(seed):
    rng = Random(seed)
    rows = [
        {"year": rng.randrange(100), "tags": rng.sample("abcdefghijklmnop", rng.randrange(5))}
        for _ in range(400)
    ]
    world = over(rows, ordered=["year"], categories=["tags"], page_size=10, limit=10)
    found, turns = harvested(world)
    assert found.proved
    assert coverage(world, turns) == 1
    assert len(turns) < 95  # 120 or more by tags first, as if each record had one


def test_more_equal_records_than_are_shown_cannot_be_proved_and_are_named():
    rows = [{"year": 7, "kind": "a"}] * 6 + [{"year": n, "kind": "b"} for n in range(10)]
    world = over(rows, ordered=["year"], categories=["kind"])
    tree, turns = harvested(world)
    assert not tree.proved
    assert [str(query) for query in tree.impossible] == ["kind=a AND year=[7 .. 7]"]
    assert coverage(world, turns) == 14 / 16
    assert max(map(len, alike(rows, ["year"], ["kind"]))) == 6


def test_parts_that_have_by_counts_what_is_held_are_not_asked_beside_cells_that_cannot_be_proved():
    rng = Random(0)
    rows = [{name: f"{name}{min(int(rng.expovariate(0.9)), 6)}" for name in "abcd"}
            for _ in range(600)]  # fmt: skip
    world = over(rows, categories=list("abcd"), page_size=10, limit=10)
    tree, turns = harvested(world)
    assert not tree.proved
    shown = sum(min(len(equal), 10) for equal in alike(rows, [], list("abcd")))
    assert coverage(world, turns) == shown / len(rows)
    assert len(turns) < 108  # 110 with those parts


def test_with_counts_all_flights_of_a_day_take_few_more_pages_than_there_are():
    rows = [{"day": n % 31, "hour": n % 24, "to": "abcdefgh"[n * n % 8]} for n in range(600)]
    world = over(rows, categories=["day", "hour", "to"], limit=20, page_size=10)
    tree, turns = harvested(world)
    assert tree.proved
    assert len(turns) <= 2.5 * 60


def test_a_field_that_looked_best_by_ten_records_is_given_up_for_a_better_one():
    """Airlines are few and unlike, and each has its own places: days and hours divide better."""
    rng, rows = Random(1), []
    for _ in range(2000):
        airline = min(int(rng.paretovariate(0.9)), 12)
        place = f"{airline}/{min(int(rng.paretovariate(0.8)), 9)}"
        rows.append({"airline": airline, "to": place, "day": rng.randrange(28),
                     "hour": rng.randrange(12), "gate": rng.randrange(3)})  # fmt: skip
    world = over(rows, categories=list(rows[0]), limit=10, page_size=10)
    tree, turns = harvested(world)
    assert tree.proved
    assert len(turns) <= 2.2 * 200


# --- what closes a cell ---------------------------------------------------------------------------


def test_a_cell_is_closed_when_as_many_are_held_as_there_are():
    tree, tell = splitter(KIND)
    tell(Query(), item("1", kind="a"), item("2", kind="a"), total=3)
    assert not tree.proved
    tell(Query.of(kind="b"), item("3", kind="b"), total=1)
    assert tree.proved
    assert tree.root.closed is State.COUNT


def test_a_total_beyond_the_limit_closes_a_cell_of_which_all_are_held():
    tree, tell = splitter(KIND, YEAR)
    for n in range(3):
        year = str(Interval.point(str(n)))
        tell(Query.of(year=year), item(f"{n}", year=f"{n}", kind="a"), total=1)
    tell(Query.of(kind="a"), item("0", year="0", kind="a"), total=3)
    assert tree.asked[Query.of(kind="a")].state is State.COUNT


def test_a_cell_is_closed_inside_a_broader_answer_that_was_read_whole():
    tree, tell = splitter(KIND, YEAR, limit=3)
    other = item("9", kind="b", year="5")
    everything = [*(item(str(n), kind="a", year=str(n)) for n in range(3)), other]
    tell(Query(), *everything[:2], page=1, more=True)
    tell(Query(), everything[2], page=2)
    assert tree.asked[Query()].state is State.OVERFLOW
    tell(Query.of(kind="b"), other)
    tell(Query.of(year=""))
    step = tree.next
    asked = set[Query]()
    while step is not None and len(asked) < 9:
        asked.add(step.query)
        pairs = step.query.predicates
        matching = [r for r in everything if all(_meets(r, *pair) for pair in pairs)]
        shown = matching[2 * step.page - 2 : 2 * step.page]
        tell(step.query, *shown, page=step.page, more=len(matching) > 2 * step.page)
        step = tree.next
    assert tree.proved
    assert not any(
        ("kind", "b") in query.predicates and len(query.predicates) > 1 for query in asked
    )


def _meets(record: Record, name: str, value: str) -> bool:
    own = dict(record.values).get(name)
    if own is None or value == "":
        return own is None and value == ""
    interval = Interval.parse(value)
    return own in interval if interval else own == value


def test_the_rest_of_a_line_that_was_cut_again_is_asked_no_more():
    first, second, same = "2000-01-01", "2000-01-02", {"up": "a", "to": "a"}
    rows = [{"no": 0, "day": first, **same}] * 3
    rows.insert(1, {"no": None, "day": first, **same})
    rows.insert(2, {"no": 0, "day": second, "up": None, "to": "a"})
    world = over(rows, ordered=["no", "day"], categories=["up", "to"], page_size=1, limit=2,
                 any_page=False, counts=Counts(kind="capped", cap=2))  # fmt: skip
    tree, _ = harvested(world)
    assert not tree.proved
    assert [str(query) for query in tree.impossible] == [
        "day=[2000-01-01 .. 2000-01-01] AND no=[0 .. 0] AND to=a AND up=a"
    ]


def test_a_page_that_somebody_else_asked_for_is_a_proof_too():
    tree, tell = splitter(KIND)
    tell(Query(), item("1", kind="a"), item("2", kind="b"))
    for kind in ("a", "b", "c"):
        tell(Query.of(kind=kind), *([item("1", kind="a")] if kind == "a" else []))
    tell(Query.of(kind="b"), item("2", kind="b"))
    tell(Query.of(kind=""))
    assert tree.proved


@pytest.mark.parametrize("outcome", [Outcome.FAILED, Outcome.REFUSED])
def test_what_cannot_be_had_is_not_proved(outcome):
    tree, tell = splitter(YEAR, KIND)
    asked = 0
    while tree.next is not None:
        asked += 1
        assert asked < 200
        tell(tree.next.query, page=tree.next.page, outcome=outcome)
    assert not tree.proved


def test_texts_that_look_like_intervals():
    rows = [{"name": name} for name in ("*", "* .. *", "a .. b", "\\", "[1 .. 2]", " ..", "x", "y")]
    world = over(rows, ordered=["name"], limit=2)
    tree, turns = harvested(world)
    assert tree.proved
    assert coverage(world, turns) == 1.0


def test_there_must_be_a_limit_and_something_to_split_by():
    words = Attribute(name="text", kind=Kind.KEYWORD)
    assert can_split(Interface(attributes=(YEAR,), limit=5))
    assert can_split(Interface(attributes=(words, KIND), limit=5))
    assert not can_split(Interface(attributes=(YEAR,)))
    assert not can_split(Interface(attributes=(words, Attribute(name="kind")), limit=5))


def test_few_values_of_unlike_precision_are_told_apart_without_counts():
    """Equal rows beyond the limit are named, and nothing is asked for ever."""
    values = ["1", "6.5", "7.123456789"]
    rows = [{"a": values[n % 3], "b": n % 2} for n in range(60)]
    tree, turns = harvested(over(rows, ordered=["a", "b"], limit=12, counts=Counts(kind="none")))
    assert tree.proved
    assert len(turns) < 120
    tree, _ = harvested(over(rows, ordered=["a", "b"], limit=8, counts=Counts(kind="none")))
    assert len(tree.impossible) == 6


def test_numbers_that_differ_by_little_are_cut_between():
    rng = Random(0)
    rows = [{"x": 1 + rng.random() * 1e-9} for _ in range(600)]
    world = over(rows, ordered=["x"], page_size=10, limit=10)
    found, turns = harvested(world)
    assert found.proved
    assert len(turns) < 130  # 140 if bounds had nine decimals


@pytest.mark.parametrize("beyond", [12_345_678_901_234_500_000, -12_345_678_901_234_500_000])
def test_ids_that_floats_do_not_tell_apart_are_cut_as_short_ones(beyond):
    rng = Random(0)
    short = [rng.randrange(9_000) for _ in range(600)]
    pages = []
    for first in (0, beyond):
        rows = [{"id": first + n} for n in short]
        found, turns = harvested(over(rows, ordered=["id"], page_size=10, limit=10))
        assert found.proved
        pages.append(len(turns))
    assert pages[1] <= 1.05 * pages[0]  # a quarter more when long ones were measured as floats


def test_without_counts_a_cell_is_thought_as_large_as_its_parts_turn_out_to_be():
    rng = Random(1)
    sizes = {"month": 12, "day": 30, "hour": 18}
    rows = [{name: rng.randrange(n) for name, n in sizes.items()} for _ in range(1_500)]
    world = over(rows, categories=[*sizes], page_size=10, limit=100, counts=SILENT)
    tree, turns = harvested(world)
    assert tree.proved
    assert coverage(world, turns) == 1
    assert len(turns) < 260  # 327 when sizes grew with what other cells had shown


def test_without_counts_a_range_is_given_up_late_where_its_strips_are_asked_for_each_land():
    world = over(for_sale(Random(2)), ordered=["price"], categories=["land", "town"],
                 page_size=10, limit=10, counts=SILENT)  # fmt: skip
    tree, turns = harvested(world)
    assert tree.proved
    assert coverage(world, turns) == 1
    assert len(turns) < 400  # 1,362 when nobody looked again once a quarter was thought to be held


def test_without_counts_a_long_list_is_left_as_soon_as_a_short_one_would_do():
    rng = Random(1)
    rows = [{"start": rng.choice("abc"), "end": rng.randrange(90)} for _ in range(1_500)]
    world = over(rows, categories=["start", "end"], page_size=10, limit=1_000, counts=SILENT)
    tree, turns = harvested(world)
    assert tree.proved
    assert coverage(world, turns) == 1
    assert len({turn.step.query for turn in turns}) < 15  # one for each end took 92
    assert len(turns) < 190  # what is cut is not read on, its parts show it again


def test_a_range_that_turns_out_to_have_one_value_is_left_for_another():
    rng = Random(20)
    rows = [
        {name: min(int(rng.paretovariate(1.1)), 9) for name in ("first", "second")}
        for _ in range(90)
    ]
    world = over(rows, ordered=("first", "second"), page_size=1, limit=3)
    splitter, turns = harvested(world)
    large = [group for group in alike(rows, ("first", "second"), ()) if len(group) > 3]
    assert len(splitter.impossible) == len(large)
    assert coverage(world, turns) == (90 - sum(len(group) - 3 for group in large)) / 90


def test_what_is_counted_up_to_a_cap_is_shown_up_to_the_limit():
    rows = [{"kind": "a"}] * 20
    world = over(rows, categories=("kind",), counts=Counts(kind="capped", cap=7))
    _, turns = harvested(world)
    assert coverage(world, turns) == 4 / 20


@pytest.mark.parametrize("seed", range(6))
def test_records_without_a_value_may_lie_behind_both_ends(seed):
    rows = [{"kind": f"k{n % 8}"} for n in range(88)] + [{"kind": None}] * 2
    world = over(rows, categories=("kind",), counts=Counts(kind="rounded"), limit=50,
                 page_size=10, seed=seed, sorting=sorting_by(rows, ["kind"], ["kind"]))  # fmt: skip
    splitter, turns = harvested(world)
    assert splitter.proved
    assert coverage(world, turns) == 1.0
