"""Online logistic regression of a share, one online-Newton step an example, with forgetting.

The examples are exact (an opened query shows its total), few, and drift as the crawl goes on, so
each counts `weight` times and old ones fade; the variance of a coefficient is capped, so that
forgetting cannot blow it up where no example speaks about it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

VARIANCE = 0.1
WEIGHT = 2.0
FORGET = 0.999
CAP = 0.5
# Var(share) / mean(1 - mean) of a logistic-normal share at mean 1/2, against its spread.
VARIANCE_RATIO = np.array([0.0, 0.17, 0.29, 0.39, 0.47, 0.55, 0.63, 0.72])
SPREAD = np.array([0.3, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 6.0])


def sigmoid(z: Any) -> Any:
    """The share whose log-odds is z."""
    return 1.0 / (1.0 + np.exp(-_between(z, -30.0, 30.0)))


def logit(share: Any) -> Any:
    """Log-odds of a share, kept away from 0 and 1."""
    inside = _between(share, 1e-3, 1 - 1e-3)
    return np.log(inside / (1 - inside))


def _between(x: Any, low: float, high: float) -> Any:
    if isinstance(x, float):
        return min(max(x, low), high)
    return np.minimum(np.maximum(x, low), high)  # np.clip is far slower on a few numbers


class Regression:
    """Predicts a share from features; `spread` is how far truth lies round the prediction."""

    def __init__(self, prior: Floats) -> None:
        self.beta = prior.copy()
        self.covariance = np.eye(len(prior)) * VARIANCE
        self.examples = 0
        self._error, self._scale = 0.3, 1.0

    def logits(self, features: Floats) -> Floats:
        """Log-odds of the predicted share for each row of features."""
        return features @ self.beta

    def doubts(self, features: Floats) -> Floats:
        """Standard deviation of each of these log-odds, as far as the coefficients are in doubt."""
        variance = np.einsum("ij,ij->i", features @ self.covariance, features)
        return np.asarray(np.sqrt(np.maximum(variance, 0.0)))

    def learn(self, x: Floats, share: float) -> None:
        """One example: at these features the share was this."""
        self.examples += 1
        predicted = float(sigmoid(x @ self.beta))
        variance = predicted * (1 - predicted)
        self._error = 0.99 * self._error + (share - predicted) ** 2
        self._scale = 0.99 * self._scale + variance
        information = max(variance, 0.02) * WEIGHT
        gain = self.covariance @ x
        shrink = 1 + information * float(x @ gain)
        self.beta += gain * ((share - predicted) * WEIGHT / shrink)
        self.covariance -= np.outer(gain, gain) * (information / shrink)
        self.covariance /= FORGET
        self._cap_variance()

    def _cap_variance(self) -> None:
        variance = np.diagonal(self.covariance)
        if variance.max() > CAP:
            scale = np.sqrt(np.minimum(1.0, CAP / np.maximum(variance, 1e-12)))
            self.covariance *= np.outer(scale, scale)

    @property
    def spread(self) -> float:
        """Standard deviation of the log-odds round the prediction (logistic-normal)."""
        return float(np.interp(self._error / self._scale, VARIANCE_RATIO, SPREAD))
