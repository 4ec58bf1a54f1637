"""The rows of a collection in the order of an attribute, so that intervals can be asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.intervals import Interval, Key, order_key
from leadline.lab.collection import Collection


@dataclass(frozen=True, slots=True)
class Line:
    """The distinct values in order, and where the rows of each of them start."""

    values: list[tuple[Key, str]]
    starts: NDArray[np.int64]
    sorted: NDArray[np.int32]
    missing: NDArray[np.int32]

    def rows(self, interval: Interval) -> NDArray[np.int32]:
        """The rows whose value is in an interval, ascending."""
        first = self._place(interval.low, interval.low_open, 0)
        last = self._place(interval.high, not interval.high_open, len(self.values))
        return np.unique(self.sorted[self.starts[first] : self.starts[max(first, last)]])

    def _place(self, bound: str | None, after: bool, unbounded: int) -> int:
        if bound is None:
            return unbounded
        key, low, high = order_key(bound), 0, len(self.values)
        while low < high:
            middle = (low + high) // 2
            found = self.values[middle][0]
            below = found <= key if after else found < key
            low, high = (middle + 1, high) if below else (low, middle)
        return low


class Lines:
    """The line of each attribute, made when it is first asked for."""

    def __init__(self, collection: Collection) -> None:
        self._collection = collection
        self._made: dict[str, Line] = {}

    def of(self, name: str) -> Line:
        """The line of an attribute."""
        if name not in self._made:
            self._made[name] = self._line(name)
        return self._made[name]

    def _line(self, name: str) -> Line:
        collection = self._collection
        ids = [v for (attribute, _), v in collection.ids.items() if attribute == name]
        ids.sort(key=lambda v: order_key(collection.names[v]))
        rows: list[NDArray[Any]] = [collection.rows(v) for v in ids]
        together = np.concatenate(rows) if rows else np.zeros(0, np.int32)
        starts = np.cumsum([0, *(len(some) for some in rows)])
        everything = np.arange(collection.records, dtype=np.int32)
        missing = np.setdiff1d(everything, together)
        values = [(order_key(collection.names[v]), collection.names[v]) for v in ids]
        return Line(values, starts, together, missing)
