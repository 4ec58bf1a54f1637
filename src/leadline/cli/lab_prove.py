"""`leadline lab prove`: a table behind a form with a result limit, harvested to the proof."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from leadline.cli.lab_options import (
    SOURCE,
    Counted,
    Data,
    InOrder,
    Order,
    Ordered,
    PageSize,
    Ranked,
)
from leadline.cli.options import Json, listed
from leadline.cli.watch import watcher
from leadline.errors import BadData
from leadline.lab.best_tree import best_tree_pages
from leadline.lab.collection import index
from leadline.lab.conjunctions import least_pages
from leadline.lab.proving import Outcome, Proving, fields_of, form_over, orders_over
from leadline.lab.table import read_rows
from leadline.lab.world import World

LABEL = "proof"
NAMED = 20  # impossible cells that are named in a table
EPILOG = """Examples:

`leadline lab prove --data films.jsonl --ordered year,length --categories genres --limit 100`

`leadline lab prove --data shops.csv --categories city,kind --limit 50 --counts none --json`

`leadline lab prove --data shops.csv --categories city,kind --sort price --limit 50`

`leadline lab prove --data texts.jsonl --words --limit 100`
"""


def prove(
    data: Data,
    limit: Annotated[
        int,
        typer.Option(min=1, help="The most records shown for one query (K).",
                     rich_help_panel=SOURCE),
    ],
    ordered: Ordered = None,
    categories: Annotated[
        str | None,
        typer.Option(metavar="C,D", help="Columns that are drop-downs. Without these two options: "
                     "numbers and dates are ordered, texts that repeat are "
                     "categories.",
                     rich_help_panel=SOURCE),
    ] = None,
    words: Annotated[
        bool,
        typer.Option("--words", help="One box for words instead, in which -word leaves a word out.",
                     rich_help_panel=SOURCE),
    ] = False,
    sort: Annotated[
        str | None,
        typer.Option(metavar="E,F", help="Columns by which answers can be sorted, from either end.",
                     rich_help_panel=SOURCE),
    ] = None,
    page_size: PageSize = 10,
    counts: Counted = "exact",  # type: ignore[assignment]
    ranking: Ranked = Order.STATIC,
    in_order: InOrder = False,
    seed: Annotated[
        int, typer.Option(help="Of the source's ranking.", rich_help_panel=SOURCE)
    ] = 0,
    best_tree: Annotated[
        bool,
        typer.Option("--best-tree", help="Also tell what the best tree of cells would take, for "
                     "someone who knows the whole table, and (drop-downs alone) what any answers "
                     "would at least."),
    ] = False,
    as_object: Json = False,
) -> None:  # fmt: skip
    """Harvest a simulated source that cuts its answers at K until nothing can be missing.

    Each field can be asked for an interval, or a value, or the records that have none; the query
    without any lists everything, up to the limit. Floors are what no crawler can go below.
    Cells with more than K records that are equal in all fields cannot be proved: they are named.
    """
    if words and (ordered or categories):
        raise typer.BadParameter("--words is one box and nothing else: no --ordered, --categories")
    rows = list(read_rows(data))
    try:
        fields = ([], []) if words else fields_of(rows, listed(ordered), listed(categories))
        collection = index(rows, "keyword") if words else form_over(rows, *fields)
        sorting = orders_over(rows, fields, listed(sort))
    except BadData as error:
        raise BadData(f"{data}: {error}") from None
    world = World(
        collection=collection, page_size=page_size, limit=limit, counts=counts,
        ranking=ranking.value, browsable=True, any_page=not in_order, seed=seed,
        without="-" if words else "", sorting=sorting,
    )  # fmt: skip
    proving = Proving(world)
    finished = _run(proving)
    more = _hindsight(world) if best_tree and not words else {}
    _print(proving.outcome(), (*fields, listed(sort)), more, as_object, finished)
    if not finished:
        raise typer.Exit(130)


def _run(proving: Proving) -> bool:
    """Whether it ran to its end."""
    records = proving.world.collection.records
    try:
        with watcher() as watch:
            proving.run(lambda known: watch.at(LABEL, known.pages, known.records / records))
            watch.done(LABEL)
    except KeyboardInterrupt:
        return False
    return True


def _print(
    outcome: Outcome,
    fields: Sequence[Sequence[str]],
    more: Mapping[str, int | None],
    as_object: bool,
    finished: bool,
) -> None:
    named = zip(("ordered", "categories", "sorted_by"), map(list, fields), strict=True)
    found = asdict(outcome) | dict(more) | dict(named)
    if as_object:
        print(json.dumps(found | ({} if finished else {"interrupted": True}), ensure_ascii=False))
        return
    table = Table(show_header=False)
    for name, text in _lines(found, outcome).items():
        table.add_row(name, text)
    Console(highlight=False, markup=False).print(table)


def _hindsight(world: World) -> dict[str, int | None]:
    """What someone who knows the whole table would take."""
    return {"best_tree_pages": best_tree_pages(world), "least_pages": least_pages(world)}


def _lines(found: Mapping[str, Any], outcome: Outcome) -> dict[str, str]:
    cells = outcome.impossible_cells
    more = f"\n… and {len(cells) - NAMED:,} more" if len(cells) > NAMED else ""
    return {
        "asked from … to": ", ".join(found["ordered"]) or "nothing",
        "drop-downs": ", ".join(found["categories"]) or "none",
        "sorted by": ", ".join(found["sorted_by"]) or "nothing",
        "proved": "yes" if outcome.proved else "no",
        "coverage": f"{outcome.coverage:.2%}",
        "pages": f"{outcome.pages:,} (at least {outcome.floor_pages:,})",
        **({"best tree": f"{pages:,} pages"} if (pages := found.get("best_tree_pages")) else {}),
        **(
            {"any answers": f"at least {least:,} pages"}
            if (least := found.get("least_pages"))
            else {}
        ),
        "queries": f"{outcome.queries:,} (at least {outcome.floor_queries:,})",
        "impossible cells": "\n".join(cells[:NAMED]) + more if cells else "none",
    }
