"""The paper's offline approach (§4.2): crawl all lists of a site, then mine queries from them.

List pages that link to each other and whose links are nearly the same (Jaccard) are one query.
A query whose entities are among those of another that links to it is more specific by what stands
above that link and its text. Along the longest path to a query, these make up its predicates.

A crawl that ends early is mined as far as it went.
"""

from __future__ import annotations

from collections import deque
from contextlib import suppress

from leadline.lab.facets.crawl import Crawl, Found, Spent
from leadline.lab.facets.online import INCLUDED
from leadline.lab.facets.online_clustering import EPSILON, similarity
from leadline.lab.facets.scans import Label, Scans


async def offline(crawl: Crawl) -> None:
    """The queries of a site, and what they say of the entities."""
    scans = Scans(crawl)
    pages: list[str] = []
    crawl.mined = lambda: _mined(scans, pages)
    with suppress(Spent):
        await _crawl(scans, crawl.root, pages)
    crawl.found = _mined(scans, pages)


def _mined(scans: Scans, pages: list[str]) -> Found:
    """What the queries that these pages belong to say of the entities."""
    mine = _Mine(scans, pages)
    return {
        (entity, *label)
        for query, labels in mine.predicates().items()
        for entity in mine.entities[query]
        for label in labels
    }


async def _crawl(scans: Scans, root: str, pages: list[str]) -> None:
    """All list pages, the nearest to the root first."""
    queue, met = deque([root]), {root}
    while queue:
        url = queue.popleft()
        scan = await scans.scan(url)
        if scan is not None and scan.is_list:
            pages.append(url)
            fresh = sorted(scan.links - met)
            met.update(fresh)
            queue.extend(fresh)


class _Mine:
    """Queries from pages: each page's query is named by one of its pages."""

    def __init__(self, scans: Scans, pages: list[str]) -> None:
        self.scans = scans
        self.pages = set(pages)
        self._query = {url: url for url in pages}
        for url in pages:
            self._join(url)
        self.entities: dict[str, frozenset[str]] = {}
        for url in pages:
            query, scan = self.query(url), scans.again(url)
            found = scan.entities if scan is not None else frozenset()
            self.entities[query] = self.entities.get(query, frozenset()) | found

    def query(self, url: str) -> str:
        """The query that a page belongs to."""
        while self._query[url] != url:
            self._query[url] = url = self._query[self._query[url]]
        return url

    def _join(self, url: str) -> None:
        """A page with those of its neighbours that belong to the same query."""
        scan = self.scans.again(url)
        if scan is None:
            return
        for link in sorted(scan.links & self.pages):
            one, other = self.query(url), self.query(link)
            page = self.scans.again(link) if one != other else None
            if page is not None and similarity(self.scans, scan, page) > 1 - EPSILON:
                self._query[other] = one

    def predicates(self) -> dict[str, frozenset[Label]]:
        """Each query's attributes and values: those along the longest path to it."""
        edges = self._edges()
        found: dict[str, frozenset[Label]] = {}
        for query in sorted(self.entities, key=lambda q: (-len(self.entities[q]), q)):
            above = (found[wider] | {label} for wider, label in edges.get(query, ()))
            found[query] = max(above, key=len, default=frozenset())
        return found

    def _edges(self) -> dict[str, list[tuple[str, Label]]]:
        """The wider queries that each query specialises, and by what."""
        edges: dict[str, list[tuple[str, Label]]] = {}
        for url in sorted(self.pages):
            wide, narrower = self.query(url), self._narrower(url)
            labels = self.scans.labels(url).items() if narrower else ()
            for link, label in labels:
                if link in narrower:
                    edges.setdefault(self.query(link), []).append((wide, label))
        return edges

    def _narrower(self, url: str) -> set[str]:
        """The links of a page to lists that its query's entities include."""
        scan, wide = self.scans.again(url), self.query(url)
        links = scan.links & self.pages if scan is not None else ()
        return {link for link in links if self._specialises(self.query(link), wide)}

    def _specialises(self, query: str, wide: str) -> bool:
        inner, outer = self.entities[query], self.entities[wide]
        return len(inner) < len(outer) and len(inner & outer) >= INCLUDED * len(inner)
