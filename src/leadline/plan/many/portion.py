"""Of what is left at a source, the portion that carries each value.

Records that a source has not shown carry no value that it was asked for. So of each attribute the
values of those held that carry none of these either tell how common the others are in the rest; as
far as there are few of them (a record has many words, and one is asked), all that are held do. By
this a value promises so much of what is left.

It needs no examples, other than the regression in `unseen`. Where values are frequent and nearly
independent, as words and flights' airports are, it is right from the beginning; where they lie
within each other, as maintainers and sections do, it is far too large. So the two are believed as
far as each was right about the answers opened so far (`Trust`).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.plan.columns import Column
from leadline.plan.held import UNKNOWN, Held
from leadline.plan.many.calibration import Place
from leadline.plan.many.together import Together

Floats = NDArray[np.float64]
FEW = 5.0  # records that all that is held is worth
ERROR = 1.5  # squared, of the logarithm of either forecast to begin with
ANSWERS = 4.0  # that this is worth
FADE = 0.97
HALF = 0.5  # an entity: forecasts below are all alike
LEAST = 1e-9


class Portions:
    """What every source has not shown by what is held, brought up to date when it is asked for."""

    def __init__(self, together: Together) -> None:
        attributes = len(together.union.known.interface.attributes)
        self._rests = [Rest(attributes) for _ in together.sources]

    def of(self, together: Together, source: int) -> Floats:
        """For every value the share of what a source has not shown that carries it."""
        one, union = together.sources[source], together.union
        asked = one.spread(one.known.query_of, UNKNOWN)[union.place] != UNKNOWN
        rest = self._rests[source]
        rest.update(union.known, asked)
        return np.asarray(union.spread(rest.shares(union.known)))


class Rest:
    """Of the records held, by attribute, those that carry no value that a source was asked for."""

    def __init__(self, attributes: int) -> None:
        self._asked = Column(np.bool_)  # values that were asked for, as far as that is counted
        self._carried = Column(np.int64)  # how many of the rest carry each value
        self._left = [Column(np.bool_) for _ in range(attributes)]  # records of the rest
        self._sizes = np.zeros(attributes)

    def update(self, held: Held, asked: NDArray[Any]) -> None:
        """Leave out what carries a value asked since, and take in the records that came since."""
        before = len(self._left[0])
        self._asked.grow(held.values)
        self._carried.grow(held.values)
        for value in np.flatnonzero(asked & ~self._asked.array).tolist():
            rows = held.rows_of(value)
            left = self._left[held.attribute[value]].array
            rows = rows[rows < before]
            self._leave_out(held, held.attribute[value], rows[left[rows]])
        self._asked.array[:] = asked
        self._take_in(held, np.arange(before, held.records))

    def _leave_out(self, held: Held, attribute: int, rows: NDArray[Any]) -> None:
        self._left[attribute].array[rows] = False
        self._sizes[attribute] -= len(rows)
        terms = held.terms_of(rows)
        np.add.at(self._carried.array, terms[held.attribute[terms] == attribute], -1)

    def _take_in(self, held: Held, rows: NDArray[Any]) -> None:
        terms, lengths = held.terms_of(rows), held.lengths_of(rows)
        owner, attribute = np.repeat(np.arange(len(rows)), lengths), held.attribute[terms]
        left = np.ones((len(self._left), len(rows)), np.bool_)
        asked = self._asked.array[terms]
        left[attribute[asked], owner[asked]] = False
        for column, own in zip(self._left, left, strict=True):
            column.extend(own)
        self._sizes += left.sum(1)
        np.add.at(self._carried.array, terms[left[attribute, owner]], 1)

    def shares(self, held: Held) -> Floats:
        """For every value the share of the rest that carries it."""
        usual = held.local / max(held.records, 1)
        found = (self._carried.array + FEW * usual) / (self._sizes + FEW)[held.attribute]
        return np.asarray(found)


class Trust:
    """How far two kinds of forecasts were off, and how far the first is believed."""

    def __init__(self) -> None:
        self._errors = np.full(2, ANSWERS * ERROR)
        self._open: dict[Place, Floats] = {}

    def open(self, place: Place, views: tuple[float, float]) -> None:
        """An answer is opened that is to bring so many by either."""
        self._open[place] = np.array(views)

    def close(self, place: Place, brought: float) -> None:
        """It brings so many."""
        if (views := self._open.pop(place, None)) is not None:
            errors = np.log((views + HALF) / (brought + HALF)) ** 2
            self._errors = FADE * self._errors + errors

    @property
    def first(self) -> float:
        """The weight of the first."""
        squares = self._errors**2
        return float(squares[1] / squares.sum())

    def blended(self, first: Floats, second: Floats) -> Floats:
        """Two forecasts as one (a geometric mean)."""
        weight = self.first
        found = np.maximum(first, LEAST) ** weight * np.maximum(second, LEAST) ** (1 - weight)
        return np.asarray(found)
