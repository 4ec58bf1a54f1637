"""How common values are among the records that queries for *other* attributes have shown.

While one attribute is read value by value, the records held say little about its other values: what
is held lies in the values that were read, which were read because they fit under the limit. But the
records that came with other attributes are a sample as far as this one is concerned, and the totals
of its opened values say how many records each one in the sample stands for.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.plan.columns import Column
from leadline.plan.knowledge import Knowledge, Shown

Floats = NDArray[np.float64]

SELF = 20.0  # records that a sample has at the least: those held, in proportion
SINGLE = 2.0  # of a sample: so many records of a value count as much as what is expected of it


class Elsewhere:
    """For each value the records that others have shown, and for each attribute all of them."""

    def __init__(self, attributes: int) -> None:
        self._rows = np.zeros(attributes)
        self._with = Column(np.float64)

    def learn(self, known: Knowledge, query: int, shown: Shown) -> None:
        """Count the records of a page for the attributes that were not asked."""
        self._with.grow(known.values)
        asked = {name for name, _ in known.queries[query].predicates}
        free = np.array([one.name not in asked for one in known.interface.attributes])
        terms = known.terms_of(shown.rows)
        np.add.at(self._with.array, terms[free[known.attribute[terms]]], 1.0)
        self._rows[free] += len(shown.rows)

    def within(self, known: Knowledge, expected: Floats, limit: float) -> Floats:
        """For each attribute the share of the source in values that fit under the limit.

        `expected` are the matches that each value is thought to have, exact where it was opened.
        """
        share = self._with.array + SELF / max(known.records, 1) * known.local
        share[self._matches(known, expected) > limit] = 0.0
        return np.asarray(
            np.bincount(known.attribute, share, len(self._rows)) / (self._rows + SELF)
        )

    def _matches(self, known: Knowledge, expected: Floats) -> Floats:
        """Matches of every value never opened, by the sample and by what is expected."""
        opened = np.flatnonzero((known.value >= 0) & (known.total > 0))
        values, totals = known.value[opened], known.total[opened]
        sampled = self._with.array
        by_sample = sampled * self._stands_for(known, values, totals)[known.attribute]
        trust = sampled / (sampled + SINGLE)
        trust[values] = 0.0
        logs = np.log(np.maximum(expected, 1.0))
        logs += trust * (np.log(np.maximum(by_sample, 1.0)) - logs)
        return np.asarray(np.exp(logs))

    def _stands_for(self, known: Knowledge, opened: NDArray[Any], totals: NDArray[Any]) -> Floats:
        """For each attribute the records of the source for each of the sample."""
        attribute, count = known.attribute[opened], len(self._rows)
        told = np.bincount(attribute, totals, count)
        seen = np.bincount(attribute, self._with.array[opened], count)
        size = float((told * self._rows).sum() / max(seen.sum(), 1.0))
        return (told + SINGLE * size / np.maximum(self._rows, 1)) / (seen + SINGLE)
