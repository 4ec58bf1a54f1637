"""Page-based crawling: follow links wherever they lead, across sites, until the pages are spent.

What a crawler does that knows nothing of sites: breadth first, depth first, or a random one of the
addresses seen so far. The baseline of site-based search; it never stops by itself while there are
links.
Source: He et al., Section 6, "comparison to page-based crawling". Leaves out politeness and
priorities of real crawlers.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Literal

from leadline.browse.links import anchors
from leadline.browse.strategy import Seen, Visit

Order = Literal["breadth", "depth", "random"]
ORDERS: tuple[Order, ...] = ("breadth", "depth", "random")


class WholeWeb:
    """A crawl over all sites from some seeds."""

    def __init__(self, roots: Iterable[str], order: Order, rng: Random) -> None:
        self._order = order
        self._rng = rng
        self._waiting = [Visit(url=url) for url in dict.fromkeys(roots)]
        self._known = {visit.url for visit in self._waiting}
        self._first = 0  # of those waiting; those before it are gone

    def choose(self) -> Visit | None:
        """The next page in the order of the crawl."""
        if self._first == len(self._waiting):
            return None
        if self._order == "breadth":
            self._first += 1
            return self._waiting[self._first - 1]
        if self._order == "random":
            self._swap(self._rng.randrange(len(self._waiting)))
        return self._waiting.pop()

    def learn(self, seen: Seen) -> None:
        """Queue the links of a page; the first is the next of a crawl in depth."""
        if seen.document is None:
            return
        urls = [anchor.url for anchor in anchors(seen.document)]
        for url in reversed(urls) if self._order == "depth" else urls:
            if url not in self._known:
                self._known.add(url)
                self._waiting.append(Visit(url=url, depth=seen.depth + 1))

    def _swap(self, place: int) -> None:
        last = self._waiting[-1]
        self._waiting[-1], self._waiting[place] = self._waiting[place], last
