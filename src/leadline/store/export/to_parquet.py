"""Records as Parquet: strings, and lists of strings for fields with several values."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

from leadline.errors import MissingExtra
from leadline.store.export.table import Columns, columns, rows
from leadline.store.protocol import Store

BATCH = 10_000


def write(store: Store, source: int, path: Path) -> int:
    """Write the records to a file; how many they are."""
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError as error:
        raise MissingExtra("pyarrow", "parquet") from error
    table = columns(store, source)
    schema = _schema(pa, table)
    waiting = rows(store, source, table)
    count = 0
    with parquet.ParquetWriter(path, schema, compression="zstd") as out:
        while batch := list(islice(waiting, BATCH)):
            out.write_table(pa.Table.from_pylist(batch, schema=schema))
            count += len(batch)
    return count


def _schema(pa: Any, table: Columns) -> Any:
    many = pa.list_(pa.string())
    return pa.schema([(name, many if name in table.lists else pa.string()) for name in table.names])
