"""Words that a search box does not take, as they are too short.

Many sites leave out words of fewer than three or four letters, or refuse them. A word that records
show and that finds nothing says so. Where several of one length have found nothing, and no word as
short has found anything, none of them is asked any more. Leaves out words that are refused as they
are too common: these are of any length.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.plan.columns import Column
from leadline.plan.knowledge import Knowledge

MISSES = 6  # words of a length that found nothing


class TooShort:
    """The lengths of words, and which of them found something."""

    def __init__(self) -> None:
        self._lengths = Column(np.int32)
        self._missed = Counter[int]()
        self._shortest = np.inf  # word that has found something

    def grow(self, known: Knowledge) -> None:
        """Take in the words that are new."""
        done = len(self._lengths)
        self._lengths.grow(known.values)
        self._lengths.array[done:] = [len(name) for name in known.names[done:]]

    def learn(self, word: str, *, found: bool) -> None:
        """A word that records show was asked for."""
        if found:
            self._shortest = min(self._shortest, len(word))
        else:
            self._missed[len(word)] += 1

    @property
    def longest(self) -> int:
        """Words of so many letters are too short; 0 where none are."""
        often = (n for n, missed in self._missed.items() if missed >= MISSES)
        return max((n for n in often if n < self._shortest), default=0)

    def among(self, values: NDArray[Any]) -> NDArray[Any]:
        """Those of these values that are too short."""
        return np.asarray(values[self._lengths.array[values] <= self.longest])
