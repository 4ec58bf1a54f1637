"""Where SQLite's errors become ours: one clear line each."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from leadline.errors import StoreError

PRIMARY = 0xFF  # SQLite's extended codes have the kind of error in their lowest byte
DAMAGED = "the file is damaged"
NO_RIGHT = "there is no right to write to it"
IN_USE = "it is in use by another program"
REASONS = {
    sqlite3.SQLITE_FULL: "the disk is full; make room and go on, everything kept before is safe",
    sqlite3.SQLITE_READONLY: NO_RIGHT,
    sqlite3.SQLITE_PERM: NO_RIGHT,
    sqlite3.SQLITE_AUTH: NO_RIGHT,
    sqlite3.SQLITE_BUSY: IN_USE,
    sqlite3.SQLITE_LOCKED: IN_USE,
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened",
    sqlite3.SQLITE_NOTADB: "it is not a Leadline file",
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_IOERR: "the disk is full, or cannot be read or written; see to it, then go on",
    sqlite3.SQLITE_TOOBIG: "something is too large to be kept",
}


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Errors of the file in this block as `StoreError`."""
    try:
        yield
    except sqlite3.Error as error:
        raise StoreError(f"{path}: {reason(error)}") from error
    except UnicodeDecodeError as error:
        raise StoreError(f"{path}: {DAMAGED}") from error
    except OSError as error:
        raise StoreError(f"{path}: {error.strerror or error}") from error


@contextmanager
def readable(path: Path) -> Iterator[None]:
    """Cells read in this block that are not what is ever written, as `StoreError` too."""
    try:
        with translated(path):
            yield
    except (zlib.error, ValueError, TypeError, LookupError) as error:
        raise StoreError(f"{path}: {DAMAGED}") from error


def reason(error: sqlite3.Error) -> str:
    """What went wrong, in words for people."""
    code = getattr(error, "sqlite_errorcode", None)
    return str(error) if code is None else REASONS.get(code & PRIMARY, str(error))
