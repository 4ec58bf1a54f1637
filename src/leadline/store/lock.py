"""One writer per file: an advisory lock that vanishes with the process that holds it.

The lock lies on a file beside the database, `NAME.lock`, and not on the database: closing a second
descriptor of a file drops the locks that SQLite holds on it. The file is removed while it is
locked, so whoever gets the lock makes sure that it is still the file of that name.
"""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from pathlib import Path

from leadline.errors import InUse


def is_written(path: Path) -> bool:
    """Whether a process is writing to a database file."""
    try:
        descriptor = os.open(path.with_name(path.name + ".lock"), os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
        return False
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)


class WriterLock:
    """The right to write to a database file, from `take` to `release`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = path.with_name(path.name + ".lock")
        self._descriptor = -1

    def take(self) -> None:
        """Take the lock, or say who has it."""
        while not self._taken():
            pass

    def release(self) -> None:
        """Give the lock back; a second time does nothing."""
        if self._descriptor >= 0:
            self._file.unlink(missing_ok=True)
            os.close(self._descriptor)
            self._descriptor = -1

    def _taken(self) -> bool:
        descriptor = os.open(self._file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.pread(descriptor, 20, 0).decode("ascii", "replace").strip()
            os.close(descriptor)
            who = f"process {holder}" if holder else "another process"
            raise InUse(
                f"{self.path}: {who} is writing to it; wait until it has ended, or choose another "
                "file"
            ) from None
        if not self._is_current(descriptor):
            os.close(descriptor)
            return False
        self._descriptor = descriptor
        with suppress(OSError):  # a full disk: the lock holds without a name
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
        return True

    def _is_current(self, descriptor: int) -> bool:
        try:
            return os.path.samestat(os.fstat(descriptor), os.stat(self._file))
        except FileNotFoundError:
            return False
