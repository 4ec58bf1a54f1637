"""Lists of objects inside JSON, by the path that leads to them, and objects as flat values.

A path is made of keys and `*` for every element of a list, or every value of an object whose
values are alike. Rows given as plain lists count as objects, too: by the names of their columns, if
a list beside them has these, else by the numbers (`column 1`). So do columns given as lists.
Nothing recurses; size and depth are bounded.
"""

from __future__ import annotations

import html
import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

EVERY = "*"
DEEPEST = 40
MOST_NODES = 200_000
MOST_VALUES = 400
LONGEST_LINK = 2_000
LONG = 5  # values of a column that is given as a list
FEWEST = 2  # of them whose values are all different
CELLS = frozenset({"cell", "cells"})
COLUMN = "column "  # before the number of one that nobody names
TAGS = re.compile(r"</?[a-zA-Z][^<>]*>")
LINKED = re.compile(
    r"<a\s[^<>]*?\bhref\s*=\s*[\"']([^\"'<>]+)[\"'][^<>]*>[^<>]*</a>", re.IGNORECASE
)
Path = tuple[str, ...]
Object = dict[str, Any]
Flat = list[tuple[str, str]]


def object_lists(root: Any) -> dict[Path, list[Object]]:
    """All lists of objects in a JSON value."""
    found: dict[Path, list[Object]] = defaultdict(list)
    stack: list[tuple[Path, Any]] = [((), root)]
    left = MOST_NODES
    while stack and left > 0:
        path, value = stack.pop()
        inner = [*_named(value), *_every(value)] if len(path) < DEEPEST else []
        left -= 1 + len(inner)
        for step, child in reversed(inner):
            stack.append(((*path, step), child))
        if path and path[-1] == EVERY and isinstance(value, dict):
            found[path].append(value)
    return dict(found)


def select(root: Any, path: Path) -> list[Object] | None:
    """The objects at a path, in order; None if the path leads nowhere."""
    level: list[Any] = [root]
    for step in path:
        inner = [_step(value, step) for value in level]
        level = [child for some in inner if some is not None for child in some]
        if all(some is None for some in inner):
            return None
    return [value for value in level if isinstance(value, dict)]


def _step(value: Any, step: str) -> list[Any] | None:
    if step != EVERY:
        if not isinstance(value, dict) or step not in value:
            return None
        return [_rows(value).get(step, value[step])]
    if isinstance(value, list):
        return _spelled(value)
    if not isinstance(value, dict):
        return None
    if all(isinstance(child, dict) for child in value.values()):
        return [{"id": key} | child for key, child in value.items()]
    if columns := _columns(value):
        return columns
    return [value]  # a list of one, as many write it


def _named(value: Any) -> list[tuple[str, Any]]:
    if not isinstance(value, dict) or _is_map(value):
        return []
    rows = _rows(value)
    return [(key, rows.get(key, child)) for key, child in value.items()]


def _every(value: Any) -> list[tuple[str, Any]]:
    if isinstance(value, list):
        return [(EVERY, child) for child in _spelled(value)]
    if isinstance(value, dict) and _is_map(value):
        return [(EVERY, {"id": key} | child) for key, child in value.items()]
    return [(EVERY, row) for row in _columns(value)] if isinstance(value, dict) else []


def _columns(value: Object) -> list[Object]:
    """The rows of lists beside each other, of which two at least tell them apart."""
    lists = {key: child for key, child in value.items() if _is_column(child)}
    told = [len(own) for own in lists.values() if _are_names(own)]
    size = max(told, key=told.count, default=0)
    names = [key for key, own in lists.items() if len(own) == size]
    if told.count(size) < FEWEST:
        return []
    return [dict(zip(names, row, strict=True)) for row in zip(*map(lists.get, names), strict=True)]


def _is_column(value: Any) -> bool:
    if not isinstance(value, list) or len(value) < LONG:
        return False
    return all(isinstance(cell, str | int | float) for cell in value)


