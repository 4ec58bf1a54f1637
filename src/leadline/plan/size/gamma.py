"""The bounds of a number that a few draws of unlike weight tell: those of a gamma distribution.

Missing records are met as rare events are, each draw that meets some bringing its own weight. A sum
of few such events is skewed, and its logarithm more so the other way: an interval on the logarithm
grows exponentially with an error that is large because three draws met anything at all. A gamma
distribution with the same mean and variance has the right skew, and is exact for events of equal
weight (Poisson). As one more event may always have been missed, the upper bound is that of one more
(Fay and Feuer 1997). An error beyond the mean is that of a single event, or the bound had no reason
left. Where the error itself is known from few draws, Student's quantile is taken for the normal one
in the quantile by Wilson and Hilferty (1931).
"""

from __future__ import annotations

import math


def gamma_bounds(mean: float, error: float, quantile: float) -> tuple[float, float]:
    """Lower and upper bound of a number with this relative error, so many errors away."""
    if error <= 0:
        return mean, mean
    events = 1 / (error * min(error, 1.0))  # one event is no heavier than the error
    each = mean / events
    return each * _gamma(events, -quantile), each * _gamma(events + 1, quantile)


def _gamma(shape: float, quantile: float) -> float:
    """The value of a gamma variable that is so many normal deviations from its middle."""
    root = 1 - 1 / (9 * shape) + quantile / (3 * math.sqrt(shape))
    return float(shape * max(root, 0.0) ** 3)
