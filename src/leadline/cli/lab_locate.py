"""`leadline lab locate`: a table of places behind a store locator, crawled and proved complete."""

from __future__ import annotations

import asyncio
import json
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from leadline.cli.lab_options import SOURCE
from leadline.cli.options import OUTPUT, Json
from leadline.cli.region import region_option
from leadline.cli.watch import watcher
from leadline.errors import BadData, LeadlineError
from leadline.lab.locate import Crawl, Located
from leadline.lab.places import Places, airports, places_of
from leadline.lab.sites import server
from leadline.lab.sites.locator import LocatorSite
from leadline.lab.table import read_rows
from leadline.plan.locator.region import Region
from leadline.plan.locator.sphere import EVERYWHERE

LABEL = "locator"
CRAWL = "The crawl"
EPILOG = """Examples:

`leadline lab locate`

`leadline lab locate --data shops.csv --limit 30`

`leadline lab locate --data shops.csv --order static --radii 5,10,25,50,100 --region 47,5,55,15`

`leadline lab locate --serve 8000 --shows attributes`
"""


class Order(StrEnum):
    """In which order the source shows what is near."""

    DISTANCE = "distance"
    STATIC = "static"


class Shows(StrEnum):
    """How a locator's site says where a place is."""

    WORDS = "words"
    ATTRIBUTES = "attributes"
    LINKS = "links"
    JSON = "json"


class Unit(StrEnum):
    """What a locator's site measures in."""

    KM = "km"
    MILES = "miles"


def radii_of(text: str, largest: float) -> tuple[float, ...]:
    """The radii of a drop-down as typed, the smallest first."""
    try:
        radii = tuple(sorted({float(part) for part in text.split(",")}))
    except ValueError:
        radii = ()
    if not radii or not all(0 < km <= EVERYWHERE for km in radii):
        raise typer.BadParameter(f"'{text}' is not a list of kilometres such as 5,10,25")
    if radii[-1] > largest:
        raise typer.BadParameter(f"a radius of {radii[-1]:g} km is above --radius-max")
    return radii


def locate(
    data: Annotated[
        Path | None,
        typer.Option(help="The places: .jsonl, .json, .csv (also .gz) or .parquet; a thousand "
                     "airports if left out.", metavar="FILE", rich_help_panel=SOURCE),
    ] = None,
    lat: Annotated[
        str | None,
        typer.Option(help="The column of latitudes; told from its name if left out.",
                     metavar="COLUMN", rich_help_panel=SOURCE),
    ] = None,
    lon: Annotated[
        str | None,
        typer.Option(help="The column of longitudes; told from its name if left out.",
                     metavar="COLUMN", rich_help_panel=SOURCE),
    ] = None,
    limit: Annotated[
        int,
        typer.Option(min=1, help="The most places shown for one query (K).",
                     rich_help_panel=SOURCE),
    ] = 30,
    page_size: Annotated[
        int, typer.Option(min=1, help="Places on a page (p); each page is a request.",
                          rich_help_panel=SOURCE)
    ] = 30,
    order: Annotated[
        Order,
        typer.Option(help="Nearest first, or in an order that has nothing to do with distance. "
                     "The crawler is not told.", rich_help_panel=SOURCE),
    ] = Order.DISTANCE,
    radius_max: Annotated[
        float | None,
        typer.Option(min=0.001, help="The largest radius that can be asked for; any if left out.",
                     metavar="KM", rich_help_panel=SOURCE),
    ] = None,
    radii: Annotated[
        str | None,
        typer.Option(metavar="KM,KM,…",
                     help="The only radii that can be asked for, as in a drop-down.",
                     rich_help_panel=SOURCE),
    ] = None,
    region: Annotated[
        Region | None,
        typer.Option(parser=region_option, metavar="S,W,N,E",
                     help="The part of the Earth to cover, in degrees; all of it if left out.",
                     rich_help_panel=CRAWL),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option("--serve", min=0, max=65535, metavar="PORT", rich_help_panel=OUTPUT,
                     help="Serve the locator as a Web site instead, until Ctrl-C; 0: any port."),
    ] = None,
    shows: Annotated[
        Shows,
        typer.Option(help="How the site says where a place is.", rich_help_panel=OUTPUT),
    ] = Shows.WORDS,
    unit: Annotated[
        Unit, typer.Option(help="What the site measures in.", rich_help_panel=OUTPUT)
    ] = Unit.KM,
    hidden: Annotated[
        bool,
        typer.Option("--hidden", help="The site's boxes for the point are not seen by people.",
                     rich_help_panel=OUTPUT),
    ] = False,
    as_object: Json = False,
) -> None:  # fmt: skip
    """Crawl a simulated store locator, which shows what is near a point, and prove it complete.

    The source shows at most K places for a query and no counts. The crawl ends when discs, each
    with an answer that proves it, cover the region; the proof is then checked independently.
    """
    largest = EVERYWHERE if radius_max is None else min(radius_max, EVERYWHERE)
    places = _places(data, lat, lon, limit=limit, page_size=page_size, order=order.value,
                     radii=radii_of(radii, largest) if radii else (), largest=largest)  # fmt: skip
    if port is not None:
        name = "Airports" if data is None else data.name.partition(".")[0].capitalize()
        _serve(LocatorSite(places=places, name=f"{name} near you", shows=shows.value,
                           unit=unit.value, hidden=hidden), port)  # fmt: skip
        return
    crawl = Crawl(places, region or Region())
    finished = _run(crawl)
    _print(finished or crawl.result(), as_object, finished is not None)
    if finished is None:
        raise typer.Exit(130)


