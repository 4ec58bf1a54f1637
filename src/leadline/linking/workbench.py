"""The table that records are compared in: DuckDB in a folder of its own, gone when it is closed.

It holds for each record its number, its source and the cells of the shared attributes: `v0` the
value of the first as a number, `s0` its words in order, `p0` its letters, `t0` what it is told by.
DuckDB keeps to a part of the memory and writes the rest to that folder.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Self

from leadline.errors import MissingExtra
from leadline.unify.cells import Cell
from leadline.unify.columns import Kind
from leadline.unify.levels import ORDERED, comparison

BATCH = 50_000
MEMORY = "3GB"
APART = 0.9  # of the values of a source are different: they tell its records apart

Row = tuple[int, Sequence[Cell], str]  # a source, the cells of a record, and all of it packed


def module(name: str) -> Any:
    """A package of the extra `link`."""
    try:
        return import_module(name)
    except ImportError as error:
        raise MissingExtra("splink and duckdb", "link") from error


def need_extra() -> None:
    """Raise where records could not be linked, before anything is read for it."""
    for name in ("duckdb", "pyarrow", "splink"):
        module(name)


class Workbench:
    """Records as rows in DuckDB, numbered from 0 in the order they came in."""

    def __init__(self, kinds: Sequence[Kind]) -> None:
        self.kinds = tuple(kinds)
        duckdb = module("duckdb")
        self._folder = TemporaryDirectory(prefix="leadline-", ignore_cleanup_errors=True)
        self.db: Any = duckdb.connect(str(Path(self._folder.name) / "rows.duckdb"))
        self.db.execute(f"SET memory_limit = '{MEMORY}'; SET preserve_insertion_order = false")
        self.db.execute("SET enable_progress_bar = false")
        columns = [f"{name} {kind}" for name, kind in self._columns()]
        self.db.execute(
            f"CREATE TABLE rows ({', '.join(['n BIGINT', 'source INTEGER', *columns])})"
        )
        self.db.execute("CREATE TABLE packed (n BIGINT, source INTEGER, record VARCHAR)")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.db.close()
        self._folder.cleanup()

    def _columns(self) -> Iterator[tuple[str, str]]:
        types = {"v": "DOUBLE", "s": "VARCHAR", "p": "VARCHAR", "t": "BIGINT[]"}
        for i, kind in enumerate(self.kinds):
            yield from ((name, types[name[0]]) for name in comparison(i, kind).columns)

    def load(self, rows: Iterable[Row]) -> int:
        """Take in records; how many they are."""
        waiting, count = iter(rows), 0
        while batch := list(islice(waiting, BATCH)):
            self._insert(batch, count)
            count += len(batch)
        return count

    def _insert(self, batch: Sequence[Row], first: int) -> None:
        arrow = module("pyarrow")
        table: dict[str, Any] = {
            "n": arrow.array(range(first, first + len(batch)), arrow.int64()),
            "source": arrow.array([row[0] for row in batch], arrow.int32()),
        }
        whole = table | {"record": arrow.array([row[2] for row in batch], arrow.string())}
        for i, kind in enumerate(self.kinds):
            table |= _cells(arrow, i, kind, [row[1][i] for row in batch])
        for name, columns in (("rows", table), ("packed", whole)):
            self.db.register("batch", arrow.table(columns))
            self.db.execute(f"INSERT INTO {name} BY NAME SELECT * FROM batch")
            self.db.unregister("batch")

    def enter(self, entities: Sequence[int], sure: Sequence[float]) -> None:
        """Say which entity each record is of, by their numbers, and how sure that is."""
        arrow = module("pyarrow")
        columns = {
            "n": arrow.array(range(len(entities)), arrow.int64()),
            "entity": arrow.array(entities, arrow.int64()),
            "sure": arrow.array(sure, arrow.float64()),
        }
        self.db.register("batch", arrow.table(columns))
        self.db.execute("CREATE TABLE entered AS SELECT * FROM batch")
        self.db.unregister("batch")

    def entered(self) -> Iterator[tuple[int, int, str, float]]:
        """The records by entity: its number, the source, all of it packed, how sure that is."""
        found = self.db.execute(
            "SELECT entity, source, record, sure FROM entered JOIN packed USING (n) "
            "ORDER BY entity, n"
        )
        while rows := found.fetchmany(BATCH):
            yield from rows

    def one(self, query: str) -> Any:
        """The one value that a query gives."""
        return self.db.execute(query).fetchall()[0][0]

    def names(self) -> list[bool]:
        """Which attributes are texts that tell the records of each source apart."""
        return [kind is Kind.TEXT and self._tells_apart(i) for i, kind in enumerate(self.kinds)]

    def _tells_apart(self, i: int) -> bool:
        apart = f"count(DISTINCT s{i}) >= {APART} * count(s{i})"
        return bool(
            self.one(f"""
            SELECT bool_and(apart) FROM (
                SELECT {apart} AS apart FROM rows WHERE s{i} IS NOT NULL GROUP BY source)""")
        )

    def called_alike(self, left: Any, right: Any) -> Any:
        """Of pairs, given as two arrays: whether they are equal in an attribute that names."""
        alike = left < 0
        for i, is_name in enumerate(self.names()):
            if is_name:
                hashed = f"CASE WHEN s{i} IS NULL THEN 0 ELSE hash(s{i}) END"
                query = f"SELECT {hashed}::UBIGINT AS name FROM rows ORDER BY n"
                name = self.db.execute(query).fetchnumpy()["name"]
                alike |= (name[left] == name[right]) & (name[left] > 0)
        return alike

    def sizes(self) -> dict[int, int]:
        """How many records each source has."""
        counted = "SELECT source, count(*) FROM rows GROUP BY source ORDER BY source"
        return dict(self.db.execute(counted).fetchall())


def _cells(arrow: Any, i: int, kind: Kind, cells: Sequence[Cell]) -> dict[str, Any]:
    if kind in ORDERED:
        return {f"v{i}": arrow.array([one.value for one in cells], arrow.float64())}
    found = {
        f"s{i}": arrow.array([one.sorted for one in cells], arrow.string()),
        f"t{i}": arrow.array([one.tokens or None for one in cells], arrow.list_(arrow.int64())),
    }
    if kind is Kind.TEXT:
        found[f"p{i}"] = arrow.array([one.plain for one in cells], arrow.string())
    return found
