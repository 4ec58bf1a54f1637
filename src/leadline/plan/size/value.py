"""The value that every estimator gives: how many records there are, and between what bounds."""

from __future__ import annotations

from dataclasses import dataclass

from leadline.plan.knowledge import Knowledge


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


def exactly(records: float, *, counted: bool) -> Size:
    """A size without doubt."""
    return Size(estimate=records, low=records, high=records, counted=counted)


def is_proved(known: Knowledge, size: Size | None) -> bool:
    """Whether the records held are all there are: as many as the source counts."""
    return size is not None and size.counted and known.records >= size.estimate
