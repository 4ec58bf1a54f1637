"""What lists take that a site does not show whole: each is read in parts, by one facet or another.

Nothing but the share of each value is known of the parts, as if facets had nothing to do with each
other; parts that are too long in turn take some times their pages.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

AGAIN = 3  # times the pages of a list that is read in parts, if these are not known
MOST = 5_000_000  # parts that are looked at
Sizes = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Parting:
    """How long lists may be, and by what they can be parted."""

    page_size: int
    limit: int = 0  # no list shows more; 0 if all are shown whole
    shares: Mapping[str, Sizes] = field(default_factory=dict)  # of the values of facets all have

    def expected(self, lengths: Sizes, but: Collection[str] = ()) -> Sizes:
        """Pages of lists of about such lengths, which these facets do not part."""
        return self._in_parts(lengths, self._about(lengths), but)

    def exact(self, lengths: Sizes, but: Collection[str] = ()) -> Sizes:
        """Pages of lists of just such lengths."""
        return self._in_parts(lengths, np.ceil(lengths / self.page_size), but)

    def _about(self, lengths: Sizes) -> Sizes:
        """Pages of lists whose lengths are Poisson numbers, if all are shown whole."""
        size = self.page_size
        return np.where(lengths < size / 2, 1 - np.exp(-lengths), 0.5 + lengths / size)

    def _in_parts(self, lengths: Sizes, pages: Sizes, but: Collection[str]) -> Sizes:
        """Those that are not shown whole by the facet that takes fewest pages."""
        long = lengths > self.limit
        if not self.limit or not long.any():
            return pages
        ways = [self._by(lengths[long], share) for facet, share in self.shares.items()
                if facet not in but and share.size * long.sum() < MOST]  # fmt: skip
        found = pages.astype(float)
        found[long] = np.minimum.reduce(ways) if ways else AGAIN * pages[long]
        return found

    def _by(self, lengths: Sizes, share: Sizes) -> Sizes:
        parts = lengths[:, None] * share[None, :]
        pages = self._about(parts)
        each: Sizes = np.where(parts > self.limit, AGAIN * pages, pages).sum(axis=1)
        return each
