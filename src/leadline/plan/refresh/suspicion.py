"""Where in a cell the records too many or missing should be, by what is known of other cells.

Where a cell has 25 records too many, and a value of a drop-down has as many too many, these are
most likely the same: that value is asked for first. What no other cell tells is spread evenly.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from leadline.model import Query
from leadline.plan.refresh.cell import Cell
from leadline.plan.refresh.held import Held

SPREAD = 0.1  # of the difference that may be anywhere in the cell, whatever others say


@dataclass(frozen=True, slots=True)
class Told:
    """Values of an attribute, and how many records they have too many (or too few) together."""

    values: set[str]
    more: int


def suspected(
    cell: Cell, name: str, values: Counter[str], held: Held, cells: Mapping[Query, Cell]
) -> dict[str, float]:
    """The share of a cell's difference that each value of an attribute should have."""
    sign = 1 if cell.said > cell.believed else -1
    told, left = list[Told](), set(values)
    for known in _about(name, cells):
        wanted = known.query.predicates[0][1]
        inside = {value for value in left if held.has(name, value, wanted)}
        if inside:
            inner = sum(o.more for o in told if held.has(name, next(iter(o.values)), wanted))
            told.append(Told(inside, sign * (known.said - known.believed) - inner))
            left -= inside
    explained = sum(min(max(one.more, 0), cell.off) for one in told)
    if left:
        told.append(Told(left, cell.off - explained))
    return _spread(values, told, cell.off)


def _spread(values: Counter[str], told: Sequence[Told], off: int) -> dict[str, float]:
    """What is told of some values together, for each by how many records have it."""
    records = max(values.total(), 1)
    weights = {value: SPREAD * many / records for value, many in values.items()}
    mores = [min(max(one.more, 0), off) for one in told]
    for one, more in zip(told, mores, strict=True):
        inside = max(sum(values[value] for value in one.values), 1)
        for value in one.values:
            weights[value] += more / max(sum(mores), 1) * values[value] / inside
    total = sum(weights.values())
    return {value: weight / total for value, weight in weights.items()}


def _about(name: str, cells: Mapping[Query, Cell]) -> list[Cell]:
    """The cells of this attribute alone, the finest first."""
    alone = [
        cell
        for query, cell in cells.items()
        if len(query.predicates) == 1 and query.predicates[0][0] == name
    ]
    return sorted(alone, key=lambda one: one.size)
