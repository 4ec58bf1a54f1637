"""Simulated sources that share records: from several tables, or drawn from one.

Rows that are equal are one entity, in whichever table they stand; a table counts an equal row once.
Drawn sources take 24 to 39 % of the table each, at random, as the five of Xian et al. 2012 (§6.1)
do: 150,000 to 250,000 of 633,200 records.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.errors import BadData
from leadline.lab.collection import Mode, index
from leadline.lab.table import Row, read_rows, values_in
from leadline.lab.world import World
from leadline.model import Answer, Step

LEAST, MOST = 15 / 63.32, 25 / 63.32
Rows = Mapping[Any, Row]


@dataclass(frozen=True, kw_only=True)
class Overlapping:
    """Sources, and for each of their rows the entity it shows."""

    names: tuple[str, ...]
    worlds: tuple[World, ...]
    entities: tuple[NDArray[np.int64], ...]
    union: int

    def answer(self, source: int, step: Step) -> Answer:
        """One page of one query of one source; a record's key names its entity."""
        answer, entity = self.worlds[source].answer(step), self.entities[source]
        records = tuple(replace(r, key=str(entity[int(r.key)])) for r in answer.records)
        return replace(answer, records=records)

    @property
    def sizes(self) -> tuple[float, ...]:
        """How many records each source has."""
        return tuple(float(len(entity)) for entity in self.entities)

    def only(self, source: int) -> Overlapping:
        """One of the sources alone."""
        return Overlapping(names=self.names[source : source + 1],
                           worlds=self.worlds[source : source + 1],
                           entities=self.entities[source : source + 1],
                           union=len(self.entities[source]))  # fmt: skip

    def shared(self) -> list[list[int]]:
        """How many entities each pair of sources has in common."""
        sets = [set(entity.tolist()) for entity in self.entities]
        return [[len(a & b) for b in sets] for a in sets]


def from_files(
    paths: Sequence[Path], mode: Mode, rows: int | None = None, **world: Any
) -> Overlapping:
    """One source for each file, or for its part of a sample of all their entities."""
    names = [path.name for path in paths]
    tables = [distinct(read_rows(path)) for path in paths]
    if rows is not None:
        kept = _sample(list(dict.fromkeys(key for table in tables for key in table)), rows)
        tables = [{key: row for key, row in table.items() if key in kept} for table in tables]
    return overlapping(tables, names, mode, **world)


def _sample(keys: Sequence[Any], rows: int) -> set[Any]:
    """So many of them, always the same."""
    return set(Random("rows").sample(keys, min(rows, len(keys))))


def drawn(
    path: Path, count: int, seed: int, mode: Mode, rows: int | None = None, **world: Any
) -> Overlapping:
    """So many sources drawn from one file, or from a sample of its rows."""
    table = distinct(read_rows(path))
    keys, random = list(table), Random(f"draw/{seed}")
    if rows is not None and rows < len(keys):
        keys = sorted(Random("rows").sample(range(len(keys)), rows))
        keys = [list(table)[i] for i in keys]
    tables = []
    for _ in range(count):
        size = max(1, round(random.uniform(LEAST, MOST) * len(keys)))
        tables.append({key: table[key] for key in random.sample(keys, size)})
    return overlapping(tables, [f"{path.name} {i + 1}" for i in range(count)], mode, **world)


def distinct(rows: Iterable[Row]) -> dict[Any, Row]:
    """The rows by what they say; of equal ones the first."""
    found: dict[Any, Row] = {}
    for row in rows:
        found.setdefault(identity(row), row)
    return found


def identity(row: Row) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """What a row says, the order of its columns and its empty cells apart."""
    said = ((name, tuple(values_in(value))) for name, value in row.items())
    return tuple(sorted((name, values) for name, values in said if values))


def overlapping(
    tables: Sequence[Rows], names: Sequence[str], mode: Mode, **world: Any
) -> Overlapping:
    """Sources over tables whose equal rows have equal keys; `world` are settings of all of them."""
    numbers: dict[Any, int] = {}
    worlds, entities = [], []
    for seed, (table, name) in enumerate(zip(tables, names, strict=True)):
        entities.append(np.array([numbers.setdefault(k, len(numbers)) for k in table], np.int64))
        try:
            collection = index(table.values(), mode)
        except BadData as error:
            raise BadData(f"{name}: {error}") from None
        worlds.append(World(collection=collection, seed=seed, **world))
    return Overlapping(names=tuple(names), worlds=tuple(worlds), entities=tuple(entities),
                       union=len(numbers))  # fmt: skip
