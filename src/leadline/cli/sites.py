"""`leadline lab serve`: a table as a real Web site on this machine, to try a harvest on."""

from __future__ import annotations

import asyncio
from importlib.resources import as_file, files
from pathlib import Path
from typing import Annotated, Any

import typer

from leadline.cli.lab_options import Browsable, Counted, Limit, Order, PageSize, Ranked
from leadline.errors import BadData, LeadlineError
from leadline.lab.demo import CATALOGUE
from leadline.lab.sites import server
from leadline.lab.sites.build import site_of
from leadline.lab.sites.designs import DESIGNS
from leadline.lab.sites.site import Site
from leadline.lab.table import read_rows

EPILOG = "The designs:\n\n" + "\n\n".join(f"`{n}` – {d.summary}" for n, d in DESIGNS.items())


def serve(
    data: Annotated[
        Path | None,
        typer.Option(help="The table: .jsonl, .json, .csv (also .gz) or .parquet; the airports of "
                     "the demo if left out.", metavar="FILE"),
    ] = None,
    design: Annotated[
        str,
        typer.Option(help="What the site looks like; 'list' prints the designs.", metavar="NAME"),
    ] = "table",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Where to listen; 0: any free port.")
    ] = 8000,
    page_size: PageSize = 10,
    limit: Limit = None,
    counts: Counted = "exact",  # type: ignore[assignment]
    ranking: Ranked = Order.STATIC,
    browsable: Browsable = False,
) -> None:  # fmt: skip
    """Serve a table as a Web site on this machine, until Ctrl-C.

    The site has a search form, pages of results and, in most designs, a page for each record.
    """
    if design == "list":
        _print_designs()
        return
    if design not in DESIGNS:
        raise typer.BadParameter(f"unknown design '{design}'; there are: {', '.join(DESIGNS)}")
    site = _site(data, design, page_size=page_size, limit=limit, counts=counts,
                 ranking=ranking.value, browsable=browsable)  # fmt: skip
    try:
        asyncio.run(_until_stopped(site, port))
    except KeyboardInterrupt:
        count = len(site.log)
        print(f"\n{count:,} request{'' if count == 1 else 's'} answered")


def _print_designs() -> None:
    for name, design in DESIGNS.items():
        print(f"{name:<12} {design.summary}")


def _site(data: Path | None, design: str, **settings: Any) -> Site:
    if data is None:
        with as_file(files("leadline.lab") / "data" / CATALOGUE) as path:
            return site_of(read_rows(path), design, "Airports online", **settings)
    name = f"{data.name.partition('.')[0].capitalize()} online"
    rows = list(read_rows(data))
    try:
        return site_of(rows, design, name, **settings)
    except BadData as error:
        raise BadData(f"{data}: {error}") from None


async def _until_stopped(site: Site, port: int) -> None:
    try:
        async with server.serve(site, port=port) as url:
            print(f"{len(site.rows):,} records, design '{site.design}': {url}/  (Ctrl-C ends it)",
                  flush=True)  # fmt: skip
            await asyncio.Event().wait()
    except OSError as error:
        raise LeadlineError(f"cannot listen on port {port}: {error.strerror}") from error
