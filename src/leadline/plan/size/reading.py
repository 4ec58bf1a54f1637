"""Reading one answer in an audit: as little of it as tells which of its records are not held.

A short answer is read to its end, or until as many records are found as the stated total leaves
unseen. Of a long one the first page is read, and others at random where pages are numbered; what
they show stands for the rest. An answer longer than the source shows is completed the same way:
by its stated total, else as if its hidden part were held as much as what is seen.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from random import Random

from leadline.model import Answer, Count, Interface, Outcome, Query, Record, Step, Why
from leadline.plan.knowledge import Knowledge

WHY = Why(expert="audit", expected=0.0, pages=1.0, evidence="drawn at random to learn the size")


@dataclass(slots=True)
class Reading:
    """What was read of one answer: records with the number of records each stands for."""

    unseen: list[tuple[Record, float]] = field(default_factory=list)
    held: list[tuple[str, float]] = field(default_factory=list)
    pages: int = 0
    total: int | None = None  # as stated, if exactly
    complete: bool = False  # everything that matches was shown, or is known to be held
    failed: bool = False

    keys: set[str] = field(default_factory=set)

    def take(self, answer: Answer, known: Knowledge, stands_for: float) -> None:
        """Add a page."""
        self.pages += 1
        self.failed = answer.outcome in (Outcome.FAILED, Outcome.REFUSED)
        if answer.total is not None and answer.count is Count.EXACT:
            self.total = answer.total
        for record in answer.records:
            if record.key not in self.keys:
                self._add(record, known.row_of(record.key) >= 0, stands_for)

    def _add(self, record: Record, is_held: bool, stands_for: float) -> None:
        self.keys.add(record.key)
        if is_held:
            self.held.append((record.key, stands_for))
        else:
            self.unseen.append((record, stands_for))

    @property
    def shown(self) -> int:
        """How many records were seen."""
        return len(self.unseen) + len(self.held)


def read_answer(
    query: Query, held: int, known: Knowledge, most: int, rng: Random
) -> Generator[Step, Answer, Reading]:
    """Read at most so many pages of a query that so many records held match."""
    reading, page, stands_for = Reading(), 1, 1.0
    rest: list[int] | None = None
    while True:
        answer = yield Step(query, page, WHY)
        reading.take(answer, known, stands_for)
        if reading.failed or _is_over(reading, answer, held, known.interface):
            return reading
        if rest is None:
            rest, stands_for = _other_pages(reading, answer, known.interface, most, rng)
        if not rest or reading.pages >= most:
            return reading
        page = rest.pop(0)


def _is_over(reading: Reading, answer: Answer, held: int, interface: Interface) -> bool:
    """Whether nothing more can be learnt, with `complete` saying whether all is known."""
    total, limit = reading.total, interface.limit
    if total is not None:
        reading.complete = len(reading.unseen) >= total - held or reading.shown >= total
        return reading.complete
    if not answer.more:
        reading.complete = limit is None or reading.shown < limit
        return True
    return False


def _other_pages(
    reading: Reading, answer: Answer, interface: Interface, most: int, rng: Random
) -> tuple[list[int], float]:
    """The pages after the first that are worth reading, and how many each stands for."""
    if not answer.more:
        return [], 1.0
    if reading.total is None or not interface.any_page:
        return list(range(2, most + 1)), 1.0
    visible = min(reading.total, interface.limit or reading.total)
    last = -(-visible // max(interface.page_size, len(answer.records)))
    others = list(range(2, last + 1))
    if last <= most or most < 2:
        return others, 1.0
    return sorted(rng.sample(others, most - 1)), (last - 1) / (most - 1)
