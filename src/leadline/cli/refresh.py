"""`leadline refresh`: what has changed since the harvest?"""

from __future__ import annotations

import asyncio
import json
import signal
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from leadline.cli.inspect import interruptible
from leadline.errors import Interrupted, StoppedAnswering, StoreError
from leadline.follow import GAVE_UP, INTERRUPTED
from leadline.net.budget import Budget
from leadline.net.cookies import Cookies
from leadline.net.stack import Browser, Manners, open_fetcher
from leadline.refresh import OnlyKept, Refreshed, refresh
from leadline.store import Store, StoredSource, open_store

EPILOG = """Examples:

`leadline refresh airports.db`

`leadline refresh airports.db --max-requests 200 --json`
"""


def refresh_command(
    file: Annotated[Path, typer.Argument(help="The file that a harvest was kept in.")],
    max_requests: Annotated[
        int | None, typer.Option(min=1, help="Stop after so many requests.")
    ] = None,
    source: Annotated[
        str | None,
        typer.Option(help="The address of the source, where the file holds several.",
                     metavar="URL"),
    ] = None,
    delay: Annotated[
        float, typer.Option(min=0, help="Seconds between two requests.")
    ] = 1.0,
    browser: Annotated[
        Browser, typer.Option(help="Show pages in a real browser first; auto: where it is needed.")
    ] = Browser.AUTO,
    contact: Annotated[
        str, typer.Option(help="An address or URL for the site's owner, said in the user agent.")
    ] = "",
    as_object: Annotated[
        bool, typer.Option("--json", help="Print one JSON object and nothing else.")
    ] = False,
) -> None:  # fmt: skip
    """Ask a harvested source for what has changed: records added, changed and vanished.

    Counts and a few pages tell where something is different; only there it is asked further.
    Nothing in the file is lost: records keep their earlier values, and vanished ones are marked.
    """
    manners = Manners(delay=delay, contact=contact, browser=browser)
    budget = Budget(max_requests=max_requests)
    with open_store(file, create=False) as store:
        chosen = _chosen(store, file, source)
        got = interruptible(_refreshed(store, chosen, manners, budget, quiet=as_object))
    if as_object:
        told = {"url": chosen.url, **asdict(got), "requests": budget.requests}
        print(json.dumps(told, ensure_ascii=False))
    else:
        _show(chosen.url, got, budget.requests)
    if got.stopped_because == GAVE_UP:
        raise StoppedAnswering("pages could not be had", "what was found until then is kept")
    if got.stopped_because == INTERRUPTED:
        raise Interrupted("interrupted; what was found until then is kept")


def _chosen(store: Store, file: Path, url: str | None) -> StoredSource:
    sources = [one for one in store.sources() if store.totals(one.id).turns]
    if url is not None:
        sources = [one for one in sources if url in one.url]
    if not sources:
        raise StoreError(f"{file}: it holds no harvest" + (f" of {url}" if url else " yet"))
    if len(sources) > 1:
        raise StoreError(f"{file} holds several sources; name one with --source: "
                         + ", ".join(one.url for one in sources))  # fmt: skip
    return sources[0]


async def _refreshed(
    store: Store, source: StoredSource, manners: Manners, budget: Budget, quiet: bool
) -> Refreshed:
    cookies = Cookies((store.settings(source.id) or {}).get("cookies", ()))
    watch = (lambda pages, found: None) if quiet or not sys.stderr.isatty() else _say
    async with open_fetcher(
        manners, seeds=(source.url,), archive=OnlyKept(store), budget=budget, cookies=cookies
    ) as door:
        task = asyncio.ensure_future(refresh(store, source.id, door, time.time(), watch))
        asyncio.get_running_loop().add_signal_handler(signal.SIGINT, task.cancel)
        return await task


def _say(pages: int, found: int) -> None:
    if found or pages % 20 == 0:
        print(f"\rrefreshing: {pages:,} pages · {found:,} changes", end="", file=sys.stderr)


def _show(url: str, got: Refreshed, requests: int) -> None:
    lines: list[tuple[str, Any]] = [
        ("added", f"{got.added:,}"),
        ("changed", f"{got.changed:,}"),
        ("vanished", f"{got.vanished:,}"),
        ("requests", f"{requests:,}"),
        ("not seen", f"{got.unseen:,} records were not looked at again" if got.unseen else ""),
        ("open", f"counts differ by {got.unexplained:,} still" if got.unexplained else ""),
        ("stopped", got.stopped_because),
    ]
    print("".join(c if c.isprintable() else " " for c in url))
    for name, value in lines:
        if value:
            print(f"  {name:<9} {value}")
