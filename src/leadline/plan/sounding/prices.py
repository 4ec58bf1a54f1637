"""The index of every value, and which one has the best.

There may be a million, and a page touches some hundred: the best is looked for among these and the
one that was the best, and among all only where that one has become worse, or all were priced anew.
Of equals it is the one that was met first.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.plan.columns import Column
from leadline.plan.held import UNKNOWN

FEW = 2_000  # values: to look through more than these costs as much as through all


class Prices:
    """What each value is worth; minus infinity where it was asked or cannot be."""

    def __init__(self) -> None:
        self._index = Column(np.float64, -np.inf)
        self._best = UNKNOWN

    @property
    def array(self) -> NDArray[Any]:
        """The index of every value."""
        return self._index.array

    def grow(self, values: int) -> None:
        """Make room for new values."""
        self._index.grow(values)

    @property
    def best(self) -> int:
        """The value with the best index; -1 if there is none at all."""
        if self._best == UNKNOWN and len(self.array):
            self._best = int(np.argmax(self.array))
        return self._best

    def put(self, values: NDArray[Any], index: Any) -> None:
        """This is what these values are worth from now on."""
        array, best = self.array, self._best
        was = -np.inf if best == UNKNOWN else array[best]
        array[values] = index
        if best == UNKNOWN or not len(values):
            return
        if len(values) > FEW or array[best] < was:
            self._best = UNKNOWN
            return
        found = array[values]
        rival = int(values[found == found.max()].min())
        if (array[rival], best) > (array[best], rival):
            self._best = rival
