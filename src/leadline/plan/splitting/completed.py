"""Answers that were cut, and that others have completed since: all that they count is held.

A cell of the tree learns that as records come. A broader query that was asked for several cells, or
a cell that was divided otherwise since, is looked at when it matters, by the records that came
after it was last looked at. Only queries of drop-downs are.
"""

from __future__ import annotations

from leadline.model import Query
from leadline.plan.splitting.rows import Rows


class Completed:
    """What is missing of answers that were cut and counted."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows
        self._missing: dict[Query, int] = {}
        self._looked: dict[Query, int] = {}  # records held when it was last looked at

    def note(self, query: Query, total: int) -> None:
        """So many records match a query that showed fewer."""
        if not any(self._rows.ordered[self._rows.position[name]] for name, _ in query.predicates):
            self._missing[query], self._looked[query] = total, 0

    def has(self, query: Query) -> bool:
        """Whether all that match a query are held by now."""
        if query not in self._missing:
            return False
        since, self._looked[query] = self._looked[query], len(self._rows)
        self._missing[query] -= sum(1 for _ in self._rows.matching(query, since))
        return self._missing[query] <= 0
