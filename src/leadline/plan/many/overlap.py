"""How much of what other sources showed a source has too.

Where all of an answer was read, a source has either shown an entity that matches it, or has it
not. So every entity that another source shows, before or after, and that a whole answer would have
shown, tells once whether the source has it. Pooled by source, this is the chance that an entity
known from elsewhere is one of this source's, before it is seen there.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.plan.columns import Column
from leadline.plan.many.together import Together

PRIOR = 0.3  # before anything is known: as much as sources of one domain usually share
CAUTION = 6.0  # entities that the prior is worth


class Overlap:
    """Entities of other sources looked for in each source, and those that were there."""

    def __init__(self, sources: int) -> None:
        self._there = [0] * sources
        self._looked = [0] * sources
        self._done = [Column(np.bool_) for _ in range(sources)]  # union rows that were looked for

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
        return (self._there[source] + PRIOR * CAUTION) / (self._looked[source] + CAUTION)

    def chance(self, source: int) -> float:
        """The chance that an entity of the domain is in this source, the only one having all."""
        return self.of(source) if len(self._there) > 1 else 1.0

    def chances(self) -> NDArray[Any]:
        """The same of all sources."""
        return np.array([self.chance(source) for source in range(len(self._there))])

    def share(self, source: int) -> float:
        """The share of the union that a source has, if sources draw independently."""
        chances = np.array([self.of(other) for other in range(len(self._there))])
        return float(chances[source] / (1 - np.prod(1 - chances))) if len(chances) > 1 else 1.0
