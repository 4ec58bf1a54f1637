"""Pages that could not be had in an earlier run: each is asked once more in this one.

A turn that failed is in the ledger, but it says nothing about the source. Until its page has been
asked again, what is known is known without it; then the new answer counts. Where several pages in
a row fail again, the others are left for another run.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from leadline.model import Outcome, Query, Step, Turn, Why

AGAIN = Why(expert="again", expected=0.0, pages=1.0, evidence="could not be had in an earlier run")
FAILING = 8  # pages in a row, then the others are left alone

Place = tuple[Query, int]


class Lapses:
    """The failed turns of a ledger, and what has become of them."""

    def __init__(self) -> None:
        self._void: set[Place] = set()
        self._waiting: dict[Place, None] = {}
        self._failing = 0

    def without(self, turns: Iterable[Turn]) -> Iterator[Turn]:
        """The turns of earlier runs that say something; the others are taken note of."""
        for turn in turns:
            if turn.answer.outcome is Outcome.FAILED:
                self._void.add(_place(turn.step))
                self._waiting[_place(turn.step)] = None
            else:
                self._waiting.pop(_place(turn.step), None)
                yield turn

    def counting(self, turns: Iterable[Turn]) -> Iterator[Turn]:
        """The turns of all runs that count by now."""
        for turn in turns:
            if turn.answer.outcome is not Outcome.FAILED or _place(turn.step) not in self._void:
                yield turn

    def next(self) -> Step | None:
        """The page to ask again, if one is left."""
        for query, page in self._waiting:
            return Step(query, page, AGAIN)
        return None

    def hear(self, turn: Turn) -> bool:
        """Take note of a turn; whether it is one that failed again, so that the ledger has it."""
        place, failed = _place(turn.step), turn.answer.outcome is Outcome.FAILED
        if place not in self._waiting:
            return False
        del self._waiting[place]
        self._failing = self._failing + 1 if failed else 0
        if failed:
            self._void.discard(place)
        if self._failing >= FAILING:
            self._void.difference_update(self._waiting)
            self._waiting.clear()
        return failed


def _place(step: Step) -> Place:
    return step.query, step.page
