"""Methods against a site whose truth is known: precision, recall, pages, scans, seconds."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass

from leadline.lab.facets.breadth_first import breadth_first
from leadline.lab.facets.crawl import Crawl, Found, Method, Spent
from leadline.lab.facets.offline import offline
from leadline.lab.facets.online import online
from leadline.lab.facets.ours import ours
from leadline.lab.sites.faceted import FacetedSite
from leadline.lab.sites.server import serve
from leadline.net.stack import Browser, Manners, open_fetcher

METHODS: Mapping[str, Method] = {
    "ours": ours,
    "online": online,
    "offline": offline,
    "breadth-first": breadth_first,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """What a method found, and what that cost; one that was stopped did not finish."""

    precision: float
    recall: float
    pages: int
    scans: int
    seconds: float
    finished: bool


def measure(
    site: FacetedSite, name: str, most: int | None, told: Callable[[Crawl], None] = lambda _: None
) -> Measured:
    """One method on a site that is served on this machine."""
    return asyncio.run(_measure(site, METHODS[name], most, told))


async def _measure(
    site: FacetedSite, method: Method, most: int | None, told: Callable[[Crawl], None]
) -> Measured:
    manners = Manners(delay=0.0, obey_robots=False, browser=Browser.NEVER)
    async with serve(site) as url, open_fetcher(manners, seeds=(url,)) as door:
        crawl = Crawl(fetcher=door, root=f"{url}/", most=most, told=told)
        started = time.monotonic()
        with suppress(Spent):
            await method(crawl)
        seconds = time.monotonic() - started
        return measured(site, url, crawl, seconds)


def measured(site: FacetedSite, url: str, crawl: Crawl, seconds: float) -> Measured:
    """What was found beside the truth."""
    truth = {(f"{url}/item/{entity}", name, text) for entity, name, text in site.table.pairs()}
    found: Found = crawl.found
    right = len(found & truth)
    return Measured(
        precision=right / len(found) if found else 0.0,
        recall=right / len(truth) if truth else 1.0,
        pages=crawl.pages,
        scans=crawl.scans,
        seconds=seconds,
        finished=crawl.most is None or crawl.pages < crawl.most,
    )
