"""`leadline lab facets`: a table as a faceted site, crawled by several methods."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from leadline.cli.options import Json, listed
from leadline.cli.watch import Watcher, watcher
from leadline.errors import BadData
from leadline.lab.facets.best import Best
from leadline.lab.facets.crawl import Crawl
from leadline.lab.facets.figure import draw, write_curves
from leadline.lab.facets.measure import METHODS, Measured, measure
from leadline.lab.facets.online_least import online_least
from leadline.lab.plots import need_matplotlib
from leadline.lab.sites.faceted import FacetedSite
from leadline.lab.sites.faceted_churn import Churn
from leadline.lab.sites.faceted_shapes import told
from leadline.lab.sites.faceted_table import FacetTable
from leadline.lab.table import Row, read_rows

ALL, OURS = "all", "ours"
MOST = 10_000  # pages of a method other than ours,
TIMES = 12  # or so many times those that ours took
SOURCE, CRAWL = "The site", "The crawl"
EPILOG = """Examples:

`leadline lab facets --data films.jsonl --facets genres,mpaa,year --json`

`leadline lab facets --data shop.csv --facets brand,colour,size --limit 200 --method all`
"""


class Addressing(StrEnum):
    """How the site writes choices into addresses."""

    QUERY = "query"
    PATH = "path"
    CODED = "coded"


class Widgets(StrEnum):
    """What the facets are."""

    LINKS = "links"
    SELECT = "select"
    BOXES = "boxes"
    SLIDER = "slider"
    AJAX = "ajax"
    SCRIPT = "script"


class Shapes(StrEnum):
    """How values are offered."""

    FLAT = "flat"
    FOLDED = "folded"
    HIERARCHY = "hierarchy"
    LATE = "late"
    WIDENING = "widening"


def facets(
    data: Annotated[
        Path,
        typer.Option(help="The table: .jsonl, .json, .csv (also .gz) or .parquet.", metavar="FILE",
                     rich_help_panel=SOURCE),
    ],
    names: Annotated[
        str,
        typer.Option("--facets", metavar="A,B", help="The columns that are facets; lists have "
                     "several values.", rich_help_panel=SOURCE),
    ],
    page_size: Annotated[
        int, typer.Option(min=1, help="Entities on a page (p).", rich_help_panel=SOURCE)
    ] = 20,
    limit: Annotated[
        int | None,
        typer.Option(min=1, help="The most entities shown for one choice (K).",
                     rich_help_panel=SOURCE),
    ] = None,
    addresses: Annotated[
        Addressing, typer.Option(help="How choices are written into addresses.",
                                 rich_help_panel=SOURCE)
    ] = Addressing.QUERY,
    widget: Annotated[
        Widgets, typer.Option(help="What facets are: links; drop-downs or check-boxes, a form with "
                              "a button; sliders, for facets of numbers; what a script makes "
                              "of JSON; or what only a script can ask for.", rich_help_panel=SOURCE)
    ] = Widgets.LINKS,
    shape: Annotated[
        Shapes, typer.Option(help="Which values are offered: all; the commonest, the others behind "
                             "'more'; the first two facets as one tree; all but the first facet "
                             "only when that has a choice; alternatives that widen the list.",
                             rich_help_panel=SOURCE)
    ] = Shapes.FLAT,
    trap: Annotated[
        bool,
        typer.Option("--trap", help="Sessions and notes in all addresses, and a calendar without "
                     "end.", rich_help_panel=SOURCE),
    ] = False,
    churn: Annotated[
        float,
        typer.Option(min=0.0, max=1.0, help="The share of the entities that come, go or change "
                     "while the site is crawled.", rich_help_panel=SOURCE),
    ] = 0.0,
    uncounted: Annotated[
        bool,
        typer.Option("--uncounted", help="The facets do not say how many entities each value has.",
                     rich_help_panel=SOURCE),
    ] = False,
    entities: Annotated[
        int | None,
        typer.Option(min=1, help="Take only so many rows, spread over the file.",
                     rich_help_panel=SOURCE),
    ] = None,
    method: Annotated[
        str, typer.Option(metavar="M,N", help=f"{', '.join(METHODS)}, or all.",
                          rich_help_panel=CRAWL)
    ] = OURS,
    max_pages: Annotated[
        int | None,
        typer.Option(min=1, help="Stop a method after so many pages. If left out, ours is not "
                     f"stopped, the others after {MOST:,} or {TIMES} times the pages of ours.",
                     rich_help_panel=CRAWL),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="Also write results.json, curves.csv and figure.svg there.",
                     metavar="DIR", rich_help_panel=CRAWL),
    ] = None,
    as_object: Json = False,
) -> None:  # fmt: skip
    """Serve a table as a faceted site, crawl it, and compare what is found with the truth.

    Entities' own pages do not tell their facets: that an entity has a value is told only by the
    lists under that value. `best_grouping` is what the best grouping of the facets would take for
    who knew the whole table, `online_at_least` what the paper's online approach cannot do without.
    """
    chosen = _methods(method)
    if out is not None:
        need_matplotlib()
        out.mkdir(parents=True, exist_ok=True)
    table = _table(data, names, entities)
    best = Best(table=table, page_size=page_size, limit=limit).pages()
    site = FacetedSite(
        table=table,
        manner=addresses.value if widget in (Widgets.LINKS, Widgets.AJAX) else "query",
        widget=widget.value,
        page_size=page_size,
        limit=limit,
        counted=not uncounted,
        shape=shape.value,
        trap=trap,
        churn=Churn(table=table, share=churn, requests=best) if churn else None,
    )
    done = _run(site, chosen, max_pages)
    results: dict[str, Any] = {
        "entities": len(site.table.rows),
        "pairs": sum(1 for _ in told(table, site.shape)),
        "best_grouping": best,
        "online_at_least": online_least(table, page_size),
        "methods": {name: asdict(one) for name, one in done.items()},
    }
    if out is not None:
        (out / "results.json").write_text(json.dumps(results), encoding="utf-8")
        write_curves(out / "curves.csv", done)
        draw(out / "figure.svg", done)
    _print(results, as_object)


def _methods(text: str) -> list[str]:
    names = listed(text)
    if ALL in names:
        return list(METHODS)
    for name in names:
        if name not in METHODS:
            raise typer.BadParameter(f"'{name}' is none of {', '.join(METHODS)}, all",
                                     param_hint="--method")  # fmt: skip
    return [name for name in METHODS if name in names]


def _table(data: Path, names: str, entities: int | None) -> FacetTable:
    rows = list(read_rows(data))
    facets = listed(names)
    if not rows or not facets:
        raise BadData(f"{data}: a site needs rows and at least one facet")
    try:
        return FacetTable(rows=_spread(rows, entities or len(rows)), facets=facets)
    except BadData as error:
        raise BadData(f"{data}: {error}") from None


def _spread(rows: Sequence[Row], most: int) -> Sequence[Row]:
    """So many rows, evenly spread."""
    if most >= len(rows):
        return rows
    return [rows[n * len(rows) // most] for n in range(most)]


def _run(site: FacetedSite, names: Sequence[str], most: int | None) -> dict[str, Measured]:
    pairs = sum(1 for _ in site.table.pairs()) or 1
    done: dict[str, Measured] = {}
    with watcher() as watch:
        for name in names:
            ours = done[OURS].pages if OURS in done else 0
            stop = most or (None if name == OURS else max(MOST, TIMES * ours))
            site.log.clear()
            done[name] = measure(site, name, stop, partial(_tell, watch, name, pairs))
            watch.done(name)
    return done


def _tell(watch: Watcher, name: str, pairs: int, crawl: Crawl) -> None:
    watch.at(name, crawl.pages, min(1.0, len(crawl.found) / pairs))


def _print(results: dict[str, Any], as_object: bool) -> None:
    if as_object:
        print(json.dumps(results))
        return
    table = Table(caption=f"{results['entities']:,} entities, {results['pairs']:,} pairs; best "
                  f"grouping: {results['best_grouping']:,} pages")  # fmt: skip
    for title in ("method", "precision", "recall", "pages", "scans", "s", "finished"):
        table.add_column(title, justify="left" if title == "method" else "right")
    for name, one in results["methods"].items():
        pages = f"{one['pages']:,}" if one["finished"] else f"> {one['pages']:,}"
        table.add_row(name, f"{one['precision']:.4f}", f"{one['recall']:.4f}", pages,
                      f"{one['scans']:,}", f"{one['seconds']:.1f}",
                      "yes" if one["finished"] else "no")  # fmt: skip
    Console(highlight=False).print(table)
