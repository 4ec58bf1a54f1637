"""One strategy on one site (or one page-based crawl): what it asked for, and what that brought.

The pages come from a function, so that a site in memory does as well as one behind HTTP.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from leadline.browse.strategy import Seen, Strategy
from leadline.document import Document

Get = Callable[[str], Document | None]
Objects = Callable[[Document], Iterable[str]]
MOST = 20_000  # pages of one crawl


@dataclass(frozen=True, slots=True, kw_only=True)
class Crawl:
    """The pages in the order in which they were asked for, and what was found on which."""

    urls: tuple[str, ...]
    found: dict[str, int]  # the objects, each with the number of the page that showed it first

    @property
    def pages(self) -> int:
        """How many pages it took."""
        return len(self.urls)


def crawl(strategy: Strategy, get: Get, objects: Objects, most: int = MOST) -> Crawl:
    """Let a strategy go through pages until it has enough, or the pages are spent."""
    urls, found = list[str](), dict[str, int]()
    while len(urls) < most and (visit := strategy.choose()) is not None:
        urls.append(visit.url)
        document = get(visit.url)
        before = len(found)
        if document is not None:
            for one in objects(document):
                found.setdefault(one, len(urls))
        fresh = len(found) - before
        strategy.learn(Seen(url=visit.url, depth=visit.depth, document=document, fresh=fresh))
    return Crawl(urls=tuple(urls), found=found)
