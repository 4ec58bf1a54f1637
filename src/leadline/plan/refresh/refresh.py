"""A refresh: which way of asking again fits a source, and what came of it.

Answers that were read whole are looked at by places; where the source counts, and its counts are
those that the held records make expect, its attributes are looked at by counts as well. Both share
what they believe, so that what one has found the other does not look for.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence

from leadline.model import Answer, Count, Interface, Kind, Outcome, Query, Record, Step, Turn
from leadline.plan.refresh.answers import ByAnswers, whole_answers
from leadline.plan.refresh.cells import ByCounts
from leadline.plan.refresh.held import Findings, Held
from leadline.plan.refresh.lost import Doubt
from leadline.plan.refresh.ranks import ByRanks
from leadline.plan.refresh.reading import Reading

AGREEING = 0.8  # of the answers that were counted, at least, have as many as records show
ENOUGH = 3  # answers to say so
COMPARED = 300  # answers at most

Asking = Generator[Step, Answer, None]


class Refresh:
    """One source, held as its turns and records say, being asked again."""

    def __init__(
        self, interface: Interface, turns: Iterable[Turn], records: Iterable[Record]
    ) -> None:
        self.interface = interface
        self.held = Held(interface, records)
        self._before = len(self.held.now)
        kept = list(turns)
        self._answers = whole_answers(kept, interface)
        self._counted = is_counted(kept, self.held, interface)
        self._ways: list[ByAnswers | ByCounts] = []

    def run(self) -> Asking:
        """Ask until nothing that was asked differs from what is believed."""
        yield from self.skim(self.interface)
        listed = Query() in self._answers
        if listed or not self._counted:
            yield from self._go(ByAnswers(self.interface, self.held, self._covering(listed)))
        if self._counted:
            yield from self._go(ByCounts(self.interface, self.held))
        else:
            yield from Reading(self.interface, self.held).seek()

    def skim(self, interface: Interface) -> Asking:
        """The first pages of all in each order: in some of them what changed last comes first."""
        for order in interface.orders:
            query, begun = Query(order=order.name), order.by and not order.descending
            if interface.can_ask(query) and not (begun and order.reverse):
                yield from ByRanks(interface, self.held, query, ()).skim()

    def _covering(self, listed: bool) -> Mapping[Query, Sequence[str]]:
        return {Query(): self._answers[Query()]} if listed else self._answers

    def _go(self, way: ByAnswers | ByCounts) -> Asking:
        self._ways.append(way)
        yield from way.run()

    @property
    def findings(self) -> Findings:
        """What is different, as far as is known by now."""
        cells = [cell for way in self._ways if isinstance(way, ByCounts) for cell in way.cells]
        return self.held.findings(Doubt(self.held, cells).keys())

    @property
    def unexplained(self) -> int:
        """Records by which counts still differ from what is believed, in the way asked last."""
        return self._ways[-1].unexplained if self._ways else 0

    @property
    def unseen(self) -> int:
        """Records held before that were not shown again: a change may be there and not be seen."""
        return self._before - self.held.looked_at


def is_counted(turns: Sequence[Turn], held: Held, interface: Interface) -> bool:
    """Whether the source counts what the held records make expect, and has cells to count."""
    if not any(a.kind in (Kind.RANGE, Kind.VALUE) for a in interface.attributes):
        return False
    counted: dict[Query, int] = {}
    for turn in turns:
        exact = turn.answer.count is Count.EXACT and turn.answer.outcome is Outcome.FOUND
        if exact and turn.answer.total is not None and turn.step.query.predicates:
            counted[turn.step.query] = turn.answer.total
    compared = list(counted.items())[-COMPARED:]
    agreeing = sum(len(held.keys(query)) == total for query, total in compared)
    return len(compared) >= ENOUGH and agreeing >= AGREEING * len(compared)
