"""The ledger in SQLite: turns with the numbers of their records, and records as first seen."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from leadline import codec
from leadline.model import Answer, Count, Outcome, Query, Record, Request, Step, Turn, Why
from leadline.store.cells import (
    cell_json,
    cell_pairs,
    cell_text,
    cell_whole,
    json_cell,
    pairs,
    pairs_cell,
    text_cell,
    whole_cell,
)
from leadline.store.protocol import Change, Followed, Kind, StoredRecord, Totals

CHUNK = 500

FIND = "SELECT id FROM records WHERE source = ? AND key = ?"
SEEN = "SELECT key, id FROM records WHERE source = ? AND key IN "
ADD_RECORD = """INSERT INTO records (id, source, key, fields, text, url, first_turn)
    VALUES (?, ?, ?, ?, ?, ?, ?)"""
ADD_TURN = """INSERT INTO turns (source, number, query, page, why, outcome, total, count, more,
    records, next, archived, requests) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
TURNS = """SELECT number, query, page, why, outcome, total, count, more, records FROM turns
    WHERE source = ? AND number > ? ORDER BY number LIMIT ?"""
SHOWN = """SELECT id, key, fields, text, url FROM records
    WHERE id IN (SELECT value FROM json_each(?))"""
ADD_CHANGE = """INSERT INTO changes (source, key, kind, at, fields, text, url)
    VALUES (?, ?, ?, ?, ?, ?, ?)"""
CHANGED = """SELECT id, key, kind, at, fields, text, url FROM changes
    WHERE source = ? AND id > ? ORDER BY id LIMIT ?"""
ORDER = "SELECT id, source FROM turns WHERE id > ? ORDER BY id LIMIT ?"
FOLLOW = """SELECT number, query, page, next FROM turns
    WHERE source = ? AND number > ? AND next IS NOT NULL ORDER BY number LIMIT ?"""
RECORDS = """SELECT r.id, r.source, r.key, r.fields, r.text, r.url, d.fields, r.first_turn, p.url
    FROM records r
    LEFT JOIN details d ON d.record = r.id
    LEFT JOIN turns t ON t.source = r.source AND t.number = r.first_turn
    LEFT JOIN pages p ON p.id = t.archived """
TOTALS = """
WITH asked AS (SELECT archived, requests FROM turns WHERE source = :source),
    opened AS (SELECT d.archived, d.requests FROM details d
        JOIN records r ON r.id = d.record WHERE r.source = :source),
    both AS (SELECT * FROM asked UNION ALL SELECT * FROM opened),
    kept AS (SELECT DISTINCT archived FROM both WHERE archived IS NOT NULL)
SELECT (SELECT count(*) FROM asked),
    (SELECT count(DISTINCT query) FROM turns WHERE source = :source),
    (SELECT count(*) FROM records WHERE source = :source),
    (SELECT count(*) FROM opened),
    (SELECT total(requests) FROM both),
    (SELECT count(*) FROM kept),
    (SELECT total(size) FROM kept JOIN pages ON pages.id = kept.archived
        JOIN bodies ON bodies.id = pages.body)"""


def keep_turn(
    db: sqlite3.Connection,
    source: int,
    turn: Turn,
    following: Request | None,
    archived: int | None,
    requests: int,
) -> None:
    """Keep a turn and the records that nobody had seen, within a transaction."""
    step, answer = turn.step, turn.answer
    numbers = numbered(db, source, answer.records, turn.number)
    db.execute(
        ADD_TURN,
        (source, turn.number, _query_cell(step.query), step.page, _why_cell(step.why),
         answer.outcome.value, whole_cell(answer.total), answer.count.value, answer.more,
         json_cell(numbers), None if following is None else json_cell(codec.dump(following)),
         archived, requests),
    )  # fmt: skip


def turns_after(db: sqlite3.Connection, source: int, last: int) -> list[Turn]:
    """The next turns of the ledger, a few hundred at a time."""
    rows = db.execute(TURNS, (source, last, CHUNK)).fetchall()
    lists = [cell_json(row[-1]) for row in rows]
    known = _records(db, {number for numbers in lists for number in numbers})
    return [
        _turn(row, tuple(known[n] for n in numbers))
        for row, numbers in zip(rows, lists, strict=True)
    ]


def order_after(db: sqlite3.Connection, last: int) -> list[tuple[int, int]]:
    """The next turns of all ledgers: their ids and their sources."""
    return db.execute(ORDER, (last, CHUNK)).fetchall()


def follow_after(db: sqlite3.Connection, source: int, last: int) -> list[tuple[int, Followed]]:
    """The next turns that led on, with their numbers."""
    rows = db.execute(FOLLOW, (source, last, CHUNK)).fetchall()
    return [
        (number, Followed(query=_query(query), page=page, next=codec.load(Request, cell_json(to))))
        for number, query, page, to in rows
    ]


def records_after(
    db: sqlite3.Connection, source: int, last: int
) -> Iterator[tuple[int, StoredRecord]]:
    """The next records in order of their first sight, with their numbers."""
    where = "WHERE +r.source = ? AND r.id > ? ORDER BY r.id LIMIT ?"
    rows = db.execute(RECORDS + where, (source, last, CHUNK))
    return ((row[0], _stored(row)) for row in rows.fetchall())


