"""Opening a file: is it there, is it ours, is it of our time; then the ways of the connection.

WAL mode with `synchronous=NORMAL`: readers and the writer do not wait for each other, and what was
committed survives the death of the process (a power cut can take the last moments, never the file).
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from urllib.parse import quote

from leadline.errors import NewerVersion, StoreError
from leadline.store.edge import DAMAGED
from leadline.store.file_kind import FileKind, migrate, version
from leadline.store.schema import HARVEST
from leadline.store.sites_schema import SITES

BUSY_SECONDS = 10.0
PAGE_BYTES = 8192  # a turn touches fewer of them than of SQLite's 4 kB, for the same bytes
CHECKPOINT_PAGES = 8000  # 64 MB: a checkpoint waits for the disk, so it should be rare
KINDS = {kind.application_id: kind for kind in (HARVEST, SITES)}


def connect_writer(path: Path, kind: FileKind) -> sqlite3.Connection:
    """A connection that may write, to a file that is made or brought up to date."""
    db = _connect(path, "rwc")
    try:
        check(db, path, kind)
        db.execute(f"PRAGMA cache_size = -{kind.cache}")
        db.execute(f"PRAGMA page_size = {PAGE_BYTES}")  # of a file that is made; others keep theirs
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = NORMAL")
        db.execute("PRAGMA foreign_keys = ON")
        db.execute("PRAGMA secure_delete = OFF")
        db.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
        migrate(db, kind)
    except BaseException:
        db.close()
        raise
    return db


def connect_reader(path: Path, kind: FileKind) -> sqlite3.Connection:
    """A connection that only reads, beside whoever writes."""
    db = _connect(path, "ro" if _has_room_beside(path) else "ro&immutable=1")
    try:
        check(db, path, kind)
        db.execute(f"PRAGMA cache_size = -{kind.cache}")
    except BaseException:
        db.close()
        tidy(path)
        raise
    return db


def check(db: sqlite3.Connection, path: Path, kind: FileKind) -> None:
    """Raise unless the file is empty or of this kind, and of no later version than we are."""
    (ours,) = db.execute("PRAGMA application_id").fetchone()
    (tables,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    other = KINDS.get(ours, kind)
    if other.application_id != kind.application_id:
        raise StoreError(f"{path}: it holds {other.holds}, not {kind.holds}; name another file")
    if ours != kind.application_id and (ours or tables or version(db)):
        raise StoreError(f"{path}: it is an SQLite file, but not one of Leadline's")
    if version(db) > len(kind.steps):
        raise NewerVersion(f"{path}: a newer version of Leadline wrote it; please upgrade")
    if version(db) < 0:
        raise StoreError(f"{path}: {DAMAGED}")


def kind_at(path: Path) -> FileKind | None:
    """Of which of Leadline's kinds the file at this path is, if there is one."""
    if not path.is_file():
        return None
    try:
        db = _connect(path, "ro")
    except sqlite3.Error:
        return None
    try:
        return KINDS.get(db.execute("PRAGMA application_id").fetchone()[0])
    except sqlite3.Error:
        return None
    finally:
        db.close()
        tidy(path)


def tidy(path: Path) -> None:
    """Remove the log beside a file that nobody has open: who only reads makes one and leaves it."""
    if not (_log(path).exists() and os.access(path, os.W_OK)):
        return
    with suppress(sqlite3.Error), closing(_connect(path, "rw")) as db:
        db.execute("PRAGMA user_version").fetchone()


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    address = f"file:{quote(str(path))}?mode={mode}"
    return sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS, isolation_level=None)


def _has_room_beside(path: Path) -> bool:
    """Whether there is a log to read, or could be; else nobody can be writing."""
    return _log(path).exists() or os.access(path.parent, os.W_OK)


def _log(path: Path) -> Path:
    return Path(f"{path}-wal")
