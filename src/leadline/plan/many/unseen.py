"""What of each value, that no source was asked for yet, nothing asked so far could have shown.

A regression (`company`) on the knowledge of the union, to which every answer is told as if the
union were one source. A value asked at its first source is an example: of the records on its first
page, some match nothing that was asked before. Leaves out what a single source needs besides:
rests, cells, guesses.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.model import Interface, Step, Turn
from leadline.plan.knowledge import Knowledge, Shown
from leadline.plan.many.company import Company
from leadline.plan.sounding.size import Size

Floats = NDArray[np.float64]
RARELY = 20_000  # values in the records held for each page that a renewal waits


class Unseen:
    """A learner for the knowledge of the union: `values` and `size`."""

    def __init__(self, interface: Interface) -> None:
        self.values = Company(len(interface.attributes))
        self.size = Size()
        self._renewal = 1
        self._features: Floats | None = None
        self._held = self._records = 0

    def expect(self, known: Knowledge, query: int, step: Step) -> None:
        """Note how things stood before the page."""
        self.values.grow(known)
        value = known.value[query : query + 1]
        self._held, self._records = known.matches(query), known.records
        opening = known.shown[query] == 0 and value[0] >= 0 and self._held > 0
        self._features = np.asarray(self.values.features(known, value)[0]) if opening else None

    def learn(self, known: Knowledge, query: int, turn: Turn, shown: Shown) -> None:
        """Learn from the page, and predict anew what it touches."""
        self.values.grow(known)
        self._learn_opening(known, query, turn, shown)
        if (total := int(known.total[query])) > 0:
            self.size.at_least(known.records, total - known.matches(query))
        if (value := known.value[query]) >= 0:
            self.values.region.weigh(known, np.array([value]))
        self.values.region.add(known, shown)
        if known.pages >= self._renewal:
            self.values.renew(known)
            often = max(3, min(known.pages // 20, 100))
            self._renewal = known.pages + max(often, len(known.terms) // RARELY)
        else:
            self._predict(known, np.unique(known.terms_of(shown.rows)))

    def _predict(self, known: Knowledge, touched: NDArray[Any]) -> None:
        self.values.predict(known, touched[known.query_of[touched] < 0])

    def _learn_opening(self, known: Knowledge, query: int, turn: Turn, shown: Shown) -> None:
        """An example: the share of the records that nothing asked before could have shown."""
        total = int(known.total[query])
        if self._features is None or not len(shown.rows):
            return
        terms, value = known.terms_of(shown.rows), known.value[query]
        asked = (known.query_of[terms] >= 0) & (terms != value)
        lengths = known.lengths_of(shown.rows)
        reached = np.add.reduceat(asked, np.cumsum(lengths) - lengths) > 0
        self.values.model.learn(self._features, float(1 - reached.mean()))
        if total > 0:
            self.size.learn(self._records, self._held, total)
