"""Random selection: any element of L_to-query, all equally likely (Wu et al. 2006, §3.1)."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from leadline.model import Query
from leadline.plan.classic.frontier import ReadsToTheEnd, queue
from leadline.plan.knowledge import Knowledge
from leadline.plan.policy import Unlearned


@dataclass(frozen=True)
class RandomValue(ReadsToTheEnd, Unlearned):
    """Ask any value met and not asked yet."""

    def select(self, known: Knowledge, rng: Random) -> Query | None:
        """A uniformly random element of those waiting."""
        waiting = queue(known)
        return known.query(int(rng.choice(waiting))) if len(waiting) else None
