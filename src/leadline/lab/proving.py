"""A table as a form with ranges and drop-downs, and the harvest of it to the proof.

Every column named is a field: ordered ones take an interval, categories are drop-downs that list
their values; both can also be asked for the records that have none. Other columns can't be asked:
rows that are equal in all fields only come together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from leadline.answering import answered
from leadline.errors import BadData
from leadline.flow import converse, recall
from leadline.intervals import order_key
from leadline.lab.collection import Collection, index
from leadline.lab.sorting import Sorting, sorting_by
from leadline.lab.table import check_columns, values_in
from leadline.lab.world import World
from leadline.model import Attribute, Kind
from leadline.plan.knowledge import Knowledge
from leadline.plan.splitting import Splitting
from leadline.plan.splitting.rulers import shape_of

Rows = Sequence[Mapping[str, Any]]
LISTED = 2_000  # the most values that a drop-down would list
REPEATED = 5  # records for each value, on average, of what would be a drop-down


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What came of it; floors are what no crawler can go below."""

    proved: bool
    coverage: float
    pages: int
    queries: int
    floor_pages: int
    floor_queries: int
    impossible_cells: tuple[str, ...]


def fields_of(
    rows: Rows, ordered: Sequence[str] = (), categories: Sequence[str] = ()
) -> tuple[list[str], list[str]]:
    """The columns asked from … to and the drop-downs: as named or, if none is, as they look."""
    columns = list(dict.fromkeys(name for row in rows for name in row))
    check_columns((*ordered, *categories), columns)
    if twice := [name for name, n in Counter((*ordered, *categories)).items() if n > 1]:
        raise BadData(f"the column {twice[0]!r} is named twice")
    if ordered or categories:
        return list(ordered), list(categories)
    values = {name: [v for row in rows for v in values_in(row.get(name))] for name in columns}
    lines = [name for name in columns if values[name] and _is_line(rows, name, values[name])]
    texts = [name for name in columns if name not in lines and _repeats(values[name])]
    if not lines and not texts:
        raise BadData("no column looks like numbers, dates or a drop-down; name some")
    return lines, texts


def _is_line(rows: Rows, name: str, values: Sequence[str]) -> bool:
    """Whether it has one number a row, or one date."""
    if any(isinstance(row.get(name), list | tuple) for row in rows):
        return False
    return all(order_key(value)[0] == 0 for value in values) or all(map(shape_of, values))


def _repeats(values: Sequence[str]) -> bool:
    distinct = len(set(values))
    return 0 < distinct <= min(LISTED, len(values) // REPEATED)


def form_over(rows: Rows, ordered: Sequence[str], categories: Sequence[str]) -> Collection:
    """The table as a source that is asked by these columns."""
    fields = [*ordered, *categories]
    for name in ordered:
        if any(isinstance(row.get(name), list | tuple) for row in rows):
            raise BadData(f"the column {name!r} has several values in a row: not one to order by")
    for name in fields:
        if not any(True for row in rows for _ in values_in(row.get(name))):
            raise BadData(f"no row has a value in the column {name!r}")
    collection = index(({name: row.get(name) for name in fields} for row in rows), "attribute")
    made = tuple(_attribute(a.name, a.name in ordered, collection) for a in collection.attributes)
    return replace(collection, attributes=made)


def orders_over(rows: Rows, fields: Sequence[Sequence[str]], columns: Sequence[str]) -> Sorting:
    """The orders by these columns of a table with a form."""
    there = dict.fromkeys(name for row in rows for name in row)
    check_columns(columns, there)
    return sorting_by(rows, columns, [name for some in fields for name in some])


def _attribute(name: str, ordered: bool, collection: Collection) -> Attribute:
    if ordered:
        return Attribute(name=name, kind=Kind.RANGE, missing=True)
    domain = tuple(sorted(value for attribute, value in collection.ids if attribute == name))
    return Attribute(name=name, domain=domain, missing=True)


class Proving:
    """The harvest of a source until it is proved to be held whole, or nothing is left to ask."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._policy = Splitting()
        self.known = recall(self._policy, world.interface)

    def run(self, seen: Callable[[Knowledge], None] = lambda _: None) -> Outcome:
        """Ask on."""
        for _ in answered(converse(self._policy, self.known), self.world.answer):
            seen(self.known)
        return self.outcome()

    def outcome(self) -> Outcome:
        """How it stands."""
        world, splitter = self.world, self.known.learner
        records = world.collection.records
        return Outcome(
            proved=splitter.proved,
            coverage=self.known.records / records,
            pages=self.known.pages,
            queries=len(self.known.queries),
            floor_pages=-(-records // world.page_size),
            floor_queries=-(-records // world.limit) if world.limit else 1,
            impossible_cells=tuple(str(query) for query in splitter.impossible),
        )


def prove(world: World) -> Outcome:
    """Harvest a source to the proof."""
    return Proving(world).run()
