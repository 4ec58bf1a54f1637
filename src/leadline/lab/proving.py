"""A table as a form with ranges and drop-downs, and the harvest of it to the proof.

Every column named is a field: ordered ones take an interval, categories are drop-downs that list
their values; both can also be asked for the records that have none. Other columns are shown by
nobody: rows that are equal in all fields can only come together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from leadline.errors import BadData
from leadline.flow import converse, recall
from leadline.lab.collection import Collection, index
from leadline.lab.world import World
from leadline.model import Attribute, Kind
from leadline.plan.knowledge import Knowledge
from leadline.plan.splitting import Splitting


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


def form_over(
    rows: Iterable[Mapping[str, Any]], ordered: Sequence[str], categories: Sequence[str]
) -> Collection:
    """The table as a source that is asked by these columns."""
    fields = [*ordered, *categories]
    kept = [{name: row.get(name) for name in fields} for row in rows]
    for name in fields:
        if not any(row.get(name) not in (None, "", []) for row in kept):
            raise BadData(f"no row has a value in the column {name!r}")
    collection = index(kept, "attribute")
    made = tuple(_attribute(a.name, a.name in ordered, collection) for a in collection.attributes)
    return replace(collection, attributes=made)


def _attribute(name: str, ordered: bool, collection: Collection) -> Attribute:
    if ordered:
        return Attribute(name=name, kind=Kind.RANGE, missing=True)
    domain = tuple(sorted(value for attribute, value in collection.ids if attribute == name))
    return Attribute(name=name, domain=domain, missing=True)


def prove(
    world: World, most_pages: int | None = None, seen: Callable[[Knowledge], None] = lambda _: None
) -> Outcome:
    """Harvest until the source is proved to be held whole, or nothing is left to ask."""
    policy = Splitting()
    known = recall(policy, world.interface)
    talk = converse(policy, known)
    step = next(talk, None)
    while step is not None and (most_pages is None or known.pages < most_pages):
        try:
            step = talk.send(world.answer(step))
        except StopIteration:
            break
        seen(known)
    return _outcome(world, known)


def _outcome(world: World, known: Knowledge) -> Outcome:
    splitter, records = known.learner, world.collection.records
    return Outcome(
        proved=splitter.root.closed is not None,
        coverage=known.records / records,
        pages=known.pages,
        queries=len(known.queries),
        floor_pages=-(-records // world.page_size),
        floor_queries=-(-records // world.limit) if world.limit else 1,
        impossible_cells=tuple(str(query) for query in splitter.impossible),
    )
