"""Kinds of files: the mark in the header, and the tables, as steps from each version to the next.

A file's `user_version` is the number of steps it has behind it. A step that was released is never
changed: what comes later is a new step.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class FileKind:
    """A kind of file: what it holds, the number in its header, and the steps to its tables."""

    holds: str
    application_id: int
    steps: tuple[str, ...]
    missing: str = "there is no such file"
    cache: int = 64 << 10  # kilobytes of it that a connection holds

    def is_current(self, db: sqlite3.Connection) -> bool:
        """Whether a file of this kind has all steps behind it."""
        return version(db) == len(self.steps)


def version(db: sqlite3.Connection) -> int:
    """How many steps the file has behind it."""
    (number,) = db.execute("PRAGMA user_version").fetchone()
    return int(number)


def migrate(db: sqlite3.Connection, kind: FileKind) -> None:
    """Take the steps that the file has not taken yet; each is done whole or not at all."""
    for number in range(version(db), len(kind.steps)):
        db.executescript(
            f"BEGIN IMMEDIATE; {kind.steps[number]};"
            f"PRAGMA application_id = {kind.application_id};"
            f"PRAGMA user_version = {number + 1}; COMMIT"
        )
