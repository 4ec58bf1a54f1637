"""Intervals of ordered values, and the one order that all of them are compared in.

Numbers come before everything that is not a number and compare as numbers, whole ones to the last
digit; the rest compares as text, which is right for dates and times written as ISO 8601 has them.
An interval is written as in mathematics, `[1990 .. 2000)`: the bound at a square bracket belongs to
it; `*` is no bound. A backslash takes the meaning from what follows it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

Key = tuple[int, float, str]
NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,3})?", re.ASCII)
LONG = re.compile(r"[+-]?\d{16,300}", re.ASCII)  # whole numbers that a float may not tell apart
BETWEEN = " .. "
UNBOUNDED = "*"
ESCAPED = re.compile(r"\\(.)", re.DOTALL)


@lru_cache(maxsize=1 << 16)
def order_key(value: str) -> Key:
    """What values are sorted by."""
    if LONG.fullmatch(value):
        return (0, int(value), "")
    if NUMBER.fullmatch(value):
        return (0, float(value), "")
    return (1, 0.0, value)


@dataclass(frozen=True, slots=True)
class Interval:
    """All values from `low` to `high`; None is no bound, `_open` leaves the bound itself out."""

    low: str | None = None
    high: str | None = None
    low_open: bool = False
    high_open: bool = False

    @classmethod
    def point(cls, value: str) -> Interval:
        """Just this value."""
        return cls(value, value)

    @staticmethod
    @lru_cache(maxsize=1 << 14)
    def parse(text: str) -> Interval | None:
        """The interval that is written so, or None."""
        low, between, high = text[1:-1].partition(BETWEEN)
        if not between or text[0] not in "[(" or text[-1] not in "])":
            return None
        return Interval(_bound(low), _bound(high), text[0] == "(", text[-1] == ")")

    def __str__(self) -> str:
        before, after = "[("[self.low_open], "])"[self.high_open]
        return f"{before}{_written(self.low)}{BETWEEN}{_written(self.high)}{after}"

    def __contains__(self, value: str) -> bool:
        key = order_key(value)
        return self._above_low(key) and self._below_high(key)

    def _above_low(self, key: Key) -> bool:
        if self.low is None:
            return True
        low = order_key(self.low)
        return key > low or (key == low and not self.low_open)

    def _below_high(self, key: Key) -> bool:
        if self.high is None:
            return True
        high = order_key(self.high)
        return key < high or (key == high and not self.high_open)

    @property
    def single(self) -> bool:
        """Whether it holds one value only."""
        if self.low is None or self.high is None:
            return False
        return order_key(self.low) == order_key(self.high)

    def below(self, value: str) -> Interval:
        """The part of it below a value."""
        return Interval(self.low, value, self.low_open, True)

    def from_(self, value: str) -> Interval:
        """The part of it from a value on."""
        return Interval(value, self.high, False, self.high_open)

    def within(self, other: Interval) -> bool:
        """Whether all of it lies in the other."""
        return _starts(other) <= _starts(self) and _ends(self) <= _ends(other)


WHOLE = Interval()


def _written(bound: str | None) -> str:
    if bound is None:
        return UNBOUNDED
    return "\\*" if bound == UNBOUNDED else bound.replace("\\", "\\\\").replace(" ..", " \\..")


def _bound(written: str) -> str | None:
    return None if written == UNBOUNDED else ESCAPED.sub(r"\1", written)


def tiles(intervals: list[Interval], whole: Interval) -> bool:
    """Whether these intervals leave out nothing of the whole."""
    reached = _starts(whole)
    for interval in sorted(intervals, key=_starts):
        if _starts(interval) > reached:
            return False
        reached = max(reached, _ends(interval))
    return reached >= _ends(whole)


def _starts(interval: Interval) -> tuple[int, Key, int]:
    """Where it begins, as a place between values: just before its bound, or just after it."""
    if interval.low is None:
        return (0, (0, 0.0, ""), 0)
    return (1, order_key(interval.low), int(interval.low_open))


def _ends(interval: Interval) -> tuple[int, Key, int]:
    if interval.high is None:
        return (2, (0, 0.0, ""), 0)
    return (1, order_key(interval.high), int(not interval.high_open))
