"""A plain crawler: every link of the site, each address once, the nearest to the root first.

It knows pages and no queries (the paper's §1). What it can say of an entity on a list is the link
that led to the list first: what stands above that link, and its text.
"""

from __future__ import annotations

from collections import deque

from leadline.lab.facets.crawl import Crawl
from leadline.lab.facets.scans import Label, Scans


async def breadth_first(crawl: Crawl) -> None:
    """All pages of a site that can be had, and what the links between them say."""
    scans = Scans(crawl)
    queue: deque[tuple[str, Label | None]] = deque([(crawl.root, None)])
    met = {crawl.root}
    while queue:
        url, label = queue.popleft()
        scan = await scans.scan(url)
        if scan is None:
            continue
        if label is not None:
            crawl.found.update((entity, *label) for entity in scan.entities)
        fresh = sorted({*scan.links, *scan.entities} - met)
        met.update(fresh)
        labels = scans.labels(url) if any(map(scan.links.__contains__, fresh)) else {}
        queue.extend((link, labels.get(link)) for link in fresh)
