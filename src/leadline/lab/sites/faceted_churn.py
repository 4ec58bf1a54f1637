"""A table that changes while it is read: rows come, go, and move to another value.

A third of the rows that change are absent at first, a third leave, a third move to another value of
one of their facets. That happens in some moments, spread evenly over so many requests.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from random import Random

from leadline.lab.sites.faceted_table import FacetTable, texts_of
from leadline.lab.table import Row

MOMENTS = 25


@dataclass(frozen=True, kw_only=True)
class Churn:
    """Which share of the rows changes in the course of how many requests."""

    table: FacetTable
    share: float
    requests: int
    seed: int = 0

    @cached_property
    def versions(self) -> tuple[FacetTable, ...]:
        """The table before the first change and after each."""
        rng = Random(self.seed)
        changing = rng.sample(range(len(self.table.rows)), round(self.share * len(self.table.rows)))
        kinds = [changing[n::3] for n in range(3)]
        absent, rows = set(kinds[0]), list(self.table.rows)
        found = [self._version(rows, absent)]
        moments = min(MOMENTS, len(changing))
        for moment in range(moments):
            absent -= set(kinds[0][moment::moments])
            absent |= set(kinds[1][moment::moments])
            for row in kinds[2][moment::moments]:
                rows[row] = self._moved(rows[row], rng)
            found.append(self._version(rows, absent))
        return tuple(found)

    def _version(self, rows: list[Row], absent: set[int]) -> FacetTable:
        return replace(self.table, rows=tuple(rows), absent=frozenset(absent),
                       numbered=self.table.values)  # fmt: skip

    def _moved(self, row: Row, rng: Random) -> Row:
        had = [name for name in self.table.facets if texts_of(row, name)]
        if not had:
            return row
        name = rng.choice(had)
        first, end = self.table.spans[name]
        return {**row, name: self.table.values[rng.randrange(first, end)][1]}

    def at(self, request: int) -> FacetTable:
        """The table as a request finds it."""
        step = max(1.0, self.requests / len(self.versions))
        return self.versions[min(len(self.versions) - 1, int(request / step))]
