"""How many records match a value of a source that does not say so: by its last page.

Pages are numbered, so the last one is looked for: first where it would be if somewhat more match
than are held, then twice as far, then between the last page that is there and the first that is
not, until what is missing is known closely enough. Every page looked at shows records as well.

A page that shows nothing but records seen before is none: sources have been seen to answer a number
too high with the last page, or the first. So a last page that was jumped to is believed once the
page before it has others. Leaves out answers that are cut by a limit, whose end says nothing.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field

from leadline.model import Answer, Outcome, Query, Record, Step
from leadline.plan.knowledge import Knowledge
from leadline.plan.size.reading import WHY

GUESS = 1.3  # times the records held match, to begin with
CLOSE = 0.3  # of what is missing: an error that does no harm beside that of drawing
PAGES = 12  # at most


@dataclass(slots=True)
class Measuring:
    """What is known of an answer's end: it is after `low`, and before `high` if that is known."""

    held: int
    size: int  # of a page
    low: int
    high: int | None = None
    last: int | None = None  # the last page, if it is one
    total: float | None = None
    close: float = CLOSE
    shown: dict[str, Record] = field(default_factory=dict)

    @property
    def matching(self) -> float:
        """Records that match, as far as is known."""
        if self.total is not None:
            return self.total
        end = self.low + 1 if self.high is None else self.high
        return max((self.low + end - 1) / 2 * self.size - self.size / 2, self.held)

    @property
    def variance(self) -> float:
        """Of that number, if the last page is any between two that are known."""
        if self.total is not None or self.high is None:
            return 0.0
        return ((self.high - self.low) * self.size) ** 2 / 12

    def hear(self, page: int, answer: Answer) -> None:
        """Take in a page."""
        fresh = {r.key: r for r in answer.records if r.key not in self.shown}
        self.shown |= fresh
        if not fresh:
            self.high, self.last, self.total = min(page, self.high or page), None, None
        elif answer.more:
            self.low = max(self.low, page)
        else:
            self.last, self.high = page, page + 1
            self.total = float((page - 1) * self.size + len(answer.records))

    def next(self) -> int | None:
        """The page to look at; None if enough is known."""
        if self.last is not None:
            return None if self.low >= self.last - 1 else self.last - 1
        if self.high is None:
            return 2 * self.low - self.held // self.size + 1
        if self.high - self.low <= 1 or self._is_close(self.high):
            return None
        return (self.low + self.high) // 2

    def _is_close(self, high: int) -> bool:
        return (high - self.low) * self.size <= self.close * (self.matching - self.held)


def measure(
    known: Knowledge, query: Query, held: int, close: float = CLOSE
) -> Generator[Step, Answer, Measuring | None]:
    """Look for the end of an answer of which so many are held; None if a page cannot be had.

    It is enough to know so closely, as a share of it, how many are missing.
    """
    size = known.interface.page_size  # a page that was asked may have been empty
    found = Measuring(held=held, size=size, low=held // size, close=close)
    page: int | None = int(GUESS * held / size) + 1
    for _ in range(PAGES):
        if page is None:
            break
        answer = yield Step(query, page, WHY)
        if answer.outcome in (Outcome.FAILED, Outcome.REFUSED):
            return None
        found.hear(page, answer)
        page = found.next()
    return found
