"""Who has which value, and the query that tells it, as CSV or JSON lines."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TextIO

from leadline.store.export.place import STDOUT, packed_text, placed, to_stdout
from leadline.store.protocol import Pair, Store

COLUMNS = ("entity", "attribute", "value", "query", "url", "told_by", "hidden")
Write = Callable[[Store, int, TextIO], int]


def export_pairs(store: Store, source: int, format: str, target: str) -> int:
    """Write the pairs of a source there; how many they are. `-` is the standard output."""
    write = _as_csv if format == "csv" else _as_jsonl
    with store.frozen():
        if target == STDOUT:
            with to_stdout() as out:
                return write(store, source, out)
        with placed(Path(target)) as path:
            return _to_file(write, store, source, path, packed=target.lower().endswith(".gz"))


def _to_file(write: Write, store: Store, source: int, path: Path, *, packed: bool) -> int:
    if packed:
        with packed_text(path) as out:
            return write(store, source, out)
    with path.open("w", encoding="utf-8", errors="replace", newline="") as out:
        return write(store, source, out)


def _as_csv(store: Store, source: int, out: TextIO) -> int:
    lines = csv.writer(out)
    lines.writerow(COLUMNS)
    count = 0
    for row in _rows(store, source):
        lines.writerow([int(cell) if isinstance(cell, bool) else cell for cell in row.values()])
        count += 1
    return count


def _as_jsonl(store: Store, source: int, out: TextIO) -> int:
    count = 0
    for row in _rows(store, source):
        out.write(json.dumps(row, ensure_ascii=False) + "\n")
        count += 1
    return count


def _rows(store: Store, source: int) -> Iterator[dict[str, Any]]:
    for pair in store.pairs(source):
        cells = (pair.key, pair.attribute, pair.value, str(pair.query) if pair.page else "",
                 pair.url, _told_by(pair), pair.hidden)  # fmt: skip
        yield dict(zip(COLUMNS, cells, strict=True))


def _told_by(pair: Pair) -> str:
    """What tells it: the counts of a list, a page of it, or the record's own row."""
    return "counts" if pair.counted else f"page {pair.page}" if pair.page else "row"
