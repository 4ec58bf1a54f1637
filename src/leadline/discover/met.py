"""The sites that a harvest has met: those that its archived pages name. Nothing is fetched."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from leadline.browse.address import same_site
from leadline.browse.links import external
from leadline.document import Document
from leadline.store import open_store
from leadline.store.sites import SitesStore


def sites_met(file: Path) -> Counter[str]:
    """The other sites that the pages of a harvest link to, and how many pages name each."""
    met = Counter[str]()
    with open_store(file, create=False, write=False) as store:
        for page in store.pages():
            document = Document(page)
            met.update(url for url in external(document) if not same_site(url, page.url))
    return met


def remember(store: SitesStore, file: Path) -> int:
    """Add the sites that a harvest has met to the Site Database; how many are new."""
    return store.add_met(url for url, _ in sites_met(file).most_common())
