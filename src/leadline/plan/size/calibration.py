"""What stated totals say about the records that are not held.

A source that says how many records match a value says how many of them are not held: u(v), exactly.
If weights c(v) make B(d) = Σ c(v) over a record's values nearly the same for every record, then
Σ c(v)·u(v) = Σ B(d) over the records not held: their number, times the mean of B over them. That
mean comes from the audit's probes, and matters little the less B varies (calibration of a survey to
known totals: Deville and Särndal 1992). Frequent words come close. Overflow does no harm.

The weights are fitted to records held, by least squares with a ridge. Those which have a value that
is held to its last record are unlike all that is missing, and count less.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.plan.knowledge import Knowledge
from leadline.plan.size.spread import Documents, documents_of

Floats = NDArray[np.float64]
SAMPLE = 4_000  # records held that weights are fitted to
FEATURES = 400  # values that get a weight
RIDGE = 3.0


@dataclass(frozen=True, slots=True)
class Calibration:
    """Weights of values, and the sum of weight times unseen records over them."""

    weights: Floats  # of every value known; 0 for most
    total: float

    def of(self, documents: Documents) -> Floats:
        """B of each record."""
        return documents.sums(self.weights[documents.terms])


def unseen_by_total(known: Knowledge, stated: dict[int, int]) -> dict[int, int]:
    """For each value whose total is stated exactly, the records that are not held, if any.

    `stated` are totals heard since. Values that find records by what they do not show are left out.
    """
    asked = np.flatnonzero((known.value >= 0) & known.exact & (known.total > 0))
    asked = asked[~known.hides(asked) & (known.shown[asked] > 0)] if len(asked) else asked
    totals = dict(zip(known.value[asked].tolist(), known.total[asked].tolist(), strict=True))
    unseen = ((v, total - int(known.local[v])) for v, total in (totals | stated).items())
    return {v: number for v, number in unseen if number > 0}


def calibrate(
    known: Knowledge,
    unseen: dict[int, int],
    rows: NDArray[Any],
    trust: Floats,
) -> Calibration | None:
    """Weights for the values with an exact number of unseen records; `rows` are fitted to."""
    weights = np.zeros(known.values)
    values = np.array(sorted(unseen, key=lambda v: -unseen[v])[:FEATURES], np.int64)
    weights[values] = fit(known, values, rows, trust)
    total = float(sum(weights[v] * number for v, number in unseen.items()))
    return Calibration(weights, total) if total > 0 else None


def fit(known: Knowledge, values: NDArray[Any], rows: NDArray[Any], trust: Floats) -> Floats:
    """The weights of values that bring B of these records nearest to 1."""
    documents = documents_of(known, rows)
    column = np.full(known.values, -1)
    column[values] = np.arange(len(values))
    where = column[documents.terms]
    row = np.repeat(np.arange(len(documents)), np.diff(documents.start))
    table = np.zeros((len(documents), len(values)))
    table[row[where >= 0], where[where >= 0]] = 1.0
    weighted = table * trust[:, None]
    square = table.T @ weighted + RIDGE * np.eye(len(values))
    return np.linalg.solve(square, weighted.sum(axis=0))


def sample(
    known: Knowledge, closed: NDArray[np.bool_], rng: np.random.Generator
) -> tuple[NDArray[Any], Floats]:
    """Records held to fit to, and how much each counts."""
    size = min(SAMPLE, known.records)
    rows = np.sort(rng.choice(known.records, size, replace=False))
    documents = documents_of(known, rows)
    shut = documents.sums(closed[documents.terms].astype(float))
    return rows, 1.0 / (1.0 + shut) ** 2
