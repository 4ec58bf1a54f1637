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


class Walk:
    """A strategy under way, one page at a time."""

    def __init__(self, strategy: Strategy, get: Get, objects: Objects) -> None:
        self._strategy = strategy
        self._get, self._objects = get, objects
        self._urls, self._found = list[str](), dict[str, int]()

    def step(self) -> bool:
        """Ask for the next page; whether there is one."""
        visit = self._strategy.choose()
        if visit is None:
            return False
        self._urls.append(visit.url)
        document = self._get(visit.url)
        before = len(self._found)
        if document is not None:
            for one in self._objects(document):
                self._found.setdefault(one, len(self._urls))
        fresh = len(self._found) - before
        seen = Seen(url=visit.url, depth=visit.depth, document=document, fresh=fresh)
        self._strategy.learn(seen)
        return True

    def went(self) -> Crawl:
        """What it asked for so far, and what that brought."""
        return Crawl(urls=tuple(self._urls), found=self._found)


def crawl(strategy: Strategy, get: Get, objects: Objects, most: int = MOST) -> Crawl:
    """Let a strategy go through pages until it has enough, or the pages are spent."""
    walk = Walk(strategy, get, objects)
    for _ in range(most):
        if not walk.step():
            break
    return walk.went()
