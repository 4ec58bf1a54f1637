"""Refresh of many answers: a few that cover most records are looked at, then those that differ.

For search boxes, and for lists of everything. Answers that were read to their end are what is
compared with; the largest tell most for one page.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence

from leadline.model import Answer, Interface, Outcome, Query, Step, Turn
from leadline.plan.refresh.held import Held
from leadline.plan.refresh.ranks import ByRanks

OVERVIEW = 0.05  # of the pages of a harvest that go into first pages
GAIN = 0.5  # of a page: fewer records that nothing else covers are not worth one

Asking = Generator[Step, Answer, None]


def whole_answers(turns: Iterable[Turn], interface: Interface) -> dict[Query, list[str]]:
    """The keys of the answers that were read from the first page to the last, in their order."""
    pages: dict[Query, dict[int, Turn]] = {}
    for turn in turns:
        if turn.answer.outcome in (Outcome.FOUND, Outcome.EMPTY):
            pages.setdefault(turn.step.query, {})[turn.step.page] = turn
    return {
        query: [r.key for page in sorted(read) for r in read[page].answer.records]
        for query, read in pages.items()
        if _is_whole(read, interface.limit)
    }


def _is_whole(read: Mapping[int, Turn], limit: int | None) -> bool:
    numbers = sorted(page for page, turn in read.items() if turn.answer.records)
    if not numbers or numbers != list(range(1, len(numbers) + 1)):
        return False
    total = read[numbers[-1]].answer.total
    fits = limit is None or sum(len(read[n].answer.records) for n in numbers) < limit
    return not read[numbers[-1]].answer.more and fits and (limit is None or (total or 0) <= limit)


class ByAnswers:
    """The conversation: first pages, then the answers that look different."""

    def __init__(
        self, interface: Interface, held: Held, answers: Mapping[Query, Sequence[str]]
    ) -> None:
        self.interface, self.held, self._answers = interface, held, answers
        self._looks: list[ByRanks] = []
        self.uncovered = 0  # records that are in no answer that was looked at

    def run(self) -> Asking:
        """Ask until no answer that was looked at differs from what is believed."""
        for query in self._chosen():
            look = ByRanks(self.interface, self.held, query, self._answers[query])
            self._looks.append(look)
            yield from look.look()
        waiting = list(self._looks)
        while waiting:
            look = max(waiting, key=lambda one: one.off)
            waiting.remove(look)
            if not look.quiet or look.query == Query():
                yield from look.run()

    @property
    def unexplained(self) -> int:
        """Records by which answers still differ from what is believed."""
        return sum(look.off for look in self._looks)

    def _chosen(self) -> list[Query]:
        """Answers with many records that the others lack, as many as an overview may have."""
        most = max(round(OVERVIEW * len(self.held.now) / self.interface.page_size), 1)
        left, chosen = set(self.held.now), list[Query]()
        for query in sorted(self._answers, key=lambda one: -len(self._answers[one])):
            new = left.intersection(self._answers[query])
            if len(chosen) < most and len(new) >= GAIN * self.interface.page_size:
                chosen.append(query)
                left -= new
        self.uncovered = len(left)
        return chosen
