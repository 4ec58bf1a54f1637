"""`leadline lab paper`: the experiments of two papers on a table of one's own."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from leadline.cli.lab_options import Interface, Jobs
from leadline.cli.machine import folder, processors
from leadline.cli.options import OUTPUT, Json
from leadline.cli.watch import watcher
from leadline.errors import LeadlineError
from leadline.lab import plots
from leadline.lab.papers import draw
from leadline.lab.papers.conduct import Outcome, Request, check, repeat
from leadline.lab.papers.figure import OURS, Figure
from leadline.lab.papers.figures import ALL, FIGURES, named
from leadline.lab.policies import NoDomainTable

EPILOG = """Examples:

`leadline lab paper` lists the experiments.

`leadline lab paper wu-3 --data airports.jsonl --out out`

`leadline lab paper wu-5 --data shop.jsonl --domain films.jsonl --seeds 4`

`leadline lab paper ntoulas-10 --data texts.jsonl --language de --rows 15000 --json`
"""


class NoData(LeadlineError):
    """An experiment without a table to run it on."""


def paper(
    name: Annotated[
        str | None, typer.Argument(help="An experiment, or 'all'. Without it: the list of them.")
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option(help="The table: .jsonl, .json, .csv (also .gz) or .parquet.", metavar="FILE"),
    ] = None,
    domain: Annotated[
        Path | None,
        typer.Option("--domain", "--data2", metavar="FILE",
                     help="A table of the same domain (wu-5, wu-6); columns of other names than "
                     "the table's are left out."),
    ] = None,
    interface: Annotated[
        Interface | None,
        typer.Option(help="The form or search box to put before the table; by default what the "
                     "paper has: attribute for Wu, keyword for Ntoulas."),
    ] = None,
    rows: Annotated[
        int | None,
        typer.Option(min=1, help="Take a sample of so many rows, always the same.", metavar="N"),
    ] = None,
    seeds: Annotated[int, typer.Option(min=1, help="Runs of each policy.")] = 3,
    language: Annotated[str, typer.Option(help="The language of the word lists.")] = "en",
    jobs: Jobs = None,
    out: Annotated[
        Path | None,
        typer.Option(help="Also write figure.svg, figure.png, curves.csv and results.json to a "
                     "folder DIR/NAME.", metavar="DIR", rich_help_panel=OUTPUT),
    ] = None,
    as_object: Json = False,
) -> None:  # fmt: skip
    """Repeat a figure of Wu et al. 2006 or Ntoulas et al. 2005, with `sounding` beside its lines.

    Prints pages and queries until 50 … 95 % are held and, for each claim of the paper, whether it
    held on this table.
    """
    if name is None:
        return _list(as_object)
    figures = named(name)
    if data is None:
        raise NoData(f"{name} needs a table to run on: --data")
    request = Request(
        data=data,
        domain=domain,
        interface=None if interface is None else interface.value,
        rows=rows,
        seeds=seeds,
        language=language,
        jobs=jobs or processors(),
    )
    if out is not None:
        plots.need_matplotlib()
        folder(out)
    results = [_one(figure, request, out, as_object) for figure in _possible(figures, request)]
    if as_object:
        print(json.dumps(results[0] if name != ALL else {"figures": results}))


def _list(as_object: bool) -> None:
    if as_object:
        print(json.dumps({figure.name: figure.title for figure in FIGURES.values()}))
        return
    for figure in FIGURES.values():
        print(f"{figure.name:<12}{figure.title}")
    print(f"{ALL:<12}All of them, one after the other")


def _possible(figures: Sequence[Figure], request: Request) -> list[Figure]:
    """The figures that can be run; one that was asked for by its name must be."""
    possible = []
    for figure in figures:
        try:
            check(figure, request)
        except NoDomainTable as error:
            if len(figures) == 1:
                raise
            print(f"left out: {error}", file=sys.stderr)
        else:
            possible.append(figure)
    return possible


def _one(figure: Figure, request: Request, out: Path | None, as_object: bool) -> dict[str, Any]:
    outcome = _run(figure, request)
    results = outcome.results | {"data": request.data.name, "claims": _claims(outcome)}
    if not as_object:
        _show(outcome)
    if out is not None:
        _write(folder(out / figure.name), outcome, results)
    return results


def _run(figure: Figure, request: Request) -> Outcome:
    print(f"{figure.name}: {figure.title}", file=sys.stderr)
    with TemporaryDirectory() as scratch, watcher() as watch:

        def told(policy: str, seed: int, pages: int, share: float) -> None:
            watch.at(f"{policy}, seed {seed}", pages, share)

        for one in repeat(figure, request, Path(scratch), told):
            if isinstance(one, Outcome):
                return one
            watch.done(f"{one.policy}, seed {one.seed}")
    raise AssertionError("an experiment ends with its outcome")


def _claims(outcome: Outcome) -> list[dict[str, Any]]:
    return [{"claim": text, "held": verdict.held, "numbers": verdict.numbers}
            for text, verdict in outcome.judged]  # fmt: skip


# --- for people -------------------------------------------------------------------------------


def _show(outcome: Outcome) -> None:
    console = Console(highlight=False)
    results = outcome.results
    console.print(f"\n[bold]{outcome.figure.name}[/bold] {outcome.figure.title}")
    console.print(f"{results['records']:,} records, {results['values']:,} values")
    if outcome.found.runs:
        console.print(_table(results))
    for text, verdict in outcome.judged:
        mark = "[green]held[/green]" if verdict.held else "[red]did not hold[/red]"
        console.print(f"{mark}: {text} [dim]{verdict.numbers}[/dim]", soft_wrap=True)
    for one in results.get(OURS, ()):
        if one["mark"] == _compared(results):
            console.print(f"{one['series']} at {one['mark']:.0%}: {one['ratio']:.2f} × "
                          f"the {outcome.figure.axis} of {one['to']}")  # fmt: skip


def _compared(results: dict[str, Any]) -> float:
    return max(float(mark) for mark in results["floor"] if float(mark) <= 0.9)


def _table(results: dict[str, Any]) -> Table:
    table = Table(caption="pages / queries, means over the seeds")
    table.add_column("series", no_wrap=True)
    for mark in (*results["floor"], "at the end"):
        table.add_column(mark, justify="right", no_wrap=True)
    for label, row in results["policies"].items():
        style = "bold" if label.startswith(OURS) else None
        cells = (_cell(row.get(mark)) for mark in results["floor"])
        table.add_row(label, *cells, f"{row['coverage']:.1%}", style=style)
    return table


def _cell(at: dict[str, float] | None) -> str:
    return "–" if at is None else f"{at['pages']:,.0f} / {at['queries']:,.0f}"


# --- for later --------------------------------------------------------------------------------


def _write(place: Path, outcome: Outcome, results: dict[str, Any]) -> None:
    (place / "results.json").write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
    draw.write(outcome, place)
    if outcome.found.runs:
        plots.write_csv(place / "curves.csv", outcome.found.runs)
