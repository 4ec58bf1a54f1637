"""A store in one SQLite file: each `keep_…` is one transaction.

The modules beside this one say what is written and read, `sqlite_file` when.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from leadline.errors import StoreError
from leadline.model import Page, Record, Request, Turn
from leadline.store import archive, index, ledger, pairs
from leadline.store import entities as united
from leadline.store.cells import Pairs, cell_json, cell_text, json_cell, text_cell
from leadline.store.edge import readable
from leadline.store.notes import Notes
from leadline.store.protocol import (
    Change,
    Followed,
    Listed,
    Pair,
    ReadFrom,
    StoredRecord,
    StoredSource,
    Totals,
)
from leadline.store.schema import HARVEST
from leadline.store.sqlite_file import HarvestFile

ADD_DETAILS = "INSERT OR REPLACE INTO details (record, fields, archived, requests)"


class SqliteStore(Notes, HarvestFile):
    """The `Store` in one SQLite file; `open_store` makes it."""

    # --- sources ------------------------------------------------------------------------------

    def source(self, url: str) -> int:
        """The number of the source at that address, made if it is new."""
        cell = text_cell(url)
        with self._reading() as db:
            found = db.execute("SELECT id FROM sources WHERE url = ?", (cell,)).fetchone()
        if found is not None:
            return int(found[0])
        with self._writing() as db:
            add = "INSERT INTO sources (url, created) VALUES (?, ?)"
            return db.execute(add, (cell, time.time())).lastrowid or 0

    def sources(self) -> list[StoredSource]:
        """All sources, oldest first."""
        with self._reading() as db:
            rows = db.execute("SELECT id, url FROM sources ORDER BY id").fetchall()
        return [StoredSource(id=n, url=cell_text(url)) for n, url in rows]

    def _note(self, name: str, source: int) -> Any:
        with self._reading() as db:
            row = db.execute(f"SELECT {name} FROM sources WHERE id = ?", (source,)).fetchone()
        return None if row is None else cell_json(row[0])

    def _keep_note(self, name: str, source: int, data: Any) -> None:
        with self._writing() as db:
            change = f"UPDATE sources SET {name} = ? WHERE id = ?"
            if not db.execute(change, (json_cell(data), source)).rowcount:
                raise StoreError(f"{self.path}: there is no source {source}")

    # --- the ledger ---------------------------------------------------------------------------

    def keep_turn(
        self,
        source: int,
        turn: Turn,
        *,
        next: Request | None = None,
        page: Page | None = None,
        requests: int = 1,
    ) -> None:
        """Keep a turn, its new records and its cost, all or nothing."""
        with self._writing() as db:
            try:
                number = archive.number(db, page)
                ledger.keep_turn(db, source, turn, next, number, requests)
            except sqlite3.IntegrityError:
                what = f"turn {turn.number} of source {source} is kept already"
                raise StoreError(f"{self.path}: {what}, or there is no such source") from None

    def turns(self, source: int) -> Iterator[Turn]:
        """The ledger in order."""
        yield from self._by_chunks(
            lambda db, last: ((t.number, t) for t in ledger.turns_after(db, source, last))
        )

    def order(self) -> Iterator[int]:
        """The source of each turn, in the order in which they were kept."""
        yield from self._by_chunks(ledger.order_after)

    def follow(self, source: int) -> Iterator[Followed]:
        """Where the pages of the ledger led to, in order."""
        yield from self._by_chunks(lambda db, last: ledger.follow_after(db, source, last))

    def read_from(self, source: int) -> Iterator[ReadFrom]:
        """The page that each turn was read from, in order."""
        yield from self._by_chunks(lambda db, last: archive.read_after(db, source, last))

    def records(self, source: int) -> Iterator[StoredRecord]:
        """The records in the order in which they were first seen."""
        yield from self._by_chunks(lambda db, last: ledger.records_after(db, source, last))

    def keep_details(
        self,
        source: int,
        key: str,
        values: Pairs,
        *,
        page: Page | None = None,
        requests: int = 1,
    ) -> None:
        """Keep what a record's own page says, in place of what it said before."""
        with self._writing() as db:
            found = db.execute(ledger.FIND, (source, text_cell(key))).fetchone()
            if found is None:
                raise StoreError(f"{self.path}: source {source} has no record {key!r}")
            index.change_details(db, found[0], values)
            row = (found[0], json_cell(values), archive.number(db, page), requests)
            db.execute(ADD_DETAILS + " VALUES (?, ?, ?, ?)", row)

    def keep_changes(self, source: int, changes: Iterable[Change]) -> None:
        """Keep what a refresh found, all or nothing."""
        with self._writing() as db:
            ledger.keep_changes(db, source, changes)

    def changes(self, source: int) -> Iterator[Change]:
        """What refreshes found, oldest first."""
        yield from self._by_chunks(lambda db, last: ledger.changes_after(db, source, last))

    def keep_list(
        self, source: int, listed: Listed, records: Iterable[Record], page: Page | None = None
    ) -> None:
        """Keep a page of a list and its new records, all or nothing."""
        with self._writing() as db:
            pairs.keep_list(db, source, listed, records, archive.number(db, page))

    def lists(self, source: int) -> Iterator[Listed]:
        """The pages of lists that were read, oldest first."""
        yield from self._by_chunks(lambda db, last: pairs.lists_after(db, source, last))

    def keep_pairs(self, source: int, found: Iterable[Pair]) -> None:
        """Keep who has which value, in place of what was kept before."""
        with self._writing() as db:
            pairs.keep_pairs(db, source, found)

    def pairs(self, source: int) -> Iterator[Pair]:
        """Who has which value."""
        yield from self._by_chunks(lambda db, last: pairs.pairs_after(db, source, last))

    def totals(self, source: int) -> Totals:
        """How much was asked and got."""
        with self._reading() as db:
            return ledger.totals(db, source)

    def search(
        self, words: str, limit: int = 20, *, source: int | None = None
    ) -> list[StoredRecord]:
        """Records with all these words, best first; `word*` stands for words that begin so.

        They are of one source, or of all.
        """
        if self._lock is not None:
            self.index()
        with self._reading() as db:
            return ledger.records_of(db, index.search(db, words, limit, source))

    def index(self, told: Callable[[int], None] = lambda _: None) -> None:
        """Make all records ready to be searched; `told` how many are."""
        done = 0
        while count := self._indexed():
            done += count
            told(done)

    def _indexed(self) -> int:
        with self._writing() as db:
            return index.catch_up(db)

    # --- several sources as one ---------------------------------------------------------------

    def keep_unified(
        self,
        found: Iterable[united.Entity],
        columns: Iterable[united.UnifiedColumn],
        matches: Iterable[united.ColumnMatch],
        sum_up: Callable[[], tuple[Any, list[tuple[int, int, int]]]],
    ) -> None:
        """Keep entities in place of those before, all or nothing.

        `sum_up` is called when all are kept: how it went, and how many each two sources share.
        """
        with self._writing() as db:
            united.keep_attributes(db, columns, matches)
            united.keep_entities(db, found)
            united.keep_summary(db, *sum_up())

    def unified(self) -> Any:
        """How sources were last made one, as JSON values; None if they were not."""
        with self._reading() as db:
            return united.summary(db)

    def entities(self) -> Iterator[united.Entity]:
        """The things that sources have records of, by number."""
        yield from self._by_chunks(united.entities_after)

    # --- the archive --------------------------------------------------------------------------

    def get(self, request: Request) -> Page | None:
        """The latest archived answer to a request."""
        self.settle()
        with readable(self.path):
            return archive.get(self._db, request)  # one statement: it needs no transaction

    def put(self, page: Page) -> None:
        """Archive a page, with what is asked for next, or on closing."""
        self.settle()
        if self._lock is not None and not self._db.in_transaction:
            self._waiting = page
            return
        with self._writing() as db:  # says why it cannot be
            archive.put(db, page)

    def pages(self) -> Iterator[Page]:
        """All of the archive, oldest first."""
        yield from self._by_chunks(archive.pages_after)


def open_store(path: str | Path, create: bool = True, *, write: bool = True) -> SqliteStore:
    """The store in that file: to write to it, made if need be, or only to read."""
    return SqliteStore.opened(path, HARVEST, create=create, write=write)
