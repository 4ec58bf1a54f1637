"""Methods against a site whose truth is known: precision, recall, pages, scans, seconds."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass

from leadline.lab.facets.breadth_first import breadth_first
from leadline.lab.facets.crawl import Crawl, Found, Method, Refused, Spent
from leadline.lab.facets.offline import offline
from leadline.lab.facets.online import online
from leadline.lab.facets.ours import ours
from leadline.lab.facets.truth import Truth, truth_of
from leadline.lab.sites.faceted import FacetedSite
from leadline.lab.sites.server import serve
from leadline.net.stack import Browser, Manners, open_fetcher

METHODS: Mapping[str, Method] = {
    "ours": ours,
    "online": online,
    "offline": offline,
    "breadth-first": breadth_first,
}


HIGH = 0.99
FIRST, APART = 10, 1.5  # the first point of a curve, and how many times as many pages the next has


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """How a method stood after so many pages, had it ended there."""

    pages: int
    scans: int
    precision: float
    recall: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """What a method found, and what that cost; one that was stopped did not finish.

    `pages_99` is when it had found 99 % of the truth; None if it never had. `refused` are the links
    that it knew of and did not follow, `curve` how it stood on the way.
    """

    precision: float
    recall: float
    pages: int
    scans: int
    seconds: float
    finished: bool
    pages_99: int | None
    refused: tuple[Refused, ...] = ()
    curve: tuple[Point, ...] = ()


def measure(
    site: FacetedSite, name: str, most: int | None, told: Callable[[Crawl], None] = lambda _: None
) -> Measured:
    """One method on a site that is served on this machine."""
    return asyncio.run(_measure(site, METHODS[name], most, told))


async def _measure(
    site: FacetedSite, method: Method, most: int | None, told: Callable[[Crawl], None]
) -> Measured:
    manners = Manners(delay=0.0, obey_robots=False, browser=Browser.AUTO)
    async with serve(site) as url, open_fetcher(manners, seeds=(url,)) as door:
        watch = _Watch(truth_of(site, url), told)
        crawl = Crawl(fetcher=door, root=f"{url}/", most=most, told=watch)
        started = time.monotonic()
        with suppress(Spent):
            await method(crawl)
        return watch.measured(crawl, time.monotonic() - started)


class _Watch:
    """Sees every page of a crawl go by, and knows the truth."""

    def __init__(self, truth: Truth, told: Callable[[Crawl], None]) -> None:
        self.truth = truth
        self.told = told
        self._high: int | None = None
        self._enough = HIGH * len(truth.always)
        self._least = self._enough  # pairs found before a closer look is worth it
        self._curve: list[Point] = []
        self._next = FIRST

    def __call__(self, crawl: Crawl) -> None:
        self.told(crawl)
        if self._high is None and len(crawl.found) >= self._least:
            right = len(self.truth.right(crawl.found) & self.truth.always)
            self._least = len(crawl.found) + max(1.0, self._enough - right)
            if right >= self._enough:
                self._high = crawl.pages
        if crawl.pages >= self._next:
            self._next = int(crawl.pages * APART)
            self._curve.append(self._point(crawl, crawl.so_far()))

    def _point(self, crawl: Crawl, found: Found) -> Point:
        """What was found beside the truth."""
        right = self.truth.right(found)
        held = len(right & self.truth.always)
        return Point(
            pages=crawl.pages,
            scans=crawl.scans,
            precision=len(right) / len(found) if found else 0.0,
            recall=held / len(self.truth.always) if self.truth.always else 1.0,
        )

    def measured(self, crawl: Crawl, seconds: float) -> Measured:
        """How it ended."""
        end = self._point(crawl, crawl.found)
        if self._high is None and end.recall >= HIGH:
            self._high = crawl.pages
        return Measured(
            precision=end.precision,
            recall=end.recall,
            pages=end.pages,
            scans=end.scans,
            seconds=round(seconds, 3),
            finished=crawl.most is None or crawl.pages < crawl.most,
            pages_99=self._high,
            refused=tuple(crawl.refused),
            curve=(*self._curve, end),
        )