def _is_map(value: Object) -> bool:
    """Whether an object lists objects by their id: its values are objects alike."""
    children = list(value.values())
    if len(children) < 2 or not all(isinstance(c, dict) and c for c in children):
        return False
    common = set(children[0]).intersection(*children)
    return len(common) >= 2 and len(common) >= 0.5 * len(children[0])


def _rows(value: Object) -> dict[str, list[Object]]:
    """Lists of rows, named by some other list of this object, or by their numbers."""
    names = [c for c in value.values() if isinstance(c, list) and c and _are_names(c)]
    rows: dict[str, list[Object]] = {}
    for key, child in value.items():
        if isinstance(child, list) and child and all(isinstance(row, list) for row in child):
            columns = next((n for n in names if len(n) == len(child[0])), None)
            if columns is None and _is_table(child):
                columns = [f"{COLUMN}{place}" for place in range(1, len(child[0]) + 1)]
            if columns:
                rows[key] = [dict(zip(columns, row, strict=False)) for row in child]
    return rows


def _spelled(rows: list[Any]) -> list[Any]:
    """Rows that are a number and a plain list each, as objects; any others as they are."""
    names = list(rows[0]) if rows and isinstance(rows[0], dict) else []
    if len(rows) == 1 and CELLS.isdisjoint(names):
        return rows  # it may be a list of tags, say
    if len(names) != 2 or not all(isinstance(row, dict) and [*row] == names for row in rows):
        return rows
    for name, other in (names, names[::-1]):
        cells = [row[name] for row in rows]
        if all(isinstance(row, list) and row for row in cells) and _is_table(cells):
            return [
                {other: row[other]} | {f"{COLUMN}{n}": cell for n, cell in enumerate(row[name], 1)}
                for row in rows
            ]
    return rows


def _is_table(rows: list[list[Any]]) -> bool:
    """Whether these are rows of plain values, one at least a text: no points, no curves."""
    plain_rows = all(not isinstance(cell, dict | list) for row in rows for cell in row)
    return plain_rows and len({len(row) for row in rows}) == 1 and _says(rows[0])


def _says(row: list[Any]) -> bool:
    return len(row) > 1 and any(isinstance(c, str) and re.search(r"[^\W\d_]", c) for c in row)


def _are_names(values: list[Any]) -> bool:
    return all(isinstance(v, str) and 0 < len(v) < 80 for v in values) and (
        len(set(values)) == len(values)
    )


def flat(value: Object) -> Flat:
    """The plain values of an object, by dotted name; lists give several values of one name.

    A value that is a link in HTML has its address beside it.
    """
    found: Flat = []
    stack: list[tuple[str, Any, int]] = [("", value, 0)]
    while stack and len(found) < MOST_VALUES:
        name, own, depth = stack.pop()
        if isinstance(own, dict) and depth < DEEPEST:
            inner = [(f"{name}.{key}" if name else str(key), c) for key, c in own.items()]
            stack += [(key, child, depth + 1) for key, child in reversed(inner)]
        elif isinstance(own, list) and depth < DEEPEST:
            stack += [(name, child, depth + 1) for child in reversed(own[:MOST_VALUES])]
        elif text := plain(own):
            found.append((name, text))
            if address := _address(own):
                found.append((f"{name}.href", address))
    return found


def _address(value: Any) -> str:
    """Where a value leads that is nothing but a link in HTML."""
    short = isinstance(value, str) and len(value) <= LONGEST_LINK
    link = LINKED.fullmatch(value.strip()) if short else None
    return html.unescape(link[1]) if link else ""


def plain(value: Any) -> str:
    """A plain value as text, without markup."""
    if value is None or isinstance(value, dict | list):
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = str(value)
    if "<" in text or "&" in text:
        text = html.unescape(TAGS.sub("", text))
    return " ".join(text.split())


def ordered(pairs: Flat) -> Iterator[tuple[str, list[str]]]:
    """Values by name, in the order in which names first come."""
    by_name: dict[str, list[str]] = {}
    for name, text in pairs:
        by_name.setdefault(name, []).append(text)
    yield from by_name.items()
