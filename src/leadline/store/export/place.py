"""Where an export goes: to a file that appears when it is complete, or to the standard output."""

from __future__ import annotations

import gzip
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from leadline.errors import StoreError
from leadline.store.edge import translated
from leadline.store.opening import kind_at

STDOUT = "-"


@contextmanager
def placed(target: Path) -> Iterator[Path]:
    """A path to write to; the file takes its place after the block, unless that failed.

    What is no file, such as a pipe, is written to directly. A file of Leadline's is never replaced.
    """
    place = target.resolve()
    with translated(place):
        if place.exists() and not place.is_file():
            yield place
            return
        _check(place)
        part = place.with_name(f".{place.name}.{os.getpid()}.part")
        try:
            yield part
            _settle(part)
            os.replace(part, place)
        finally:
            part.unlink(missing_ok=True)


@contextmanager
def to_stdout() -> Iterator[TextIO]:
    """The standard output as UTF-8, whatever the terminal thinks it speaks."""
    out = io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8", errors="replace", newline="")
    try:
        yield out
        out.flush()
    finally:
        out.detach()


@contextmanager
def packed_text(path: Path) -> Iterator[TextIO]:
    """A file of gzipped UTF-8; equal texts make equal files."""
    with (
        path.open("wb") as raw,
        gzip.GzipFile(filename="", mode="wb", compresslevel=6, fileobj=raw, mtime=0) as packed,
        io.TextIOWrapper(packed, encoding="utf-8", newline="") as out,
    ):
        yield out


def _check(place: Path) -> None:
    """Raise if the file may not be replaced."""
    if kind := kind_at(place):
        raise StoreError(f"{place}: Leadline keeps {kind.holds} there; choose another name")
    if any(Path(f"{place}{log}").exists() for log in ("-wal", "-journal")):
        # SQLite would apply the log of the old file to the new one
        raise StoreError(f"{place}: a database that is in use is kept there; choose another name")


def _settle(path: Path) -> None:
    """Have the disk hold the file before its name does."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
