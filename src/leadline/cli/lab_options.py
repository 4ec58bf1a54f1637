"""The options that several commands of the lab share: the simulated source."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from leadline.cli.options import OUTPUT
from leadline.lab.world import Counts

SOURCE = "The source"


class Interface(StrEnum):
    """What the simulated source can be asked."""

    KEYWORD = "keyword"
    ATTRIBUTE = "attribute"


class Order(StrEnum):
    """In which order it shows what matches."""

    STATIC = "static"
    RELEVANCE = "relevance"
    NEWEST = "newest"


def counts_option(text: str) -> Counts:
    """How totals are reported, as typed."""
    kind, _, cap = text.partition(":")
    if kind in ("exact", "none", "rounded") and not cap:
        return Counts(kind=kind)  # type: ignore[arg-type]
    if kind == "capped" and cap.isdigit() and int(cap) > 0:
        return Counts(kind="capped", cap=int(cap))
    raise typer.BadParameter(f"'{text}' is none of exact, none, rounded, capped:N")


Data = Annotated[
    Path,
    typer.Option(
        help="The table: .jsonl, .json, .csv (also .gz) or .parquet.",
        metavar="FILE",
        rich_help_panel=SOURCE,
    ),
]
Asked = Annotated[
    Interface,
    typer.Option(
        help="A search box over the texts, or a form with the columns as fields.",
        rich_help_panel=SOURCE,
    ),
]
PageSize = Annotated[
    int, typer.Option(min=1, help="Records on a page (p).", rich_help_panel=SOURCE)
]
Limit = Annotated[
    int | None,
    typer.Option(
        min=1,
        help="The most records shown for one query (K); none if left out.",
        rich_help_panel=SOURCE,
    ),
]
Counted = Annotated[
    Counts,
    typer.Option(
        parser=counts_option,
        metavar="exact|none|rounded|capped:N",
        help="How the number of matches is reported.",
        rich_help_panel=SOURCE,
    ),
]
Ranked = Annotated[Order, typer.Option(help="The order of results.", rich_help_panel=SOURCE)]
Predicates = Annotated[
    int | None,
    typer.Option(
        min=1,
        help="The most values in one query; 1: single values only. No bound if left out.",
        rich_help_panel=SOURCE,
    ),
]
AnyOf = Annotated[
    bool,
    typer.Option(
        "--any-of",
        help="Several values in a query: any may match, instead of all.",
        rich_help_panel=SOURCE,
    ),
]
StopWords = Annotated[
    int,
    typer.Option(
        min=0, help="Refuse the N most frequent values.", metavar="N", rich_help_panel=SOURCE
    ),
]
SearchFields = Annotated[
    str | None,
    typer.Option(
        help="The columns a keyword is looked up in: a,b. All if left out.",
        metavar="A,B",
        rich_help_panel=SOURCE,
    ),
]
Browsable = Annotated[
    bool,
    typer.Option(
        "--browsable",
        help="The empty query lists everything (up to the limit).",
        rich_help_panel=SOURCE,
    ),
]
InOrder = Annotated[
    bool,
    typer.Option(
        "--in-order",
        help="Pages must be read one after the other, as with cursors; "
        "otherwise they are numbered.",
        rich_help_panel=SOURCE,
    ),
]
Failures = Annotated[
    float,
    typer.Option(
        min=0, max=1, help="The share of pages that cannot be had.", rich_help_panel=SOURCE
    ),
]
Jobs = Annotated[
    int | None,
    typer.Option(
        min=1,
        help="Runs at the same time; as many as there are processors if left out.",
        rich_help_panel=OUTPUT,
    ),
]
Ordered = Annotated[
    str | None,
    typer.Option(
        metavar="A,B", help="Columns that can be asked from … to.", rich_help_panel=SOURCE
    ),
]
