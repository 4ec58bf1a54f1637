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
from leadline.plan.sounding.places import Places
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
        self.places = Places()
        self.rests = Rests(self.places)

    def expect(self, known: Knowledge, query: int, step: Step) -> None:
        """Note how things stood before the page."""
        self.rests.expect(known, query)

    def learn(self, known: Knowledge, query: int, turn: Turn, shown: Shown) -> None:
        """Learn where in answers the new records are, and which page is next."""
        self.places.hear(known, query, turn)
        self.rests.learn(known, query, turn.step.page, len(turn.answer.records), len(shown.fresh))
