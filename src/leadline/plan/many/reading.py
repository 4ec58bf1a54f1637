"""What is learnt within one of several sources: which pages of its answers to read next.

Where answers are cut at a limit, or everything can be listed, a source needs all of `sounding`;
elsewhere what else it would predict is known better from the union.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from leadline.model import Cost, Interface, Step, Turn
from leadline.plan.knowledge import Knowledge, Shown
from leadline.plan.sounding.depth import Depth
from leadline.plan.sounding.policy import Sounder
from leadline.plan.sounding.rests import Rests


@dataclass(frozen=True)
class Reading:
    """A policy for the learner's sake: what to ask is chosen over all sources."""

    cost: Cost

    def learner(self, interface: Interface) -> Any:
        """All of `sounding` where it is needed, else what became of opened answers."""
        whole = interface.limit is not None or interface.browsable
        return Sounder(interface, self.cost) if whole else Reader()

    def choose(self, known: Knowledge, rng: Random) -> Step | None:
        """The next page of the answer in hand."""
        return known.unfinished()


class Reader:
    """The rests of opened answers."""

    def __init__(self) -> None:
        self.depth = Depth()
        self.rests = Rests(self.depth)
        self._held = 0

    def expect(self, known: Knowledge, query: int, step: Step) -> None:
        """Note how things stood before the page."""
        self.rests.expect(known, query)
        self._held = known.matches(query)

    def learn(self, known: Knowledge, query: int, turn: Turn, shown: Shown) -> None:
        """Learn where in answers the new records are, and which page is next."""
        records, new, total = len(turn.answer.records), len(shown.fresh), int(known.total[query])
        if known.shown[query] == len(shown.rows) and total > known.interface.page_size and records:
            middle = (turn.step.page - 1) * known.interface.page_size + records / 2
            share = max(total - self._held, 0) / total
            self.depth.learn(middle / total, new, share * records)
        self.rests.learn(known, query, turn.step.page, records, new)
