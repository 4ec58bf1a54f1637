"""Handing over what was harvested: CSV, JSON lines, Parquet, SQLite, WARC.

CSV, JSON lines, Parquet and SQLite have the same columns in the same order (`table`). An export is
of one moment, is streamed, and takes its place only when it is complete. Text whose file ends in
`.gz` is packed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from leadline.errors import BadChoice
from leadline.store.export import to_csv, to_jsonl, to_parquet, to_sqlite, to_warc
from leadline.store.export.place import STDOUT, packed_text, placed, to_stdout
from leadline.store.present import present
from leadline.store.protocol import Store

Write = Callable[[Store, int, Path], int]

FORMATS: dict[str, Write] = {
    "csv": to_csv.write,
    "jsonl": to_jsonl.write,
    "parquet": to_parquet.write,
    "sqlite": to_sqlite.write,
    "warc": to_warc.write,
}
TEXT = {"csv": to_csv.write_text, "jsonl": to_jsonl.write_text}
SUFFIXES = {
    ".csv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl", ".parquet": "parquet", ".pq": "parquet",
    ".db": "sqlite", ".sqlite": "sqlite", ".sqlite3": "sqlite", ".warc": "warc",
}  # fmt: skip
PACKED = ".gz"
PACKABLE = (*TEXT, "warc")  # a WARC is packed, whatever its name


def export(
    store: Store, source: int, format: str, target: str | Path, *, vanished: bool = False
) -> int:
    """Write a source's records (as WARC: all archived pages) there; how many they are.

    They are as the last refresh found them; `vanished` are left out unless they are wanted.
    `-` is the standard output, for the formats that are text.
    """
    store = present(store, vanished)
    if format not in FORMATS:
        raise BadChoice(f"there is no format '{format}'; there are: {', '.join(FORMATS)}")
    with store.frozen():
        if str(target) != STDOUT:
            with placed(Path(target)) as path:
                return _writer(format, Path(target))(store, source, path)
        if format not in TEXT:
            raise BadChoice(f"{format} is not text: name a file to write it to")
        with to_stdout() as out:
            return TEXT[format](store, source, out)


def format_of(target: str | Path) -> str | None:
    """The format that the name of a file asks for; None if it asks for none that there is."""
    path = Path(str(target).lower())
    if path.suffix != PACKED:
        return SUFFIXES.get(path.suffix)
    inner = SUFFIXES.get(Path(path.stem).suffix)
    return inner if inner in PACKABLE else None


def _writer(format: str, target: Path) -> Write:
    if format in TEXT and target.suffix.lower() == PACKED:
        return partial(_write_packed, format)
    return FORMATS[format]


def _write_packed(format: str, store: Store, source: int, path: Path) -> int:
    with packed_text(path) as out:
        return TEXT[format](store, source, out)


__all__ = ["FORMATS", "SUFFIXES", "export", "format_of"]
