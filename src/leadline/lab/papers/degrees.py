"""Degrees of the attribute-value graph and the power law fitted to them (Wu et al. 2006, Figure 2).

The exponent is the maximum-likelihood one for integers, α = 1 + n / Σ ln(d / (d_min − ½)), with the
d_min that brings fit and data closest by the Kolmogorov–Smirnov distance (Clauset, Shalizi, Newman
2009, §3). The paper draws the points and fits nothing. Leaves out values without any neighbour.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.errors import LeadlineError
from leadline.lab.collection import Carried, Collection
from leadline.lab.papers.figure import Judged, Verdict

Ints = NDArray[np.int64]
CLOSE = 0.1  # a distance that counts as "very close to" a power law
HUB = 100.0  # "extremely popular": times the median degree
TRIED = 60  # values of d_min
LEAST_TAIL = 50  # values that a fit needs


class NoGraph(LeadlineError):
    """Texts, or values that never meet, have no attribute-value graph to look at."""


@dataclass(frozen=True, slots=True)
class PowerLaw:
    """P(d) ∝ d^−α from `least` on, and how far the data are from it."""

    exponent: float
    least: int
    distance: float
    tail: float


def degrees(collection: Collection) -> Ints:
    """For each value how many others it shares a record with; those that meet none are left out."""
    if collection.carried is None:
        raise NoGraph("wu-2 is about a form: --interface attribute")
    found = (_degree(collection, collection.carried, v) for v in range(collection.values))
    counted = np.fromiter(found, np.int64, collection.values)
    if not counted.any():
        raise NoGraph("no two values share a record")
    return counted[counted > 0]


def _degree(collection: Collection, carried: Carried, value: int) -> int:
    terms = [carried.terms[carried.start[r] : carried.start[r + 1]] for r in collection.rows(value)]
    return len(np.unique(np.concatenate(terms))) - 1


def fitted(degree: Ints) -> PowerLaw:
    """The power law that is closest to the data from some degree on."""
    ordered = np.sort(degree)
    last = ordered[-min(LEAST_TAIL, len(ordered))]
    starts = np.unique(ordered[ordered <= last])
    spread = np.unique(np.geomspace(1, len(starts), min(TRIED, len(starts))).astype(int)) - 1
    return min((_fit(ordered, int(d)) for d in starts[spread]), key=lambda law: law.distance)


def _fit(ordered: Ints, least: int) -> PowerLaw:
    tail = ordered[np.searchsorted(ordered, least) :]
    exponent = 1 + len(tail) / float(np.log(tail / (least - 0.5)).sum())
    seen = np.unique(tail)
    above = 1 - np.searchsorted(tail, seen, side="left") / len(tail)
    expected = ((seen - 0.5) / (least - 0.5)) ** (1 - exponent)
    distance = float(np.abs(above - expected).max())
    return PowerLaw(exponent, least, distance, len(tail) / len(ordered))


def histogram(degree: Ints) -> tuple[NDArray[Any], NDArray[Any]]:
    """Each degree, and how many values have it."""
    found, counts = np.unique(degree, return_counts=True)
    return found, counts


def judged(degree: Ints, law: PowerLaw) -> Judged:
    """What the paper says of the graph, and whether it is so."""
    return (
        ("The degrees are very close to a power law (distance at most 0.1).", _close(law)),
        (
            "A few values are extremely popular, the many sparsely connected (100 × the median).",
            _hubs(degree),
        ),
    )


def _close(law: PowerLaw) -> Verdict:
    told = (f"α = {law.exponent:.2f} from degree {law.least} on, {law.tail:.1%} of the values; "
            f"distance {law.distance:.3f}")  # fmt: skip
    return Verdict(law.distance <= CLOSE, told)


def _hubs(degree: Ints) -> Verdict:
    most, median = int(degree.max()), float(np.median(degree))
    return Verdict(most >= HUB * median, f"median degree {median:.0f}, greatest {most:,}")
