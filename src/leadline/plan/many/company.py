"""The regression of `sounding.values`, with features for what else the records of a value carry.

Of the records that queries for other attributes could have shown, some carry a value of this
attribute that was asked. Where all of them do, as when every value of a short list was asked,
nothing is out of reach, whatever else says so. Multiplied over the attributes, which are taken to
be independent; what they really tell is for the regression to learn, which may not put more out
of reach than `TIMES` what the attribute that tells most leaves. So is how far values that
were met once are ever met again: by the discount of their attribute, to begin with; and what it
says that a value lies within what was asked of another attribute (`within`).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.plan.columns import Column
from leadline.plan.knowledge import Knowledge
from leadline.plan.many.smoothing import discounts, smoothed
from leadline.plan.many.within import Within
from leadline.plan.sounding.level import Level
from leadline.plan.sounding.outside import NEVER
from leadline.plan.sounding.regression import Regression
from leadline.plan.sounding.values import Values

Floats = NDArray[np.float64]
PRIOR = (0.7, 1.0, 1.0)  # the coefficients to begin with: out of reach, discount, outside
LEAST = 0.01  # of any value's records may be out of reach
TIMES = 3.0  # what one attribute leaves out of reach: more is not believed


class Company(Values):
    """The features of values, and the log-odds of what is out of reach."""

    def __init__(self, attributes: int) -> None:
        super().__init__(attributes)
        self._attributes = attributes
        self.model = Regression(np.append(self.model.beta, PRIOR))
        self._reach = Column(np.float64)
        self._least = Column(np.float64, np.inf)  # not counted yet: no bound
        self._within = Within(attributes)
        self._discounts = np.full(attributes, 0.5)

    def grow(self, known: Knowledge) -> None:
        """Make room for new values."""
        super().grow(known)
        self._reach.grow(known.values)
        self._least.grow(known.values)

    def renew(
        self,
        known: Knowledge,
        broad: tuple[float, float] = NEVER,
        level: Level | None = None,
    ) -> None:
        """Recompute what the features rest on, and predict all values anew.

        The totals of the union are estimates, so none of its answers is known to be whole.
        """
        asked = known.query_of >= 0
        self._discounts = discounts(known.local, known.attribute, self._attributes, asked)
        if self.several:
            self._reach.array[:], self._least.array[:] = out_of_reach(known, self._attributes)
            self._within.renew(known)
        super().renew(known, broad, level)

    def predict(self, known: Knowledge, values: NDArray[Any]) -> None:
        """Predict these values anew, within what the attributes leave out of reach."""
        super().predict(known, values)
        most = np.log(TIMES) + self._least.array[values]
        self.logits[values] = np.minimum(self.logits[values], most)

    def features(self, known: Knowledge, values: NDArray[Any]) -> Floats:
        """One row per value, all of which must be held at least once."""
        found = super().features(known, values)
        found[:, -3] = self._reach.array[values]
        discount = self._discounts[known.attribute[values]]
        found[:, -2] = np.log(1 - discount / known.local[values])
        found[:, -1] = self._within.of(known, values)
        return found


def out_of_reach(known: Knowledge, attributes: int) -> tuple[Floats, Floats]:
    """The logarithm of the share of each value's records that no query could have shown.

    By all attributes together, and by the one that leaves least.
    """
    terms = known.terms
    owner = known.owners
    asked = known.query_of[terms] >= 0
    by = np.zeros((known.records, attributes), bool)
    by[owner[asked], known.attribute[terms[asked]]] = True
    otherwise = by.sum(1)[:, None] - by > 0
    together, least = np.zeros(known.values), np.zeros(known.values)
    for a in range(attributes):
        could = np.bincount(terms, otherwise[owner, a], known.values)
        did = np.bincount(terms, (otherwise & by)[owner, a], known.values)
        share = smoothed(did, could, known.attribute, attributes, prior=0.0)
        left = np.log(1 + LEAST - share)
        together += left
        least = np.minimum(least, left)
    return together, least
