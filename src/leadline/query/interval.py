"""An interval as the two ends that a form takes.

A form asks from one value to another, as a rule both included; what is left out of an interval is
the next value above or below, as fine as the values of the attribute are. Ends that a list does
not have are left open: then more is asked for than is wanted, but never less.
"""

from __future__ import annotations

from datetime import date

from leadline.interpret.attributes import Field
from leadline.interpret.measures import Measure, Scale
from leadline.intervals import Interval


def written_ends(field: Field, interval: Interval) -> tuple[str, str]:
    """What the lower and the upper control are filled with; nothing for no bound."""
    measure = field.measure or Measure()
    low, high = interval.low, interval.high
    if low is not None and interval.low_open == field.closed[0]:
        low = measure.after(low) if interval.low_open else measure.before(low)
    if high is not None and interval.high_open == field.closed[1]:
        high = measure.before(high) if interval.high_open else measure.after(high)
    return _written(field, measure, low), _written(field, measure, high)


def _written(field: Field, measure: Measure, bound: str | None) -> str:
    if bound is None or (field.attribute.domain and bound not in field.attribute.domain):
        return ""
    pattern = field.pattern or measure.pattern
    return _dated(bound, pattern) if measure.scale is Scale.DATE and pattern else bound


def _dated(bound: str, pattern: str) -> str:
    try:
        return date.fromisoformat(bound).strftime(pattern)
    except ValueError:
        return bound
