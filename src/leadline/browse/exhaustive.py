"""Exhaustive(d): all pages of a site up to so many links from its front page.

Source: He et al., Section 3.2. Leaves out links that would change something.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable

from leadline.browse.links import internal_urls
from leadline.browse.searcher import InSiteSearcher
from leadline.browse.strategy import Entrance, Maker, Seen, Strategy


def exhaustive(depth: int) -> Maker:
    """Follow every link within the depth."""

    def make(site: Entrance) -> Strategy:
        return InSiteSearcher(site.url, depth, lambda seen: _all_links(seen, site.url))

    return make


def _all_links(seen: Seen, root: str) -> Generator[str, Seen, Iterable[str]]:
    yield from ()
    return () if seen.document is None else internal_urls(seen.document, root)
