"""What facets told, in SQLite: the lists that were read, and who has which value."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from typing import Any

from leadline.model import Query, Record
from leadline.store.cells import cell_pairs, cell_text, cell_whole, json_cell, text_cell, whole_cell
from leadline.store.ledger import numbered
from leadline.store.protocol import Listed, Pair

CHUNK = 500

ADD_LIST = """INSERT OR IGNORE INTO lists (source, query, page, url, total, records, archived)
    VALUES (?, ?, ?, ?, ?, ?, ?)"""
LISTS = """SELECT l.id, l.query, l.page, l.url, l.total, json_array_length(l.records) FROM lists l
    WHERE l.source = ? AND l.id > ? ORDER BY l.id LIMIT ?"""
ADD_PAIR = """INSERT INTO pairs (source, record, attribute, value, list, counted, hidden)
    VALUES (?, ?, ?, ?, ?, ?, ?)"""
PAIRS = """SELECT p.id, r.key, p.attribute, p.value, l.query, l.page, l.url, p.counted, p.hidden
    FROM pairs p JOIN records r ON r.id = p.record LEFT JOIN lists l ON l.id = p.list
    WHERE p.source = ? AND p.id > ? ORDER BY p.id LIMIT ?"""


def keep_list(
    db: sqlite3.Connection, source: int, listed: Listed, records: Iterable[Record],
    archived: int | None,
) -> None:  # fmt: skip
    """Keep a page of a list and the records that nobody had seen."""
    numbers = numbered(db, source, tuple(records))
    db.execute(
        ADD_LIST,
        (source, json_cell(listed.query.predicates), listed.page, text_cell(listed.url),
         whole_cell(listed.total), json_cell(numbers), archived),
    )  # fmt: skip


def lists_after(db: sqlite3.Connection, source: int, last: int) -> list[tuple[int, Listed]]:
    """The next lists that were read, with their numbers."""
    rows = db.execute(LISTS, (source, last, CHUNK)).fetchall()
    return [(row[0], _listed(*row[1:])) for row in rows]


def _listed(query: str, page: int, url: str, total: Any, shown: int) -> Listed:
    return Listed(query=Query(cell_pairs(query)), page=page, url=cell_text(url),
                  total=cell_whole(total), shown=shown)  # fmt: skip


def keep_pairs(db: sqlite3.Connection, source: int, pairs: Iterable[Pair]) -> None:
    """Keep who has which value, in place of what was kept before."""
    db.execute("DELETE FROM pairs WHERE source = ?", (source,))
    records = dict(db.execute("SELECT key, id FROM records WHERE source = ?", (source,)))
    found = db.execute("SELECT query, page, id FROM lists WHERE source = ?", (source,))
    lists = {(query, page): number for query, page, number in found}
    db.executemany(ADD_PAIR, _rows(source, pairs, records, lists))


def _rows(
    source: int, pairs: Iterable[Pair], records: dict[Any, int], lists: dict[tuple[Any, int], int]
) -> Iterator[tuple[Any, ...]]:
    for pair in pairs:
        record = records.get(text_cell(pair.key))
        query = json_cell(pair.query.predicates)
        place = lists.get((query, pair.page)) if pair.page else None
        if record is not None:
            yield (source, record, text_cell(pair.attribute), text_cell(pair.value), place,
                   pair.counted, pair.hidden)  # fmt: skip


def pairs_after(db: sqlite3.Connection, source: int, last: int) -> list[tuple[int, Pair]]:
    """The next pairs, with their numbers."""
    rows = db.execute(PAIRS, (source, last, CHUNK)).fetchall()
    return [(row[0], _pair(*row[1:])) for row in rows]


def _pair(
    key: str, attribute: str, value: str, query: str | None, page: int | None, url: str | None,
    counted: int, hidden: int,
) -> Pair:  # fmt: skip
    return Pair(
        key=cell_text(key),
        attribute=cell_text(attribute),
        value=cell_text(value),
        query=Query(cell_pairs(query)),
        page=page or 0,
        url=cell_text(url or ""),
        counted=bool(counted),
        hidden=bool(hidden),
    )
