"""How far each answer reaches, by page numbers, where no total tells.

A page that is there says that an answer is at least so long, one that is not that it is shorter;
once the page before the first missing one was found, the answer's length is known to a page, and
where its last page was read to a record. Pages ahead of those read are trusted only as far as they
can be: behind the end some sites show their last page, or an error.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.model import Outcome, Turn
from leadline.plan.columns import Column
from leadline.plan.knowledge import Knowledge

CLOSE = 50  # an end is known well enough within a page in so many
UNKNOWN = np.iinfo(np.int32).max


class Reach:
    """For each query, which of its pages are there, and which of these were not read."""

    def __init__(self) -> None:
        self.ends = False  # whether an answer was seen to end as it should
        self.lost = False  # whether a page ahead was an error, or one that cannot be right
        self.missed = 0  # pages ahead that were not there
        self._found = Column(np.int32)  # the last page that is known to be there
        self._past = Column(np.int32, UNKNOWN)  # the first page that is known not to be there
        self._stride = Column(np.int32)
        self._place = Column(np.int32, 1)  # no page before this one is left to read
        self._matches = Column(np.int64)  # records, where the last page was read
        self._unread = Column(np.int32, UNKNOWN)  # pages, where the end is known

    @property
    def found(self) -> NDArray[Any]:
        """The last page of each query that is known to be there."""
        return self._found.array

    @property
    def unread(self) -> NDArray[Any]:
        """The pages of each query that are left to read; `UNKNOWN` before its end is known."""
        return self._unread.array

    def matches(self, size: int) -> NDArray[Any]:
        """Records that match each query whose end is known, of so many on a page."""
        return np.where(self._matches.array > 0, self._matches.array, size * self.found)

    def learn(self, known: Knowledge, query: int, turn: Turn, shown: int, *, sure: bool) -> None:
        """Take in a page with so many records not shown before; `sure`: it should be there."""
        for column in (self._found, self._past, self._stride, self._place, self._matches,
                       self._unread):  # fmt: skip
            column.grow(len(known.queries))
        if turn.step.page <= self.found[query] + 1 or (sure and shown):
            self._measure(query, turn, shown, known.interface.page_size)
        else:
            self._measure_ahead(query, turn, shown)
        self._move_on(known, query)

    def behind(self, query: int) -> int:
        """The first page that is not there, as far as is known."""
        past = int(self._past.array[query])
        return past if past < UNKNOWN else int(self.found[query]) + 1

    def may_exceed(self, query: int) -> NDArray[Any]:
        """Whether each query may have a page behind the end of this one; True at the end.

        So -1, which stands for a query never asked, finds that it may.
        """
        longer = self._past.array > self.behind(query)
        longer[query] = False
        return np.append(longer, True)

    def next_page(self, known: Knowledge, query: int, *, from_the_front: bool) -> int:
        """The page to read next: on to the end and then back to the front, or the first unread."""
        if from_the_front:
            return int(self._place.array[query])
        found = int(self.found[query])
        skipped, page = known.skipped.get(query, ()), found + 1
        while page < known.next_page[query] and page not in skipped:  # it could not be had
            page += 1
        if page < self._past.array[query]:
            return page
        return max((page for page in skipped if page <= found), default=1)

    def ahead(self, query: int) -> int:
        """A page that narrows down where the answer ends, by galloping and halving; 0: known."""
        found, past = int(self.found[query]), int(self._past.array[query])
        if past == UNKNOWN:
            return found + int(self._stride.array[query])
        return (found + past) // 2 if past - found > max(1, found // CLOSE) else 0

    def _measure(self, query: int, turn: Turn, shown: int, size: int) -> None:
        """What a page says that was read in turn, or is there by all that is known.

        One that shows nothing the answer has not shown is past the end.
        """
        page, more = turn.step.page, turn.answer.more
        if turn.answer.outcome is Outcome.FAILED:
            return
        if shown:
            self._reach(query, page)
            self.ends = self.ends or not more
        if shown and not more:
            self._matches.array[query] = (page - 1) * size + len(turn.answer.records)
        if not (shown and more):
            self._end(query, page + (shown > 0))

    def _measure_ahead(self, query: int, turn: Turn, shown: int) -> None:
        """What a page says that was asked without those before it.

        It is there if others follow: behind the end some sites show their last page.
        """
        answer = turn.answer
        if answer.outcome in (Outcome.FAILED, Outcome.REFUSED) or (answer.more and not shown):
            self.lost = True
        elif answer.more:
            self._reach(query, turn.step.page)
        else:
            self.missed += 1
            self._end(query, turn.step.page)

    def _reach(self, query: int, page: int) -> None:
        found = int(self.found[query])
        if page > found:
            self._stride.array[query] = max(2 * (page - found), page // CLOSE)
            self.found[query] = page

    def _end(self, query: int, past: int) -> None:
        self._past.array[query] = min(self._past.array[query], past)

    def _move_on(self, known: Knowledge, query: int) -> None:
        """Find the first page of a query that was not read, and how many of them there are."""
        place, skipped = int(self._place.array[query]), known.skipped.get(query, ())
        while place < known.next_page[query] and place not in skipped:
            place += 1
        self._place.array[query] = place
        found = int(self.found[query])
        if found + 1 >= self._past.array[query] or not known.open[query]:
            self._unread.array[query] = sum(page <= found for page in skipped)
