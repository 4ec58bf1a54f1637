"""The rest of opened queries: what was probed and parked, and what its next page would bring.

Once a page was read the total is known, so a query that does not overflow has exactly m - l new
records left; `Depth` says on which of its pages they are likely to be. Where pages can be asked
in any order the best one comes first and the index is its own yield; where they must be read in
order the index is the rate of the whole rest. A long answer tells by its own pages where its new
records are: what was read of a broad one lies at the same place in all others.

An overflowing query hides part of its unseen records behind the limit; there its own recent pages
count as much as the expectation, and both are corrected by what such pages really brought. Without
totals only recent pages speak.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.plan.asked import ALL
from leadline.plan.columns import Column
from leadline.plan.knowledge import Knowledge
from leadline.plan.sounding.depth import Depth, Places

Floats = NDArray[np.float64]
FADE = 0.98
FAINTEST = 1e-9  # of what was expected: thousands of dull pages are not yet none at all
HORIZON = 5_000  # pages: no further ahead, whatever total is claimed
LONG = 100  # pages: in a shorter answer what one page shows says little of those beside it
STAY = 1.6  # a query without a total is left only for something clearly better


class Rests:
    """For each opened query the page to read next and what share of the rest is on it."""

    def __init__(self, depth: Depth, *, doubts: bool = True, teaches: bool = False) -> None:
        self.depth = depth
        self._teaches = teaches  # whether not only openings tell where the new records are
        self._doubts = doubts  # dull pages do not prove that all are dull, unless others see to it
        self._page = Column(np.int32)
        self._records = Column(np.float64)  # on the next page
        self._yield = Column(np.float64)  # of the next page, relative to an even spread
        self._share = Column(np.float64)  # of all that is left, on the next page
        self._newness = Column(np.float64)  # on its latest pages, relative to their depths
        self._places = dict[int, Places]()  # of long answers: where the new records are
        self._realised, self._expected = 3.0, 3.0  # new records on overflowing pages
        self._raw = self._even = 0.0

    def page(self, query: int) -> int:
        """The page of the query to ask next."""
        return int(self._page.array[query])

    @property
    def correction(self) -> float:
        """Realised over expected new records on the pages of overflowing queries."""
        return min(1.0, max(self._realised / self._expected, FAINTEST))

    def expect(self, known: Knowledge, query: int) -> None:
        """Note what an opened query's next page was expected to bring, before any correction.

        By what such pages brought if the query overflows, else by where in the answer it is.
        """
        self._raw = self._even = 0.0
        if not known.open[query] or known.total[query] <= 0:
            return
        if known.overflows(query):
            self._raw = self._expected_of(known, query) / self.correction
        elif self._teaches or _is_long(known, query):
            self._even = self._expected_of(known, query) / float(self._yield.array[query])

    def _expected_of(self, known: Knowledge, query: int) -> float:
        one = np.array([query])
        return float(self.index(known, known.unseen(one), one)[0])

    def learn(self, known: Knowledge, query: int, page: int, records: int, new: int) -> None:
        """Take in a page of a query and look for its next one."""
        for column in (self._page, self._records, self._yield, self._share, self._newness):
            column.grow(len(known.queries))
        if self._even > 0 and records and page == self._page.array[query]:
            self._note_place(known, query, page, records, new)
        if self._raw > 0:
            self._realised = FADE * self._realised + new
            self._expected = FADE * self._expected + self._raw
        if records or known.total[query] > 0:  # what lies behind the end says nothing
            self._note_newness(known, query, page, records, new)
        if known.open[query]:
            self._look_ahead(known, query)

    def _note_place(self, known: Knowledge, query: int, page: int, records: int, new: int) -> None:
        depth = _depth(known, query, page, records)
        if _is_long(known, query):
            self._places.setdefault(query, Places()).learn(depth, new, self._even)
        if self._teaches:
            self.depth.learn(depth, new, self._even)

    def _note_newness(
        self, known: Knowledge, query: int, page: int, records: int, new: int
    ) -> None:
        newness = new / max(records, 1)
        if known.total[query] > 0:
            middle = np.array([_depth(known, query, page, records)])
            newness /= float(self.depth.yields(middle)[0])
        first = known.shown[query] <= records
        before = newness if first else float(self._newness.array[query])
        self._newness.array[query] = 0.6 * before + 0.4 * newness

    def _look_ahead(self, known: Knowledge, query: int) -> None:
        pages = _unread(known, query)
        size, total = known.interface.page_size, float(known.total[query])
        if total <= 0 or not len(pages):
            first = min(known.skipped.get(query) or (int(known.next_page[query]),))
            self._plan(query, first, size, 1.0, 0.0)
            return
        visible = min(total, known.interface.limit or np.inf)
        records = np.minimum(size, visible - (pages - 1) * size)
        depths = ((pages - 1) * size + records / 2) / total
        gain = self.depth.yields(depths)
        if (places := self._places.get(query)) is not None:
            gain = places.yields(depths, gain)
        if known.interface.any_page:
            best = int(np.argmax(gain * records))
            share = gain[best] * records[best] / float(gain @ records)
        else:
            best, share = 0, 1 / len(pages)
        self._plan(query, int(pages[best]), float(records[best]), float(gain[best]), share)

    def _plan(self, query: int, page: int, records: float, gain: float, share: float) -> None:
        self._page.array[query], self._records.array[query] = page, records
        self._yield.array[query], self._share.array[query] = gain, share

    def index(self, known: Knowledge, unseen: NDArray[Any], queries: Any = ALL) -> Floats:
        """Expected new records on the next page of these queries, each with so many left."""
        total, records = known.total[queries], self._records.array[queries]
        expected = np.minimum(unseen * self._share.array[queries], records)
        limit = known.interface.limit
        if limit and len(over := np.flatnonzero(total > limit)):
            cut = over if queries is ALL else queries[over]
            expected[over] = self._of_cut(known, unseen[over], cut)
        if (total >= 0).all():
            return np.asarray(expected)
        doubt = 0.5 / (known.shown[queries] + 1.0) if self._doubts else 0.0
        blind = STAY * records * np.maximum(self._newness.array[queries], doubt)
        return np.asarray(np.where(total >= 0, expected, blind))

    def _of_cut(self, known: Knowledge, unseen: NDArray[Any], queries: NDArray[Any]) -> Floats:
        hidden = unseen / np.maximum(known.total[queries] - known.shown[queries], 1)
        share = 0.5 * (self._newness.array[queries] + hidden) * self._yield.array[queries]
        partly = self._records.array[queries] * np.minimum(share, 1.0) * self.correction
        return np.where(unseen > 0, partly, 0.0)


def _is_long(known: Knowledge, query: int) -> bool:
    """Whether an answer has several pages at each place."""
    return bool(known.total[query] > LONG * known.interface.page_size)


def _depth(known: Knowledge, query: int, page: int, records: int) -> float:
    """Where in its answer the middle of a page is."""
    return float(((page - 1) * known.interface.page_size + records / 2) / known.total[query])


def _unread(known: Knowledge, query: int) -> NDArray[Any]:
    first, last = int(known.next_page[query]), known.last_page(query)
    tail = range(first, min(last, first + HORIZON) + 1) if known.leads_on(query) else ()
    return np.array([*sorted(known.skipped.get(query, ())), *tail])
