"""Pages of a query that only repeat an earlier page of it: there the query ends.

Some sites ignore a page number that they do not like and show the first page again, others the
last one for ever, and still promise more. A page is told by the keys of its records in any order;
of each page only a hash is remembered, and only while its query goes on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from leadline.model import Answer, Query, Step, Turn
from leadline.read.answer import Reading


class Echoes:
    """Remembers the pages of each query that has more of them."""

    def __init__(self) -> None:
        self._pages: dict[Query, dict[int, int]] = {}

    def hearing(self, turns: Iterable[Turn]) -> Iterator[Turn]:
        """The same turns, each taken note of as it passes."""
        for turn in turns:
            self.hear(turn.step, turn.answer)
            yield turn

    def hear(self, step: Step, answer: Answer) -> None:
        """Take note of a page."""
        if not answer.records:
            return
        if answer.more:
            self._pages.setdefault(step.query, {})[step.page] = _print(answer)
        else:
            self._pages.pop(step.query, None)

    def ended(self, reading: Reading, step: Step) -> Reading:
        """What was read, without the promise of more if the page is a repetition."""
        seen = self._pages.get(step.query, {})
        known = _print(reading.answer)
        if not any(known == other for page, other in seen.items() if page < step.page):
            return reading
        return replace(reading, answer=replace(reading.answer, more=False), next=None)


def _print(answer: Answer) -> int:
    return hash(frozenset(record.key for record in answer.records))
