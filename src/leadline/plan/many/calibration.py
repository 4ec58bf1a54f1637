"""Realised over expected new entities, by attribute and size.

An answer was expected to bring so many entities new to the union; when it is done, what it brought
is set beside that. Pooled over all sources by attribute and by the size of the answer, and apart
for values asked elsewhere before and for the others; old examples fade.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.model import Why

TOLD, PROBE = "told", "probe"  # experts: by what others told, by what is held
Place = tuple[int, int]  # source, query
BUCKETS = 12  # doublings of the matches
FADE = 0.99
FORGET = 0.95
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


class Forecasts:
    """What was expected of open answers, and what forecasts of either kind were worth."""

    def __init__(self) -> None:
        self._worth = {expert: Calibration() for expert in (TOLD, PROBE)}
        self._open: dict[Place, tuple[str, float]] = {}
        self._brought: dict[Place, int] = {}
        self._luck: dict[int, tuple[float, float]] = {}  # by attribute: surprises, and trials

    def note(self, place: Place, why: Why | None, brought: int) -> None:
        """A page of an answer brought so many; `why` is that of its first page."""
        if why is not None and why.expert in self._worth:
            self._open[place], self._brought[place] = (why.expert, why.expected), 0
        if place in self._open:
            self._brought[place] += brought

    def close(self, place: Place, attribute: int, matches: float) -> None:
        """An answer of this size is done."""
        if place in self._open:
            (expert, expected), brought = self._open.pop(place), self._brought.pop(place)
            self._worth[expert].learn(attribute, matches, expected, brought)
            if expected < 1:
                surprises, trials = self._luck.get(attribute, (0.0, 0.0))
                self._luck[attribute] = FORGET * surprises + (brought > 0), FORGET * trials + 1

    def luck(self, attributes: int) -> NDArray[Any]:
        """How often an answer from which nothing was expected brought something, by attribute."""
        found = [self._luck.get(attribute, (0.0, 0.0)) for attribute in range(attributes)]
        return np.array([(surprises + 1) / (trials + 2) for surprises, trials in found])

    def factors(
        self, attribute: NDArray[Any], matches: NDArray[Any], told: NDArray[Any], attributes: int
    ) -> NDArray[Any]:
        """What to multiply forecasts with, of values told of elsewhere and of the others."""
        there = self._worth[TOLD].factors(attribute, matches, attributes)
        return np.where(told, there, self._worth[PROBE].factors(attribute, matches, attributes))


def bucket(matches: NDArray[Any]) -> NDArray[Any]:
    """The size class of an answer."""
    return np.asarray(np.clip(np.frexp(np.maximum(matches, 0.0))[1], 0, BUCKETS - 1))
