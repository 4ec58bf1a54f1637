"""Records as CSV (RFC 4180), UTF-8, several values of a field joined by "; ".

Values are written as the source shows them: one that begins with `=` may be taken for a formula by
a spreadsheet. For values that contain "; " themselves JSON lines are exact.
"""

from __future__ import annotations

import csv
from pathlib import Path
from typing import TextIO

from leadline.store.export.table import Cell, columns, rows
from leadline.store.protocol import Store

BETWEEN = "; "


def write(store: Store, source: int, path: Path) -> int:
    """Write the records to a file; how many they are."""
    with path.open("w", encoding="utf-8", newline="") as out:
        return write_text(store, source, out)


def write_text(store: Store, source: int, out: TextIO) -> int:
    """Write the records to an open file; how many they are."""
    table = columns(store, source)
    lines = csv.writer(out)
    lines.writerow(table.names)
    count = 0
    for row in rows(store, source, table):
        lines.writerow([_joined(row[name]) for name in table.names])
        count += 1
    return count


def _joined(cell: Cell) -> str:
    if cell is None:
        return ""
    return cell if isinstance(cell, str) else BETWEEN.join(cell)
