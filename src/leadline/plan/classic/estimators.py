"""How many documents match a query never issued: two estimators (Ntoulas et al. 2005, §3.1).

- `Independence`: P(q) = P(q | q1 ∨ … ∨ qi−1), so the matches are the conditional times the size of
  the source. Only relative values matter (footnote 4) unless costs or limits do; then the size is
  `records`, or else what the issued queries turned out to match over the conditionals foreseen for
  them, which is the same assumption read backwards.
- `Zipf`: P(q) = α (R(q) + β)^−γ (Eq. 5), R(q) the rank of q by its conditional, fitted to the
  issued queries. Frequencies are numbers of documents, so that the size of the source is part of α
  and need not be known. Equal counts share their mean rank.

An estimator is fitted now and then (`fit`) and the model it gives is applied at every choice.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from leadline.plan.classic.statistics import QueryStatistics, matching
from leadline.plan.held import UNKNOWN
from leadline.plan.knowledge import Knowledge

Array = NDArray[Any]
DENSE = 1000
FEWEST_POINTS = 3  # as many as the curve has parameters


class Model(Protocol):
    """A fitted estimator."""

    def matches(self, known: Knowledge, statistics: QueryStatistics) -> Array:
        """How many documents match each value."""


class Estimator(Protocol):
    """A way to estimate how many documents match a value."""

    def fit(self, known: Knowledge, statistics: QueryStatistics) -> Model:
        """The model that fits the queries issued so far."""


@dataclass(frozen=True)
class Independence:
    """A value is as frequent in the source as in what was downloaded."""

    records: int | None = None

    def fit(self, known: Knowledge, statistics: QueryStatistics) -> Model:
        """Find the size of the source, if it was not given."""
        return Proportional(self.records or self._size(known, statistics))

    def _size(self, known: Knowledge, statistics: QueryStatistics) -> float:
        foreseen = statistics.foreseen()
        met = foreseen > 0
        size = matching(known)[met].sum() / foreseen[met].sum() if met.any() else 0.0
        return max(float(size), float(known.records))


@dataclass(frozen=True)
class Proportional:
    """Matches are the conditional times the size of the source."""

    size: float

    def matches(self, known: Knowledge, statistics: QueryStatistics) -> Array:
        """How many documents match each value."""
        return self.size * statistics.conditional(known)


@dataclass(frozen=True)
class Zipf:
    """Frequencies fall with the rank as in a text; independence until three queries are issued."""

    def fit(self, known: Knowledge, statistics: QueryStatistics) -> Model:
        """The curve through the issued queries."""
        issued = (known.value != UNKNOWN) & (known.total > 0)
        ranks = ranked(statistics.counts(known))[known.value[issued]]
        if len(np.unique(ranks)) < FEWEST_POINTS:
            return Independence().fit(known, statistics)
        return fitted(ranks, known.total[issued])


@dataclass(frozen=True)
class Curve:
    """f = α (r + β)^−γ (Eq. 4), with `level` = ln α, because α can be too large for a float."""

    level: float
    beta: float
    gamma: float

    def at(self, ranks: Array) -> Array:
        """The frequencies at these ranks."""
        return np.exp(self.level - self.gamma * np.log(ranks + self.beta))

    def matches(self, known: Knowledge, statistics: QueryStatistics) -> Array:
        """How many documents match each value."""
        return self.at(ranked(statistics.counts(known)))


def ranked(counts: Array) -> Array:
    """Ranks from 1 by falling count, rounded to whole documents; equal counts share the mean."""
    whole = np.rint(counts).astype(np.int64)
    sparse = whole > DENSE  # close the gaps between large counts: the table below stays short
    whole[sparse] = DENSE + 1 + np.unique(whole[sparse], return_inverse=True)[1]
    sizes = np.bincount(whole)
    above = sizes[::-1].cumsum()[::-1] - sizes
    ranks: Array = (above + (sizes + 1) / 2)[whole]
    return ranks


def fitted(ranks: Array, frequencies: Array) -> Curve:
    """The curve with the least squares of logarithms: a search for β, the rest in closed form."""
    grid = np.concatenate(([0.0], np.geomspace(0.01, float(ranks.max()), 60)))
    for _ in range(3):
        place = int(np.argmin(_residuals(grid, ranks, frequencies)))
        low, high = grid[max(place - 1, 0)], grid[min(place + 1, len(grid) - 1)]
        grid = np.linspace(low, high, 21)
    beta = float(grid[np.argmin(_residuals(grid, ranks, frequencies))])
    slope, level = (float(part[0]) for part in _lines(np.array([beta]), ranks, frequencies))
    return Curve(level, beta, -slope)


def _lines(betas: Array, ranks: Array, frequencies: Array) -> tuple[Array, Array]:
    """For each β the slope −γ, at most 0, and the level ln α of the regression line."""
    x, y = np.log(ranks + betas[:, None]), np.log(frequencies)
    across = x - x.mean(axis=1, keepdims=True)
    slope = np.minimum((across * (y - y.mean())).sum(axis=1) / (across**2).sum(axis=1), 0.0)
    return slope, y.mean() - slope * x.mean(axis=1)


def _residuals(betas: Array, ranks: Array, frequencies: Array) -> Array:
    slope, level = _lines(betas, ranks, frequencies)
    errors = np.log(frequencies) - level[:, None] - slope[:, None] * np.log(ranks + betas[:, None])
    squares: Array = (errors**2).sum(axis=1)
    return squares
