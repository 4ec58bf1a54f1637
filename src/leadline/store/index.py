"""Full-text search over the records of a file.

Keeping a record does not index it: most harvests are never searched, and many records at once are
indexed in less time. Who may write to the file indexes what waits before a search, some thousands
in a transaction; for others, a temporary index of the rest is made for each search.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from leadline.store.cells import Pairs, cell_pairs, cell_text, json_cell
from leadline.store.words import match_expression, searchable

BATCH = 5000

ADD = "INSERT INTO {} (rowid, text) VALUES (?, ?)"
TEXTS = """SELECT r.id, r.text, r.fields, d.fields FROM records r
    LEFT JOIN details d ON d.record = r.id """
UNINDEXED = TEXTS + "WHERE r.id > (SELECT coalesce(max(id), 0) FROM words_docsize) ORDER BY r.id"
TAIL = """CREATE VIRTUAL TABLE temp.tail USING fts5 (
    text, content='', tokenize='unicode61 remove_diacritics 2')"""


def catch_up(db: sqlite3.Connection) -> int:
    """Index some of the records that wait, within a transaction; how many these were."""
    rows = db.execute(f"{UNINDEXED} LIMIT {BATCH}").fetchall()
    _add(db, "words", rows)
    return len(rows)


def search(db: sqlite3.Connection, words: str, limit: int, source: int | None = None) -> list[int]:
    """The numbers of the records with all these words, best first, then those not indexed yet."""
    expression = match_expression(words)
    if not expression:
        return []
    found = _matches(db, "words", expression, limit, source)
    left = limit - len(found)
    return found if left <= 0 else found + _tail(db, expression, left, source)


def change_details(db: sqlite3.Connection, number: int, details: Pairs) -> None:
    """Index a record under other details than those that are kept, before these are replaced."""
    if db.execute("SELECT 1 FROM words_docsize WHERE id = ?", (number,)).fetchone() is None:
        return
    row = db.execute(TEXTS + "WHERE r.id = ?", (number,)).fetchone()
    remove = "INSERT INTO words (words, rowid, text) VALUES ('delete', ?, ?)"
    db.execute(remove, (number, _text(*row[1:])))
    db.execute(ADD.format("words"), (number, _text(row[1], row[2], json_cell(details))))


def _tail(db: sqlite3.Connection, expression: str, limit: int, source: int | None) -> list[int]:
    rows = db.execute(UNINDEXED).fetchall()
    if not rows:
        return []
    db.execute("DROP TABLE IF EXISTS temp.tail")
    db.execute(TAIL)
    _add(db, "tail", rows)
    return _matches(db, "tail", expression, limit, source)


def _matches(
    db: sqlite3.Connection, table: str, expression: str, limit: int, source: int | None
) -> list[int]:
    query = f"""SELECT rowid FROM {table} WHERE {table} MATCH :words AND (:source IS NULL
        OR :source = (SELECT source FROM records WHERE records.id = {table}.rowid))
        ORDER BY rank LIMIT :limit"""
    asked = {"words": expression, "source": source, "limit": limit}
    return [number for (number,) in db.execute(query, asked)]


def _add(
    db: sqlite3.Connection, table: str, rows: Iterable[tuple[int, str, str, str | None]]
) -> None:
    db.executemany(ADD.format(table), ((row[0], _text(*row[1:])) for row in rows))


def _text(text: str, fields: str, details: str | None) -> str:
    return searchable(cell_text(text), cell_pairs(fields) + cell_pairs(details))
