"""Refresh by places: in an answer that keeps its order, each page tells how far records have moved.

A record that came moves all behind it one place on, one that went moves them one back. So a page
in the middle tells on which side of it there are more or fewer records than before, and halving
finds the place. Where as many came as went between two pages that were read, nothing is seen; a
few pages are therefore read at equal distances first, and those beside a page with several changes.

Leaves out answers that are cut by a limit, and lists in an order that changes by itself.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Generator, Sequence

from leadline.model import Answer, Count, Interface, Outcome, Query, Record, Step, Why
from leadline.plan.refresh.held import Held

STRIDE = 50  # pages from one that is read in any case to the next
BATCH = 2  # changes on a page: then those beside it are read
PATIENCE = 3  # pages without a change: then a list whose pages are not numbered is left
WHY = Why(expert="places", expected=0.0, pages=1.0)

Asking = Generator[Step, Answer, None]
Anchor = tuple[int, int]  # a record's place before and now, both from 0


class ByRanks:
    """One answer as it was, and how far its pages have moved since."""

    def __init__(self, interface: Interface, held: Held, query: Query, keys: Sequence[str]) -> None:
        self.interface, self.held, self.query = interface, held, query
        self._keys = [key for key in keys if key in held.now]
        self._place = {key: place for place, key in enumerate(self._keys)}
        self._anchors: list[Anchor] = [(-1, -1)]
        self._read: set[int] = set()
        self._changes: dict[int, int] = {}  # by page
        self._last = 0  # the page that nothing follows; 0: not known
        self.said: int | None = None
        self.lost = False  # pages could not be had, or their order is another one

    def look(self) -> Asking:
        """Read the first page: how many there are, and whether the first are as they were."""
        yield from self._page(1)

    @property
    def quiet(self) -> bool:
        """Whether nothing of it looks different."""
        return not self.lost and self.said == self.believed and not any(self._changes.values())

    @property
    def off(self) -> int:
        """Records too many or missing, as far as the source counts."""
        return 0 if self.said is None else abs(self.said - self.believed)

    @property
    def believed(self) -> int:
        """How many there should be by now."""
        old = sum(key in self.held.now for key in self._keys)
        came = (r for r in self.held.came() if r.key not in self._place)
        return old + sum(self.held.matches(record, self.query) for record in came)

    def run(self) -> Asking:
        """Find the places where something has changed."""
        if not self.interface.any_page:
            yield from self._from_the_front()
            return
        yield from self._find_end()
        pages = -(-len(self._keys) // self.interface.page_size)
        for page in range(1 + STRIDE, pages, STRIDE):
            yield from self._page(page)
        yield from self._halve()
        for page in sorted(self._changes):
            if self._changes[page] >= BATCH:
                yield from self._beside(page)
        yield from self._halve()
        self._conclude()

    def skim(self) -> Asking:
        """Read the first pages only, until one has no change: a tenth of all at most."""
        yield from self.look()
        if self._changes.get(1):
            yield from self._from_the_front(patience=1)

    def _from_the_front(self, patience: int = PATIENCE) -> Asking:
        page, calm = 1, 0
        while calm < patience and not self.lost and page != self._last and page < self._most:
            calm = 0 if self._changes.get(page) else calm + 1
            page += 1
            yield from self._page(page)

    def _find_end(self) -> Asking:
        if 1 not in self._read:
            yield from self._page(1)
        page = max(-(-len(self._keys) // self.interface.page_size), 1)
        while self.said is None and not self.lost:
            yield from self._page(page)
            page += -1 if self._last and page > self._last else 1
            if not 1 <= page < self._most or self._last in self._read:
                break
        if self.said is not None:
            self._anchors.append((len(self._keys), self.said))

    def _halve(self) -> Asking:
        """Read in the middle of what is out of step, until nothing is."""
        while not self.lost and (page := self._next()) is not None:
            yield from self._page(page)

    def _next(self) -> int | None:
        size = self.interface.page_size
        for (i, k), (j, m) in zip(self._anchors, self._anchors[1:], strict=False):
            if j - i == m - k or m - k == 1:
                continue
            first, last = (k + 1) // size + 1, (m - 1) // size + 1
            if (page := self._unread_near((first + last + 1) // 2, first, last)) is not None:
                return page
        return None

    def _unread_near(self, middle: int, first: int, last: int) -> int | None:
        for away in range(len(self._read) + 1):
            for page in (middle + away, middle - away):
                if first <= page <= last and page not in self._read:
                    return page
        return None

    def _beside(self, page: int) -> Asking:
        for step in (1, -1):
            at = page + step
            while 1 <= at <= self._pages_now and at not in self._read and not self.lost:
                yield from self._page(at)
                if not self._changes.get(at):
                    break
                at += step

    @property
    def _most(self) -> int:
        """Pages that an answer may have by now, if it does not go on for ever."""
        likely = 2 * len(self._keys) if self._keys else len(self.held.now) // 10
        return likely // self.interface.page_size + 10

    @property
    def _pages_now(self) -> int:
        return -(-(self.said or 0) // self.interface.page_size)

    def _page(self, page: int) -> Asking:
        if page in self._read:
            return
        answer = yield Step(self.query, page, WHY)
        if answer.outcome not in (Outcome.FOUND, Outcome.EMPTY):
            self.lost = True
            return
        self._read.add(page)
        if not answer.more and (answer.records or page == 1):
            self._last = page
            self.said = (page - 1) * self.interface.page_size + len(answer.records)
        elif answer.total is not None and answer.count is Count.EXACT:
            limit = self.interface.limit
            self.said = answer.total if limit is None else min(answer.total, limit)
        elif not answer.records:
            self._last = page - 1
        self.lost |= not answer.records and (page - 1) * self.interface.page_size < (self.said or 0)
        self._take(page, answer.records)

    def _take(self, page: int, records: Sequence[Record]) -> None:
        start, strays = (page - 1) * self.interface.page_size, 0
        changes = 0
        for number, record in enumerate(records):
            changes += self.held.meet(record) is not None
            place = self._place.get(record.key)
            if place is not None:
                strays += not self._anchor((place, start + number))
        self._changes[page] = changes
        self.lost |= strays > len(records) // 2

    def _anchor(self, anchor: Anchor) -> bool:
        """Note a place, if it is between those that are known."""
        at = bisect_left(self._anchors, anchor)
        below = self._anchors[at - 1]
        above = self._anchors[at] if at < len(self._anchors) else None
        fits = below[1] < anchor[1] and (above is None or (anchor[0] < above[0]
                                                           and anchor[1] < above[1]))  # fmt: skip
        if fits:
            self._anchors.insert(at, anchor)
        return fits

    def _conclude(self) -> None:
        """What should have been shown on the pages that were read, and was not, is gone."""
        if self.lost:
            return
        size = self.interface.page_size
        for (i, k), (j, m) in zip(self._anchors, self._anchors[1:], strict=False):
            pages = range((k + 1) // size + 1, (m - 1) // size + 2)
            shown = m - k == 1 or (len(pages) <= len(self._read) and self._read.issuperset(pages))
            if j - i > 1 and shown:
                for key in self._keys[i + 1 : j]:
                    if not self.held.was_met(key):
                        self.held.miss(key, self.query)
