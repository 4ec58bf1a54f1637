"""`leadline lab size`: how well the size of a source is told, against simulated ones."""

from __future__ import annotations

import json
from pathlib import Path
from statistics import median
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from leadline.cli.lab import Interface, Order, counts_option
from leadline.cli.machine import processors
from leadline.cli.watch import watcher
from leadline.lab.collection import indexed
from leadline.lab.size import Sizing, Told, conduct, summary
from leadline.lab.table import read_rows
from leadline.lab.world import Counts, World

SOURCE, RUNS, OUTPUT = "The source", "The runs", "The output"
EPILOG = """Examples:

`leadline lab size --data films.jsonl --interface attribute --limit 100`

`leadline lab size --data texts.jsonl --interface keyword --coverage 0.4 --counts none --json`
"""


def size(
    data: Annotated[
        Path,
        typer.Option(help="The table: .jsonl, .csv (either also .gz) or .parquet.", metavar="FILE",
                     rich_help_panel=SOURCE),
    ],
    interface: Annotated[
        Interface,
        typer.Option(help="A search box over the texts, or a form with the columns as fields.",
                     rich_help_panel=SOURCE),
    ],
    page_size: Annotated[
        int, typer.Option(min=1, help="Records on a page (p).", rich_help_panel=SOURCE)
    ] = 10,
    limit: Annotated[
        int | None,
        typer.Option(min=1, help="The most records shown for one query (K); none if left out.",
                     rich_help_panel=SOURCE),
    ] = None,
    counts: Annotated[
        Counts,
        typer.Option(parser=counts_option, metavar="exact|none|rounded|capped:N",
                     help="How the number of matches is reported.", rich_help_panel=SOURCE),
    ] = "exact",  # type: ignore[assignment]
    ranking: Annotated[
        Order, typer.Option(help="The order of results.", rich_help_panel=SOURCE)
    ] = Order.STATIC,
    predicates: Annotated[
        int | None,
        typer.Option(min=1, help="The most values in one query; 1: single values only. "
                     "No bound if left out.", rich_help_panel=SOURCE),
    ] = None,
    any_of: Annotated[
        bool,
        typer.Option("--any-of", help="Several values in a query: any may match, instead of all.",
                     rich_help_panel=SOURCE),
    ] = False,
    stop_words: Annotated[
        int,
        typer.Option(min=0, help="Refuse the N most frequent values.", metavar="N",
                     rich_help_panel=SOURCE),
    ] = 0,
    search_fields: Annotated[
        str | None,
        typer.Option(help="The columns a keyword is looked up in: a,b. All if left out.",
                     metavar="A,B", rich_help_panel=SOURCE),
    ] = None,
    browsable: Annotated[
        bool,
        typer.Option("--browsable", help="The empty query lists everything (up to the limit).",
                     rich_help_panel=SOURCE),
    ] = False,
    in_order: Annotated[
        bool,
        typer.Option("--in-order", help="Pages must be read one after the other, as with cursors; "
                     "otherwise they are numbered.", rich_help_panel=SOURCE),
    ] = False,
    failures: Annotated[
        float,
        typer.Option(min=0, max=1, help="The share of pages that cannot be had.",
                     rich_help_panel=SOURCE),
    ] = 0.0,
    coverage: Annotated[
        float,
        typer.Option(min=0, max=1, help="The share of the records that is harvested first.",
                     rich_help_panel=RUNS),
    ] = 0.8,
    audit: Annotated[
        int,
        typer.Option(min=0, help="The most pages of an audit.", metavar="PAGES",
                     rich_help_panel=RUNS),
    ] = 100,
    runs: Annotated[
        int,
        typer.Option(min=1, help="Audits, each with other draws, spread over up to five harvests "
                     "with other first queries.", rich_help_panel=RUNS),
    ] = 20,
    jobs: Annotated[
        int | None,
        typer.Option(min=1, help="Harvests at the same time; as many as there are processors if "
                     "left out.", rich_help_panel=OUTPUT),
    ] = None,
    as_object: Annotated[
        bool, typer.Option("--json", help="Print one JSON object and nothing else.",
                           rich_help_panel=OUTPUT)
    ] = False,
) -> None:  # fmt: skip
    """Harvest a simulated source in part, audit it, and compare its size as told with the truth.

    Each run harvests with the default policy until the true coverage is reached, then spends pages
    on an audit and estimates. Beside `ours`: the estimate that needs no audit (`running`), and what
    others would make of the same harvest, or of as many pages. Intervals are 90 % intervals.
    """
    fields = None if search_fields is None else frozenset(search_fields.split(","))
    world = World(
        collection=indexed(data, read_rows(data), interface.value, fields),
        page_size=page_size,
        limit=limit,
        ranking=ranking.value,
        counts=counts,
        any_of=any_of,
        predicates=predicates,
        browsable=browsable,
        any_page=not in_order,
        stop_words=stop_words,
        failures=failures,
    )
    sizing = Sizing(world=world, coverage=coverage, audit=audit, runs=runs)
    results = summary(sizing, _conducted(sizing, jobs or processors()))
    if as_object:
        print(json.dumps(results))
    else:
        Console(highlight=False).print(table_of(results))


def _conducted(sizing: Sizing, jobs: int) -> list[Told]:
    told: list[Told] = []
    records = sizing.world.collection.records
    with watcher() as watch:

        def heard(number: int, pages: int, held: int) -> None:
            watch.at(f"harvest {number + 1}", pages, held / records)

        for part in conduct(sizing, jobs, heard):
            told += part
            watch.done(f"harvest {part[0].run % sizing.harvests + 1}, audits")
    return told


def table_of(results: dict[str, Any]) -> Table:
    """For each estimator how far it is off, and how often its interval holds the truth."""
    truth = results["truth"]
    table = Table(title=f"{truth:,} records, {len(results['runs']['ours'])} runs")
    for column in ("estimator", "median", "off by", "interval holds", "audit pages"):
        table.add_column(column, justify="left" if column == "estimator" else "right")
    for name, runs in results["runs"].items():
        said = [run for run in runs if run["estimate"] is not None]
        table.add_row(name, *_cells(said, truth))
    return table


def _cells(said: list[dict[str, float]], truth: int) -> list[str]:
    if not said:
        return ["–"] * 4
    off = median(abs(run["estimate"] - truth) / truth for run in said)
    holds = sum(run["low"] <= truth <= run["high"] for run in said) / len(said)
    middle, pages = median(r["estimate"] for r in said), median(r["audit_pages"] for r in said)
    return [f"{middle:,.0f}", f"{off:.1%}", f"{holds:.0%}", f"{pages:.0f}"]
