"""What the rest of an opened answer holds for the union, by what its pages brought so far.

Of its records that are new to the source, a share is new to the union too. That is forecast, and
the pages of the answer are a sample of it: those of their records that no other source has shown
by now. So what others bring while an answer waits is counted by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.plan.columns import Column

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]
BELIEF = 8.0  # records that the forecast is worth
NONE: Rows = np.zeros(0, np.int64)


class Freshness:
    """For each answer of one source: the entities that its pages brought to the source."""

    def __init__(self) -> None:
        self._brought: dict[int, Rows] = {}

    def learn(self, query: int, rows: Rows) -> None:
        """A page of an answer brought these entities of the union to its source."""
        self._brought[query] = np.concatenate([self._brought.get(query, NONE), rows])

    def close(self, query: int) -> None:
        """An answer has no rest."""
        self._brought.pop(query, None)

    def shares(self, queries: NDArray[Any], forecast: Floats, others: Sequence[Column]) -> Floats:
        """The share of each answer's rest, by the entities that other sources have shown."""
        sample = [self._brought.get(int(query), NONE) for query in queries]
        sizes = np.array([len(rows) for rows in sample])
        rows = np.concatenate([NONE, *sample])
        alone = np.ones(len(rows))
        for other in others:
            alone[other.array[rows]] = 0.0
        owner = np.repeat(np.arange(len(queries)), sizes)
        found = np.bincount(owner, alone, len(queries))
        return np.asarray((BELIEF * forecast + found) / (BELIEF + sizes))
