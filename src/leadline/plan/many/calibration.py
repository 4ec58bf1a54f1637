"""Realised over expected new entities of values asked elsewhere before, by attribute and size.

An answer that was opened at a further source was expected to bring so many entities new to the
union; when it is done, what it brought is set beside that. Pooled over all sources by attribute and
by the size of the answer; old examples fade. Values asked nowhere have a regression of their own.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

BUCKETS = 12  # doublings of the matches
FADE = 0.99
CAUTION = 2.0  # expected entities that a forecast is believed for

MOST = 2.0  # times what was expected: more is no forecast any more


class Calibration:
    """A factor for each attribute and size."""

    def __init__(self) -> None:
        self._realised = np.zeros((0, BUCKETS))
        self._expected = np.zeros((0, BUCKETS))

    def learn(self, attribute: int, matches: float, expected: float, new: float) -> None:
        """An answer of about this size was expected to bring so many, and brought `new`."""
        self._grow(attribute + 1)
        place = (attribute, int(bucket(np.array([matches]))[0]))
        self._realised[place] = FADE * self._realised[place] + new
        self._expected[place] = FADE * self._expected[place] + expected

    def factors(
        self, attribute: NDArray[Any], matches: NDArray[Any], attributes: int
    ) -> NDArray[Any]:
        """What to multiply forecasts with."""
        self._grow(attributes)
        table = (self._realised + CAUTION) / (self._expected + CAUTION)
        table = np.minimum(table, MOST)
        return np.asarray(table[attribute, bucket(matches)])

    def _grow(self, attributes: int) -> None:
        missing = attributes - len(self._realised)
        if missing > 0:
            room = ((0, missing), (0, 0))
            self._realised = np.pad(self._realised, room)
            self._expected = np.pad(self._expected, room)


def bucket(matches: NDArray[Any]) -> NDArray[Any]:
    """The size class of an answer."""
    return np.asarray(np.clip(np.frexp(np.maximum(matches, 0.0))[1], 0, BUCKETS - 1))
