"""The tables of what sources say together: entities, who belongs to them, conflicts, attributes.

All of it is made anew from the records by each `unify`, in one transaction. `entity_values` is a
view: every value of every record under the unified name, as it was first kept.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from leadline.store.cells import cell_json, cell_pairs, cell_text, json_cell, pairs_cell, text_cell

CHUNK = 1000

Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Belonging:
    """A record by its source and key, and how sure it is that it belongs to its entity."""

    source: int
    key: str
    sure: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Disagreement:
    """What a record says about an attribute that another says otherwise; whether it was chosen."""

    attribute: str
    source: int
    key: str
    value: str
    chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """A thing that sources have records of: its values, its records, and where these disagree."""

    id: int
    fields: Pairs
    records: tuple[Belonging, ...]
    conflicts: tuple[Disagreement, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class UnifiedColumn:
    """A column of a source, and the attribute of the unified table that it is."""

    attribute: str
    kind: str
    source: int
    name: str
    records: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnMatch:
    """Two columns that were taken for one, with what spoke for it as JSON values."""

    left: tuple[int, str]
    right: tuple[int, str]
    score: float
    evidence: Any


def keep_entities(db: sqlite3.Connection, entities: Iterable[Entity]) -> int:
    """Keep entities in place of those kept before; how many they are."""
    for table in ("entity_conflicts", "entity_records", "entities"):
        db.execute(f"DELETE FROM {table}")
    count = 0
    for entity in entities:
        count += 1
        _keep(db, entity)
    return count


def _keep(db: sqlite3.Connection, entity: Entity) -> None:
    sources = len({one.source for one in entity.records})
    disputed = len({one.attribute for one in entity.conflicts})
    row = (entity.id, pairs_cell(entity.fields), len(entity.records), sources, disputed)
    db.execute("INSERT INTO entities VALUES (?, ?, ?, ?, ?)", row)
    db.executemany(
        "INSERT INTO entity_records SELECT id, ?, ? FROM records WHERE source = ? AND key = ?",
        [(entity.id, round(one.sure, 4), one.source, text_cell(one.key)) for one in entity.records],
    )
    db.executemany(
        "INSERT INTO entity_conflicts (entity, attribute, record, value, chosen) "
        "SELECT ?, ?, id, ?, ? FROM records WHERE source = ? AND key = ?",
        [
            (entity.id, text_cell(one.attribute), text_cell(one.value), one.chosen, one.source,
             text_cell(one.key))
            for one in entity.conflicts
        ],
    )  # fmt: skip


def keep_attributes(
    db: sqlite3.Connection, columns: Iterable[UnifiedColumn], matches: Iterable[ColumnMatch]
) -> None:
    """Keep which columns are one, and why, in place of what was kept before."""
    db.execute("DELETE FROM unified_columns")
    db.execute("DELETE FROM column_matches")
    db.executemany(
        "INSERT INTO unified_columns VALUES (?, ?, ?, ?, ?)",
        [
            (text_cell(one.attribute), one.kind, one.source, text_cell(one.name), one.records)
            for one in columns
        ],
    )
    db.executemany(
        "INSERT INTO column_matches VALUES (?, ?, ?, ?, ?, ?)",
        [
            (one.left[0], text_cell(one.left[1]), one.right[0], text_cell(one.right[1]), one.score,
             json_cell(one.evidence))
            for one in matches
        ],
    )  # fmt: skip


def keep_summary(
    db: sqlite3.Connection, summary: Any, overlaps: Iterable[tuple[int, int, int]]
) -> None:
    """Keep how it went as JSON values, and how many entities each two sources share."""
    db.execute("DELETE FROM source_overlaps")
    db.executemany("INSERT INTO source_overlaps VALUES (?, ?, ?)", overlaps)
    db.execute("DELETE FROM unified")
    db.execute("INSERT INTO unified (summary) VALUES (?)", (json_cell(summary),))


def summary(db: sqlite3.Connection) -> Any:
    """How the last unification went, as JSON values; None if there was none."""
    row = db.execute("SELECT summary FROM unified").fetchone()
    return None if row is None else cell_json(row[0])


def entities_after(db: sqlite3.Connection, last: int) -> Iterator[tuple[int, Entity]]:
    """Some entities with a higher number than this, by number."""
    rows = db.execute(
        "SELECT id, fields FROM entities WHERE id > ? ORDER BY id LIMIT ?", (last, CHUNK)
    ).fetchall()
    if not rows:
        return
    ends = (rows[0][0], rows[-1][0])
    records = _grouped(db.execute(
        "SELECT entity, source, key, sure FROM entity_records JOIN records ON record = id "
        "WHERE entity BETWEEN ? AND ? ORDER BY entity, id", ends))  # fmt: skip
    conflicts = _grouped(db.execute(
        "SELECT entity, attribute, source, key, value, chosen FROM entity_conflicts c "
        "JOIN records r ON c.record = r.id WHERE entity BETWEEN ? AND ? ORDER BY c.id",
        ends))  # fmt: skip
    for number, fields in rows:
        yield number, Entity(
            id=number,
            fields=cell_pairs(fields),
            records=tuple(
                Belonging(source=source, key=cell_text(key), sure=sure)
                for source, key, sure in records.get(number, ())
            ),
            conflicts=tuple(
                Disagreement(attribute=cell_text(attribute), source=source, key=cell_text(key),
                             value=cell_text(value), chosen=bool(chosen))
                for attribute, source, key, value, chosen in conflicts.get(number, ())
            ),
        )  # fmt: skip


def _grouped(rows: Iterable[tuple[Any, ...]]) -> dict[int, list[tuple[Any, ...]]]:
    groups: dict[int, list[tuple[Any, ...]]] = {}
    for number, *rest in rows:
        groups.setdefault(number, []).append(tuple(rest))
    return groups
