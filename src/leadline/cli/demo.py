"""`leadline demo`: a real catalogue, harvested before your eyes."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.console import Console

from leadline.cli.blocks import curve
from leadline.cli.watch import watcher
from leadline.lab.demo import LIMIT, TARGET, Demo, as_json, by_letters, catalogue, harvest

LABEL = "harvesting"


def demo(
    as_object: Annotated[
        bool, typer.Option("--json", help="Print the closing summary as one JSON object.")
    ] = False,
) -> None:
    """Harvest a real catalogue on this machine: a Web site of 7,884 airports, over HTTP.

    Its search box shows ten airports on a page and no more than a hundred for a query. The harvest
    is told nothing but the site's address, and nothing leaves this machine.
    """
    result = _harvested(quiet=as_object)
    if as_object:
        print(json.dumps(as_json(result)))
    else:
        _show(result, Console(highlight=False))


def _harvested(quiet: bool) -> Demo:
    world = catalogue()
    if not quiet:
        print(
            f"A Web site on this machine: {world.collection.records:,} airports behind a search "
            f"box that shows {world.page_size} on a page\nand at most {LIMIT} for a query. "
            f"Harvesting from its address alone, until {TARGET:.0%} are held.\n",
            flush=True,
        )
    with watcher() as watch:
        size = world.collection.records
        got, requests = harvest(world, lambda pages, held: watch.at(LABEL, pages, held / size))
        watch.done(LABEL)
    return Demo(world, got, by_letters(world, len(got.held)), requests)


def _show(result: Demo, console: Console) -> None:
    got = result.harvest
    lines = curve((got.held / got.records).tolist())
    for share, line in zip(_scale(len(lines)), lines, strict=True):
        console.print(f"{share:>6} ┤[cyan]{line}[/cyan]")
    width = len(lines[0])
    console.print(f"       └{'─' * width}")
    console.print(f"        0 pages{len(got.held):>{width - 13},} pages\n")
    for name, value in _closing(result):
        console.print(f"  {name:<10} {value}", soft_wrap=True)


def _scale(height: int) -> list[str]:
    return ["100 %", *[""] * (height // 2 - 1), "50 %", *[""] * (height - height // 2 - 1)]


def _closing(result: Demo) -> list[tuple[str, str]]:
    got = result.harvest
    pages = len(got.held)
    lines = [
        ("records", f"{result.records:,} of {got.records:,} ({got.coverage:.1%})"),
        ("pages", f"{pages:,}, where {result.floor:,} would do if no record were shown twice"),
        ("requests", f"{result.requests:,}, with those to find out how the site is asked"),
        ("queries", f"{int(got.queries[-1]):,}"),
        ("time", f"{got.seconds:.1f} s"),
    ]
    return lines if result.by_letters is None else [*lines, ("a–z", _letters(result, pages))]


def _letters(result: Demo, pages: int) -> str:
    assert result.by_letters is not None
    at = result.by_letters.at(result.harvest.coverage)
    if at is not None:
        times = at[0] / pages
        return f"{at[0]:,} pages for as much by letters, digits and common words: {times:.1f} ×"
    tried = len(result.by_letters.held)
    return (
        f"letters, digits and common words held {result.by_letters.coverage:.1%} "
        f"after {tried:,} pages: {tried / pages:.0f} × as many"
    )
