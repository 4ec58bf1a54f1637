"""QuerySelect-DK and QuerySelect-T: the most efficient query (Xian et al. 2012, §5.3, §6.1).

`select_dk` takes its candidates and probabilities from the dynamic knowledge of all sources,
`QuerySelectT` from what this source has shown. With S_local = DB_local every record held matches a
query that was asked, so P(q_1..m, S_local) = 1 and Eq. 9 would give every value the reward 0;
QuerySelect-T therefore takes num(q, DB) = P(q, DB_local) |DB|, as Eq. 10 does. The size |DB| is
estimated beforehand in the paper, and given here.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.model import Cost, Interface, Query
from leadline.plan.classic.frontier import ReadsToTheEnd, query_for, to_query
from leadline.plan.held import UNKNOWN
from leadline.plan.knowledge import Knowledge
from leadline.plan.many.dynamic_knowledge import DynamicKnowledge
from leadline.plan.many.efficiency import (
    UNIT,
    efficiency,
    matches_met,
    matches_unmet,
)
from leadline.plan.many.together import Together
from leadline.plan.policy import Unlearned

TIES = 1e-9  # queries of equal efficiency, such as none: the more frequent first


def select_dk(
    together: Together, dynamic: DynamicKnowledge, source: int, size: float, cost: Cost
) -> Query | None:
    """The query of DK with the greatest efficiency at a source; None when all were asked."""
    one, values = together.sources[source], len(together.vocabulary)
    probability = dynamic.probability(values)
    held = one.spread(one.known.local).astype(float)
    matches = np.where(
        held > 0,
        matches_met(one.known.records, probability, dynamic.queried(source)),
        matches_unmet(probability, size),
    )
    matches = np.minimum(matches, max(size, one.known.records))
    worth = efficiency(matches, held, cost, one.known.interface) + TIES * probability
    worth[one.spread(one.known.query_of, UNKNOWN) != UNKNOWN] = 0.0
    return _best(together, source, worth)


def _best(together: Together, source: int, worth: NDArray[Any]) -> Query | None:
    """The best of these that the source's form takes."""
    one = together.sources[source]
    while len(worth) and worth[value := int(worth.argmax())] > 0:
        pair = one.own(together.vocabulary.pairs[value])
        if pair is not None and one.known.interface.can_ask(query := Query((pair,))):
            return query
        worth[value] = 0.0
    return None


@dataclass(frozen=True)
class QuerySelectT(Unlearned, ReadsToTheEnd):
    """One source, its own statistics only."""

    size: float
    cost: Cost = UNIT

    def select(self, known: Knowledge, rng: Random) -> Query | None:
        """The value met whose query promises most for its cost."""
        waiting = to_query(known)
        if not waiting.any():
            return None
        probability = known.local / max(known.records, 1)
        matches = matches_unmet(probability, max(self.size, known.records))
        worth = efficiency(matches, known.local.astype(float), self.cost, known.interface)
        return query_for(known, int(np.where(waiting, worth, -1.0).argmax()))

    def learner(self, interface: Interface) -> None:
        """None: the counters are enough."""
        return None
