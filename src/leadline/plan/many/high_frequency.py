"""High frequency: ask the value that most records held carry (Barbosa & Freire 2004).

The baseline "High-frequency" of Xian et al. 2012. Frequency is counted in records. Leaves out the
sampling phase of the paper, in which words are tried before any is asked for good.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import numpy as np

from leadline.model import Query
from leadline.plan.classic.frontier import ReadsToTheEnd, query_for, to_query
from leadline.plan.knowledge import Knowledge
from leadline.plan.policy import Unlearned


@dataclass(frozen=True)
class HighFrequency(Unlearned, ReadsToTheEnd):
    """Ask the commonest value first."""

    def select(self, known: Knowledge, rng: Random) -> Query | None:
        """The commonest value not asked yet; of equals the one met first."""
        waiting = to_query(known)
        if not waiting.any():
            return None
        return query_for(known, int(np.where(waiting, known.local, 0).argmax()))
