"""Forecasts set right by what earlier ones were worth, by attribute.

An answer was forecast to bring so many entities new to the union; when it is done, what it brought
is set beside that. Pooled over all sources by attribute, apart for values asked elsewhere before
and for the others, and for small, middling and large forecasts (which are known when a value is
chosen; the size of its answer is not), small ones by how many entities of the value are held too: a
country met once is worth more than the model thinks, a town met ten times less. What is compared
is the forecast before it was set right, and one answer says no more than that forecasts are some
times too large or too small. The entities of one answer are right or wrong together, so a broad
answer counts for no more than `TELLING` of them, or the first would speak for all.

Late in a harvest all forecasts are small and say little about one value, but the attributes still
differ: some lead on and others never do. So a small forecast is drawn to the mean of what answers
of its kind brought lately. Old examples fade, those of other kinds too: what was not tried for long
is tried again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.model import Why

Floats = NDArray[np.float64]
TOLD, PROBE = "told", "probe"  # experts: by what others told, by what is held
Place = tuple[int, int]  # source, query
SIZES = (2.0, 16.0)  # forecasts of fewer entities are small, of more large
MET = (1.5, 3.5, 8.5)  # small ones are told apart by how many entities of the value are held
FADE, OWN_FADE = 0.99, 0.97  # with every answer; with one of the same kind besides
FORGET = 0.95
CAUTION = 2.0  # entities that a forecast is believed for
CAUTION_OF_ALL = 20.0  # the same of all kinds together
FAR = 3.0  # times the forecast, and so many more: what one answer may say
TELLING = 30.0  # entities that one answer counts as at most, however many it has
LEAST, MOST = 0.05, 6.0  # factors
TRIALS = 3.0  # answers that the mean of all attributes is worth for one of them
ENOUGH = 2  # entities of one answer that count in the mean
DRAWN = 0.2  # how far a small forecast is drawn to the mean of its kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Kinds:
    """Of every value: whether it was asked elsewhere, its attribute, the forecast, and how many of
    its entities are held."""

    told: NDArray[Any]
    attribute: NDArray[Any]
    forecast: Floats
    met: Floats


class Calibration:
    """Realised over forecast entities, by size of the forecast, kind and attribute."""

    def __init__(self) -> None:
        self._realised = np.zeros((len(MET) + 1 + len(SIZES), 2, 0))
        self._forecast = np.zeros_like(self._realised)

    def learn(self, one: Opened) -> None:
        """An answer was forecast to bring so many, and has brought what it had."""
        self._grow(one.attribute + 1)
        place = int(_size(one.forecast, one.met)), int(one.told), one.attribute
        realised, expected = compared(one.forecast, one.brought)
        add_fading(self._realised, place, realised)
        add_fading(self._forecast, place, expected)

    def factors(self, of: Kinds, attributes: int) -> Floats:
        """What to multiply forecasts with."""
        self._grow(attributes)
        sums = [table.sum((1, 2), keepdims=True) for table in (self._realised, self._forecast)]
        usual = (sums[0] + CAUTION_OF_ALL) / (sums[1] + CAUTION_OF_ALL)
        table = (self._realised + CAUTION * usual) / (self._forecast + CAUTION)
        place = _size(of.forecast, of.met), of.told.astype(int), of.attribute
        return np.asarray(np.clip(table, LEAST, MOST)[place])

    def _grow(self, attributes: int) -> None:
        self._realised = _grown(self._realised, attributes)
        self._forecast = _grown(self._forecast, attributes)


class Yields:
    """What answers brought of which little was forecast: the mean by kind and attribute."""

    def __init__(self) -> None:
        self._found = np.zeros((2, 0))
        self._tried = np.zeros((2, 0))

    def learn(self, told: bool, attribute: int, new: float) -> None:
        """An answer brought so many."""
        self._grow(attribute + 1)
        add_fading(self._found, (int(told), attribute), min(new, ENOUGH))
        add_fading(self._tried, (int(told), attribute), 1.0)

    def means(self, of: Kinds, attributes: int) -> Floats:
        """The mean of each kind, drawn to that of all."""
        self._grow(attributes)
        usual = (self._found.sum() + 0.5) / (self._tried.sum() + 1.0)
        table = (self._found + TRIALS * usual) / (self._tried + TRIALS)
        return np.asarray(table[of.told.astype(int), of.attribute])

    def _grow(self, attributes: int) -> None:
        self._found = _grown(self._found, attributes)
        self._tried = _grown(self._tried, attributes)


@dataclass(frozen=True, slots=True)
class Opened:
    """What was forecast of an answer before and after it was set right, and what it brought.

    `met` is how many entities of its value were held before.
    """

    told: bool
    attribute: int
    forecast: float
    expected: float
    met: float
    brought: float = 0.0


class Forecasts:
    """What was expected of open answers, and what forecasts of either kind were worth."""

    def __init__(self) -> None:
        self._calibration = Calibration()
        self._yields = Yields()
        self._open: dict[Place, Opened] = {}
        self._luck: dict[int, tuple[float, float]] = {}  # by attribute: surprises, and trials

    def open(self, place: Place, why: Why, attribute: int, forecast: float, met: float) -> None:
        """An answer is opened of which so much was forecast, before that was set right."""
        self._open[place] = Opened(why.expert == TOLD, attribute, forecast, why.expected, met)

    def note(self, place: Place, brought: int) -> None:
        """A page of an answer brought so many."""
        if (one := self._open.get(place)) is not None:
            self._open[place] = replace(one, brought=one.brought + brought)

    def brought(self, place: Place) -> float:
        """What the pages of an answer that is not judged yet brought."""
        return self._open[place].brought if place in self._open else 0.0

    def close(self, place: Place, rest: float = 0.0) -> None:
        """An answer is done, or its rest is known to hold about so many."""
        if (one := self._open.pop(place, None)) is None:
            return
        one = replace(one, brought=one.brought + rest)
        self._calibration.learn(one)
        if one.forecast < SIZES[0]:
            self._yields.learn(one.told, one.attribute, one.brought)
        if one.expected < 1:
            surprises, trials = self._luck.get(one.attribute, (0.0, 0.0))
            surprises, trials = FORGET * surprises + (one.brought > 0), FORGET * trials + 1
            self._luck[one.attribute] = surprises, trials

    def luck(self, attributes: int) -> Floats:
        """How often an answer from which nothing was expected brought something, by attribute."""
        found = [self._luck.get(attribute, (0.0, 0.0)) for attribute in range(attributes)]
        return np.array([(surprises + 1) / (trials + 2) for surprises, trials in found])

    def corrected(self, of: Kinds, likely: Floats, attributes: int) -> Floats:
        """Forecasts set right; `likely` is how far each value is one that brings what others do."""
        means = self._yields.means(of, attributes) * likely
        right = self._calibration.factors(of, attributes) * of.forecast
        return np.where(of.forecast < SIZES[0], (1 - DRAWN) * right + DRAWN * means, right)


def _size(forecast: Any, met: Any) -> Any:
    """The sizes told apart: small forecasts by what is held, then the middling and large ones."""
    size = np.searchsorted(SIZES, forecast)
    return np.where(size > 0, len(MET) + size, np.searchsorted(MET, met))


def compared(forecast: float, new: float) -> tuple[float, float]:
    """What one answer brought and was to bring, as far as one answer counts."""
    realised, expected = min(new, FAR * forecast + FAR), min(forecast, FAR * new + FAR)
    weight = 1 / (1 + max(realised, expected) / TELLING)
    return weight * realised, weight * expected


def add_fading(table: Floats, place: tuple[int, ...], more: float) -> None:
    """Add one example; those that were there fade."""
    table *= FADE
    table[place] = OWN_FADE * table[place] + more


def _grown(table: Floats, attributes: int) -> Floats:
    missing = max(attributes - table.shape[-1], 0)
    return np.pad(table, [(0, 0)] * (table.ndim - 1) + [(0, missing)]) if missing else table
