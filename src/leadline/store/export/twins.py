"""Fields that rows show without a name, and records' own pages under one.

A row says `text 2`, the record's own page says `country`, and both always say the same: that is one
column, under the name. What differs in a single record stays two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from leadline.read.details import GENERIC
from leadline.store.protocol import StoredRecord

LEAST = 3  # records that have both

Said = frozenset[str]


class Twins:
    """Takes note of records, then tells which fields are the same."""

    def __init__(self) -> None:
        self._rows: set[str] = set()
        self._details: dict[str, None] = {}
        self._both: Counter[tuple[str, str]] = Counter()
        self._equal: Counter[tuple[str, str]] = Counter()

    def see(self, stored: StoredRecord) -> None:
        """Take note of a record."""
        self._rows.update(name for name, _ in stored.record.values)
        self._details |= dict.fromkeys(name for name, _ in stored.details)
        if stored.details:
            self._compare(_said(stored.record.values), _said(stored.details))

    def _compare(self, row: dict[str, Said], details: dict[str, Said]) -> None:
        for bare in filter(GENERIC.fullmatch, row):
            for name in details:
                self._both[bare, name] += 1
                self._equal[bare, name] += row[bare] == details[name]

    def found(self) -> dict[str, str]:
        """The names of fields that have none of their own."""
        named: dict[str, str] = {}
        for bare, name in self._both:
            free = bare not in named and name not in named.values()
            if free and self._are_one(bare, name):
                named[bare] = name
        return named

    def _are_one(self, bare: str, name: str) -> bool:
        if name in self._rows or bare in self._details:
            return False
        both = self._both[bare, name]
        return both >= LEAST and both == self._equal[bare, name]

    def both(self, bare: str, name: str) -> int:
        """How many records have the two."""
        return self._both[bare, name]


def _said(pairs: Iterable[tuple[str, str]]) -> dict[str, Said]:
    said: dict[str, set[str]] = {}
    for name, text in pairs:
        said.setdefault(name, set()).add("".join(filter(str.isalnum, text.casefold())))
    return {name: frozenset(texts) for name, texts in said.items()}
