"""`leadline lab discover`: strategies for finding query forms, on a Web of which all is known."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from leadline.browse.strategies import DEFAULT, THOROUGH, strategies
from leadline.cli.lab_options import Jobs
from leadline.cli.machine import folder, processors
from leadline.cli.options import OUTPUT, Json, listed
from leadline.cli.watch import watcher
from leadline.lab import plots
from leadline.lab.discover import finder, pictures, report, whole
from leadline.lab.discover.study import Searched, search_all
from leadline.lab.web.statistics import DEEP
from leadline.lab.web.world import Web

USUAL = (DEFAULT, THOROUGH, "navmenu-0", "navmenu-3", "navmenu-10", "exhaustive-3")
SAMPLE = 0.3  # of the sites
FEW = 5  # seeds of the Site Finder
LOCAL = 20  # one site in so many is one of figure 19
EPILOG = """Examples:

`leadline lab discover --sites 200`

`leadline lab discover --sites 100 --strategy bandit,navmenu-3 --json`

`leadline lab discover --sites 300 --strategy all --figures figures/`
"""


def chosen(text: str | None) -> tuple[str, ...]:
    """The strategies as typed."""
    known = tuple(strategies())
    if text is None:
        return USUAL
    names = known if text == "all" else listed(text)
    if wrong := [name for name in names if name not in known]:
        raise typer.BadParameter(f"no strategy '{wrong[0]}'; these: {', '.join(known)}")
    return names


def discover(
    sites: Annotated[int, typer.Option(min=2, help="How many sites the Web has.")] = 200,
    strategy: Annotated[
        str | None,
        typer.Option(help=f"Names, or 'all': {', '.join(strategies())}. If left out: "
                     f"{', '.join(USUAL)}.", metavar="A,B|all"),
    ] = None,
    seed: Annotated[int, typer.Option(help="What the Web is drawn from.")] = 1,
    deep: Annotated[
        float, typer.Option(min=0, max=1, help="The share of sites with query forms.")
    ] = DEEP,
    figures: Annotated[
        Path | None,
        typer.Option(help="Also repeat figures 16 to 21 of the paper, and write them there with "
                     "results.json.", metavar="DIR", rich_help_panel=OUTPUT),
    ] = None,
    jobs: Jobs = None,
    as_object: Json = False,
) -> None:  # fmt: skip
    """Compare strategies for finding query forms within sites, on a Web of which all is known.

    Each strategy searches every site. Harvest is query forms per page, coverage the share of those
    that there are: over all sites together, and as the mean of the sites with its 95 % margin.
    """
    names = chosen(strategy)
    if figures is not None:
        plots.need_matplotlib()
        folder(figures)
    web = Web(sites, seed=seed, deep=deep)
    runs, complete = _searched(web, names, seed, jobs or processors())
    results: dict[str, Any] = {"sites": sites, "seed": seed, "deep": deep}
    results["strategies"] = report.strategies_table(runs)
    results |= {"bounds": report.bounds(web, runs), "losses": report.losses(runs)}
    results |= {} if complete else {"interrupted": True}
    if figures is not None and complete:
        results |= _figures(web, runs, seed)
        (figures / "results.json").write_text(json.dumps(results, indent=1) + "\n", "utf-8")
        pictures.write(results, figures)
    _print(results, as_object)
    if not complete:
        raise typer.Exit(130)


def _searched(
    web: Web, names: Sequence[str], seed: int, at_once: int
) -> tuple[dict[str, list[Searched]], bool]:
    """What has finished, in the order asked for, and whether that is all."""
    found = dict[str, list[Searched]]()
    try:
        with watcher() as watch:
            for ran in search_all(web, names, seed, at_once, watch.at):
                found[ran[0].strategy] = ran
                watch.done(ran[0].strategy)
    except KeyboardInterrupt:
        pass
    ordered = {name: found[name] for name in names if name in found}
    return ordered, len(found) == len(names)


def _figures(web: Web, runs: dict[str, list[Searched]], seed: int) -> dict[str, Any]:
    few, many = web.seeds(FEW), web.seeds(web.sites // 2)
    most = 10 * web.sites
    growing = {
        f"from {len(few)} sites": finder.grown(web, few, most, seed),
        f"from {len(many)} sites": finder.grown(web, many, most, seed),
    }
    settings = finder.local(web, range(0, web.sites, LOCAL), seed)
    by_page = whole.page_based(web, most, seed)
    return {
        "figure16": report.figure_16(runs),
        "figure17": report.figure_17(runs, max(2, round(SAMPLE * web.sites))),
        "figure18": report.figure_18(runs),
        "figure19": report.figure_19(settings),
        "figure20": report.figure_20(growing),
        "figure21": report.figure_21(runs, next(iter(growing.values())), by_page),
    }


def _print(results: dict[str, Any], as_object: bool) -> None:
    if as_object:
        print(json.dumps(results))
        return
    console = Console(highlight=False)
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for title in ("strategy", "pages", "forms", "harvest", "coverage", "mean harvest",
                  "mean coverage"):  # fmt: skip
        table.add_column(title, justify="left" if title == "strategy" else "right")
    for row in results["strategies"]:
        table.add_row(*_cells(row))
    for name, bound in results["bounds"].items():
        table.add_row(*_bound_cells(name, bound))
    console.print(table)
    for name, lost in results["losses"].items():
        console.print(f"{name}: {_told(lost)}", soft_wrap=True)
    if foreseen := results.get("figure17"):
        console.print(f"\nsampling chose {foreseen['chosen']}; on the other sites:")
        for one in foreseen["checks"]:
            console.print(
                f"  {one['name']}: {one['predicted']:.3g} ± {one['margin']:.2g} predicted, "
                f"{one['real']:.3g} came"
            )


def _bound_cells(name: str, bound: dict[str, Any]) -> list[str]:
    return [f"({name})", f"{bound['pages']:,}", f"{bound['forms']:,}", f"{bound['harvest']:.3f}",
            f"{bound['coverage']:.3f}", "", ""]  # fmt: skip


def _told(lost: dict[str, int]) -> str:
    return ", ".join(f"{count:,} {what.replace('_', ' ')}" for what, count in lost.items())


def _cells(row: dict[str, Any]) -> list[str]:
    means = [f"{row[f'local_{what}']:.3f} ± {row[f'local_{what}_margin']:.3f}"
             for what in ("harvest", "coverage")]  # fmt: skip
    return [
        row["strategy"], f"{row['pages']:,}", f"{row['forms']:,}", f"{row['harvest']:.3f}",
        f"{row['coverage']:.3f}", *means,
    ]  # fmt: skip
