"""Records as a table: `key`, the fields, `url`, `text`, one row for each record.

Fields come in order of their frequency, then of first appearance. A field that has several values
in any record is a list in all. Of very many fields the rarest share one column, `more`, as JSON.
Names differ by more than case, as SQLite and spreadsheets want it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from leadline.store.cells import is_utf8
from leadline.store.protocol import Store, StoredRecord

MOST = 500
MORE = "more"
RESERVED = ("key", "url", "text", MORE, "rowid", "_rowid_", "oid")

Cell = str | list[str] | None
Row = dict[str, Cell]


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """The columns of a table: the name of each field's, which are lists, and all in order."""

    of: dict[str, str]
    lists: frozenset[str]
    names: tuple[str, ...]

    def row(self, stored: StoredRecord) -> Row:
        """A record as a row; what it does not have is None."""
        record = stored.record
        row: Row = dict.fromkeys(self.names)
        row |= {"key": _clean(record.key), "url": _clean(record.url), "text": _clean(record.text)}
        more: dict[str, list[str]] = {}
        for field, values in _fields(stored).items():
            name = self.of.get(field)
            if name is None:
                more[field] = values
            else:
                row[name] = values if name in self.lists else values[0]
        return row | {MORE: json.dumps(more, ensure_ascii=False)} if more else row


def columns(store: Store, source: int) -> Columns:
    """The columns that the records of a source need; reads them all once."""
    seen: Counter[str] = Counter()
    several: set[str] = set()
    for stored in store.records(source):
        fields = _fields(stored)
        seen.update(fields.keys())
        several.update(field for field, values in fields.items() if len(values) > 1)
    of = _named([field for field, _ in seen.most_common(MOST)])
    rest = (MORE,) if len(seen) > MOST else ()
    return Columns(
        of=of,
        lists=frozenset(of[field] for field in several if field in of),
        names=("key", *of.values(), *rest, "url", "text"),
    )


def rows(store: Store, source: int, columns: Columns) -> Iterator[Row]:
    """The records of a source as rows, oldest first."""
    return map(columns.row, store.records(source))


def _fields(stored: StoredRecord) -> dict[str, list[str]]:
    """The values by field, without repetitions: what the details repeat is said once."""
    fields: dict[str, dict[str, None]] = {}
    for name, value in (*stored.record.values, *stored.details):
        fields.setdefault(_clean(name), {})[_clean(value)] = None
    return {name: list(values) for name, values in fields.items()}


def _named(fields: list[str]) -> dict[str, str]:
    """A column name for each field: its own without control characters, numbered if taken."""
    taken = set(RESERVED)
    names = {}
    for field in fields:
        plain = " ".join("".join(c if c.isprintable() else " " for c in field).split()) or "field"
        names[field] = _free(plain, taken)
        taken.add(_folded(names[field]))
    return names


def _free(name: str, taken: set[str]) -> str:
    number, free = 1, name
    while _folded(free) in taken:
        number += 1
        free = f"{name}_{number}"
    return free


def _folded(name: str) -> str:
    return name.casefold()


def _clean(text: str) -> str:
    return text if is_utf8(text) else text.encode("utf-8", "backslashreplace").decode()
