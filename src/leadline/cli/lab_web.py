"""`leadline lab web`: a synthetic Web on this machine, to try crawlers on."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Annotated

import typer

from leadline.errors import LeadlineError
from leadline.lab.web.server import ABOUT, Server, serve
from leadline.lab.web.statistics import DEEP, SURVEYED
from leadline.lab.web.world import Web


def web(
    sites: Annotated[int, typer.Option(min=1, help="How many sites there are.")] = 2_000,
    seed: Annotated[int, typer.Option(help="What everything is drawn from.")] = 1,
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Where to listen; 0: any free port.")
    ] = 8080,
    deep: Annotated[
        float,
        typer.Option(min=0, max=1, help="The share of sites with query forms; "
                     f"{SURVEYED} among servers at random addresses."),
    ] = DEEP,
    latency: Annotated[
        float,
        typer.Option(min=0, help="Seconds that a site takes for each page: the median over the "
                     "sites.", metavar="SECONDS"),
    ] = 0.0,
    texts: Annotated[
        Path | None,
        typer.Option(help="Texts to make the pages of: .jsonl, .json, .csv (also .gz) or "
                     ".parquet; made ones if left out.", metavar="FILE"),
    ] = None,
    forms: Annotated[
        Path | None,
        typer.Option(help="The folder `data` of the formasaurus package, for its real forms; "
                     "shipped ones if left out.", metavar="DIR"),
    ] = None,
    seeds: Annotated[int, typer.Option(min=1, help="How many seeds are printed.")] = 10,
) -> None:  # fmt: skip
    """Serve a synthetic Web on this machine, each site at an address of its own, until Ctrl-C.

    It prints the addresses of some sites, one on a line, to begin a crawl with. What is known about
    the Web is at 127.0.0.1: all sites, their query forms, and the log of forms that were sent.
    """
    made = Web(sites, seed=seed, port=port, deep=deep, texts=texts, forms=forms)
    served: list[Server] = []
    try:
        asyncio.run(_until_stopped(made, latency, seeds, served))
    except KeyboardInterrupt:
        for server in served:
            _say(_told(server))


async def _until_stopped(web: Web, latency: float, seeds: int, served: list[Server]) -> None:
    try:
        async with serve(web, latency) as server:
            served.append(server)
            _say(f"{web.sites:,} sites, seed {web.seed}; all about them: "
                 f"http://{ABOUT}:{web.port}/  (Ctrl-C ends it)")  # fmt: skip
            print("\n".join(web.seeds(seeds)), flush=True)
            await asyncio.Event().wait()
    except OSError as error:
        raise LeadlineError(f"cannot listen on port {web.port}: {error.strerror}") from error


def _told(server: Server) -> str:
    told = server.log.summary()
    return (
        f"\n{told['requests']:,} requests to {told['sites']:,} sites, at most "
        f"{told['most_at_once']} at once to one; {told['submissions']:,} forms were sent, "
        f"{len(told['violations']):,} of them no searches"
    )


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
