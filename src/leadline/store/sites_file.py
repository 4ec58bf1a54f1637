"""The file of the Site Database and the Form Database: its transactions.

Each block that writes is done whole or not at all. While a crawl runs, the disk is waited for only
now and then: whoever kills it loses the last moments, which are fetched again. Pages that were
fetched wait for the next block, and are written with it.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from leadline.store.edge import readable, translated
from leadline.store.files import SqliteFile
from leadline.store.lock import WriterLock
from leadline.store.sites_shelf import Waiting, write

RELAXED = 0.3  # seconds between two commits, where that is enough


class SitesFile(SqliteFile):
    """A connection to the file, and its transactions."""

    def __init__(
        self, path: Path, connection: sqlite3.Connection, lock: WriterLock | None = None
    ) -> None:
        super().__init__(path, connection, lock)
        self._waiting: Waiting = {}  # pages, written with whatever comes next
        self._inside = False  # a block that writes
        self._began = self._pause = 0.0  # of the transaction, and until it is committed

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with readable(self.path):
            yield self._db

    @contextmanager
    def together(self) -> Iterator[None]:
        """All that is kept in this block is kept whole or not at all."""
        with self._writing():
            yield

    @contextmanager
    def relaxed(self) -> Iterator[None]:
        """In this block the disk is waited for now and then, not for each thing that is kept."""
        self._pause = RELAXED
        try:
            yield
        finally:
            self._pause = 0.0
            self.settle()

    def settle(self) -> None:
        """Make sure that what is kept survives us."""
        if self._waiting:
            with self._writing():
                pass
        with translated(self.path):
            if self._db.in_transaction:
                self._db.execute("COMMIT")

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """A block that is done whole or not at all, after the pages that wait."""
        with translated(self.path):
            if self._inside:
                yield self._db
                return
            self._begin()
            self._inside = True
            try:
                write(self._db, self._waiting)
                yield self._db
                self._waiting.clear()
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK TO block")
                raise
            finally:
                self._inside = False
                self._end()

    def _begin(self) -> None:
        if not self._db.in_transaction:
            self._db.execute("BEGIN IMMEDIATE")
            self._began = time.monotonic()
        self._db.execute("SAVEPOINT block")

    def _end(self) -> None:
        if self._db.in_transaction:  # not if it was undone as a whole, as on a full disk
            self._db.execute("RELEASE block")
            if time.monotonic() - self._began >= self._pause:
                self._db.execute("COMMIT")
