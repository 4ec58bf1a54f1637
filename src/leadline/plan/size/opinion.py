"""An opinion on how many records are missing: a number, its error, and how both become a size."""

from __future__ import annotations

import math
from dataclasses import dataclass

from leadline.plan.size.gamma import gamma_bounds
from leadline.plan.size.student import t_quantile
from leadline.plan.size.value import Size


@dataclass(frozen=True, slots=True)
class Opinion:
    """How many records are missing, the relative error, and its degrees of freedom."""

    missing: float
    error: float
    freedom: float

    def with_(self, other: Opinion) -> Opinion:
        """Both, by their errors; if they differ by more than these, the error is that much more.

        They may be wrong in the same way, so two are no surer than one. The degrees of freedom are
        Welch's, the scale of the error Birge's (1932).
        """
        if not math.isfinite(self.error) or other.missing <= 0:
            return self if other.missing <= 0 else other
        apart = math.log(other.missing / self.missing)
        variance = self.error**2 + other.error**2
        share = self.error**2 / variance  # of the other
        mean = (1 - share) * self.error + share * other.error
        freedom = 1 / ((1 - share) ** 2 / self.freedom + share**2 / other.freedom)
        error = mean * max(1.0, abs(apart) / math.sqrt(variance))
        return Opinion(self.missing * math.exp(share * apart), error, freedom)

    def and_(self, others: float) -> Opinion:
        """So many more that nothing checks: they are known to their own number at best."""
        missing = self.missing + others
        return Opinion(
            missing, math.hypot(self.error * self.missing, others) / missing, self.freedom
        )

    def unless(self, others: float) -> Opinion:
        """The same, but there may be so many more that nothing leads to."""
        return Opinion(self.missing, math.hypot(self.error, others / self.missing), self.freedom)

    def size(self, held: int, least: float) -> Size:
        """The size, if so many are held and at least so many are missing."""
        low, high = gamma_bounds(self.missing, self.error, t_quantile(self.freedom))
        estimate, low, high = (held + max(bound, least) for bound in (self.missing, low, high))
        return Size(estimate=estimate, low=low, high=high)