def records_of(db: sqlite3.Connection, numbers: Iterable[int]) -> list[StoredRecord]:
    """The records of these numbers, in this order."""
    return [
        _stored(db.execute(RECORDS + "WHERE r.id = ?", (number,)).fetchone()) for number in numbers
    ]


def keep_changes(db: sqlite3.Connection, source: int, changes: Iterable[Change]) -> None:
    """Keep what a refresh found, within a transaction; added records are records from then on."""
    for change in changes:
        record = change.record
        if record is not None and change.kind is Kind.ADDED:
            numbered(db, source, [record])
        db.execute(ADD_CHANGE, _change_row(source, change))


def _change_row(source: int, change: Change) -> tuple[Any, ...]:
    record = change.record
    shown = (None, None, None) if record is None else _cells(record)
    return (source, text_cell(change.key), change.kind.value, change.at, *shown)


def changes_after(db: sqlite3.Connection, source: int, last: int) -> list[tuple[int, Change]]:
    """The next changes, with their numbers."""
    rows = db.execute(CHANGED, (source, last, CHUNK)).fetchall()
    return [(row[0], _change(*row[1:])) for row in rows]


def _change(
    key: str, kind: str, at: float, fields: str | None, text: str | None, url: str | None
) -> Change:
    record = None if fields is None else _record(key, fields, text or "", url or "")
    return Change(key=cell_text(key), kind=Kind(kind), at=at, record=record)


def totals(db: sqlite3.Connection, source: int) -> Totals:
    """How much was asked of a source and got."""
    names = ("turns", "queries", "records", "details", "requests", "pages", "bytes")
    row = db.execute(TOTALS, {"source": source}).fetchone()
    return Totals(**{name: int(number) for name, number in zip(names, row, strict=True)})


def numbered(
    db: sqlite3.Connection, source: int, records: Sequence[Record], turn: int = 0
) -> list[int]:
    """The numbers of records; new ones are kept first, as of the turn that brought them, if any."""
    keys = [text_cell(record.key) for record in records]
    known = _known(db, source, keys)
    if len(known) < len(keys):
        (last,) = db.execute("SELECT coalesce(max(id), 0) FROM records").fetchone()
        new: dict[str | bytes, Record] = {}
        for key, record in zip(keys, records, strict=True):
            if key not in known:
                new.setdefault(key, record)
        known |= {key: number for number, key in enumerate(new, last + 1)}
        db.executemany(ADD_RECORD, [
            (known[key], source, key, *_cells(record), turn) for key, record in new.items()
        ])  # fmt: skip
    return [known[key] for key in keys]


def _cells(record: Record) -> tuple[str | bytes, ...]:
    return pairs_cell(record.values), text_cell(record.text), text_cell(record.url)


def _known(
    db: sqlite3.Connection, source: int, keys: Sequence[str | bytes]
) -> dict[str | bytes, int]:
    """The numbers of the records that were kept before, by their keys."""
    found: dict[str | bytes, int] = {}
    for start in range(0, len(keys), CHUNK):
        some = keys[start : start + CHUNK]
        found |= db.execute(f"{SEEN} ({','.join('?' * len(some))})", (source, *some)).fetchall()
    return found


def _records(db: sqlite3.Connection, numbers: set[int]) -> dict[int, Record]:
    rows = db.execute(SHOWN, (json_cell(sorted(numbers)),))
    return {row[0]: _record(*row[1:]) for row in rows}


def _record(key: str, fields: str, text: str, url: str) -> Record:
    return Record(cell_text(key), cell_pairs(fields), cell_text(text), cell_text(url))


def _stored(row: tuple[Any, ...]) -> StoredRecord:
    _, source, key, fields, text, url, details, first_turn, found_on = row
    return StoredRecord(
        source=source,
        record=_record(key, fields, text, url),
        details=cell_pairs(details),
        first_turn=first_turn,
        url=cell_text(found_on or ""),
    )


def _turn(row: tuple[Any, ...], records: tuple[Record, ...]) -> Turn:
    number, query, page, why, outcome, total, count, more, _ = row
    answer = Answer(
        records=records,
        total=cell_whole(total),
        count=Count(count),
        more=bool(more),
        outcome=Outcome(outcome),
    )
    return Turn(number, Step(_query(query), page, _why(why)), answer)


def _query_cell(query: Query) -> str:
    """Its predicates and, only if it has one, its order."""
    if not query.order:
        return json_cell(query.predicates)
    return json_cell({"order": query.order, "predicates": query.predicates})


def _query(cell: str) -> Query:
    if not cell.startswith("{"):
        return Query(cell_pairs(cell))
    kept = cell_json(cell)
    return Query(pairs(kept["predicates"]), kept["order"])


def _why_cell(why: Why | None) -> str | None:
    if why is None:
        return None
    return json_cell((why.expert, why.expected, why.pages, why.evidence, why.index))


def _why(cell: str | None) -> Why | None:
    if cell is None:
        return None
    expert, expected, pages, evidence, index = cell_json(cell)
    return Why(expert=expert, expected=expected, pages=pages, evidence=evidence, index=index)
