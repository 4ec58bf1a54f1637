"""The runs of a figure, read in its own unit: pages, queries or cost units."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from statistics import fmean
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.lab.experiment import Run
from leadline.lab.papers.figure import OURS, Figure
from leadline.lab.run import Curve
from leadline.model import QUERIES, Cost


@dataclass(frozen=True, slots=True)
class Found:
    """The runs, each under the label of its series, on a source of so many records."""

    figure: Figure
    runs: tuple[Run, ...]
    records: int

    @property
    def floor(self) -> float:
        """The pages that could hold everything."""
        return self.records / self.figure.page_size

    def of(self, label: str) -> tuple[Curve, ...]:
        """The curves of a series."""
        return tuple(run.curve for run in self.runs if run.policy == label)

    def spent(self, label: str, share: float, cost: Cost | None = None) -> float:
        """The price of that coverage, the mean over seeds; infinite if one never had it."""
        return fmean(_until(curve, share, cost or self.figure.cost) for curve in self.of(label))

    def covered(self, label: str, budget: float) -> float:
        """The coverage a series had when it had paid so much, the mean over seeds."""
        return fmean(_after(curve, budget, self.figure.cost) for curve in self.of(label))

    def paid(self, label: str) -> float:
        """What a series had paid when it ended."""
        return fmean(float(prices(c, self.figure.cost)[-1]) for c in self.of(label))

    def labels(self, policy: str) -> tuple[str, ...]:
        """The series of a policy."""
        return tuple(s.label for s in self.figure.series if s.policy == policy)

    def queries(self, label: str, share: float) -> float:
        """The queries a series needed for that coverage."""
        return self.spent(label, share, QUERIES)

    def ours(self, marks: Iterable[float]) -> Iterator[tuple[str, float, float, str]]:
        """Ours beside the best of the paper's, where both got there: label, mark, ratio, rival."""
        for label in self.labels(OURS):
            for mark in marks:
                best = min(self._comparable(label), key=lambda rival: self.spent(rival, mark))
                own, theirs = self.spent(label, mark), self.spent(best, mark)
                if math.isfinite(own) and math.isfinite(theirs):
                    yield label, mark, own / theirs, best

    def _comparable(self, label: str) -> list[str]:
        """The rivals under the same limit and first query; a domain table may be theirs alone."""
        mine = {s.label: (s.variation.limit, s.variation.first) for s in self.figure.series}
        return [rival for rival in self.figure.rivals if mine[rival] == mine[label]]


def prices(curve: Curve, cost: Cost) -> NDArray[Any]:
    """What had been paid after each page."""
    pages = np.arange(1, len(curve.held) + 1)
    paid: NDArray[Any] = cost.query * curve.queries + cost.page * pages + cost.record * curve.held
    return paid


def _until(curve: Curve, share: float, cost: Cost) -> float:
    at = curve.at(share)
    return math.inf if at is None else float(prices(curve, cost)[at[0] - 1])


def _after(curve: Curve, budget: float, cost: Cost) -> float:
    pages = int(np.searchsorted(prices(curve, cost), budget, side="right"))
    return float(curve.held[pages - 1] / curve.records) if pages else 0.0
