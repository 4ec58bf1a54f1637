"""The query statistics table, with truncated results corrected (Ntoulas et al. 2005, §3.3–3.4).

For every value the number of documents downloaded that have it, and from this P(q | q1 ∨ … ∨ qi).
When a query shows only part q' of its matches, the documents that it hides are added by estimate:
with n for numbers of documents, U for q1 ∨ … ∨ qi−1, and P(qi) / P(q') = m / shown (Eq. 7),

    n(v ∧ (U ∨ qi)) = n(v ∧ U) + n(v ∧ q') m / shown − n(v ∧ qi ∧ U)                    (Eq. 6)

Downloading q' has already added its new documents to the count, so what remains to add is
n(v ∧ q') m / shown less the downloaded documents that match both. As in the paper, documents that a
later query brings out are not taken out of the estimate again.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.plan.columns import Column
from leadline.plan.held import UNKNOWN
from leadline.plan.knowledge import Knowledge, Shown


class QueryStatistics:
    """Counts of documents for every value; `known.local` is the part that was downloaded."""

    def __init__(self) -> None:
        self._hidden = Column(np.float64)
        self._hidden_documents = 0.0
        self._share = Column(np.float64)
        self._rows: dict[int, list[NDArray[Any]]] = {}

    def counts(self, known: Knowledge) -> NDArray[Any]:
        """Documents that match an issued query and have the value, for every value."""
        counts: NDArray[Any] = np.maximum(known.local + self._hidden.array, known.local)
        return counts

    def documents(self, known: Knowledge) -> float:
        """Documents that match an issued query."""
        return known.records + self._hidden_documents

    def conditional(self, known: Knowledge) -> NDArray[Any]:
        """P(q | q1 ∨ … ∨ qi) for every value q."""
        return self.counts(known) / max(self.documents(known), 1.0)

    def foreseen(self) -> NDArray[Any]:
        """What the conditional of each issued query was when it was issued."""
        return self._share.array

    def issue(self, known: Knowledge, query: int) -> None:
        """Note the conditional of a query that is about to be issued."""
        self._hidden.grow(known.values)
        self._share.grow(query + 1)
        if known.value[query] != UNKNOWN:
            self._share.array[query] = self.conditional(known)[known.value[query]]

    def add(self, known: Knowledge, query: int, shown: Shown) -> None:
        """Take in one page; when it was the query's last, what the query hides."""
        self._hidden.grow(known.values)
        self._rows.setdefault(query, []).append(shown.rows)
        if not known.open[query]:
            self._correct(known, query, np.concatenate(self._rows.pop(query)))

    def _correct(self, known: Knowledge, query: int, rows: NDArray[Any]) -> None:
        matches = matching(known)[query]
        if not len(rows) or matches <= len(rows):
            return
        held = known.rows_matching(known.parts(query))
        np.add.at(self._hidden.array, known.terms_of(rows), matches / len(rows))
        np.subtract.at(self._hidden.array, known.terms_of(held), 1.0)
        self._hidden_documents += max(0.0, float(matches - len(held)))


def matching(known: Knowledge) -> NDArray[Any]:
    """How many documents match each issued query, as far as is known."""
    return np.where(known.total != UNKNOWN, known.total, known.least)
