"""Cells of a table that stand beside several rows, put into each of them.

What a cell with a `rowspan` says is true of all its rows, and the cells behind it stand in other
places of a row than under their columns. Rows are made whole where they have as many columns as
the first then, and two cells of their own at least: else a picture or a number stands beside a
record in several rows, which is left as it is. So is a cell with a table or a form inside.
"""

from __future__ import annotations

from collections import defaultdict

from selectolax.lexbor import LexborHTMLParser, LexborNode

SPANS = 5_000  # cells that are looked at
ROWS = 1_000  # that one of them may span
OWN = 2  # cells of a row that is made whole
LAYOUT = "table, form"


def spread(tree: LexborHTMLParser) -> None:
    """Put each spanning cell into the other rows that it stands beside, in its column."""
    spanning = [
        (cell, [row, *_below(row, int(said) - 1)])
        for cell in tree.css("td[rowspan], th[rowspan]")[:SPANS]
        if (row := cell.parent) is not None
        and (said := cell.attributes.get("rowspan") or "").isdecimal()
        and 1 < int(said[:9]) <= ROWS
    ]
    widths = defaultdict[int, int](int)  # columns beyond a row's own cells
    for _, (_, *below) in spanning:
        for row in below:
            widths[row.mem_id] += 1
    own = {row.mem_id: len(_cells(row)) for _, rows in spanning for row in rows}
    for cell, (first, *below) in spanning:
        wide = own[first.mem_id] + widths[first.mem_id]
        whole = all(own[one.mem_id] + widths[one.mem_id] == wide for one in below)
        if whole and min(own[one.mem_id] for one in (first, *below)) >= OWN and _says(cell):
            _put(cell, first, below)


def _says(cell: LexborNode) -> bool:
    return bool(cell.text().strip()) and cell.css_first(LAYOUT) is None


def _put(cell: LexborNode, first: LexborNode, below: list[LexborNode]) -> None:
    place = [one.mem_id for one in _cells(first)].index(cell.mem_id)
    del cell.attrs["rowspan"]
    for row in below:
        cells = _cells(row)
        if place < len(cells):
            cells[place].insert_before(cell)
        else:
            cells[-1].insert_after(cell)


def _cells(row: LexborNode) -> list[LexborNode]:
    return [node for node in row.iter() if node.tag in ("td", "th")]


def _below(row: LexborNode, many: int) -> list[LexborNode]:
    """The rows that follow one."""
    found, after = list[LexborNode](), row.next
    while after is not None and len(found) < many:
        if after.tag == "tr":
            found.append(after)
        after = after.next
    return found
