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

import numpy as np
from numpy.typing import NDArray

from leadline.plan.held import UNKNOWN
from leadline.plan.many.calibration import Place
from leadline.plan.many.together import Together

Floats = NDArray[np.float64]
FEW = 5.0  # records that all that is held is worth
ERROR = 1.5  # squared, of the logarithm of either forecast to begin with
ANSWERS = 4.0  # that this is worth
FADE = 0.97
HALF = 0.5  # an entity: forecasts below are all alike
LEAST = 1e-9


def portions(together: Together, source: int) -> Floats:
    """For every value the share of what a source has not shown that carries it."""
    one, union = together.sources[source], together.union
    known = union.known
    asked = one.spread(one.known.query_of, UNKNOWN)[union.place] != UNKNOWN
    owner = np.repeat(np.arange(known.records), np.diff(known.start))
    attribute = known.attribute[known.terms]
    found = np.zeros(known.values)
    for a in range(len(known.interface.attributes)):
        carried = attribute == a
        rest = np.ones(known.records, bool)
        rest[owner[carried & asked[known.terms]]] = False
        those = known.terms[carried & rest[owner]]
        outside = np.bincount(those, minlength=known.values)
        usual = np.where(known.attribute == a, known.local / max(known.records, 1), 0.0)
        found += (outside + FEW * usual) / (np.count_nonzero(rest) + FEW)
    return np.asarray(union.spread(found))


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
