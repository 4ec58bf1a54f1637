"""Records as a table: `key`, the fields, `url`, `text`, one row for each record.

Fields come in order of their frequency, then of first appearance. A field that has several values
in any record is a list in all. Of very many fields the rarest share one column, `more`, as JSON.
Names differ by more than case, as SQLite and spreadsheets want it. A field without a name that
equals a named one is the same column (`twins`). What lists under a facet tell of a record, and its
own fields do not, is a column by the name of the facet; which query tells it stands in `told_by`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from sys import intern
from typing import NamedTuple

from leadline.store.cells import is_utf8
from leadline.store.export.twins import Twins
from leadline.store.present import Present
from leadline.store.protocol import Store, StoredRecord

MOST = 500
MORE, TOLD_BY = "more", "told_by"
RESERVED = ("key", "url", "text", MORE, TOLD_BY, "rowid", "_rowid_", "oid")

Cell = str | list[str] | None
Row = dict[str, Cell]


class Tale(NamedTuple):
    """A value that a list tells of a record, and the query of the list."""

    name: str
    value: str
    query: str


Told = Mapping[str, tuple[Tale, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """The columns of a table: the name of each field's, which are lists, and all in order."""

    of: dict[str, str]
    lists: frozenset[str]
    names: tuple[str, ...]
    twins: Mapping[str, str] = field(default_factory=dict)  # the field that another one repeats
    told: Told = field(default_factory=dict)  # what facets tell, by the key of the record

    def row(self, stored: StoredRecord) -> Row:
        """A record as a row; what it does not have is None."""
        record = stored.record
        row: Row = dict.fromkeys(self.names)
        row |= {"key": _clean(record.key), "url": _clean(record.url), "text": _clean(record.text)}
        more: dict[str, list[str]] = {}
        for own, values in _fields(stored, self.told, self.twins).items():
            name = self.of.get(own)
            if name is None:
                more[own] = values
            else:
                row[name] = values if name in self.lists else values[0]
        if tales := self.told.get(record.key):
            row[TOLD_BY] = [_clean(f"{tale.name}: {tale.query}") for tale in tales]
        return row | {MORE: json.dumps(more, ensure_ascii=False)} if more else row


def columns(store: Store, source: int) -> Columns:
    """The columns that the records of a source need; reads them all once."""
    seen: Counter[str] = Counter()
    several: set[str] = set()
    met, told = Twins(), _told(store, source)
    for stored in store.records(source):
        fields = _fields(stored, told)
        seen.update(fields.keys())
        several.update(name for name, values in fields.items() if len(values) > 1)
        met.see(stored)
    asked = store.asked if isinstance(store, Present) else ()
    twins = met.found()
    for bare, name in twins.items():
        seen[_clean(name)] += seen.pop(bare) - met.both(bare, name)
        several |= {_clean(name)} if bare in several else set()
    of = _named(list(dict.fromkeys((*(name for name, _ in seen.most_common(MOST)), *asked))))
    more = (MORE,) if len(seen) > MOST else ()
    tales = (TOLD_BY,) if any(told.values()) else ()
    return Columns(
        of=of,
        lists=frozenset((*(of[name] for name in several if name in of), *tales)),
        names=("key", *of.values(), *more, *tales, "url", "text"),
        twins=twins,
        told=told,
    )


def rows(store: Store, source: int, columns: Columns) -> Iterator[Row]:
    """The records of a source as rows, oldest first."""
    return map(columns.row, store.records(source))


def _told(store: Store, source: int) -> Told:
    """What lists tell of records, of those facets whose values not all of their fields say."""
    listed: dict[str, list[Tale]] = {}
    for pair in store.pairs(source):
        if pair.page:
            tale = Tale(pair.attribute, pair.value, intern(str(pair.query)))
            listed.setdefault(pair.key, []).append(tale)
    unsaid = set[str]()
    for stored in store.records(source) if listed else ():
        said = {value.casefold() for _, value in (*stored.record.values, *stored.details)}
        tales = listed.get(stored.record.key, ())
        unsaid |= {tale.name for tale in tales if tale.value.casefold() not in said}
    return {key: tuple(tale for tale in tales if tale.name in unsaid)
            for key, tales in listed.items()}  # fmt: skip


def _fields(
    stored: StoredRecord, told: Told, twins: Mapping[str, str] = {}
) -> dict[str, list[str]]:
    """The values by field, without repetitions: what the details repeat is said once."""
    said = {twins.get(name) for name, _ in stored.record.values} & {n for n, _ in stored.details}
    fields: dict[str, dict[str, None]] = {}
    listed = ((tale.name, tale.value) for tale in told.get(stored.record.key, ()))
    for name, value in (*stored.record.values, *stored.details, *listed):
        if (twin := twins.get(name)) is None or twin not in said:
            fields.setdefault(_clean(twin or name), {})[_clean(value)] = None
    return {name: list(values) for name, values in fields.items()}


def _named(fields: list[str]) -> dict[str, str]:
    """A column name for each field: its own without control characters, numbered if taken.

    What a field is called by itself is not taken from it by another one's number.
    """
    plain = {name: _plain(name) for name in fields}
    first: dict[str, str] = {}
    for name in fields:
        if _folded(plain[name]) not in RESERVED:
            first.setdefault(_folded(plain[name]), name)
    taken = {*RESERVED, *first}
    names = {}
    for name in fields:
        own = first.get(_folded(plain[name])) == name
        names[name] = plain[name] if own else _free(plain[name], taken)
        taken.add(_folded(names[name]))
    return names


def _plain(name: str) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in name).split()) or "field"


def _free(name: str, taken: set[str]) -> str:
    number, free = 1, name
    while _folded(free) in taken:
        number += 1
        free = f"{name} {number}"
    return free


def _folded(name: str) -> str:
    return name.casefold()


def _clean(text: str) -> str:
    return text if is_utf8(text) else text.encode("utf-8", "backslashreplace").decode()
