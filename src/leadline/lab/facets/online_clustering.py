"""OnlineClustering, Algorithm 1 of the paper (§4.3, appendix C): all list pages of one query.

From a list page, all its links are followed; a page whose links are nearly the same (Jaccard
coefficient above 1 - ε) belongs to the same query, and so on from there. The recursion of the
paper is a stack here. Links that were tried and lead to no list page do not count.
"""

from __future__ import annotations

from dataclasses import dataclass

from leadline.lab.facets.scans import Scan, Scans

EPSILON = 0.15


@dataclass(frozen=True, slots=True, kw_only=True)
class Cluster:
    """The pages of one query, the entities on them, and the links to lists of other queries."""

    entities: frozenset[str]
    links: frozenset[str]
    pages: frozenset[str]


async def online_clustering(scans: Scans, url: str) -> Cluster:
    """The query that a list page belongs to."""
    pages, stack = {url}, [url]
    entities, links = set[str](), set[str]()
    while stack:
        scan = await scans.scan(stack.pop())
        if scan is None:
            continue
        entities |= scan.entities
        for link in sorted(scan.links):
            other = await scans.scan(link)
            if other is None or not other.is_list:
                continue
            links.add(link)
            if link not in pages and similarity(scans, scan, other) > 1 - EPSILON:
                pages.add(link)
                stack.append(link)
    return Cluster(
        entities=frozenset(entities), links=frozenset(links - pages), pages=frozenset(pages)
    )


def similarity(scans: Scans, one: Scan, other: Scan) -> float:
    """The Jaccard coefficient of two pages' links to list pages; 0 if it cannot be large."""
    fewer, more = sorted((len(one.links), len(other.links)))
    if fewer <= (1 - EPSILON) * (more - len(scans.no_lists)):
        return 0.0
    shared = len((one.links & other.links) - scans.no_lists)
    apart = len((one.links ^ other.links) - scans.no_lists)
    return shared / (shared + apart) if shared else 0.0
