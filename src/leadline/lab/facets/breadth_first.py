"""A plain crawler: every link of the site, each address once, the nearest to the root first.

It knows pages and no queries (the paper's §1). What it can say of an entity on a list is the link
that led to the list first: what stands above that link, and its text.
"""

from __future__ import annotations

from collections import deque

from leadline.lab.facets.crawl import Crawl
from leadline.lab.facets.scans import Scans


async def breadth_first(crawl: Crawl) -> None:
    """All pages of a site that can be had, and what the links between them say."""
    scans = Scans(crawl)
    queue: deque[tuple[str, tuple[str, str]]] = deque([(crawl.root, ("", ""))])
    met = {crawl.root}
    while queue:
        url, label = queue.popleft()
        scan = await scans.scan(url)
        if scan is None:
            continue
        if all(label):
            crawl.found.update((entity, *label) for entity in scan.entities)
        for link in sorted({*scan.links, *scan.entities} - met):
            met.add(link)
            queue.append((link, scan.labels.get(link, ("", ""))))
