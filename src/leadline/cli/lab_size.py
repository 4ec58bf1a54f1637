"""`leadline lab size`: how well the size of a source is told, against simulated ones."""

from __future__ import annotations

import json
from statistics import median
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from leadline.cli.lab_options import (
    AnyOf,
    Asked,
    Browsable,
    Counted,
    Data,
    Failures,
    InOrder,
    Jobs,
    Limit,
    Order,
    PageSize,
    Predicates,
    Ranked,
    SearchFields,
    StopWords,
)
from leadline.cli.machine import processors
from leadline.cli.options import Json, listed
from leadline.cli.watch import watcher
from leadline.lab.collection import indexed
from leadline.lab.size import Sizing, Told, conduct, summary
from leadline.lab.table import read_rows
from leadline.lab.world import World

RUNS = "The runs"
EPILOG = """Examples:

`leadline lab size --data films.jsonl --interface attribute --limit 100`

`leadline lab size --data texts.jsonl --interface keyword --coverage 0.4 --counts none --json`
"""


def size(
    data: Data,
    interface: Asked,
    page_size: PageSize = 10,
    limit: Limit = None,
    counts: Counted = "exact",  # type: ignore[assignment]
    ranking: Ranked = Order.STATIC,
    predicates: Predicates = None,
    any_of: AnyOf = False,
    stop_words: StopWords = 0,
    search_fields: SearchFields = None,
    browsable: Browsable = False,
    in_order: InOrder = False,
    failures: Failures = 0.0,
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
    jobs: Jobs = None,
    as_object: Json = False,
) -> None:  # fmt: skip
    """Harvest a simulated source in part, audit it, and compare its size as told with the truth.

    Each run harvests with the default policy until the true coverage is reached, then spends pages
    on an audit and estimates. Beside `ours`: the estimate that needs no audit (`running`), and what
    others would make of the same harvest, or of as many pages. Intervals are 90 % intervals.
    """
    fields = None if search_fields is None else frozenset(listed(search_fields))
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
    truth, held = results["truth"], median(results["coverage"])
    number = len(results["runs"]["ours"])
    table = Table(title=f"{truth:,} records, {held:.0%} held, {number} runs")
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
