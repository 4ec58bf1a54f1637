"""Adaptive(T, S, p): search a site for entrances of other sites, as deep as it keeps yielding.

All links of the front page and of the pages beside it are followed; deeper down only those that
speak of links to other sites, the links of the last S pages of the level when these brought T new
sites between them, and now and then, with probability p, those of a page that nothing speaks for.
Source: He et al., Section 5.2, Figure 15, Algorithm Adaptive. A window is taken from the pages of
one depth in the order in which they were crawled, as its Example 1 does.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Generator, Iterable
from dataclasses import dataclass
from random import Random

from leadline.browse.link_pages import is_link_page
from leadline.browse.links import Anchor, internal
from leadline.browse.searcher import InSiteSearcher
from leadline.browse.strategy import Entrance, Maker, Seen, Strategy

THRESHOLD, WINDOW, CHANCE = 5, 5, 0.05  # Section 6, "good harvest as well as reasonable coverage"
DEEPEST = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class _Crawled:
    fresh: int
    urls: tuple[str, ...]


def adaptive(
    threshold: int = THRESHOLD, window: int = WINDOW, chance: float = CHANCE, depth: int = DEEPEST
) -> Maker:
    """Follow links while the recent pages bring enough, within the depth."""

    def make(site: Entrance) -> Strategy:
        select = _Promising(site, threshold, window, chance)
        return InSiteSearcher(site.url, depth, select)

    return make


class _Promising:
    """LinkSelection of Adaptive; remembers the last pages of each depth."""

    def __init__(self, site: Entrance, threshold: int, window: int, chance: float) -> None:
        self._root = site.url
        self._threshold = threshold
        self._chance = chance
        self._rng = Random(site.seed)
        self._recent = defaultdict[int, deque[_Crawled]](lambda: deque(maxlen=window))

    def __call__(self, seen: Seen) -> Generator[str, Seen, Iterable[str]]:
        yield from ()
        if seen.document is None:
            return ()
        links = internal(seen.document, self._root)
        urls = tuple(link.url for link in links)
        recent = self._recent[seen.depth]
        recent.append(_Crawled(fresh=seen.fresh, urls=urls))
        return dict.fromkeys((*_targets(seen.depth, links), *self._continued(recent, urls)))

    def _continued(self, recent: Iterable[_Crawled], urls: tuple[str, ...]) -> Iterable[str]:
        """Lines 6 to 13: the whole window if it brought enough, or else this page by chance."""
        if sum(page.fresh for page in recent) >= self._threshold:
            return [url for page in recent for url in page.urls]
        return urls if self._rng.random() < self._chance else ()


def _targets(depth: int, links: Iterable[Anchor]) -> list[str]:
    """Lines 3 to 5: all links near the front page, and those that say that they lead to links."""
    return [link.url for link in links if depth <= 1 or is_link_page(link)]
