"""The file of a harvest: its transactions.

A page that is put waits for whatever the store is asked to do next, which for most is to keep the
turn that was read from it: one transaction for both costs less than two. Only here are transactions
begun and SQLite's errors met. Long readings go by the hundred, so that none of them holds up the
writer.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from leadline.model import Page
from leadline.store import archive
from leadline.store.edge import readable, translated
from leadline.store.files import SqliteFile
from leadline.store.lock import WriterLock

T = TypeVar("T")
Numbered = Iterable[tuple[int, T]]


class HarvestFile(SqliteFile):
    """A connection to the file, and its transactions."""

    def __init__(
        self, path: Path, connection: sqlite3.Connection, lock: WriterLock | None = None
    ) -> None:
        super().__init__(path, connection, lock)
        self._waiting: Page | None = None  # was put, and is written with what comes next

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """What is read in this block is of one moment; nothing can be kept in it."""
        self.settle()
        with _transaction(self._db, "BEGIN"):
            yield

    def settle(self) -> None:
        """Write the page that waits."""
        if self._waiting is not None:
            with self._writing():
                pass

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
        self.settle()
        with readable(self.path):
            if self._db.in_transaction:
                yield self._db
            else:
                with _transaction(self._db, "BEGIN"):
                    yield self._db

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """A block that is done whole or not at all, after the page that waits."""
        with translated(self.path), _transaction(self._db, "BEGIN IMMEDIATE"):
            if self._waiting is not None:
                archive.put(self._db, self._waiting)
            yield self._db
        self._waiting = None


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
