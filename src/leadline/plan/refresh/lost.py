"""Which of the records that are not where they were are gone, and which may only have changed.

An answer that was read whole and lacks a record tells that it has another value in one of the
fields that were asked for, or is gone. If no field is asked for by all such answers it is gone, or
different in several. Otherwise a count may tell so: one that would still have the record, whatever
it has in that field, and is explained without it. But as many as are left there unnoticed may be
gone from it in its place: a count is believed if that is unlikely by what all of them leave open.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from leadline.model import Query, Record
from leadline.plan.refresh.cell import Cell
from leadline.plan.refresh.held import Held

UNLIKELY = 0.02  # that a record is gone unnoticed, from a count that is to be believed


class Doubt:
    """What counts leave open."""

    def __init__(self, held: Held, cells: Collection[Cell]) -> None:
        self.held, self.cells = held, cells
        self._rate = _rate(held, cells)

    def keys(self) -> set[str]:
        """The keys of the records that are lost, and may only have changed."""
        lost = self.held.lost.items()
        return {key for key, one in lost if any(self.of(one.record, name) for name in one.asked)}

    def of(self, record: Record, name: str) -> bool:
        """Whether a record may be there with another value of a field."""
        around = list(self._around(record, name))
        if any(cell.said > cell.believed for cell in around):
            return True
        explained = [cell.query for cell in around if not cell.off]
        return not explained or self._gone_from(explained) > UNLIKELY

    def _around(self, record: Record, name: str) -> Iterator[Cell]:
        """What was counted, and has a record whatever its value of a field is."""
        for cell in self.cells:
            asked = (one for one, _ in cell.query.predicates)
            if not cell.follows and name not in asked and self.held.matches(record, cell.query):
                yield cell

    def _gone_from(self, queries: Sequence[Query]) -> float:
        """How many records that all of these have may be gone unnoticed."""
        common = Query(tuple(dict.fromkeys(pair for q in queries for pair in q.predicates)))
        unseen = (key for key in self.held.keys(common) if not self.held.was_met(key))
        return self._rate * sum(1 for _ in unseen)


def _rate(held: Held, cells: Collection[Cell]) -> float:
    """Of the records of a cell, how many may have come or gone unnoticed.

    What came less what went is what a count leaves open; its square is, on average, both together
    (Poisson). And of the places where something changed one is hidden by another as often as there
    are such places, whatever all counts say.
    """
    overview = [cell for cell in cells if cell.overview]
    ways = {name for cell in overview for name, _ in cell.query.predicates}
    left = sum(cell.off**2 for cell in cells if not cell.follows)
    changed = held.changes / max(len(held.now), 1)
    return len(ways) * left / max(sum(cell.size for cell in overview), 1) + changed**2
