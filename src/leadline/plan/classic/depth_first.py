"""Depth-first selection: L_to-query is a stack (Wu et al. 2006, §3.1).

A value is pushed when it is first met, so the top of the stack is the largest number not asked
yet. Leaves out any use of what the records say.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from leadline.model import Query
from leadline.plan.classic.frontier import ReadsToTheEnd, queue
from leadline.plan.knowledge import Knowledge
from leadline.plan.policy import Unlearned


@dataclass(frozen=True)
class DepthFirst(ReadsToTheEnd, Unlearned):
    """Ask the value that was met last."""

    def select(self, known: Knowledge, rng: Random) -> Query | None:
        """The top of the stack."""
        stack = queue(known)
        return known.query(int(stack[-1])) if len(stack) else None
