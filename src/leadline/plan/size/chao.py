"""Chao's lower bound from the harvest's own captures, for comparison.

N̂ = n + f1²/(2·f2), f1 and f2 being the records that exactly one and two queries returned, with the
log-normal interval (Chao 1987, "Estimating the population size for capture-recapture data with
unequal catchability"). A policy that avoids what it holds makes f1 large: the bound is none here.
"""

from __future__ import annotations

import math

import numpy as np

from leadline.plan.knowledge import Knowledge
from leadline.plan.size.student import NORMAL
from leadline.plan.size.value import Size


def chao(known: Knowledge) -> Size:
    """The size by records returned once and twice."""
    once = float(np.count_nonzero(known.captures == 1))
    twice = float(np.count_nonzero(known.captures == 2))
    missing = once * (once - 1) / (2 * (twice + 1))  # bias-corrected: twice may be 0
    share = once / max(twice, 1.0)
    variance = twice * (share**4 / 4 + share**3 + share**2 / 2)
    if missing <= 0:
        return Size(estimate=known.records, low=known.records, high=known.records)
    factor = math.exp(min(NORMAL * math.sqrt(math.log1p(variance / missing**2)), 50.0))
    return Size(
        estimate=known.records + missing,
        low=known.records + missing / factor,
        high=known.records + missing * factor,
    )
