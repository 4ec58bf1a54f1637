"""The records held, as what a split looks at: per attribute a sort key, or the values carried."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Iterator
from itertools import islice

from leadline.intervals import Interval, Key, order_key
from leadline.model import Interface, Kind, Query, Record
from leadline.plan.splitting.rulers import Ruler, shape_of
from leadline.plan.words import words

Carried = tuple[str, ...]
MISSING = ""
PRECISION = 15  # decimals at most


class Rows:
    """Held records in the order in which they came; a row is a record's number."""

    def __init__(self, interface: Interface) -> None:
        self.attributes = interface.attributes
        self.position = {a.name: i for i, a in enumerate(interface.attributes)}
        self.ordered = [a.kind is Kind.RANGE for a in interface.attributes]
        self._decimals = [0] * len(interface.attributes)  # of an ordered attribute's values
        self._shapes: list[set[str]] = [set() for _ in interface.attributes]  # of its dates
        self.several = [False] * len(interface.attributes)  # whether a row has several values
        self._filed = [0] * len(interface.attributes)  # values of all rows, or none as one
        self._sorted_by: dict[str, list[Key | None]] = {o.by: [] for o in interface.orders if o.by}
        self._lacking = set[str]()  # fields that answers are sorted by, and that a row lacks
        self._says: list[str] | None = [] if _has_box(interface) else None  # beside other fields
        self._number: dict[str, int] = {}
        self._shown_by: list[frozenset[int]] = []  # the attributes of the query that first did
        self._asked_by = Counter[int]()  # how many rows were asked for by an attribute
        self._carried: list[list[Carried]] = [[] for _ in interface.attributes]
        self._keys: list[list[Key | None]] = [[] for _ in interface.attributes]
        self._lines: list[list[Key]] = [[] for _ in interface.attributes]
        self._postings: list[dict[str, list[int]]] = [{} for _ in interface.attributes]

    def __len__(self) -> int:
        return len(self._number)

    def add(self, record: Record, query: Query) -> int | None:
        """The row of a record never seen before, which this query shows; None for one held."""
        if record.key in self._number:
            return None
        self._shown_by.append(frozenset(self.position[name] for name, _ in query.predicates))
        self._asked_by.update(self._shown_by[-1])
        row = self._number[record.key] = len(self._number)
        found: list[list[str]] = [[] for _ in self.attributes]
        for name, value in record.values:
            if name in self.position and value:
                found[self.position[name]].append(value)
        for position, values in enumerate(found):
            self._file(row, position, tuple(dict.fromkeys(values)))
        if self._says is not None:
            self._says.append(" ".join((record.text, *(value for _, value in record.values))))
        for name, keys in self._sorted_by.items():
            shown = next((value for own, value in record.values if own == name and value), None)
            keys.append(None if shown is None else order_key(shown))
            self._lacking |= {name} if shown is None else set()
        return row

    def number(self, record: Record) -> int:
        """The row of a record that is held."""
        return self._number[record.key]

    def _file(self, row: int, position: int, values: Carried) -> None:
        self._carried[position].append(values)
        self.several[position] |= len(values) > 1
        self._filed[position] += max(len(values), 1)
        if self.ordered[position]:
            key = order_key(values[0]) if values else None
            self._keys[position].append(key)
            if key is not None:
                insort(self._lines[position], key)
                self._measure(position, values[0])
        for value in values or (MISSING,):
            self._postings[position].setdefault(value, []).append(row)

    def _measure(self, position: int, value: str) -> None:
        decimals = len(value.partition(".")[2])
        self._decimals[position] = min(max(self._decimals[position], decimals), PRECISION)
        if len(self._shapes[position]) < 2:
            self._shapes[position].add(shape_of(value))

    def ruler(self, position: int) -> Ruler:
        """What the values of an ordered attribute are measured by."""
        shapes = self._shapes[position]
        return Ruler(self._decimals[position], *(shapes if len(shapes) == 1 else ()))

    def carried(self, position: int, row: int) -> Carried:
        """The values of a row; none if it lacks the attribute."""
        return self._carried[position][row]

    def is_random(self, position: int, row: int) -> bool:
        """Whether a row was not asked for by this attribute: its values are as they come."""
        return position not in self._shown_by[row]

    def random(self, position: int) -> int:
        """How many rows were not asked for by this attribute."""
        return len(self) - self._asked_by[position]

    def key(self, position: int, row: int) -> Key | None:
        """What a row is sorted by in an ordered attribute."""
        return self._keys[position][row]

    def words(self, row: int) -> frozenset[str]:
        """The words that a row shows, where there is a box to ask for them."""
        return frozenset(words(self._says[row])) if self._says is not None else frozenset()

    def sort_key(self, name: str, row: int) -> Key | None:
        """What a row has in a field that answers are sorted by."""
        return self._sorted_by[name][row]

    def all_have(self, name: str) -> bool:
        """Whether no row lacks a field that answers are sorted by."""
        return name not in self._lacking

    def line(self, position: int) -> list[Key]:
        """The sort keys of all rows in an ordered attribute, sorted."""
        return self._lines[position]

    def having(self, position: int, value: str) -> list[int]:
        """The rows that have this value."""
        return self._postings[position].get(value, [])

    def values_each(self, position: int) -> float:
        """How many values of an attribute a row has, on average; none counts as one."""
        return self._filed[position] / max(len(self), 1)

    def met(self, position: int) -> int:
        """How many values of an attribute rows have."""
        return len(self._postings[position]) - (MISSING in self._postings[position])

    def agreement(self, row: int, query: Query) -> float:
        """The share of the predicates that a row meets."""
        met = sum(self.meets(row, self.position[n], value) for n, value in query.predicates)
        return met / max(len(query.predicates), 1)

    def matches(self, row: int, query: Query) -> bool:
        """Whether a row meets all predicates, as far as it shows."""
        return all(self.meets(row, self.position[name], value) for name, value in query.predicates)

    def meets(self, row: int, position: int, value: str) -> bool:
        """Whether a row meets one predicate."""
        carried = self._carried[position][row]
        if value == MISSING:
            return not carried
        if not self.ordered[position]:
            return value in carried
        interval = Interval.parse(value)
        return bool(carried) and interval is not None and carried[0] in interval

    def matching(self, query: Query, since: int = 0) -> Iterator[int]:
        """The rows, from this one on, that meet all predicates."""
        lists = [
            self._postings[self.position[name]].get(value, [])
            for name, value in query.predicates
            if not self.ordered[self.position[name]] or value == MISSING
        ]
        rows = min(lists, key=len) if lists else range(len(self))
        later = islice(rows, bisect_left(rows, since), None)
        return (row for row in later if self.matches(row, query))


def _has_box(interface: Interface) -> bool:
    return any(attribute.kind is Kind.KEYWORD for attribute in interface.attributes)
