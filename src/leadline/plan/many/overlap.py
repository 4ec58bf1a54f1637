"""How much of what other sources showed a source has too.

Where all of an answer was read, a source has either shown an entity that matches it, or has it
not. So every entity that another source shows, before or after, and that a whole answer would have
shown, tells once whether the source has it. Pooled by source, this is the chance that an entity
known from elsewhere is one of this source's, before it is seen there. Of a source that was read to
no end yet the others speak: it has as much of them as they have of each other, by their sizes.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.plan.columns import Column
from leadline.plan.many.sizes import NOT_TOLD, Sizes
from leadline.plan.many.together import Together

Floats = NDArray[np.float64]
PRIOR = 0.3  # before anything is known: as much as sources of one domain usually share
CAUTION = 6.0  # entities that the prior is worth, and what others say of a source
EQUAL = 2.0  # entities that it is worth that sources are equally large


class Overlap:
    """Entities of other sources looked for in each source, and those that were there."""

    def __init__(self, sources: int, told: Sizes = NOT_TOLD) -> None:
        self._there = [0] * sources
        self._looked = [0] * sources
        self._done = [Column(np.bool_) for _ in range(sources)]  # union rows that were looked for
        self.sizes = told.relative(sources)  # to each other, as told or as far as totals tell

    def learn(
        self, together: Together, source: int, rows: NDArray[Any], left: NDArray[Any]
    ) -> None:
        """Of these entities of the union, such shares are still hidden at the source."""
        done, shown = self._done[source], together.belongs
        done.grow(together.records)
        elsewhere = np.zeros(len(rows), bool)
        for other, column in enumerate(shown):
            if other != source:
                elsewhere |= column.array[rows]
        told = rows[elsewhere & (left == 0) & ~done.array[rows]]
        done.array[told] = True
        self._looked[source] += len(told)
        self._there[source] += int(np.count_nonzero(shown[source].array[told]))

    def of(self, source: int) -> float:
        """The chance that an entity known from elsewhere is in this source."""
        usual = self._usual(source)
        return (self._there[source] + usual * CAUTION) / (self._looked[source] + CAUTION)

    def _usual(self, source: int) -> float:
        """The same by what the other sources have of each other, and by how large it is."""
        others = [other for other in range(len(self._there)) if other != source]
        there = sum(self._there[other] for other in others)
        looked = sum(self._looked[other] * float(self.sizes[other]) for other in others)
        rate = (there + PRIOR * CAUTION) / (looked + CAUTION)
        return min(rate * float(self.sizes[source]), 1.0)

    def chances(self) -> Floats:
        """The chance that an entity of the domain is in each source, the only one having all."""
        several = len(self._there) > 1
        return np.array([self.of(i) if several else 1.0 for i in range(len(self._there))])

    def sizes_by_share(self) -> Floats:
        """How large sources are, relative to each other: who has more of the others' has more."""
        there, looked = np.array(self._there, float), np.array(self._looked, float)
        usual = looked * there.sum() / max(looked.sum(), 1.0)
        return np.asarray((there + EQUAL) / (usual + EQUAL))

    def share(self, source: int) -> float:
        """The share of the union that a source has, if sources draw independently."""
        return float(self.shares()[source])

    def shares(self) -> Floats:
        """The same of all sources."""
        chances = np.array([self.of(other) for other in range(len(self._there))])
        return chances / (1 - np.prod(1 - chances)) if len(chances) > 1 else np.ones(1)
