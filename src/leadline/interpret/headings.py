"""Names for the columns of rows that come as plain lists: those above the table that shows them.

A script that draws a table often asks for bare rows, as DataTables does by default. Only a table
with as many headings as the rows have columns names them.
"""

from __future__ import annotations

from dataclasses import replace

from leadline.document import Document
from leadline.interpret.hits import Hits
from leadline.interpret.rekey import read_by
from leadline.read.jsonpath import COLUMN
from leadline.read.records import grow
from leadline.read.repeated_header import Names, names_in
from leadline.read.structured import values_at
from leadline.read.structured_wrapper import JsonWrapper, objects_at


def headed(hits: Hits, page: Document) -> Hits:
    """The same, with the headings that the page has for columns without names."""
    wrapper = hits.wrapper
    if not isinstance(wrapper, JsonWrapper) or not page.is_html:
        return hits
    shown = next(filter(None, (*hits.found, hits.blank)), None)
    columns = [] if shown is None else _columns(wrapper, shown.document)
    names = _headings(page, len(columns)) if columns else ()
    if not names:
        return hits
    return read_by(replace(wrapper, names=tuple(zip(columns, names, strict=True))), hits)


def _columns(wrapper: JsonWrapper, document: Document) -> list[str]:
    """The columns of the first row, if nobody names them."""
    root = values_at(document, wrapper.source)
    rows = objects_at(root, wrapper.path, wrapper.kind) if root is not None else None
    columns = list(rows[0]) if rows else []
    return columns if all(name.startswith(COLUMN) for name in columns) else []


def _headings(page: Document, width: int) -> Names:
    """The first row of headings that are so many and all different."""
    for row in page.tree.css("table tr:has(th)"):
        names = names_in(grow(row))
        if len(names) == width == len({name for name in names if name}):
            return names
    return ()
