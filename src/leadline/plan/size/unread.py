"""Pages that nobody has read, of answers whose totals say that records are missing there.

An answer is drawn in proportion to the records it has that are not held, and of it a page at random
among those not read, or the next where pages cannot be picked. Broad answers so lead to missing
records that share little with what is held, in proportion to how many there are.
"""

from __future__ import annotations

from random import Random

from leadline.model import Interface, Query, Step
from leadline.plan.size.reading import WHY


class Unread:
    """Answers with pages left, and what is missing of them."""

    def __init__(self, interface: Interface) -> None:
        self._interface = interface
        self._pages: dict[Query, list[int]] = {}
        self._missing: dict[Query, int] = {}

    def __bool__(self) -> bool:
        return bool(self._pages)

    def add(self, query: Query, pages: list[int], missing: int) -> None:
        """An answer with these pages left."""
        if pages and missing > 0:
            self._pages[query], self._missing[query] = pages, missing

    def opened(self, query: Query, total: int, held: int) -> None:
        """An answer of which the first page was read."""
        page, limit = self._interface.page_size, self._interface.limit
        last = -(-(total if limit is None else min(total, limit)) // page)
        self.add(query, list(range(2, last + 1)), total - held)

    def draw(self, rng: Random) -> Step | None:
        """A page, which then is no longer unread; None if there is none."""
        if not self._pages:
            return None
        query = rng.choices(list(self._missing), list(self._missing.values()))[0]
        pages = self._pages[query]
        page = pages.pop(rng.randrange(len(pages)) if self._interface.any_page else 0)
        if not pages:
            del self._pages[query], self._missing[query]
        return Step(query, page, WHY)
