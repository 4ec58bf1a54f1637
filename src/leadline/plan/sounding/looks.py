"""How much of a word is new, judged by few records: by its own pages and by those of other words.

Ten records on a page tell a share of 15 % badly. But the words that were opened lately are a sample
of those that could be: the mean and the spread of their first pages are what is expected of a word
before anything is known of it, and how far a few pages should move that (empirical Bayes, Efron
and Morris 1973, with a beta prior by moments). Where words are much alike little is believed of
one page, where they differ much nearly all. All that begins anew when a broad answer was read.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

FADE = 0.85
BEGIN = np.array([1.0, 0.5, 0.35, 0.1])  # before any look: weight, share, its square, 1 / records
RESTART = 3.0  # looks that a new beginning counts for
NOISE = 0.1  # 1 / records on a page
ALIKE = 0.05  # of the most that the shares of words could differ by
FEWEST, MOST = 1.0, 50.0  # records that the other words count for


class Looks:
    """The new shares of first pages: their mean and spread, the latest counting most."""

    def __init__(self) -> None:
        self._sums = BEGIN

    @property
    def mean(self) -> float:
        """The share that is expected of a word never asked."""
        return float(self._sums[1] / self._sums[0])

    def restart(self, share: float) -> None:
        """What first pages have shown is over: from now on words are expected to be new like this.

        A broad answer was read whole, and with it most of all others.
        """
        chance = share * (1 - share)
        self._sums = RESTART * np.array([1.0, share, share**2 + chance * (NOISE + ALIKE), NOISE])

    def learn(self, new: int, records: int) -> None:
        """So many of the records on the first page of a word were new."""
        share = new / records
        self._sums = FADE * self._sums + (1.0, share, share**2, 1 / records)

    def shares(self, new: NDArray[Any], records: NDArray[Any]) -> NDArray[Any]:
        """What is to be expected of words that have shown this."""
        weight, _, square, noise = self._sums
        mean = self.mean
        by_chance = mean * (1 - mean)
        spread = max(square / weight - mean**2 - by_chance * noise / weight, 1e-4)
        prior = min(max(by_chance / spread - 1, FEWEST), MOST)
        return np.asarray((new + prior * mean) / (records + prior))
