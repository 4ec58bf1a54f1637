"""How much of what other sources showed a source has too.

An answer that was read to its end tells of each entity held that matches it whether the source has
it. Pooled by source, this is the chance that an entity known from elsewhere is one of this
source's, before it is seen there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.plan.many.together import Together

Hidden = Callable[[int, int, NDArray[Any]], NDArray[Any]]  # source, value, rows: the share
PRIOR = 0.3  # before anything is known: as much as sources of one domain usually share
CAUTION = 20.0  # entities that the prior is worth


class Overlap:
    """Entities of other sources looked for in each source, and those that were there."""

    def __init__(self, sources: int) -> None:
        self._there = [0] * sources
        self._looked = [0] * sources

    def learn(self, together: Together, source: int, value: int, hidden: Hidden) -> None:
        """The answer of a source for a value (by its common number) was read to its end.

        What others of its answers could have shown before says nothing new.
        """
        union = together.union
        own = union.id_of(together.vocabulary.pairs[value])
        if own < 0 or len(together.sources) == 1:
            return
        rows = union.known.rows_of(own)
        rows = rows[hidden(source, value, rows) > 0.5]
        elsewhere = np.zeros(len(rows), bool)
        for other, column in enumerate(together.belongs):
            if other != source:
                elsewhere |= column.array[rows]
        there = together.belongs[source].array[rows] & elsewhere
        self._looked[source] += int(elsewhere.sum())
        self._there[source] += int(there.sum())

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
