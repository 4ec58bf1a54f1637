"""The queries asked so far, numbered as they were opened, and what their answers have said.

`total`, `shown`, `alone` and so on are arrays over these numbers, beside the records and values of
`Held`. Leaves out how they are counted (`knowledge.py`).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.model import Interface, Query, Step
from leadline.plan.columns import Column
from leadline.plan.held import UNKNOWN, Held

ALL = slice(None)
FADES = 0.8  # a page that an answer has shown, with each page after it
VISIBLY = 0.8  # of the records that a query returns carry what it asked for, on an open site


class Asked(Held):
    """What can be said of each query by what its pages have shown."""

    def __init__(self, interface: Interface) -> None:
        super().__init__(interface)
        self.pages = 0
        self._held = Column(np.int32)  # after each page
        self.queries: list[Query] = []
        self._index: dict[Query, int] = {}
        self._value = Column(np.int32, UNKNOWN)
        self._total = Column(np.int64, UNKNOWN)
        self._exact = Column(np.bool_)
        self._least = Column(np.int64)
        self._shown = Column(np.int64)
        self._brought = Column(np.int64)
        self._alone = Column(np.int64)
        self._before = Column(np.int64)
        self._matched = Column(np.int64)
        self._carrying = Column(np.int64)
        self._strange = Column(np.int64)
        self._lately = Column(np.complex128)  # records shown, and new ones, by the latest pages
        self._some_hide = False  # whether any query finds records by what they do not show
        self._some_strange = False  # whether any has found one that was held, by what it hides
        self._page = Column(np.int32)
        self._open = Column(np.bool_)
        self.skipped: dict[int, set[int]] = {}
        self.of_cells: set[int] = set()  # queries that ask for intervals, or for missing values
        self._parts: list[tuple[int, ...]] = []

    @property
    def held(self) -> NDArray[Any]:
        """How many distinct records were held after each page."""
        return self._held.array

    @property
    def value(self) -> NDArray[Any]:
        """The value a query asks alone, or -1 for conjunctions."""
        return self._value.array

    @property
    def total(self) -> NDArray[Any]:
        """Records that match each query, as reported or as read to the end; -1 if unknown."""
        return self._total.array

    @property
    def exact(self) -> NDArray[Any]:
        """Whether `total` is exact."""
        return self._exact.array

    @property
    def least(self) -> NDArray[Any]:
        """Records that certainly match each query."""
        return self._least.array

    @property
    def shown(self) -> NDArray[Any]:
        """Distinct records that each query's pages have shown so far."""
        return self._shown.array

    @property
    def brought(self) -> NDArray[Any]:
        """Records that came first with this query."""
        return self._brought.array

    @property
    def alone(self) -> NDArray[Any]:
        """Records that only this query has returned."""
        return self._alone.array

    @property
    def before(self) -> NDArray[Any]:
        """Matching records that were held when the query was opened."""
        return self._before.array

    @property
    def next_page(self) -> NDArray[Any]:
        """The page after the last one read; see also `skipped`."""
        return self._page.array

    @property
    def open(self) -> NDArray[Any]:
        """Whether more pages can be asked."""
        return self._open.array

    def matched(self, queries: Any = ALL) -> NDArray[Any]:
        """Records held that match each of these queries (l of the query).

        Counted by what records show; estimated where a query finds them by what they hide.
        """
        seen = np.asarray(self._matched.array[queries])
        if not self._some_hide:
            return seen
        return np.where(self.hides(queries), self._thought_held(queries), seen)

    def unseen(self, queries: Any = ALL) -> NDArray[Any]:
        """Records that match each of these queries and are not held, where a total was told.

        Those that match by what they hide may be held all the same: what is left of the total
        beside the records known to match is shared out as it was on the pages read, between new
        records and ones held whose match nobody could know.
        """
        usual = np.maximum(self.total[queries] - self.matched(queries), 0)
        if not self._some_strange:
            return np.asarray(usual)
        hidden = self.shown[queries] - self._carrying.array[queries]
        new = self.brought[queries] + 1
        left = np.maximum(usual - hidden, 0) * (new / (new + self._strange.array[queries]))
        return np.asarray(np.where(self.hides(queries), usual, left))

    def matches(self, query: int) -> int:
        """Records held that match this query."""
        if self._some_hide:
            return int(self.matched(np.array([query]))[0])
        return int(self._matched.array[query])

    def hides(self, queries: Any) -> NDArray[Any]:
        """Whether records that a query returned mostly don't show what it asked for.

        The site searches more than it shows, or other forms of a word.
        """
        shown, carrying = self.shown[queries], self._carrying.array[queries]
        return np.asarray((self.total[queries] > 0) & (carrying < VISIBLY * shown))

    @property
    def finds_as_shown(self) -> bool:
        """Whether every query has found what its records show, as far as that can be told.

        Not where words are refused, or found inside of others, or in what is not shown.
        """
        missed = (self.total >= 0) & (self.total < self.before)
        return not (self._some_hide or missed.any())

    def shows(self, queries: NDArray[Any]) -> float:
        """The share of the records returned by queries that show what was asked for."""
        return float(self._carrying.array[queries].sum()) / max(float(self.shown[queries].sum()), 1)

    def _thought_held(self, queries: Any) -> NDArray[Any]:
        """Matching records held, if the rest of an answer is as new as its latest pages were."""
        shown, total = self.shown[queries], self.total[queries]
        lately = self._lately.array[queries]
        newness = (lately.imag + 0.5) / (lately.real + 1)
        return np.asarray(total - np.maximum(total - shown, 0) * newness).astype(np.int64)

    def parts(self, query: int) -> tuple[int, ...]:
        """The values that a query asks for."""
        return self._parts[query]

    def number(self, query: Query) -> int:
        """The number of a query, or -1 if it was never opened."""
        return self._index.get(query, UNKNOWN)

    def overflows(self, query: int) -> bool:
        """Whether the query is known to match more records than the source shows."""
        limit = self.interface.limit
        known = max(self.total[query], 0 if self.exact[query] else self.least[query])
        return limit is not None and bool(known > limit)

    def unfinished(self) -> Step | None:
        """The next page of the query opened last, if it has one."""
        if self.queries and self.open[-1]:
            return Step(self.queries[-1], int(self.next_page[-1]))
        return None

    def last_page(self, query: int) -> int:
        """The last page that the reported total and the limit allow."""
        limit = self.interface.limit
        visible = self.total[query] if limit is None else min(self.total[query], limit)
        return max(1, int(-(-visible // self.interface.page_size)))
