"""Opening a store by the name of its file, to write to it or only to read."""

from __future__ import annotations

from pathlib import Path

from leadline.errors import StoreError
from leadline.store.edge import translated
from leadline.store.lock import WriterLock
from leadline.store.opening import connect_reader, connect_writer
from leadline.store.schema import STEPS, version
from leadline.store.sqlite import SqliteStore


def open_store(path: str | Path, create: bool = True, *, write: bool = True) -> SqliteStore:
    """The store in that file: to write to it, made if need be, or only to read."""
    place = Path(path).resolve()
    with translated(place):
        if place.is_dir():
            raise StoreError(f"{place}: it is a directory")
        if not place.parent.is_dir():
            raise StoreError(f"{place}: its directory does not exist")
        if not place.exists() and not (create and write):
            raise StoreError(f"{place}: there is no such file")
        return _writer(place) if write else _reader(place)


def _writer(path: Path) -> SqliteStore:
    lock = WriterLock(path)
    lock.take()
    try:
        return SqliteStore(path, connect_writer(path), lock)
    except BaseException:
        lock.release()
        raise


def _reader(path: Path) -> SqliteStore:
    db = connect_reader(path)
    if version(db) == len(STEPS):
        return SqliteStore(path, db)
    db.close()
    _writer(path).close()  # brings an older file up to date
    return SqliteStore(path, connect_reader(path))
