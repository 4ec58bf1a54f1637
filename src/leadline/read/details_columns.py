"""Tables with a row of headers: what stands below a header is named by it.

A row of headers has two `<th>` or more and no `<td>`. Tables with very many rows are lists of other
things, and are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from leadline.read.details_pieces import Frame, Piece
from leadline.read.fields_names import label_name

ROWS = 30


class _Table:
    """The rows of one table: their cells with the texts that are in them."""

    def __init__(self) -> None:
        self.rows: dict[Frame, dict[Frame, list[int]]] = {}

    def add(self, row: Frame, cell: Frame, number: int) -> None:
        self.rows.setdefault(row, {}).setdefault(cell, []).append(number)


def columns(pieces: Sequence[Piece]) -> tuple[dict[int, str], set[int]]:
    """The names of pieces that stand in columns, by their number, and which are headers."""
    names: dict[int, str] = {}
    headers: set[int] = set()
    for table in _tables(pieces):
        first = next(iter(table.rows.values()))
        if len(first) < 2 or any(cell.tag != "th" for cell in first) or len(table.rows) > ROWS:
            continue
        heads = {cell.column: _text(pieces, own) for cell, own in first.items()}
        below = [(cell, own) for row in list(table.rows.values())[1:] for cell, own in row.items()]
        if not below or any(cell.tag == "th" and cell.column > 1 for cell, _ in below):
            continue
        headers.update(number for own in first.values() for number in own)
        names |= {n: heads[cell.column] for cell, own in below if cell.column in heads for n in own}
    return names, headers


def recurring_heads(pages: Sequence[Sequence[Piece]]) -> tuple[str, ...]:
    """Headers that several pages have, rather than a table that one record happens to hold."""
    counts = Counter(name for page in pages for name in set(columns(page)[0].values()))
    return tuple(sorted(name for name, times in counts.items() if 2 * times > len(pages)))


def _tables(pieces: Sequence[Piece]) -> list[_Table]:
    found: dict[Frame, _Table] = {}
    for number, piece in enumerate(pieces):
        cell = piece.frame.cell
        if cell is None or cell.parent is None:
            continue
        table: Frame | None = cell.parent
        while table is not None and table.tag != "table":
            table = table.parent
        if table is not None:
            found.setdefault(table, _Table()).add(cell.parent, cell, number)
    return [table for table in found.values() if len(table.rows) > 1]


def _text(pieces: Sequence[Piece], numbers: Sequence[int]) -> str:
    return label_name(" ".join(pieces[number].text for number in numbers))
