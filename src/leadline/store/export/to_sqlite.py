"""Records as a clean SQLite file: one table, one full-text index, as Datasette likes them.

Fields with several values are JSON arrays, which Datasette can facet by.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from leadline.store.export.table import Cell, Columns, columns, rows
from leadline.store.protocol import Store

UNSEARCHED = ("key", "url", "rank", "records_fts")  # the last two are names that FTS5 keeps


def write(store: Store, source: int, path: Path) -> int:
    """Write the records to a file; how many they are."""
    table = columns(store, source)
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA synchronous = OFF")  # the file is not in its place yet
        db.execute(f"CREATE TABLE records ({_definitions(table)}, PRIMARY KEY (key))")
        marks = ", ".join("?" * len(table.names))
        lines = ([_cell(row[name]) for name in table.names] for row in rows(store, source, table))
        count = db.executemany(f"INSERT INTO records VALUES ({marks})", lines).rowcount
        _index(db, table)
        db.commit()
    return max(count, 0)


def _definitions(table: Columns) -> str:
    return ", ".join(f"{_quoted(name)} TEXT" for name in table.names)


def _index(db: sqlite3.Connection, table: Columns) -> None:
    searched = [_quoted(n) for n in table.names if n.lower() not in UNSEARCHED]
    # Datasette looks for this very spelling of `content`
    db.execute(
        f'CREATE VIRTUAL TABLE records_fts USING fts5 ({", ".join(searched)}, content="records")'
    )
    db.execute("INSERT INTO records_fts (records_fts) VALUES ('rebuild')")


def _cell(cell: Cell) -> str | None:
    return json.dumps(cell, ensure_ascii=False) if isinstance(cell, list) else cell


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
