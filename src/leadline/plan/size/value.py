"""The value that every estimator gives: how many records there are, and between what bounds."""

from __future__ import annotations

from dataclasses import dataclass

from leadline.plan.knowledge import Knowledge
from leadline.plan.size.listed import is_listed_whole


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """An estimate between bounds, an audit's being 90 %; `counted` if the source itself said so."""

    estimate: float
    low: float
    high: float
    counted: bool = False

    def coverage(self, records: int) -> float:
        """The share that so many records are."""
        return min(1.0, records / self.estimate) if self.estimate else 1.0

    def at_least(self, records: int) -> Size:
        """The same, where so many records are known by now."""
        if records <= self.low:
            return self
        bounds = (max(bound, float(records)) for bound in (self.estimate, self.low, self.high))
        estimate, low, high = bounds
        counted = self.counted and records <= self.estimate
        return Size(estimate=estimate, low=low, high=high, counted=counted)


def exactly(records: float, *, counted: bool) -> Size:
    """A size without doubt."""
    return Size(estimate=records, low=records, high=records, counted=counted)


def is_proved(known: Knowledge, size: Size | None) -> bool:
    """Whether the records held are all there are: as many as the source counts, or lists."""
    counted = size is not None and size.counted and known.records >= size.estimate
    return counted or is_listed_whole(known)
