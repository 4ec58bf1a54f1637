"""One query being read: which of its pages is next, and what is proved when.

With a total, the pages are read from the last one back until every match is held: sites rank
alike for all queries, so the first ones hold what is held already. Without one, the last page
that the limit allows tells at once whether the answer overflows. In an order that was chosen,
pages are read from the first on: what a sorted list has reached is what counts. A cursor looks at
the last page after the first: if both have one value, no page between has another.
"""

from __future__ import annotations

from enum import StrEnum

from leadline.model import Answer, Count, Interface, Outcome, Query

DOUBT = 0.5  # of the limit: thought to match more, an uncounted answer is looked at from its end
LATELY = 0.5  # weight of the last page among what an answer has brought


class State(StrEnum):
    """How far an answer proves that nothing of it is missing."""

    READING = "reading"
    VALID = "valid"  # read whole
    EMPTY = "empty"
    COUNT = "count"  # as many matches held as the source says there are
    OVERFLOW = "overflow"
    FAILED = "failed"


class Asked:
    """The pages of one query so far."""

    def __init__(self, query: Query, interface: Interface) -> None:
        self.query = query
        self.total: int | None = None  # exact
        self.least = 0
        self.turns: list[int] = []
        self.shown: set[str] = set()
        self.held = 0  # matching records, whoever brought them, if it is not a cell of the tree
        self.brought: float | None = None  # new records of each one shown, lately
        self.pages: dict[int, list[int]] = {}  # rows, where they come in an order that was chosen
        self.peeks = False  # whether its last page is looked at after the first
        self.state = State.READING
        self._page_size, self._limit = interface.page_size, interface.limit
        self._any_page = interface.any_page
        self._read: set[int] = set()
        self._last: int | None = None
        self._past: int | None = None  # the first page known to show nothing

    def next_page(self, held: int, thought: float, counts: bool) -> int:
        """The page to ask now, with so many matches held and so many thought to be there."""
        if not self._any_page or (self._limit is None and self._last is None):
            return max(self._read, default=0) + 1
        if self.query.order and self.peeks and self._read == {1} and self._end > 2:
            return self.end
        if self.query.order:
            return min(set(range(1, len(self._read) + 2)) - self._read)
        if self._last is not None:
            return max(set(range(1, self._last + 1)) - self._read, default=1)
        if self._read:
            return min(set(range(1, len(self._read) + 2)) - self._read)
        if not counts and thought > DOUBT * (self._limit or 0) and self._end > 2:
            return self._end
        return self._opening(held, thought) if counts else 1

    def _opening(self, held: int, thought: float) -> int:
        reach = min(held + 0.5 * max(min(thought - held, held), 0.0), self._limit or held)
        return max(1, int(reach // self._page_size))

    @property
    def end(self) -> int:
        """The last page, or the last that there may be."""
        return self._last or self._end

    @property
    def _end(self) -> int:
        """The last page that the limit allows."""
        return -(-(self._limit or 1) // self._page_size)

    def hear(self, number: int, page: int, answer: Answer, held: int, new: int) -> None:
        """Take in one page that brought so many new records, with so many matches held after it."""
        self.turns.append(number)
        if answer.outcome in (Outcome.FAILED, Outcome.REFUSED):
            self.state = State.FAILED
            return
        self._read.add(page)
        self.shown.update(record.key for record in answer.records)
        self._note_new(new / max(len(answer.records), 1))
        self._note_total(answer)
        self._note_end(page, answer)
        self.state = self._judged(held)

    def _note_new(self, share: float) -> None:
        before = share if self.brought is None else self.brought
        self.brought = LATELY * share + (1 - LATELY) * before

    def _note_total(self, answer: Answer) -> None:
        if answer.total is not None and answer.count is Count.EXACT:
            self.total = answer.total
            visible = min(self.total, self._limit or self.total)
            self._last = max(1, -(-visible // self._page_size))
        elif answer.total is not None and answer.count is Count.LEAST:
            self.least = max(self.least, answer.total)
            if self._limit is not None and self.least >= self._limit:
                self._last = self._end

    def _note_end(self, page: int, answer: Answer) -> None:
        if self.total is not None:
            return
        if not answer.records:
            self._past = min(self._past or page, page)
        elif not answer.more:
            self._last = page
            reached = (page - 1) * self._page_size + len(answer.records)
            self.least = max(self.least, len(self.shown), reached if self._limit else 0)
        if self._past is not None and self._read.issuperset(range(1, self._past)):
            self._last = max(self._past - 1, 1)
            self.least = max(self.least, len(self.shown))

    def _judged(self, held: int) -> State:
        if self.total is not None and held >= self.total:
            return State.COUNT if self.total else State.EMPTY
        if self.overflows:
            return State.OVERFLOW
        if self._last is None or not self._read.issuperset(range(1, self._last + 1)):
            return State.READING
        if self.total is not None and len(self.shown) < self.total:
            return State.OVERFLOW  # it says that there is more than it shows
        return State.VALID if self.shown else State.EMPTY

    @property
    def unread(self) -> bool:
        """Whether there are pages of an overflowing answer that were not read."""
        if self.state is not State.OVERFLOW or self._last is None:
            return False
        return not self._read.issuperset(range(1, self._last + 1))

    @property
    def overflows(self) -> bool:
        """Whether more may match than is shown; without a total, a full answer does."""
        if self._limit is None:
            return False
        if self.total is not None:
            return self.total > self._limit
        return self.least >= self._limit
