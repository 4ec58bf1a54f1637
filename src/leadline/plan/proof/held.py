"""The records held, found by what they say themselves.

A query's records are those whose own values meet it. What a source shows need not be what it looks
for: an attribute is taken at its word only while every record that was shown for a query on it
meets that query.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable

from leadline.intervals import Interval, Key, order_key
from leadline.model import Attribute, Interface, Kind, Query, Record

MISSING = ""
Values = tuple[str, ...]


class Held:
    """Records in the order of their first sight; a row is a record's number."""

    def __init__(self, interface: Interface) -> None:
        self.rows: dict[str, int] = {}
        self.columns = {
            a.name: Column(a) for a in interface.attributes if a.kind in (Kind.VALUE, Kind.RANGE)
        }

    def add(self, record: Record) -> int:
        """The row of a record, which is new if its key is."""
        if record.key in self.rows:
            return self.rows[record.key]
        row = self.rows[record.key] = len(self.rows)
        for name, value in record.values:
            if value and name in self.columns:
                self.columns[name].add(row, value)
        return row

    def test(self, query: Query, rows: Iterable[int]) -> None:
        """Take note of what was shown for a query: whether attributes can be believed."""
        for name, value in query.predicates:
            column = self.columns.get(name)
            if column is not None and column.believed:
                column.believed = all(column.meets(row, value) for row in rows)

    def matching(self, query: Query) -> set[int] | None:
        """The rows that meet a query by their own values; None where these cannot tell."""
        if not query.predicates:
            return set(range(len(self.rows)))
        columns = [(self.columns.get(name), value) for name, value in query.predicates]
        if any(column is None or not column.believed for column, _ in columns):
            return None
        told = [(column, value) for column, value in columns if column is not None]
        found = [rows for column, value in told if (rows := column.having(value)) is not None]
        least = min(found, key=len) if found else list(range(len(self.rows)))
        return {row for row in least if all(column.meets(row, v) for column, v in told)}


class Column:
    """What the records say under one attribute."""

    def __init__(self, attribute: Attribute) -> None:
        self.attribute = attribute
        self.believed = True
        self._values: dict[int, Values] = {}
        self._rows: dict[str, list[int]] = {}
        self._line: list[tuple[Key, int]] | None = None

    def add(self, row: int, value: str) -> None:
        """A record has this value, perhaps among others."""
        if value not in (before := self._values.get(row, ())):
            self._values[row] = (*before, value)
            self._rows.setdefault(value, []).append(row)
            self._line = None

    def meets(self, row: int, asked: str) -> bool:
        """Whether a record is one of those asked for."""
        values = self._values.get(row, ())
        if asked == MISSING:
            return not values
        if self.attribute.kind is Kind.VALUE:
            return asked in values
        interval = Interval.parse(asked)
        return interval is not None and any(value in interval for value in values)

    def having(self, asked: str) -> list[int] | None:
        """The rows asked for, some perhaps twice; None if they have to be looked for."""
        if asked == MISSING:
            return None
        if self.attribute.kind is Kind.VALUE:
            return self._rows.get(asked, [])
        interval = Interval.parse(asked)
        return [] if interval is None else self._between(interval)

    def _between(self, interval: Interval) -> list[int]:
        if self._line is None:
            pairs = ((order_key(value), rows) for value, rows in self._rows.items())
            self._line = sorted((key, row) for key, rows in pairs for row in rows)
        line, first, last = self._line, 0, len(self._line)
        if interval.low is not None:
            first = bisect_left(line, (order_key(interval.low), -1))
        if interval.high is not None:
            last = bisect_right(line, (order_key(interval.high), len(self._values) + last))
        return [row for _, row in line[first:last]]

    @property
    def unlisted(self) -> list[str]:
        """Values of records that the form does not list, if records and form use one language."""
        domain = set(self.attribute.domain or ())
        if not self.believed or domain.isdisjoint(self._rows):
            return []
        return sorted(self._rows.keys() - domain)
