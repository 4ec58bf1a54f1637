"""Student's t without tables: its quantiles, and the interval of a ratio of two means."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

CONFIDENCE = 0.9
NORMAL = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


def t_quantile(freedom: float) -> float:
    """The two-sided quantile: exact for 1 and 2 degrees, Hill's expansion (1970) beyond."""
    tail = 1 - CONFIDENCE
    if freedom <= 1:
        return 1 / math.tan(tail * math.pi / 2)
    if freedom <= 2:
        return math.sqrt(2 / (tail * (2 - tail)) - 2)
    z = NormalDist().inv_cdf(1 - tail / 2)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return z + sum(term / freedom**power for power, term in enumerate(terms, 1))


def ratio_error(above: NDArray[np.float64], below: NDArray[np.float64]) -> float:
    """The relative standard error of sum(above) / sum(below), pairs being independent draws.

    Jackknifed: deleting one pair at a time is fairer to skew than the linearised variance.
    """
    number, top, bottom = len(above), float(above.sum()), float(below.sum())
    if number < 2 or top <= 0 or bottom <= 0:
        return math.inf
    without = (top - above) / np.maximum(bottom - below, 1e-12 * bottom)
    spread = (number - 1) / number * float(np.sum((without - without.mean()) ** 2))
    return math.sqrt(spread) * bottom / top


def effective(weights: NDArray[np.float64]) -> float:
    """As many equal weights would vary as much (Kish 1965)."""
    return float(weights.sum() ** 2 / np.sum(weights**2))


def mean_interval(values: Sequence[float]) -> tuple[float, float, float]:
    """The mean of a sample, and its t-interval."""
    sample = np.asarray(values, float)
    mean = float(sample.mean())
    if len(sample) < 2:
        return mean, 0.0, math.inf
    half = t_quantile(len(sample) - 1) * float(sample.std(ddof=1)) / math.sqrt(len(sample))
    return mean, mean - half, mean + half
