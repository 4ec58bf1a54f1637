"""Records as JSON lines: one object each, lists for fields with several values, no nulls."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TextIO

from leadline.store.export.table import columns, rows
from leadline.store.protocol import Store


def write(store: Store, source: int, path: Path) -> int:
    """Write the records to a file; how many they are."""
    with path.open("w", encoding="utf-8", newline="") as out:
        return write_text(store, source, out)


def write_text(store: Store, source: int, out: TextIO) -> int:
    """Write the records to an open file; how many they are."""
    table = columns(store, source)
    count = 0
    for row in rows(store, source, table):
        held = {name: cell for name, cell in row.items() if cell is not None}
        out.write(json.dumps(held, ensure_ascii=False) + "\n")
        count += 1
    return count
