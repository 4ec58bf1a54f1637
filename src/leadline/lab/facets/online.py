"""OnlineQueryDiscovery, Algorithm 2 of the paper (§4.3, appendix C): a forest of query DAGs.

Each query's links to other lists are tried: one that leads to fewer entities, all of them among
the query's own, is a drill-down, and what stands above the link and its text are the attribute and
its value (§4.2). A query whose entities and whose drill-downs are those of a query in the forest is
equivalent to it and merged: nothing below it is crawled.

Where the paper leaves a choice, the kinder one is taken: the tasks are a queue, so that small sets
of predicates come first; a link that leads to the very same entities is another presentation of the
query and no attribute; what is below a query is queued only after it was found to be new.
"""

from __future__ import annotations

from collections import deque

from leadline.lab.facets.crawl import Crawl
from leadline.lab.facets.online_clustering import Cluster, online_clustering
from leadline.lab.facets.scans import Label, Scans

INCLUDED = 0.95  # the share of entities that must be among those of the query (§4.2, step 2)
Node = tuple[frozenset[str], frozenset[Label]]  # the entities of a query, and its drill-downs


async def online(crawl: Crawl) -> None:
    """The queries of a site, and what they say of the entities."""
    discovery = _Discovery(crawl)
    queue: deque[str] = deque([crawl.root])
    while queue:
        queue.extend(await discovery.below(queue.popleft()))


class _Discovery:
    def __init__(self, crawl: Crawl) -> None:
        self.crawl = crawl
        self.scans = Scans(crawl)
        self.forest: set[Node] = set()
        self._clusters: dict[str, Cluster] = {}

    async def below(self, url: str) -> list[str]:
        """The drill-downs of the query that a page belongs to; none if it is merged."""
        query = await self._cluster(url)
        drills: dict[Label, str] = {}
        tried = set[str]()
        for page in sorted(query.pages):
            for link, label in await self._labelled(page, query.links - tried):
                tried.add(link)
                if label not in drills and await self._is_drill_down(query, link, label):
                    drills[label] = link
        node = query.entities, frozenset(drills)
        if node in self.forest:
            return []
        self.forest.add(node)
        return list(drills.values())

    async def _labelled(self, page: str, wanted: frozenset[str]) -> list[tuple[str, Label]]:
        """The links of a page among those that are wanted, and what they say."""
        scan = await self.scans.scan(page)
        if scan is None or scan.links.isdisjoint(wanted):
            return []
        labels = self.scans.labels(page)
        return [(link, label) for link, label in labels.items() if link in wanted]

    async def _is_drill_down(self, query: Cluster, link: str, label: Label) -> bool:
        found = (await self._cluster(link)).entities
        inside = found & query.entities
        if not found or len(inside) < INCLUDED * len(found) or len(inside) == len(query.entities):
            return False
        self.crawl.found.update((entity, *label) for entity in found)
        return True

    async def _cluster(self, url: str) -> Cluster:
        if url not in self._clusters:
            self._clusters[url] = await online_clustering(self.scans, url)
        return self._clusters[url]
