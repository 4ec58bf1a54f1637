"""Small tables behind forms that cut their answers, and what can be known of each beforehand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy, composite

from leadline.answering import answered
from leadline.flow import converse, recall
from leadline.intervals import order_key
from leadline.lab.proving import form_over
from leadline.lab.sorting import sorting_by
from leadline.lab.table import values_in
from leadline.lab.world import Counts, World
from leadline.model import Turn
from leadline.plan.splitting import Splitting
from leadline.plan.splitting.policy import Splitter

Table = Sequence[Mapping[str, Any]]
MOST = 4_000  # pages that the small tables here may take; none should come near

# --- harvests -------------------------------------------------------------------------------------


def over(
    rows: Table, *, ordered: Sequence[str] = (), categories: Sequence[str] = (), **how: Any
) -> World:
    """A table behind a form that lists everything up to its limit."""
    settings = {"browsable": True, "page_size": 2, "limit": 4, **how}
    return World(collection=form_over(rows, ordered, categories), **settings)


def harvested(world: World, most: int = MOST) -> tuple[Splitter, list[Turn]]:
    """The tree at the end of a harvest, and the pages that it took."""
    turns: list[Turn] = []
    known = recall(Splitting(), world.interface)
    talk = converse(Splitting(), known, heard=turns.append)
    for step in answered(talk, world.answer):
        assert len(turns) <= most, f"still asking: {step}"
    splitter: Splitter = known.learner
    return splitter, turns


def coverage(world: World, turns: Sequence[Turn]) -> float:
    """The share of the records that some page showed."""
    shown = {record.key for turn in turns for record in turn.answer.records}
    return len(shown) / world.collection.records


def for_sale(rng: Random) -> Table:
    """Round prices, in a land of which half of all is, and in forty others, each with its towns."""
    rows = []
    for _ in range(800):
        large, price = rng.random() < 0.5, 5 * int(rng.expovariate(0.05))
        land = "large" if large else f"l{rng.randrange(40)}"
        town = rng.randrange(30) if large else 30 + rng.randrange(40)
        rows.append({"price": price, "land": land, "town": f"t{town}"})
    return rows


# --- what must come of it -------------------------------------------------------------------------


def finest(
    rows: Table, ordered: Sequence[str], categories: Sequence[str]
) -> dict[tuple[str, ...], list[int]]:
    """The cells that no query can divide, and the rows in each; rows may be in several."""
    cells: dict[tuple[str, ...], list[int]] = {}
    for number, row in enumerate(rows):
        sides = [[str(order_key(v)) for v in values_in(row.get(name))] or [""] for name in ordered]
        sides += [list(dict.fromkeys(values_in(row.get(name)))) or [""] for name in categories]
        for cell in product(*sides):
            cells.setdefault(cell, []).append(number)
    return cells


def alike(rows: Table, ordered: Sequence[str], categories: Sequence[str]) -> list[list[int]]:
    """Rows that no query tells apart."""
    groups: dict[tuple[Any, ...], list[int]] = {}
    for number, row in enumerate(rows):
        line = tuple(tuple(order_key(v) for v in values_in(row.get(name))) for name in ordered)
        sets = tuple(frozenset(values_in(row.get(name))) for name in categories)
        groups.setdefault((line, sets), []).append(number)
    return list(groups.values())


# --- tables ---------------------------------------------------------------------------------------

NUMBERS = st.integers(-5, 12)
WIDE = st.one_of(st.integers(-(10**20), 10**20), st.floats(allow_nan=False, allow_infinity=False))
FLOATS = st.floats(-1, 1).map(lambda x: round(x, 3))
TEXTS = st.text("ab*. [1é", max_size=3)
DATES = st.dates().map(str)
LETTERS = st.sampled_from("abcdef")
KINDS = st.sampled_from(["exact", "none", "capped", "rounded"])
SEVERAL = st.lists(st.sampled_from("uvwxy"), max_size=3)

LINE = st.sampled_from([NUMBERS, WIDE, FLOATS, TEXTS, DATES])
CHOICE = st.sampled_from([LETTERS, SEVERAL, TEXTS])


def _column(values: SearchStrategy[Any]) -> SearchStrategy[SearchStrategy[Any]]:
    return st.sampled_from([values, st.none() | values])


@composite
def sources(draw: DrawFn) -> tuple[Table, list[str], list[str], World]:
    """A table, its ordered columns and its drop-downs, and a form over it."""
    lines = draw(st.lists(LINE.flatmap(_column), max_size=2))
    choices = draw(st.lists(CHOICE.flatmap(_column), min_size=0 if lines else 1, max_size=3))
    ordered = {f"o{i}": column for i, column in enumerate(lines)}
    categories = {f"c{i}": column for i, column in enumerate(choices)}
    row = st.fixed_dictionaries({**ordered, **categories})
    rows = draw(st.lists(row, min_size=1, max_size=60))
    rows += [rows[0]] * draw(st.integers(0, 12))
    rows.append(dict.fromkeys(rows[0], "a"))  # so that no column is empty
    world = over(
        rows, ordered=[*ordered], categories=[*categories],
        page_size=draw(st.integers(1, 6)), limit=draw(st.integers(1, 12)),
        counts=draw(st.builds(Counts, kind=KINDS, cap=st.integers(1, 20))),
        any_page=draw(st.booleans()), seed=draw(st.integers(0, 3)),
    )  # fmt: skip
    return rows, [*ordered], [*categories], world


@composite
def sorted_sources(draw: DrawFn) -> World:
    """A source that sorts by some of its fields, and by something that every record has."""
    rows, ordered, categories, world = draw(sources())
    price = draw(st.sampled_from([NUMBERS, WIDE, FLOATS]))
    rows = [{**row, "price": draw(price)} for row in rows]
    columns = draw(st.lists(st.sampled_from(["price", *ordered]), unique=True, min_size=1))
    return replace(world, sorting=sorting_by(rows, columns, [*ordered, *categories]))