def _places(data: Path | None, lat: str | None, lon: str | None, **settings: Any) -> Places:
    if data is None:
        return places_of(airports(), lat, lon, **settings)
    rows = list(read_rows(data))
    try:
        places = places_of(rows, lat, lon, **settings)
    except BadData as error:
        raise BadData(f"{data}: {error}") from None
    if left := len(rows) - len(places.records):
        print(f"note: {left:,} rows without coordinates are left out", file=sys.stderr)
    return places


def _run(crawl: Crawl) -> Located | None:
    """How it ended; None if that was before its time."""
    count = len(crawl.places.records)
    try:
        with watcher() as watch:
            found = crawl.run(lambda pages, found: watch.at(LABEL, pages, found / count))
            watch.done(LABEL)
    except KeyboardInterrupt:
        return None
    return found


def _print(result: Located, as_object: bool, finished: bool) -> None:
    found = {
        "places": result.places,
        "found": result.found,
        "proved": result.verdict.holds,
        "requests": result.requests,
        "queries": result.queries,
        "floor": result.floor,
        "ratio": round(result.ratio, 3),
        "discs": len(result.discs),
        "nearest_first": result.nearest_first,
    } | ({} if result.verdict.holds else {"why": result.verdict.why})
    if as_object:
        print(json.dumps(found | ({} if finished else {"interrupted": True})))
        return
    table = Table(show_header=False)
    for name, value in found.items():
        shown = f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else value
        table.add_row(name.replace("_", " "), _word(shown))
    Console(highlight=False).print(table)


def _word(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _serve(site: LocatorSite, port: int) -> None:
    try:
        asyncio.run(_until_stopped(site, port))
    except KeyboardInterrupt:
        print(f"\n{len(site.log):,} requests answered")


async def _until_stopped(site: LocatorSite, port: int) -> None:
    try:
        async with server.serve(site, port=port) as url:
            print(f"{len(site.places.records):,} places: {url}/  (Ctrl-C ends it)", flush=True)
            await asyncio.Event().wait()
    except OSError as error:
        raise LeadlineError(f"cannot listen on port {port}: {error.strerror}") from error
