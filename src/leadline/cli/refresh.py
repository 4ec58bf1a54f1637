"""`leadline refresh`: what has changed since the harvest?"""

from __future__ import annotations

import json
import time
from dataclasses import asdict
from typing import Any

from leadline.cli.earlier import cookies_of
from leadline.cli.interrupt import cancellable, interruptible
from leadline.cli.line import Line
from leadline.cli.live_options import Allowed, Contact, Delay, MaxRequests, Shown, Timeout, spending
from leadline.cli.many import many
from leadline.cli.one_source import SourceUrl, harvested, one_source
from leadline.cli.options import HarvestFile, Json
from leadline.cli.plain import plain
from leadline.errors import Interrupted, StoppedAnswering
from leadline.harvest.exploring_again import Again
from leadline.harvest.follow import GAVE_UP, INTERRUPTED
from leadline.harvest.refresh import OnlyKept, Refreshed, refresh
from leadline.net.budget import Budget
from leadline.net.stack import Browser, Manners, open_fetcher
from leadline.store import Store, StoredSource, open_store

EPILOG = """Examples:

`leadline refresh airports.db`

`leadline refresh airports.db --max-requests 200 --json`
"""


def refresh_command(
    file: HarvestFile,
    source: SourceUrl = None,
    max_requests: MaxRequests = None,
    budget: Allowed = None,
    delay: Delay = 1.0,
    browser: Shown = Browser.AUTO,
    timeout: Timeout = 60.0,
    contact: Contact = "",
    as_object: Json = False,
) -> None:
    """Ask a harvested source for what has changed: records added, changed and vanished.

    Counts and a few pages tell where something is different; only there it is asked further.
    Nothing in the file is lost: records keep their earlier values, and vanished ones are marked.
    """
    manners = Manners(delay=delay, contact=contact, browser=browser, timeout=timeout)
    allowed = spending(budget, max_requests)
    with open_store(file, create=False) as store:
        chosen = one_source(harvested(store, file), file, source)
        got = interruptible(_refreshed(store, chosen, manners, allowed, quiet=as_object))
    if as_object:
        told = {"url": chosen.url, **asdict(got), "requests": allowed.requests}
        print(json.dumps(told, ensure_ascii=False))
    else:
        _show(chosen.url, got, allowed.requests)
    if got.stopped_because == GAVE_UP:
        raise StoppedAnswering("pages could not be had", "what was found until then is kept")
    if got.stopped_because == INTERRUPTED:
        raise Interrupted("interrupted; what was found until then is kept")


async def _refreshed(
    store: Store, source: StoredSource, manners: Manners, budget: Budget, quiet: bool
) -> Refreshed:
    cookies = cookies_of(store, source.id)
    with Line(quiet=quiet) as line:
        async with open_fetcher(
            manners,
            seeds=(source.url,),
            archive=OnlyKept(store),
            budget=budget,
            told=line.say,
            cookies=cookies,
        ) as door:
            return await cancellable(refresh(store, source.id, door, time.time(), line.show))


def _show(url: str, got: Refreshed, requests: int) -> None:
    lines: list[tuple[str, Any]] = [
        ("added", f"{got.added:,}"),
        ("changed", f"{got.changed:,}"),
        ("vanished", f"{got.vanished:,}{_in_doubt(got.doubtful)}"),
        ("facets", _of_facets(got.pairs)),
        ("requests", f"{requests:,}"),
        ("not seen", f"{got.unseen:,} records were not looked at again" if got.unseen else ""),
        ("open", f"counts differ by {got.unexplained:,} still" if got.unexplained else ""),
        ("stopped", got.stopped_because),
    ]
    print(plain(url))
    for name, value in lines:
        if value:
            print(f"  {name:<9} {value}")


def _of_facets(pairs: Again) -> str:
    if not pairs.lists:
        return ""
    return (f"{pairs.added:,} values of records added, {pairs.vanished:,} vanished; "
            f"{many(pairs.lists, 'page', 'pages')} of lists")  # fmt: skip


def _in_doubt(count: int) -> str:
    return f"; {count:,} of them may have changed instead" if count else ""
