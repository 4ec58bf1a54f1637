"""What a crawl of a faceted site should have found, and which of what it found is right.

On a site that changes, a pair is right if it was true at some time of the crawl, and should have
been found if it was true all the time, and if links lead to it at all. A range is right if the
entity's number lies in it, and if it is narrow: no more entities than a page shows lie in it, or no
other number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from leadline.lab.facets.crawl import Found
from leadline.lab.sites.faceted import FacetedSite
from leadline.lab.sites.faceted_ranges import Numbers
from leadline.lab.sites.faceted_shapes import label, told
from leadline.lab.sites.faceted_table import FacetTable

_RANGE = re.compile(r"([\d.]+)(?:–([\d.]+))?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """Pairs that were true at some time, and all the time; numbers behind sliders by their name."""

    ever: frozenset[tuple[str, str, str]]
    always: frozenset[tuple[str, str, str]]
    sliders: dict[str, Numbers] = field(default_factory=dict)
    page_size: int = 1

    def right(self, found: Found) -> Found:
        """The pairs of the truth that were found."""
        return found & self.ever if not self.sliders else set(self._plain(found)) & self.ever

    def _plain(self, found: Found) -> Iterable[tuple[str, str, str]]:
        """Ranges as the numbers they stand for, where they are narrow enough."""
        for url, name, text in found:
            match = _RANGE.fullmatch(text) if name in self.sliders else None
            yield (url, name, text if match is None else self._number(url, name, match))

    def _number(self, url: str, name: str, match: re.Match[str]) -> str:
        column, low, high = self.sliders[name], float(match[1]), float(match[2] or match[1])
        own = column[int(url.rpartition("/")[2]) - 1]
        inside = int(((column >= low) & (column <= high)).sum())
        narrow = low == high or inside <= self.page_size
        return f"{own:g}" if low <= own <= high and narrow else match[0]


def truth_of(site: FacetedSite, url: str) -> Truth:
    """The truth of a site that is served at an address."""
    versions = (site.table,) if site.churn is None else site.churn.versions
    true = [frozenset(_pairs(site, table, url, shown=False)) for table in versions]
    shown = true
    if site.shape in ("late", "hierarchy"):
        shown = [frozenset(_pairs(site, table, url, shown=True)) for table in versions]
    return Truth(
        ever=frozenset().union(*true),
        always=shown[0].intersection(*shown[1:]),
        sliders=_sliders(site),
        page_size=site.page_size,
    )


def _pairs(
    site: FacetedSite, table: FacetTable, url: str, *, shown: bool
) -> Iterable[tuple[str, str, str]]:
    pairs = told(table, site.shape, everything=not shown)
    return ((f"{url}/item/{number}", name, text) for number, name, text in pairs)


def _sliders(site: FacetedSite) -> dict[str, Numbers]:
    if site.ranges is None:
        return {}
    return {label(site.table, site.shape, facet): np.asarray(column)
            for facet, column in site.ranges.columns.items()}  # fmt: skip
