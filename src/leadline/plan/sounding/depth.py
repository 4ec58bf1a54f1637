"""Where in an answer the new records are.

Most sites rank by something that has little to do with the query (newest, cheapest, best-known),
so the same records come first everywhere: they are captured early, and the later pages of an
answer hold more new ones than its first. How much more is learnt: realised over expected new
records by depth, the place in the answer as a share of all that match. On a site that ranks by
relevance it comes out flat, and costs nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

EDGES = np.array([2.0**-i for i in range(9, 2, -1)] + [0.25, 0.375, 0.5, 0.625, 0.75, 0.875])
BOUNDS = np.concatenate(([0.0], EDGES, [1.0]))
BINS = len(EDGES) + 1
FADE = 0.995
CAUTION = 5.0  # expected records before a bin is believed


class Depth:
    """Realised over expected new records, by depth."""

    def __init__(self) -> None:
        self._new = np.full(BINS, CAUTION)
        self._expected = np.full(BINS, CAUTION)

    def learn(self, depth: float, new: float, expected: float) -> None:
        """A page at this depth brought `new` records where an even spread had `expected`."""
        place = int(_bin(np.array([depth]))[0])
        self._new[place] = FADE * self._new[place] + (1 - FADE) * CAUTION + new
        self._expected[place] = FADE * self._expected[place] + (1 - FADE) * CAUTION + expected

    def yields(self, depth: NDArray[Any]) -> NDArray[Any]:
        """New records at these depths, relative to an even spread."""
        place = _bin(depth)
        return np.asarray(self._new[place] / self._expected[place])

    def beginning(self, share: NDArray[Any]) -> NDArray[Any]:
        """The same for the beginning of an answer, up to this share; 1 for the whole of it."""
        summed = np.append(0.0, np.cumsum(np.diff(BOUNDS) * self._new / self._expected))
        return np.asarray(np.interp(share, BOUNDS, summed / summed[-1]) / share)

    def best_page(self, last: int, size: float) -> int:
        """The page with most new records, or the last of these; `size` is a page's share of all."""
        pages = np.append(np.clip(EDGES // size, 1, last), last)
        gain = self.yields((pages - 0.5) * size)
        return int(pages[gain >= gain.max()].max())


class Places:
    """The same for one answer, by its own pages."""

    def __init__(self) -> None:
        self._new, self._expected = np.zeros(BINS), np.zeros(BINS)

    def learn(self, depth: float, new: float, expected: float) -> None:
        """Its page at this depth brought `new` records where an even spread had `expected`."""
        place = int(_bin(np.array([depth]))[0])
        self._new[place] += new
        self._expected[place] += expected

    def yields(self, depth: NDArray[Any], usual: NDArray[Any]) -> NDArray[Any]:
        """New records at these depths, where as many are `usual`, relative to an even spread."""
        place = _bin(depth)
        new, expected = self._new[place], self._expected[place]
        return np.asarray((CAUTION * usual + new) / (CAUTION + expected))


def _bin(depth: NDArray[Any]) -> NDArray[Any]:
    return np.asarray(np.searchsorted(EDGES, depth))
