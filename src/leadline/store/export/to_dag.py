"""The queries that were asked by facets, and which narrows which: as data and as a picture.

A query is a set of values; an arrow leads from a query to one with exactly one value more. Each
layer of the picture has the queries of so many values, those that narrow the same query together.
After Huang et al. 2011, §3, who call it the DAG of queries.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from leadline.model import Query
from leadline.store.export.place import STDOUT, placed, to_stdout
from leadline.store.protocol import Store

WIDTH, HEIGHT, GAP, BETWEEN = 190, 34, 8, 90
COLUMN = 400  # boxes below each other, then beside
LONGEST = 30  # characters of a box


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A query, the number of its results as the site counts them, and the pages read of it."""

    query: Query
    total: int | None
    pages: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Dag:
    """Queries, and pairs of their places: the second has one value more than the first."""

    nodes: tuple[Node, ...]
    edges: tuple[tuple[int, int], ...]


def dag_of(store: Store, source: int) -> Dag:
    """The queries of the lists that were read."""
    totals: dict[Query, int | None] = {}
    pages: dict[Query, int] = {}
    for listed in store.lists(source):
        totals.setdefault(listed.query, listed.total)
        pages[listed.query] = pages.get(listed.query, 0) + 1
    ordered = sorted(totals, key=lambda query: (len(query.predicates), query.predicates))
    nodes = tuple(Node(query=q, total=totals[q], pages=pages[q]) for q in ordered)
    return Dag(nodes=nodes, edges=tuple(_edges(ordered)))


def _edges(queries: list[Query]) -> Iterable[tuple[int, int]]:
    places = {query: place for place, query in enumerate(queries)}
    for query, place in places.items():
        for left in query.predicates:
            wider = places.get(Query(tuple(p for p in query.predicates if p != left)))
            if wider is not None:
                yield wider, place


def export_dag(store: Store, source: int, target: str) -> int:
    """Write the queries there, as a picture if the name ends in .svg; how many they are."""
    with store.frozen():
        dag = dag_of(store, source)
    text = as_svg(dag) if target.lower().endswith(".svg") else json.dumps(as_json(dag), indent=1)
    if target == STDOUT:
        with to_stdout() as out:
            out.write(text + "\n")
    else:
        with placed(Path(target)) as path:
            path.write_text(text + "\n", encoding="utf-8", errors="replace")
    return len(dag.nodes)


def as_json(dag: Dag) -> dict[str, Any]:
    """The queries as JSON values."""
    return {
        "queries": [
            {"values": [list(p) for p in node.query.predicates], "total": node.total,
             "pages": node.pages}
            for node in dag.nodes
        ],
        "narrows": [list(edge) for edge in dag.edges],
    }  # fmt: skip


def as_svg(dag: Dag) -> str:
    """The queries as a picture."""
    spots = _spots(dag)
    width = max((x for x, _ in spots), default=0) + WIDTH + GAP
    height = max((y for _, y in spots), default=0) + HEIGHT + GAP
    lines = "".join(_arrow(spots[one], spots[other]) for one, other in dag.edges)
    boxes = "".join(_box(node, spot) for node, spot in zip(dag.nodes, spots, strict=True))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="11">'
        f'<rect width="100%" height="100%" fill="white"/><g stroke="#9ab" fill="none">{lines}</g>'
        f"{boxes}</svg>"
    )


def _spots(dag: Dag) -> list[tuple[int, int]]:
    """Where each box is: layers from left to right."""
    found, x, layer, row = list[tuple[int, int]](), GAP, 0, 0
    for node in dag.nodes:
        if len(node.query.predicates) != layer or row >= COLUMN:
            x += WIDTH + (BETWEEN if len(node.query.predicates) != layer else GAP)
            layer, row = len(node.query.predicates), 0
        found.append((x, GAP + row * (HEIGHT + GAP)))
        row += 1
    return found


def _arrow(one: tuple[int, int], other: tuple[int, int]) -> str:
    (x, y), (to_x, to_y) = (
        (one[0] + WIDTH, one[1] + HEIGHT // 2),
        (other[0], other[1] + HEIGHT // 2),
    )
    half = (x + to_x) // 2
    return f'<path d="M{x} {y}C{half} {y} {half} {to_y} {to_x} {to_y}"/>'


def _box(node: Node, spot: tuple[int, int]) -> str:
    x, y = spot
    values = [f"{name}: {value}" for name, value in node.query.predicates] or ["everything"]
    counted = "" if node.total is None else f"{node.total:,} results, "
    pages = f"{counted}{node.pages:,} page{'' if node.pages == 1 else 's'} read"
    return (
        f"<g><title>{_clean(' · '.join(values))}</title>"
        f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="4" fill="#eef4fa" '
        f'stroke="#567"/><text x="{x + 6}" y="{y + 14}">{_short(" · ".join(values))}</text>'
        f'<text x="{x + 6}" y="{y + 27}" fill="#567">{_clean(pages)}</text></g>'
    )


def _short(text: str) -> str:
    return _clean(text if len(text) <= LONGEST else text[: LONGEST - 1] + "…")


def _clean(text: str) -> str:
    """The text as XML may hold it."""
    return escape("".join(c if c.isprintable() else " " for c in text))
