"""The cell of about a page beside another one, along the ordered attribute it is cut by finest."""

from __future__ import annotations

from leadline.intervals import Interval, order_key
from leadline.model import Kind, Query
from leadline.plan.refresh.held import Held


def cell_beside(query: Query, held: Held, size: int, upwards: bool) -> Query | None:
    """The next records above or below a cell, as many as a page has; None at the end."""
    cut = [
        (name, interval)
        for name, value in query.predicates
        if held.attributes[name].kind is Kind.RANGE
        and (interval := Interval.parse(value)) is not None
    ]
    if not cut:
        return None
    name, interval = max(cut, key=lambda one: len(set(held.line(one[0], query))))
    past = _past(interval, upwards)
    if past is None:
        return None
    kept = tuple(pair for pair in query.predicates if pair[0] != name)
    line = held.line(name, Query((*kept, (name, str(past)))))
    found = _first(past, line if upwards else line[::-1], size, upwards)
    return None if found is None else Query((*kept, (name, str(found))))


def _past(at: Interval, upwards: bool) -> Interval | None:
    """All that lies beyond an interval."""
    if upwards:
        return None if at.high is None else Interval(at.high, None, not at.high_open)
    return None if at.low is None else Interval(None, at.low, False, not at.low_open)


def _first(past: Interval, line: list[str], size: int, upwards: bool) -> Interval | None:
    """So much of it as a page shows; None if more than that are equal."""
    if len(line) <= size:
        return past
    bound = line[size - 1]
    if order_key(bound) == order_key(line[0]):
        return None if order_key(line[size]) == order_key(bound) else Interval.point(bound)
    if upwards:
        return Interval(past.low, bound, past.low_open, True)
    return Interval(bound, past.high, True, past.high_open)
