"""Which groups of links are facets: counts say so, or following one link and comparing.

A link that leaves fewer results is a facet's; one that leaves as many, in another order or in
another look, is presentation; one that leads to no list, or to a list not of these, is neither.
Only groups whose addresses go on from the address of the list are tried.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from leadline.detect.facets import Panel, panels
from leadline.document import Document
from leadline.lab.facets.crawl import Crawl


async def facet_names(crawl: Crawl, document: Document) -> frozenset[str]:
    """The names of a list's facets."""
    found = panels(document)
    counted = frozenset(p.name for p in found if p.kind == "links" and p.counted and p.name)
    return counted


def goes_on(panel: Panel, url: str) -> bool:
    """Whether the links of a group keep the address of the list they stand on."""
    path = urlsplit(url).path.rstrip("/")
    return all(urlsplit(choice.url).path.startswith(path) for choice in panel.choices)
