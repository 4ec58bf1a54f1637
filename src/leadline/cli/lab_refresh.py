"""`leadline lab refresh`: a table harvested, changed, and asked again for the changes."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from enum import StrEnum
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from leadline.cli.lab_options import (
    SOURCE,
    Counted,
    Data,
    Order,
    Ordered,
    PageSize,
    Ranked,
)
from leadline.cli.options import OUTPUT, Json, listed
from leadline.errors import BadData
from leadline.lab.churn import churned, keyed, source_of
from leadline.lab.collection import Collection, index
from leadline.lab.proving import fields_of, form_over
from leadline.lab.refreshing import Outcome, harvested, refreshed
from leadline.lab.table import Row, read_rows

CHURN = "The changes"
EPILOG = """Examples:

`leadline lab refresh --data films.jsonl --ordered year,length --limit 1000 --clustered`

`leadline lab refresh --data books.jsonl --source listing --churn 0.01 --json`
"""


class Kind(StrEnum):
    """What the source is asked by."""

    CELLS = "cells"
    KEYWORD = "keyword"
    LISTING = "listing"


def refresh(
    data: Data,
    source: Annotated[
        Kind, typer.Option(help="A form with fields, a search box, or a list of everything.",
                           rich_help_panel=SOURCE)
    ] = Kind.CELLS,
    limit: Annotated[
        int | None,
        typer.Option(min=1, help="The most records shown for one query (K); fields need one.",
                     rich_help_panel=SOURCE),
    ] = None,
    ordered: Ordered = None,
    categories: Annotated[
        str | None,
        typer.Option(metavar="C,D", help="Columns that are drop-downs.", rich_help_panel=SOURCE),
    ] = None,
    page_size: PageSize = 10,
    counts: Counted = "exact",  # type: ignore[assignment]
    ranking: Ranked = Order.STATIC,
    rows: Annotated[
        int | None, typer.Option(min=1, help="Take the first so many rows only.",
                                 rich_help_panel=SOURCE)
    ] = None,
    churn: Annotated[
        float, typer.Option(min=0, max=0.5, help="The share of the records that change.",
                            rich_help_panel=CHURN)
    ] = 0.01,
    clustered: Annotated[
        bool, typer.Option("--clustered", help="Changes come in batches of records that belong "
                           "together; otherwise anywhere.", rich_help_panel=CHURN)
    ] = False,
    seed: Annotated[
        int, typer.Option(help="Of the changes and the order.", rich_help_panel=CHURN)
    ] = 0,
    max_pages: Annotated[
        int | None, typer.Option(min=1, help="Stop the refresh after so many pages.",
                                 rich_help_panel=OUTPUT)
    ] = None,
    as_object: Json = False,
) -> None:  # fmt: skip
    """Harvest a simulated source, change it, and count what a refresh finds for how many pages.

    A third of the changes each are records added, changed in a column, and taken away.
    """
    table = list(read_rows(data))[:rows]
    if source is Kind.CELLS and limit is None:
        raise BadData("fields are split under a limit: give one with --limit")
    try:
        names, indexed = _fields(table, source, ordered, categories)
        before = keyed(table)
        settings: dict[str, Any] = {
            "page_size": page_size, "limit": limit, "counts": counts, "ranking": ranking.value,
            "browsable": source is not Kind.KEYWORD, "seed": seed,
        }  # fmt: skip
        turns = harvested(source_of(before, indexed, **settings), source.value, seed)
        changes = churned(before, churn, ordered=names[0], categories=names[1],
                          clustered=clustered, seed=seed)  # fmt: skip
        after = source_of(changes.rows, indexed, **settings)
    except BadData as error:
        raise BadData(f"{data}: {error}") from None
    _print(refreshed(turns, after, changes, max_pages), as_object)


def _fields(
    table: list[Row], source: Kind, ordered: str | None, categories: str | None
) -> tuple[tuple[list[str], list[str]], Callable[[list[Row]], Collection]]:
    """The columns that can be asked, and what makes a source of a table."""
    if source is not Kind.CELLS:
        return ([], []), lambda some: index(some, "keyword")
    names = fields_of(table, listed(ordered), listed(categories))
    return names, lambda some: form_over(some, *names)


def _print(outcome: Outcome, as_object: bool) -> None:
    if as_object:
        told = asdict(outcome)
        told["kinds"] = {
            kind: {"changes": there, "found": found}
            for kind, (there, found) in outcome.kinds.items()
        }
        print(json.dumps(told))
        return
    table = Table(show_header=False)
    for name, text in _lines(outcome).items():
        table.add_row(name, text)
    Console(highlight=False, markup=False).print(table)


def _lines(got: Outcome) -> dict[str, str]:
    each = {kind: f"{found:,} of {there:,}" for kind, (there, found) in got.kinds.items()}
    return {
        "changes found": f"{got.found:,} of {got.changes:,} ({got.share:.1%})",
        **each,
        "told wrongly": f"{got.wrong:,}, of them in doubt {got.wrong_in_doubt:,}",
        "in doubt": f"{got.doubtful:,} told as vanished may have changed instead",
        "pages": f"{got.pages:,} of {got.full_pages:,} of the harvest ({got.ratio:.1%})",
        "not shown again": f"{got.unseen:,} records",
    }
