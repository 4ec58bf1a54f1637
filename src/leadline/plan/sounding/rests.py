"""The rest of opened queries: what was probed and parked, and what its next page would bring.

Once a page was read the total is known, so a query that does not overflow has exactly m - l new
records left; `Depth` says on which of its pages they are likely to be. Where pages can be asked
in any order the best one comes first and the index is its own yield; where they must be read in
order the index is the rate of the whole rest. An overflowing query hides part of its unseen
records behind the limit; there its own recent pages count as much as the expectation.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.plan.columns import Column
from leadline.plan.knowledge import Knowledge
from leadline.plan.sounding.depth import Depth


class Rests:
    """For each opened query the page to read next and its share of what is left."""

    def __init__(self, depth: Depth) -> None:
        self.depth = depth
        self._plan: dict[int, list[int]] = {}
        self._page = Column(np.int32)
        self._records = Column(np.float64)  # on the next page
        self._yield = Column(np.float64)  # of the next page, relative to an even spread
        self._share = Column(np.float64)  # of all that is left, on the next page
        self._newness = Column(np.float64)  # share of new records on its latest pages
        self._over = np.array([3.0, 3.0])  # realised, expected new records on overflowing pages

    def page(self, query: int) -> int:
        """The page of the query to ask next."""
        return int(self._page.array[query])

    def opened(self, known: Knowledge, query: int, records: int, new: int, page: int) -> None:
        """Take in a page of a query and plan the next one."""
        if known.overflows(query) and self._raw > 0:
            self._over = 0.98 * self._over + (new, self._raw)
        for column in (self._page, self._records, self._yield, self._share, self._newness):
            column.grow(len(known.queries))
        newness = new / max(records, 1)
        size, total = known.interface.page_size, known.total[query]
        if total > 0:
            newness /= float(self.depth.yields(np.array([((page - 1) * size + records / 2) / total]))[0])
        first = known.shown[query] <= records
        old = newness if first else float(self._newness.array[query])
        self._newness.array[query] = 0.6 * old + 0.4 * newness
        if known.open[query]:
            self._look_ahead(known, query)

    def _look_ahead(self, known: Knowledge, query: int) -> None:
        if known.total[query] <= 0:
            self._page.array[query] = known.next_page[query]
            return
        pages = self._unread(known, query)
        if not len(pages):
            self._page.array[query], self._share.array[query] = known.next_page[query], 0.0
            return
        size, total = known.interface.page_size, float(known.total[query])
        limit = known.interface.limit
        visible = total if limit is None else min(total, limit)
        records = np.minimum(size, visible - (pages - 1) * size)
        gain = self.depth.yields(((pages - 1) * size + records / 2) / total)
        best = int(np.argmax(gain * records)) if known.interface.any_page else 0
        self._page.array[query] = pages[best]
        self._records.array[query] = records[best]
        self._yield.array[query] = gain[best]
        even = 1 / len(pages)
        mass = float(gain @ records)
        own = float(gain[best] * records[best]) / mass if known.interface.any_page else even
        self._share.array[query] = own

    def _unread(self, known: Knowledge, query: int) -> NDArray[Any]:
        first, last = int(known.next_page[query]), known.last_page(query)
        skipped = sorted(known.skipped.get(query, ()))
        return np.array([*skipped, *range(first, last + 1)])

    def expect(self, known: Knowledge, query: int) -> None:
        self._raw = 0.0
        if known.next_page[query] > 1 and known.open[query] and known.overflows(query):
            self._raw = float(self.index(known, np.array([query]))[0]) / min(1.0, self._over[0] / self._over[1])

    def index(self, known: Knowledge, queries: NDArray[Any]) -> NDArray[Any]:
        """Expected new records on the next page of these queries."""
        total = known.total[queries].astype(float)
        unseen = np.maximum(total - known.matched()[queries], 0)
        records = self._records.array[queries]
        expected = np.minimum(unseen * self._share.array[queries], records)
        limit = known.interface.limit
        if limit is not None:
            hidden = unseen / np.maximum(total - known.shown[queries], 1)
            own = self._newness.array[queries]
            partly = records * np.minimum(0.5 * (own + hidden) * self._yield.array[queries], 1.0)
            partly = partly * min(1.0, self._over[0] / self._over[1])
            expected = np.where(total > limit, np.where(unseen > 0, partly, 0), expected)
        blind = 0.95 * known.interface.page_size * self._newness.array[queries]
        return np.where(total > 0, expected, blind)
