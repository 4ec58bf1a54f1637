"""A file that is opened by its kind, to write to it or only to read, and closed again."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Self

from leadline.errors import StoreError
from leadline.store.edge import translated
from leadline.store.file_kind import FileKind
from leadline.store.lock import WriterLock
from leadline.store.opening import connect_reader, connect_writer, tidy


class SqliteFile:
    """A connection to a file, and perhaps the right to write to it."""

    def __init__(
        self, path: Path, connection: sqlite3.Connection, lock: WriterLock | None = None
    ) -> None:
        self.path = path
        self._db = connection
        self._lock = lock

    @classmethod
    def opened(
        cls, path: str | Path, kind: FileKind, *, create: bool = True, write: bool = True
    ) -> Self:
        """The file of that kind: to write to it, made if need be, or only to read."""
        place = Path(path).resolve()
        with translated(place):
            if place.is_dir():
                raise StoreError(f"{place}: it is a directory")
            if not place.parent.is_dir():
                raise StoreError(f"{place}: its directory does not exist")
            if not place.exists() and not (create and write):
                raise StoreError(f"{place}: {kind.missing}")
            return cls._writer(place, kind) if write else cls._reader(place, kind)

    @classmethod
    def _writer(cls, path: Path, kind: FileKind) -> Self:
        lock = WriterLock(path)
        lock.take()
        try:
            return cls(path, connect_writer(path, kind), lock)
        except BaseException:
            lock.release()
            raise

    @classmethod
    def _reader(cls, path: Path, kind: FileKind) -> Self:
        db = connect_reader(path, kind)
        if kind.is_current(db):
            return cls(path, db)
        db.close()
        cls._writer(path, kind).close()  # brings an older file up to date
        return cls(path, connect_reader(path, kind))

    def settle(self) -> None:
        """Write what waits to be written."""

    def close(self) -> None:
        """Let go of the file."""
        try:
            self.settle()
        finally:
            self._db.close()
            if self._lock is not None:
                self._lock.release()
            else:
                tidy(self.path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
