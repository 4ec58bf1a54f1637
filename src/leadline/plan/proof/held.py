"""The records held, found by what they say themselves.

A query's records are those whose own values meet it. What a source shows need not be what it looks
for: an attribute is taken at its word only while every record that was shown for a query on it
meets that query.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from leadline.intervals import Interval, Key, order_key
from leadline.model import Attribute, Interface, Kind, Query, Record

MISSING = ""
Values = tuple[str, ...]
Rows = NDArray[np.int64]


class Held:
    """Records in the order of their first sight; a row is a record's number."""

    def __init__(self, interface: Interface) -> None:
        self.rows: dict[str, int] = {}
        self.sorted_by: dict[str, dict[int, Key]] = {o.by: {} for o in interface.orders if o.by}
        self.columns = {
            a.name: Column(a, self.rows)
            for a in interface.attributes
            if a.kind in (Kind.VALUE, Kind.RANGE)
        }

    def add(self, record: Record) -> int:
        """The row of a record, which is new if its key is."""
        if record.key in self.rows:
            return self.rows[record.key]
        row = self.rows[record.key] = len(self.rows)
        for name, value in record.values:
            if value and name in self.columns:
                self.columns[name].add(row, value)
            if value and name in self.sorted_by:
                self.sorted_by[name].setdefault(row, order_key(value))
        return row

    def test(self, query: Query, rows: Iterable[int]) -> None:
        """Take note of what was shown for a query: whether attributes can be believed."""
        for name, value in query.predicates:
            column = self.columns.get(name)
            if column is not None and column.believed:
                column.believed = all(map(column.test(value), rows))

    def matching(self, query: Query) -> set[int] | None:
        """The rows that meet a query by their own values; None where these cannot tell.

        To be asked when all records are there.
        """
        if not query.predicates:
            return set(range(len(self.rows)))
        columns = [(self.columns.get(name), value) for name, value in query.predicates]
        if any(column is None or not column.believed for column, _ in columns):
            return None
        told = [(column, value) for column, value in columns if column is not None]
        told.sort(key=lambda one: one[0].times(one[1]))
        rows = told[0][0].having(told[0][1])
        for column, value in told[1:]:
            rows = rows[column.among(rows, value)]
        return set(rows.tolist())


class Column:
    """What the records say under one attribute."""

    def __init__(self, attribute: Attribute, held: Mapping[str, int]) -> None:
        self.attribute, self._held = attribute, held
        self.believed = True
        self._values: dict[int, Values] = {}
        self._rows: dict[str, list[int]] = {}
        self._postings: dict[str, Rows] = {}

    def add(self, row: int, value: str) -> None:
        """A record has this value, perhaps among others."""
        if value not in (before := self._values.get(row, ())):
            self._values[row] = (*before, value)
            self._rows.setdefault(value, []).append(row)

    def test(self, asked: str) -> Callable[[int], bool]:
        """What tells whether a record is one of those asked for."""
        values, interval = self._values, Interval.parse(asked)
        if asked == MISSING:
            return lambda row: row not in values
        if self.attribute.kind is Kind.VALUE:
            return lambda row: asked in values.get(row, ())
        if interval is None:
            return lambda row: False
        return lambda row: any(value in interval for value in values.get(row, ()))

    def times(self, asked: str) -> int:
        """How many rows are asked for, about."""
        if asked == MISSING:
            return len(self._held) - len(self._values)
        if self.attribute.kind is Kind.VALUE:
            return len(self._rows.get(asked, ()))
        first, last = self._between(asked)
        return last - first

    def having(self, asked: str) -> Rows:
        """The rows asked for, some perhaps twice."""
        if asked == MISSING:
            every = np.arange(len(self._held))
            return every[self.among(every, MISSING)]
        if self.attribute.kind is Kind.VALUE:
            return self._posting(asked)
        first, last = self._between(asked)
        return self._sorted[1][first:last]

    def among(self, rows: Rows, asked: str) -> NDArray[np.bool_]:
        """Which of some rows are asked for."""
        if asked != MISSING and self.attribute.kind is Kind.VALUE:
            return _are_in(rows, self._posting(asked))
        if len(self._sorted[1]) != len(self._values):  # a row has several values
            return np.fromiter(map(self.test(asked), rows.tolist()), bool, len(rows))
        places = self._places[rows]
        first, last = (-1, 0) if asked == MISSING else self._between(asked)
        return np.asarray((places >= first) & (places < last))

    def _posting(self, value: str) -> Rows:
        if value not in self._postings:
            self._postings[value] = np.array(self._rows.get(value, []), np.int64)
        return self._postings[value]

    def _between(self, asked: str) -> tuple[int, int]:
        """Where on the line the values of an interval begin and end."""
        interval, keys = Interval.parse(asked), self._sorted[0]
        if interval is None:
            return 0, 0
        first, last = 0, len(keys)
        if interval.low is not None:
            place = bisect_right if interval.low_open else bisect_left
            first = place(keys, order_key(interval.low))
        if interval.high is not None:
            place = bisect_left if interval.high_open else bisect_right
            last = place(keys, order_key(interval.high))
        return first, max(first, last)

    @cached_property
    def _sorted(self) -> tuple[list[Key], Rows]:
        """The line: what records are sorted by, and their rows."""
        pairs = ((order_key(value), rows) for value, rows in self._rows.items())
        line = sorted((key, row) for key, rows in pairs for row in rows)
        return [key for key, _ in line], np.array([row for _, row in line], np.int64)

    @cached_property
    def _places(self) -> Rows:
        """Where on the line each row is; -1 for one without a value."""
        places = np.full(len(self._held), -1)
        places[self._sorted[1]] = np.arange(len(self._sorted[1]))
        return places

    @property
    def unlisted(self) -> list[str]:
        """Values of records that the form does not list, if records and form use one language."""
        domain = set(self.attribute.domain or ())
        if not self.believed or domain.isdisjoint(self._rows):
            return []
        return sorted(self._rows.keys() - domain)


def _are_in(rows: Rows, sorted_rows: Rows) -> NDArray[np.bool_]:
    if not len(sorted_rows):
        return np.zeros(len(rows), bool)
    places = np.minimum(np.searchsorted(sorted_rows, rows), len(sorted_rows) - 1)
    return np.asarray(sorted_rows[places] == rows)
