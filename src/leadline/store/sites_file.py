"""The file of the Site Database and the Form Database: its transactions.

Each block that writes is done whole or not at all. While a crawl runs, the disk is waited for only
now and then: whoever kills it loses the last moments, which are fetched again. Pages that were
fetched, how far sites are and where else forms stand wait until then, and are written at once.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from leadline.store import sites_forms, sites_rows, sites_shelf
from leadline.store.edge import readable, translated
from leadline.store.files import SqliteFile
from leadline.store.lock import WriterLock
from leadline.store.sites_shelf import Waiting
from leadline.store.sites_values import Site

RELAXED = 0.3  # seconds between two commits, where that is enough


class SitesFile(SqliteFile):
    """A connection to the file, and its transactions."""

    def __init__(
        self, path: Path, connection: sqlite3.Connection, lock: WriterLock | None = None
    ) -> None:
        super().__init__(path, connection, lock)
        self._waiting: Waiting = {}  # pages, written in a while,
        self._rows: dict[int, Site] = {}  # sites,
        self._places: list[tuple[int, str]] = []  # and pages on which forms stand
        self._met: set[tuple[str, bool]] = set()  # sites that are there already
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
        self._catch_up()
        with translated(self.path):
            if self._db.in_transaction:
                self._db.execute("COMMIT")

    def _catch_up(self) -> None:
        """Write what waits."""
        if (self._waiting or self._rows or self._places) and not self._inside:
            with self._writing(all_of_it=True):
                pass

    def _sometime(self) -> None:
        """What waits may wait a while, where that is enough."""
        if not self._db.in_transaction:
            with self._writing():
                pass
        elif self._is_due():
            self._catch_up()

    @contextmanager
    def _writing(self, *, all_of_it: bool = False) -> Iterator[sqlite3.Connection]:
        """A block that is done whole or not at all, and what waits before it, if it is time."""
        with translated(self.path):
            if self._inside:
                yield self._db
                return
            self._begin()
            self._inside, due = True, self._is_due()
            try:
                if due or all_of_it:
                    self._write()
                yield self._db
                if due or all_of_it:
                    self._forget()
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK TO block")
                raise
            finally:
                self._inside = False
                self._end(due)

    def _write(self) -> None:
        sites_shelf.write(self._db, self._waiting)
        for site in self._rows.values():
            sites_rows.keep(self._db, site)
        for form, url in self._places:
            sites_forms.keep_place(self._db, form, url)

    def _forget(self) -> None:
        for written in (self._waiting, self._rows, self._places):
            written.clear()

    def _begin(self) -> None:
        if not self._db.in_transaction:
            self._db.execute("BEGIN IMMEDIATE")
            self._began = time.monotonic()
        self._db.execute("SAVEPOINT block")

    def _is_due(self) -> bool:
        return time.monotonic() - self._began >= self._pause

    def _end(self, due: bool) -> None:
        if self._db.in_transaction:  # not if it was undone as a whole, as on a full disk
            self._db.execute("RELEASE block")
            if due:
                self._db.execute("COMMIT")
