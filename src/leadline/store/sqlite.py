"""A store in one SQLite file: each `keep_…` is one transaction.

A page that is put waits for whatever the store is asked to do next, which for most is to keep the
turn that was read from it: one transaction for both costs less than two. Only here are transactions
begun and SQLite's errors met; the modules beside this one say what is written and read. Long
readings go by the hundred, so that none of them holds up the writer.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

from leadline.errors import StoreError
from leadline.model import Page, Record, Request, Turn
from leadline.store import archive, index, ledger, pairs
from leadline.store import entities as united
from leadline.store.cells import Pairs, cell_json, cell_text, json_cell, text_cell
from leadline.store.edge import readable, translated
from leadline.store.lock import WriterLock
from leadline.store.opening import tidy
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

T = TypeVar("T")
Numbered = Iterable[tuple[int, T]]

ADD_DETAILS = "INSERT OR REPLACE INTO details (record, fields, archived, requests)"


class SqliteStore:
    """The `Store` in one SQLite file; `open_store` makes it."""

    def __init__(
        self, path: Path, connection: sqlite3.Connection, lock: WriterLock | None = None
    ) -> None:
        self.path = path
        self._db = connection
        self._lock = lock
        self._texts: dict[int, str] = {}  # of records that were kept and not indexed yet
        self._waiting: Page | None = None  # was put, and is written with what comes next

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
            rows = db.execute("SELECT id, url, created FROM sources ORDER BY id").fetchall()
        return [StoredSource(id=n, url=cell_text(url), created=made) for n, url, made in rows]

    def understanding(self, source: int) -> Any:
        """How the source is asked and read."""
        return self._note("understanding", source)

    def keep_understanding(self, source: int, data: Any) -> None:
        """Keep how the source is asked and read."""
        self._keep_note("understanding", source, data)

    def settings(self, source: int) -> Any:
        """Policy, seed and options of the harvest."""
        return self._note("settings", source)

    def keep_settings(self, source: int, data: Any) -> None:
        """Keep policy, seed and options of the harvest."""
        self._keep_note("settings", source, data)

    def state(self, source: int) -> Any:
        """How the harvest stands."""
        return self._note("state", source)

    def keep_state(self, source: int, data: Any) -> None:
        """Keep how the harvest stands."""
        self._keep_note("state", source, data)

    def proof(self, source: int) -> Any:
        """The proof of how much is held."""
        return self._note("proof", source)

    def keep_proof(self, source: int, data: Any) -> None:
        """Keep the proof of how much is held."""
        self._keep_note("proof", source, data)

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
                new = ledger.keep_turn(db, source, turn, next, number, requests)
            except sqlite3.IntegrityError:
                what = f"turn {turn.number} of source {source} is kept already"
                raise StoreError(f"{self.path}: {what}, or there is no such source") from None
            self._texts |= {number: index.text_of(record) for number, record in new.items()}
            index.catch_up(db, self._texts)

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
            self._texts.pop(found[0], None)
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
            new = pairs.keep_list(db, source, listed, records, archive.number(db, page))
            self._texts |= {number: index.text_of(record) for number, record in new.items()}
            index.catch_up(db, self._texts)

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

    def search(self, words: str, limit: int = 20) -> list[StoredRecord]:
        """Records with all these words, best first."""
        with self._reading() as db:
            return ledger.records_of(db, index.search(db, words, limit))

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
        self._settle()
        with readable(self.path):
            return archive.get(self._db, request)  # one statement: it needs no transaction

    def put(self, page: Page) -> None:
        """Archive a page, with what is asked for next, or on closing."""
        self._settle()
        if self._lock is not None and not self._db.in_transaction:
            self._waiting = page
            return
        with self._writing() as db:  # says why it cannot be
            archive.put(db, page)

    def pages(self) -> Iterator[Page]:
        """All of the archive, oldest first."""
        yield from self._by_chunks(archive.pages_after)

    # --- the file -----------------------------------------------------------------------------

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """What is read in this block is of one moment; nothing can be kept in it."""
        self._settle()
        with _transaction(self._db, "BEGIN"):
            yield

    def close(self) -> None:
        """Let go of the file."""
        try:
            self._settle()
        finally:
            self._db.close()
            if self._lock is not None:
                self._lock.release()
            else:
                tidy(self.path)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _by_chunks(self, read: Callable[[sqlite3.Connection, int], Numbered[T]]) -> Iterator[T]:
        """All that `read` gives, asked again after the last number it gave."""
        last = 0
        while True:
            with self._reading() as db:
                chunk = list(read(db, last))
            if not chunk:
                return
            yield from (value for _, value in chunk)
            last = chunk[-1][0]

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """A block that sees the file as of one moment."""
        self._settle()
        with readable(self.path):
            if self._db.in_transaction:
                yield self._db
            else:
                with _transaction(self._db, "BEGIN"):
                    yield self._db

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """A block that is done whole or not at all, after the page that waits."""
        try:
            with translated(self.path), _transaction(self._db, "BEGIN IMMEDIATE"):
                if self._waiting is not None:
                    archive.put(self._db, self._waiting)
                yield self._db
        except BaseException:
            self._texts.clear()
            raise
        self._waiting = None

    def _settle(self) -> None:
        """Write the page that waits."""
        if self._waiting is not None:
            with self._writing():
                pass


@contextmanager
def _transaction(db: sqlite3.Connection, begin: str) -> Iterator[None]:
    db.execute(begin)
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
