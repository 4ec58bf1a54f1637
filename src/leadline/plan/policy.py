"""What every policy is: something that, given what is known, names the next page to ask."""

from __future__ import annotations

from random import Random
from typing import Protocol

from leadline.model import Interface, Step
from leadline.plan.knowledge import Knowledge, Learner


class Policy(Protocol):
    """Chooses; mutates nothing. What it learns is in the learner it gives to the knowledge."""

    def learner(self, interface: Interface) -> Learner | None:
        """A fresh learner for a new conversation, or None if the counters are enough."""

    def choose(self, known: Knowledge, rng: Random) -> Step | None:
        """The next page to ask, or None when nothing is left that could pay."""


class Unlearned:
    """For policies that look only at the counters."""

    def learner(self, interface: Interface) -> None:
        """None: the counters are enough."""
        return None
