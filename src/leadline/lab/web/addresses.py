"""Addresses: of sites, one loopback address each, and of the pages of a site, in several styles.

Pages are known by numbers that tell nothing of their place in the site. The address of a page can
be turned back into the page, so that nothing has to be stored.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

PRIME = 99_991  # more than the pages of any site
NUMBER = re.compile(r"(\d{1,6})(?:\.html?|/)?$")
HOST = re.compile(r"127\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$")
FIRST = 20  # second part of the first address: out of the way of 127.0.0.1 and its like
SIDE = 250  # addresses in each of the two last parts


def host(site: int) -> str:
    """The address of a site."""
    rest, last = divmod(site, SIDE)
    second, third = divmod(rest, SIDE)
    return f"127.{FIRST + second}.{third + 1}.{last + 1}"


def site_at(address: str) -> int | None:
    """The site of an address, whether there is one or not; None for other addresses."""
    found = HOST.match(address)
    if found is None:
        return None
    second, third, last = (int(part) for part in found.groups())
    if second < FIRST or not 1 <= third <= SIDE or not 1 <= last <= SIDE:
        return None
    return ((second - FIRST) * SIDE + third - 1) * SIDE + last - 1


def _in_folders(folder: str, slug: str, number: int) -> str:
    return f"/{folder}/{slug}-{number}.html" if folder else f"/{slug}-{number}.html"


STYLES: Mapping[str, Callable[[str, str, int], str]] = {
    "folders": _in_folders,
    "query": lambda folder, slug, number: f"/index.php?id={number}",
    "node": lambda folder, slug, number: f"/node/{number}",
    "slug": lambda folder, slug, number: f"/{slug}/{number}/",
    "page": lambda folder, slug, number: f"/page.asp?section={folder or 'main'}&p={number}",
    "flat": lambda folder, slug, number: f"/{number}.htm",
}


@dataclass(frozen=True, slots=True)
class Numbers:
    """The number in the address of each page of a site, and back."""

    factor: int
    offset: int

    def of(self, node: int) -> int:
        """The number of a page."""
        return (node * self.factor + self.offset) % PRIME

    def node(self, target: str) -> int | None:
        """The page whose number an address ends in; it may not exist."""
        found = NUMBER.search(target)
        if found is None:
            return None
        return (int(found.group(1)) - self.offset) * pow(self.factor, -1, PRIME) % PRIME


@lru_cache(50_000)
def slug(text: str) -> str:
    """A title as a part of an address."""
    return "-".join(re.findall(r"[a-z0-9]+", text.lower()))[:40] or "page"
