"""The records held and the values they carry: interned, counted, and found again.

Array-backed: values are small integers, records are rows of an append-only forward index. For a
value v

- `local[v]` records held that carry it (l in the papers' notation),
- `once[v]`, `twice[v]` of these, how many exactly one or two queries returned (f1, f2),
- `query_of[v]` the query that asked just this value, or -1.

What the queries were and how far they were read is `Knowledge`'s.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.model import Interface, Kind, Query, Record
from leadline.plan.columns import Column
from leadline.plan.words import tokens

Ints = NDArray[np.int64]
UNKNOWN = -1
SEARCHED = 25  # times as long: a list that is searched for the rows of another, not read
ONE = np.int32(1)  # numpy adds a plain int by a path a hundred times slower


class Held:
    """Values and records, as far as they were met."""

    def __init__(self, interface: Interface) -> None:
        self.interface = interface
        self.once_in_all = 0  # sum of `once`, kept because policies ask for it at every page
        self.twice_in_all = 0
        self._position = {a.name: i for i, a in enumerate(interface.attributes)}
        self._indexed = [a.kind in (Kind.KEYWORD, Kind.VALUE) for a in interface.attributes]
        self._columns = {
            a.name: i for i, a in enumerate(interface.attributes) if a.kind is Kind.VALUE
        }
        self._boxes = {
            i: a.name for i, a in enumerate(interface.attributes) if a.kind is Kind.KEYWORD
        }
        # values
        self.names: list[str] = []
        self._ids: list[dict[str, int]] = [{} for _ in interface.attributes]
        self._attribute = Column(np.int16)
        self._local = Column(np.int32)
        self._once = Column(np.int32)
        self._twice = Column(np.int32)
        self._query_of = Column(np.int32, UNKNOWN)
        self._since = Column(np.int32)
        self._postings: list[array[int]] = []
        # records
        self._rows: dict[str, int] = {}
        self._start = Column(np.int64)
        self._start.append(0)
        self._terms = Column(np.int32)
        self._captures = Column(np.int32)
        self._first_query = Column(np.int32)
        self._marked = Column(np.bool_)  # none, but while two lists are compared

    @property
    def attribute(self) -> NDArray[Any]:
        """Position of each value's attribute in the interface."""
        return self._attribute.array

    @property
    def local(self) -> NDArray[Any]:
        """Records held that carry the value."""
        return self._local.array

    @property
    def once(self) -> NDArray[Any]:
        """Of these, the ones that exactly one query returned."""
        return self._once.array

    @property
    def twice(self) -> NDArray[Any]:
        """Of these, the ones that exactly two queries returned."""
        return self._twice.array

    @property
    def query_of(self) -> NDArray[Any]:
        """The query that asked this value alone, or -1."""
        return self._query_of.array

    @property
    def since(self) -> NDArray[Any]:
        """How many records were held when the value was first met."""
        return self._since.array

    @property
    def values(self) -> int:
        """How many values were met or asked."""
        return len(self.names)

    def id_of(self, attribute: str, value: str) -> int:
        """The number of a value, or -1 where it was never met."""
        return self._ids[self._position[attribute]].get(value, UNKNOWN)

    def query(self, *values: int) -> Query:
        """The query that asks for all of these values."""
        attributes = self.interface.attributes
        return Query(tuple((attributes[self.attribute[v]].name, self.names[v]) for v in values))

    def rows_of(self, value: int) -> NDArray[Any]:
        """The records held that carry the value, in the order in which they came."""
        return np.array(self._postings[value], dtype=np.int32)  # a view would forbid appending

    @property
    def records(self) -> int:
        """How many distinct records are held."""
        return len(self._captures)

    def row_of(self, key: str) -> int:
        """The row of the record with this key, or -1 where it is not held."""
        return self._rows.get(key, UNKNOWN)

    @property
    def captures(self) -> NDArray[Any]:
        """How many distinct queries returned each record."""
        return self._captures.array

    @property
    def start(self) -> NDArray[Any]:
        """Where each record's values start in `terms`; one element more than there are records."""
        return self._start.array

    @property
    def terms(self) -> NDArray[Any]:
        """The values of all records, one record after the other."""
        return self._terms.array

    def terms_of(self, rows: NDArray[Any]) -> NDArray[Any]:
        """The values of these records, one record after the other."""
        if not len(rows):
            return self.terms[:0]
        first = self.start[rows]
        lengths = self.start[rows + 1] - first
        offsets = np.cumsum(lengths) - lengths
        places = np.repeat(first - offsets, lengths)
        places += np.arange(len(places))
        return self.terms.take(places)

    def lengths_of(self, rows: NDArray[Any]) -> NDArray[Any]:
        """How many values each of these records has."""
        return np.asarray(self.start[rows + 1] - self.start[rows])

    @property
    def owners(self) -> NDArray[Any]:
        """The record that each of the `terms` is of."""
        return np.repeat(np.arange(self.records), np.diff(self.start))

    def rows_matching(self, values: Sequence[int]) -> NDArray[Any]:
        """The records held that carry all of these values."""
        if not values:
            return np.arange(self.records, dtype=np.int32)
        lists = sorted((self._postings[v] for v in values), key=len)
        rows: NDArray[Any] = np.array(lists[0], np.int32)
        for posting in lists[1:]:
            if not len(rows):
                break
            rows = self._common(rows, np.frombuffer(posting, np.int32))
        return rows

    def _common(self, few: NDArray[Any], many: NDArray[Any]) -> NDArray[Any]:
        """The rows that are in both lists, neither of which is empty."""
        if len(many) > SEARCHED * len(few):
            return np.asarray(few[many.take(many.searchsorted(few), mode="clip") == few])
        self._marked.grow(self.records)
        marked = self._marked.array
        marked[few] = True
        both = many[marked.take(many)]
        marked[few] = False
        return np.asarray(both)

    # --- taking in --------------------------------------------------------------------------------

    def _intern(self, name: str, value: str) -> int:
        return self._intern_at(self._position[name], value)

    def _intern_at(self, position: int, value: str) -> int:
        number = self._ids[position].get(value)
        return self._meet(position, value) if number is None else number

    def _meet(self, position: int, value: str) -> int:
        """The number of a value that has none yet."""
        number = self._ids[position][value] = len(self.names)
        self.names.append(value)
        self._postings.append(array("i"))
        self._attribute.append(position)
        self._since.append(self.records)
        return number

    def _grow_values(self) -> None:
        for column in (self._local, self._once, self._twice, self._query_of):
            column.grow(len(self.names))

    def _terms_in(self, record: Record) -> list[int]:
        """The values of a record; nothing else is done as often, so no call for one met before."""
        ids, columns = self._ids, self._columns
        found = [
            self._meet(at, value) if (number := ids[at].get(value)) is None else number
            for name, value in record.values
            if (at := columns.get(name)) is not None
        ]
        for at, box in self._boxes.items():
            known = ids[at]
            found += [
                self._meet(at, word) if (number := known.get(word)) is None else number
                for word in tokens(self._searched(record, box))
            ]
        return list(dict.fromkeys(found))

    @staticmethod
    def _searched(record: Record, box: str) -> str:
        """What a search box looks into: the field that it is named after, else all of the text."""
        own = [value for name, value in record.values if name == box]
        return " ".join(own) if own else record.text

    def _append(self, fresh: list[list[int]], query: int) -> NDArray[Any]:
        """Records never held before, by their values, all of them shown by this query.

        Gives these values, one record after the other.
        """
        first = self.records
        self._grow_values()
        flat = np.array([v for found in fresh for v in found], np.intp)
        self._start.extend(self.start[-1] + np.cumsum([len(found) for found in fresh]))
        self._terms.extend(flat)
        self._captures.extend([1] * len(fresh))
        self._first_query.extend([query] * len(fresh))
        np.add.at(self.local, flat, ONE)
        np.add.at(self.once, flat, ONE)
        self.once_in_all += len(flat)
        postings = self._postings
        for row, found in enumerate(fresh, first):
            for v in found:
                postings[v].append(row)
        return flat

    def _recapture(self, rows: Ints) -> Ints:
        """Another query showed these; which of them had been shown by one query alone."""
        captures = self.captures[rows]
        single: Ints = rows[captures == 1]
        second, third = self.terms_of(single), self.terms_of(rows[captures == 2])
        np.add.at(self.once, second, -ONE)
        np.add.at(self.twice, second, ONE)
        np.add.at(self.twice, third, -ONE)
        self.once_in_all -= len(second)
        self.twice_in_all += len(second) - len(third)
        self.captures[rows] += 1
        return single
