"""What the rest of an opened answer holds for the union, by what its pages brought so far.

Of its records that are new to the source, a share is new to the union too. That is forecast, and
the pages of the answer speak for themselves. While it waits, others bring part of it: the share
falls as the forecast does.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.plan.columns import Column

Floats = NDArray[np.float64]
BELIEF = 8.0  # records that the forecast is worth
FAINTEST = 1e-3


class Freshness:
    """For each answer of one source: records new to it, those new to the union, the forecast."""

    def __init__(self) -> None:
        self._here = Column(np.float64)
        self._new = Column(np.float64)
        self._forecast = Column(np.float64, 1.0)

    def learn(self, query: int, here: int, new: int) -> None:
        """A page of an answer brought so many records to its source, and to the union."""
        for column in (self._here, self._new, self._forecast):
            column.grow(max(query + 1, len(column)))
        self._here.array[query] += here
        self._new.array[query] += new

    def note(self, query: int, forecast: float) -> None:
        """How the forecast stood when its latest page was read."""
        self._forecast.array[query] = max(forecast, FAINTEST)

    def shares(self, queries: NDArray[Any], forecast: Floats) -> Floats:
        """The share of each answer's rest, by the forecast as it stands now."""
        then, here = self._forecast.array[queries], self._here.array[queries]
        seen = (BELIEF * then + self._new.array[queries]) / (BELIEF + here)
        return np.asarray(seen * np.minimum(np.maximum(forecast, FAINTEST) / then, 1.0))
