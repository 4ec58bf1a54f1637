"""How much of what other sources showed a source has too.

An answer that was read to its end tells of each entity held that matches it whether the source has
it. Pooled by source and attribute, the attributes shrunk to their source, this is the chance that
an entity known from elsewhere is one of this source's, before it is seen there.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.plan.many.together import Together

PRIOR = 0.3  # before anything is known: as much as sources of one domain usually share
CAUTION = 20.0  # entities that the prior is worth
SHRINK = 50.0  # entities of a source that an attribute starts with


class Overlap:
    """Entities of other sources looked for in each source, and those that were there."""

    def __init__(self, sources: int) -> None:
        self._there: list[dict[int, float]] = [{} for _ in range(sources)]
        self._looked: list[dict[int, float]] = [{} for _ in range(sources)]

    def learn(self, together: Together, source: int, value: int) -> None:
        """The answer of a source for a value (by its common number) was read to its end."""
        union = together.union
        own = union.id_of(together.vocabulary.pairs[value])
        if own < 0 or len(together.sources) == 1:
            return
        rows = union.known.rows_of(own)
        elsewhere = np.zeros(len(rows), bool)
        for other, column in enumerate(together.belongs):
            if other != source:
                elsewhere |= column.array[rows]
        there = together.belongs[source].array[rows] & elsewhere
        attribute = int(together.vocabulary.attribute[value])
        _add(self._looked[source], attribute, int(elsewhere.sum()))
        _add(self._there[source], attribute, int(there.sum()))

    def of(self, source: int) -> float:
        """The chance that an entity known from elsewhere is in this source."""
        there, looked = self._there[source], self._looked[source]
        return (sum(there.values()) + PRIOR * CAUTION) / (sum(looked.values()) + CAUTION)

    def by_attribute(self, source: int, attributes: int) -> NDArray[Any]:
        """The same among the entities that match a value of each attribute."""
        whole, there, looked = self.of(source), self._there[source], self._looked[source]
        return np.array(
            [
                (there.get(a, 0.0) + whole * SHRINK) / (looked.get(a, 0.0) + SHRINK)
                for a in range(attributes)
            ]
        )

    def share(self, source: int) -> float:
        """The share of the union that a source has, if sources draw independently."""
        chances = np.array([self.of(other) for other in range(len(self._there))])
        return float(chances[source] / (1 - np.prod(1 - chances))) if len(chances) > 1 else 1.0


def _add(counts: dict[int, float], attribute: int, count: int) -> None:
    counts[attribute] = counts.get(attribute, 0.0) + count
