"""A site from a table: the columns that become selects, boxes or one box for all words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from leadline.errors import BadData
from leadline.intervals import NUMBER
from leadline.lab.collection import TEXT, Collection, index
from leadline.lab.sites.designs import DESIGNS
from leadline.lab.sites.fields import MOST_OPTIONS
from leadline.lab.sites.site import Site, heading_of
from leadline.lab.sorting import Sorting, sorting_by
from leadline.lab.table import Row, values_in
from leadline.lab.world import World
from leadline.model import Kind
from leadline.plan.words import tokens

SELECTS, BOXES, RANGES = 5, 4, 3  # the most of each in one form
SORTS = 2  # columns that one can sort by
DISTINCT = 8  # values of a column that ranges are for, at least
DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
REPEATED = 3  # records per value, at least, for a select


def site_of(
    rows: Iterable[Row], design: str = "table", name: str = "Open Catalogue", **settings: Any
) -> Site:
    """A site with the search form that its design has; `settings` are those of `World`."""
    if design not in DESIGNS:
        raise BadData(f"unknown design '{design}'; there are: {', '.join(DESIGNS)}")
    kept = list(rows)
    if DESIGNS[design].sorts:
        settings.setdefault("sorting", _sorting(kept))
    world = World(collection=searchable(kept, DESIGNS[design].form), **settings)
    return Site(world=world, rows=kept, design=design, name=name)


def searchable(rows: Sequence[Row], form: str) -> Collection:
    """The table indexed for a form.

    "keyword", "fields", "mixed" (all words, and selects) or "ranges" (a box, ranges and selects).
    """
    if form == "keyword":
        return index(rows, "keyword")
    columns = tuple(dict.fromkeys(name for row in rows for name in row))
    ordered = [n for n in columns if _is_ordered(rows, n)][:RANGES] if form == "ranges" else []
    taken = {TEXT} if form == "mixed" else set(ordered)
    most = SELECTS - len(ordered)
    selects = [name for name in columns if name not in taken and _few_values(rows, name)][:most]
    boxes = [TEXT] if form == "mixed" else _boxes(rows, columns, [*selects, *ordered])
    boxes = boxes[:1] if form == "ranges" else boxes
    found = index([_asked(row, [*selects, *ordered], boxes, form) for row in rows], "attribute")
    kinds = dict.fromkeys(ordered, Kind.RANGE) | dict.fromkeys(boxes, Kind.KEYWORD)
    return replace(
        found,
        attributes=tuple(replace(a, kind=kinds.get(a.name, a.kind)) for a in found.attributes),
    )


def _sorting(rows: Sequence[Row]) -> Sorting:
    """Orders by the heading, and by a column of numbers or dates."""
    columns = tuple(dict.fromkeys(name for row in rows for name in row))
    ordered = [name for name in columns if _is_ordered(rows, name)]
    return sorting_by(rows, [heading_of(rows, columns), *ordered][:SORTS])


def _is_ordered(rows: Sequence[Row], column: str) -> bool:
    """Whether all values are numbers, or all are dates, and there are many of them."""
    found = {text for row in rows for text in values_in(row.get(column))}
    if len(found) < DISTINCT:
        return False
    return any(all(map(one.fullmatch, found)) for one in (NUMBER, DATE))


def _few_values(rows: Sequence[Row], column: str) -> bool:
    found = {text for row in rows for text in values_in(row.get(column))}
    return 1 < len(found) <= min(MOST_OPTIONS, len(rows) // REPEATED)


def _boxes(rows: Sequence[Row], columns: tuple[str, ...], selects: list[str]) -> list[str]:
    heading = heading_of(rows, columns)
    others = [name for name in columns if name not in selects and name != heading]
    wanted = {heading, *others[: BOXES - 1]} - set(selects)
    return [name for name in columns if name in wanted]


def _asked(
    row: Row, selects: list[str], boxes: list[str], form: str
) -> Mapping[str, Sequence[str]]:
    chosen = {name: list(values_in(row.get(name))) for name in selects}
    if form == "mixed":
        return {TEXT: _words(list(row.values()))} | chosen
    return {name: _words(row.get(name)) for name in boxes} | chosen


def _words(value: Any) -> list[str]:
    return [word for text in values_in(value) for word in tokens(text)]
