"""`leadline lab integrate`: sources that overlap, gathered into one, by several methods."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from leadline.cli.lab_options import (
    SOURCE,
    Asked,
    Counted,
    InOrder,
    Jobs,
    Limit,
    PageSize,
    Predicates,
)
from leadline.cli.machine import folder, processors
from leadline.cli.options import OUTPUT, Json
from leadline.cli.watch import watcher
from leadline.lab import plots
from leadline.lab.integrate.experiment import MARKS, Gathered, Integration, conduct, summary
from leadline.lab.integrate.figures import FIRST, write_figures
from leadline.lab.integrate.methods import COSTS, METHODS, chosen
from leadline.lab.integrate.sources import Overlapping, drawn, from_files

METHOD = "The methods"
COMPARED = "separate-t"
EPILOG = """Examples:

`leadline lab integrate --data bookworm.jsonl trixie.jsonl --interface attribute`

`leadline lab integrate --data films.jsonl --draw 5 --interface attribute --method all --json`

`leadline lab integrate --data films.jsonl --draw 5 --interface attribute --figures out`
"""


class Spending(StrEnum):
    """What is to be saved."""

    BOTH = "both"
    PAGES = "pages"
    QUERIES = "queries"


def integrate(
    interface: Asked,
    data: Annotated[
        list[Path] | None,
        typer.Option(help="The tables, one or several: .jsonl, .json, .csv (also .gz) or .parquet.",
                     metavar="FILE…", rich_help_panel=SOURCE),
    ] = None,
    more: Annotated[
        list[Path] | None, typer.Argument(metavar="FILE", help="More tables.")
    ] = None,
    draw: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="Draw so many overlapping sources from one table, "
                     "24 to 39 % of its rows each.", rich_help_panel=SOURCE),
    ] = None,
    rows: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="Only a sample of so many rows of all tables, always "
                     "the same.", rich_help_panel=SOURCE),
    ] = None,
    seed: Annotated[
        int, typer.Option(help="Of the draw and of the first queries.", rich_help_panel=SOURCE)
    ] = 1,
    page_size: PageSize = 10,
    limit: Limit = None,
    counts: Counted = "exact",  # type: ignore[assignment]
    predicates: Predicates = None,
    in_order: InOrder = False,
    method: Annotated[
        str,
        typer.Option(metavar="A,B", rich_help_panel=METHOD,
                     help=f"{', '.join(METHODS)}; or all."),
    ] = "ours,cycle,separate-t",
    cost: Annotated[
        Spending, typer.Option(help="What is to be saved.", rich_help_panel=METHOD)
    ] = Spending.BOTH,
    max_pages: Annotated[
        int | None,
        typer.Option(min=1, help="Stop a run after so many pages; twenty times what all records "
                     "would fill if left out.", rich_help_panel=METHOD),
    ] = None,
    figures: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Also repeat Figures 1 to 4 of Xian et al. 2012, with "
                     "ours in them: pictures, curves and results in a folder. Needs four sources.",
                     rich_help_panel=OUTPUT),
    ] = None,
    jobs: Jobs = None,
    as_object: Json = False,
) -> None:  # fmt: skip
    """Gather the union of overlapping sources, and count pages and queries until 50 … 95 % of it.

    One source for each table, or several drawn from one. Rows that are equal are one entity,
    whichever table they are in. `ours` chooses over all pages of all sources; `cycle` is the method
    of Xian et al. 2012; the others read one source after the other, each by itself. All are told
    how large the sources are, as in that paper, but for `ours-blind`. The oracles know every answer
    beforehand, and come with a floor that nobody can be below.
    """
    names = chosen(method)
    world = {"page_size": page_size, "limit": limit, "counts": counts, "predicates": predicates,
             "any_page": not in_order}  # fmt: skip
    sources = _sources([*(data or ()), *(more or ())], draw, rows, seed, interface.value, world)
    if figures is not None:
        plots.need_matplotlib()
        if len(sources.worlds) < 4:
            raise typer.BadParameter("the figures need four sources or more (--draw 5)")
        folder(figures)
        names = tuple(dict.fromkeys((*names, *FIRST)))
    integration = Integration(sources=sources, methods=names, cost=COSTS[cost.value], seed=seed,
                              max_pages=max_pages)  # fmt: skip
    gathered, complete = _conducted(integration, jobs or processors())
    results = summary(integration, gathered) | ({} if complete else {"interrupted": True})
    if figures is not None and complete:
        results |= {"figures": write_figures(figures, integration, gathered, jobs or processors())}
    _print(results, as_object)
    if not complete:
        raise typer.Exit(130)


def _sources(
    paths: list[Path], draw: int | None, rows: int | None, seed: int, mode: Any, world: Any
) -> Overlapping:
    if not paths:
        raise typer.BadParameter("name a table: --data FILE")
    if draw is None:
        if len(paths) < 2:
            raise typer.BadParameter("name two tables or more, or draw sources from one: --draw 5")
        return from_files(paths, mode, rows, **world)
    if len(paths) > 1:
        raise typer.BadParameter("--draw takes one table")
    return drawn(paths[0], draw, seed, mode, rows, **world)


def _conducted(integration: Integration, jobs: int) -> tuple[list[Gathered], bool]:
    """What has finished, and whether that is all."""
    gathered: list[Gathered] = []
    union = integration.sources.union
    try:
        with watcher() as watch:

            def told(method: str, pages: int, held: int) -> None:
                watch.at(method, pages, held / union)

            for one in conduct(integration, jobs, told):
                gathered.append(one)
                watch.done(one.method)
    except KeyboardInterrupt:
        return gathered, False
    return gathered, True


def _print(results: dict[str, Any], as_object: bool) -> None:
    if as_object:
        print(json.dumps(results))
        return
    console = Console(highlight=False)
    sizes = ", ".join(f"{source['records']:,}" for source in results["sources"])
    console.print(f"{len(results['sources'])} sources of {sizes} records; "
                  f"{results['union']:,} in all")  # fmt: skip
    console.print(table_of(results))
    for name, rows in results.get("figures", {}).items():
        console.print(figure_table(name, rows))


def table_of(results: dict[str, Any]) -> Table:
    """Pages and queries until each mark, and how they compare with separate acquisition."""
    table = Table(caption=f"pages / queries; × {COMPARED}'s at {MARKS[-1]}")
    table.add_column("method", no_wrap=True)
    for mark in (*map(str, MARKS), "×", "coverage"):
        table.add_column(mark, justify="right", no_wrap=True)
    last = str(MARKS[-1])
    base = results["methods"].get(COMPARED, {}).get(last)
    if floor := results.get("floor"):
        table.add_row("floor", *(_cell(floor.get(str(mark))) for mark in MARKS),
                      _ratio(floor.get(last), base), "")  # fmt: skip
    for name, row in results["methods"].items():
        table.add_row(name, *(_cell(row.get(str(mark))) for mark in MARKS),
                      _ratio(row.get(last), base), f"{row['coverage']:.1%}")  # fmt: skip
    return table


def figure_table(name: str, rows: dict[str, Any]) -> Table:
    """The series of one figure: pages and queries until each mark."""
    table = Table(title=name)
    table.add_column("series", no_wrap=True)
    for mark in map(str, MARKS):
        table.add_column(mark, justify="right", no_wrap=True)
    for label, row in rows.items():
        table.add_row(label, *(_cell(row.get(str(mark))) for mark in MARKS))
    return table


def _cell(at: dict[str, int] | None) -> str:
    return "–" if at is None else f"{at['pages']:,} / {at['queries']:,}"


def _ratio(at: dict[str, int] | None, base: dict[str, int] | None) -> str:
    if at is None or base is None:
        return "–"
    return f"{at['pages'] / base['pages']:.2f} / {at['queries'] / base['queries']:.2f}"
