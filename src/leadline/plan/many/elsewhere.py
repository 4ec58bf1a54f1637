"""How many records match a value, from how many match it in other sources.

Sources of one domain have similar values with similar frequencies (Xian et al. 2012, feature 2).
So m(i, v) = s(i, a) mu(v): a scale for each source and attribute, shrunk to that of the source, and
the frequency of the value in the domain. Totals of opened queries are exact; of an earlier harvest
the records held count where a value was not asked. Until two sources were asked for the same
values, they are as large as what they have of each other's entities says (`overlap`).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.plan.many.sizes import NOT_TOLD, Sizes
from leadline.plan.many.together import Together
from leadline.plan.many.vocabulary import Placed

Floats = NDArray[np.float64]
ROUNDS = 3
SURE = 1e6  # records that it is worth to be told how large a source is
SHRINK = 50.0  # records that the scale of a source is worth for one of its attributes


class Elsewhere:
    """The scales, and the frequency of every value in the domain."""

    def __init__(self, together: Together, told: Sizes = NOT_TOLD) -> None:
        self._tables = (*together.sources, *together.earlier)
        self._own = len(together.sources)
        self._told = told
        self.scale = np.ones((len(self._tables), 0))
        self.sizes = told.relative(self._own)  # of the sources, by nothing but totals, or as told
        self.totals = np.zeros((len(self._tables), 0))  # -1: not known
        self.renew(together, self.sizes)

    def renew(self, together: Together, likely: Floats) -> None:
        """Take all totals anew and fit the scales to them; `likely` are those of the sources."""
        self.totals = np.stack([totals_of(t, i >= self._own) for i, t in enumerate(self._tables)])
        known = self.totals >= 0
        compared = known.sum(0) >= 2
        totals = np.where(known, self.totals, 0.0)[:, compared]
        attribute = together.vocabulary.attribute[compared]
        by = totals, known[:, compared], attribute, together.vocabulary.attributes
        if self._told.records:
            likely = self.sizes
        else:
            self.sizes = _fitted(*by, np.ones(len(totals)), 1.0)[0][: self._own]
        likely = np.append(likely, np.ones(len(totals) - self._own))
        self.scale = _fitted(*by, likely, SURE if self._told.records else 1.0)[1]

    def note(self, together: Together, source: int, value: int, total: int) -> None:
        """A total was told just now."""
        missing = len(together.vocabulary) - self.totals.shape[1]
        self.totals = np.pad(self.totals, ((0, 0), (0, missing)), constant_values=-1.0)
        missing = together.vocabulary.attributes - self.scale.shape[1]
        self.scale = np.pad(
            self.scale, ((0, 0), (0, missing)), mode="constant", constant_values=1.0
        )
        self.totals[source, value] = total

    def matches(self, together: Together, source: int, discount: Floats) -> Floats:
        """Expected matches in a source of every value told of elsewhere, else -1.

        A part of the records told of is why the value is known at all, so it says nothing about
        its frequency.
        """
        scale = self.scale[:, together.vocabulary.attribute[: self.totals.shape[1]]]
        known = self.totals >= 0
        known[source] = False
        weight = np.where(known, scale, 0.0).sum(0)
        told = np.where(known, self.totals, 0.0).sum(0)
        others = (
            np.maximum(told - discount[: len(told)], 0) * scale[source] / np.maximum(weight, 1e-9)
        )
        return np.where(weight > 0, others, -1.0)


def totals_of(table: Placed, over: bool) -> Floats:
    """The totals of the values asked, under their common numbers; -1 where not known."""
    known = table.known
    found = np.full(len(table.vocabulary), -1.0)
    if over:
        found[table.place] = np.where(known.local > 0, known.local, -1.0)
    asked = np.flatnonzero((known.value >= 0) & (known.total >= 0))
    found[table.place[known.value[asked]]] = known.total[asked]
    return found


def _fitted(
    totals: Floats,
    known: NDArray[Any],
    attribute: NDArray[Any],
    count: int,
    likely: Floats,
    worth: float,
) -> tuple[Floats, Floats]:
    """Scales of sources, and by attribute, from the values that several of them told of.

    `likely` are the scales to begin with, each of them worth so many records.
    """
    whole, scale = likely, np.repeat(likely[:, None], count, 1)
    for _ in range(ROUNDS if totals.size else 0):
        weight = np.where(known, scale[:, attribute], 0.0).sum(0)
        mean = totals.sum(0) / np.maximum(weight, 1e-9)
        expected = np.where(known, mean[None, :], 0.0)
        whole = (totals.sum(1) + worth * likely) / (expected.sum(1) + worth)
        for i in range(len(totals)):
            told = np.bincount(attribute, totals[i], count)
            thought = np.bincount(attribute, expected[i], count)
            scale[i] = (told + SHRINK * whole[i]) / (thought + SHRINK)
    return whole, scale
