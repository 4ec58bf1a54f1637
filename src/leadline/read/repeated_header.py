"""The header of a table whose rows are records: the names of its columns.

Not every header is made of `<th>`: a first row of plain cells is one if it is dressed differently
from all others, or has neither links nor digits where nearly all others have, or is the same on all
pages. Below a `<thead>`, or with a link to `../`, such a row is no header, nor is it a record: the
way to the folder above.
"""

from __future__ import annotations

from collections.abc import Sequence

from leadline.read.align import CELLS, span_of
from leadline.read.records import Element, grow, text_of
from leadline.read.repeated import Repeated, descendants

NAME = 60  # characters
Names = tuple[str, ...]


def header_of(found: Repeated, records: set[int]) -> Names:
    """The column names of the first table that has them; `records` are ids of its rows."""
    if found.kind[0] != "tr" or found.starts:
        return ()
    if len(found.pages) > 1 and (names := _constant(found)):
        named = _named_above(found, len(names))
        return () if not named and _leads_up(found) else named or names
    for parents in found.parents.values():
        for parent in parents:
            if names := _header(parent, records):
                return names
    return ()


def first_of_all(found: Repeated) -> Names:
    """The first row, if all pages begin with it and it is no header."""
    if found.kind[0] != "tr" or found.starts or len(found.pages) < 2:
        return ()
    names = _constant(found)
    return names if names and (_named_above(found, len(names)) or _leads_up(found)) else ()


def _leads_up(found: Repeated) -> bool:
    """Whether the first rows have a link to the folder above."""
    firsts = [units[0][0] for units in found.pages.values() if units]
    return all(any(map(_is_up, descendants(first))) for first in firsts)


def _is_up(element: Element) -> bool:
    href = (element.node.attributes.get("href") or "") if element.tag == "a" else ""
    return href.removeprefix("./").rstrip("/") == ".."


def _named_above(found: Repeated, width: int) -> Names:
    """The names in the head of the table, if they fit so many columns."""
    for parent in (parent for parents in found.parents.values() for parent in parents):
        if fitting := [row for row in _head(parent) if _can_name(row, width)]:
            return names_in(fitting[-1])
    return ()


def _constant(found: Repeated) -> Names:
    """The first row, if it is the same on all pages and others are not."""
    firsts = {names_in(units[0][0]) for units in found.pages.values() if units}
    seconds = {names_in(units[1][0]) for units in found.pages.values() if len(units) > 1}
    names = firsts.pop()
    return names if not firsts and len(seconds) > 1 and len(set(names)) > 1 else ()


def _header(parent: Element, records: set[int]) -> Names:
    rows = [row for row in parent.elements() if row.tag == "tr"]
    own = [row for row in rows if id(row) in records]
    if not own:
        return ()
    width = max(len(names_in(row)) for row in own)
    above = [*_head(parent), *rows[: rows.index(own[0])]]
    if _is_header(own[0], own[1:]):
        above.append(own[0])
    fitting = [row for row in above if _can_name(row, width)]
    return names_in(fitting[-1]) if fitting else ()


def _head(parent: Element) -> list[Element]:
    table = parent.node.parent if parent.tag == "tbody" else None
    head = table.css_first("thead") if table is not None else None
    return [row for row in grow(head).elements() if row.tag == "tr"] if head is not None else []


def _can_name(row: Element, width: int) -> bool:
    cells = [cell for cell in row.elements() if cell.tag in CELLS]
    return len(cells) > 1 and len(names_in(row)) == width and 2 * len(set(names_in(row))) > width


def names_in(row: Element) -> Names:
    """The texts of a row, one for each column."""
    names: list[str] = []
    for cell in row.elements():
        if cell.tag in CELLS:
            names += [text_of(cell)[:NAME]] * span_of(cell)
    return tuple(names)


def _is_header(first: Element, others: Sequence[Element]) -> bool:
    if len(others) < 2:
        return False
    dress = _dress(first)
    if dress and not any(dress & _dress(other) for other in others):
        return True
    if _has_link(first) or _has_digit(first):
        return False
    linked = sum(map(_has_link, others)) >= 0.9 * len(others)
    return linked and sum(map(_has_digit, others)) >= 0.9 * len(others)


def _dress(row: Element) -> set[str]:
    cells = [cell for cell in row.elements() if text_of(cell)]
    inner = {token for cell in row.elements() for token in cell.classes}
    return inner | ({"bold"} if cells and all(map(_is_bold, cells)) else set())


def _is_bold(cell: Element) -> bool:
    inner = [e for e in descendants(cell) if e.tag in ("b", "strong")]
    return bool(inner) and text_of(inner[0]) == text_of(cell)


def _has_link(row: Element) -> bool:
    return any(element.tag == "a" for element in descendants(row))


def _has_digit(row: Element) -> bool:
    return any(c.isdigit() for c in text_of(row))
