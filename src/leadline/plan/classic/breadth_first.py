"""Breadth-first selection: L_to-query is a queue (Wu et al. 2006, §3.1).

Values are numbered in the order in which they were met, so the head of the queue is the smallest
number not asked yet. Leaves out any use of what the records say.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from leadline.model import Query
from leadline.plan.classic.frontier import ReadsToTheEnd, queue
from leadline.plan.knowledge import Knowledge
from leadline.plan.policy import Unlearned


@dataclass(frozen=True)
class BreadthFirst(ReadsToTheEnd, Unlearned):
    """Ask the value that has waited longest."""

    def select(self, known: Knowledge, rng: Random) -> Query | None:
        """The head of the queue."""
        waiting = queue(known)
        return known.query(int(waiting[0])) if len(waiting) else None
