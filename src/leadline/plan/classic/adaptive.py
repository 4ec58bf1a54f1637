"""Adaptive keyword selection: the greatest efficiency P_new / Cost (Ntoulas et al. 2005, §3).

P_new(q) = P(q) − P(q1 ∨ … ∨ qi−1) P(q | q1 ∨ … ∨ qi−1) (Eq. 3), Cost(q) = c_q + c_r P(q) +
c_d P_new(q) (Eq. 2), both in documents instead of shares, the results counted by their pages; by
default a query costs the same whatever it returns, as in most of §4. P(q) comes from an estimator
(`estimators`), from the query statistics table, corrected for truncated results (`statistics`).
What it takes off are the documents held (§3.1); those that truncation hid still count as new. With
`capped`, a query is expected to return no more than the source's limit; the paper corrects only
the conditional. Equal efficiencies, as independence gives to all values above the limit when
capped, are settled by the larger count. Leaves out the first query, which the paper sets by hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.model import QUERIES, Cost, Interface, Query, Step
from leadline.plan.classic.estimators import Estimator, Independence, Model
from leadline.plan.classic.frontier import AsksThePick, Picks, queue
from leadline.plan.classic.statistics import QueryStatistics
from leadline.plan.knowledge import Knowledge, Shown

EQUAL = 1e-9
INDEPENDENCE = Independence()


@dataclass(frozen=True)
class Adaptive(AsksThePick):
    """Ask the value with the most new documents for its cost, as estimated from those held."""

    estimator: Estimator = INDEPENDENCE
    cost: Cost = QUERIES
    batch: int = 20
    capped: bool = False

    def learner(self, interface: Interface) -> Efficiencies:
        """The query statistics table and the fitted estimator."""
        return Efficiencies(self)


def efficiency(
    matches: NDArray[Any], held: NDArray[Any], page_size: int, cost: Cost, limit: int | None = None
) -> NDArray[Any]:
    """P_new / Cost of values that so many documents match, so many of which are held."""
    matches = np.maximum(matches, held)
    returned = matches if limit is None else np.minimum(matches, limit)
    new: Any = returned * (1 - held / matches)
    pages: Any = np.maximum(1.0, np.ceil(returned / page_size))
    quotient: NDArray[Any] = new / np.maximum(cost.of(1, pages, new), EQUAL)
    return quotient


class Efficiencies(Picks):
    """The statistics of what was downloaded and the model fitted to the queries issued."""

    def __init__(self, policy: Adaptive) -> None:
        self.policy = policy
        self.statistics = QueryStatistics()
        self._model: Model | None = None
        self._fitted = 0

    def expect(self, known: Knowledge, query: int, step: Step) -> None:
        """Note what the table says of a query before its first page."""
        if step.page == 1:
            self.statistics.issue(known, query)

    def count(self, known: Knowledge, query: int, shown: Shown) -> None:
        """Update the table."""
        self.statistics.add(known, query, shown)

    def pick(self, known: Knowledge) -> Query | None:
        """The value with the greatest efficiency; the commonest of equals."""
        values = queue(known)
        if not len(values):
            return None
        matches = self._fresh_model(known).matches(known, self.statistics)[values]
        held = known.local[values]
        limit = known.interface.limit if self.policy.capped else None
        gain = efficiency(matches, held, known.interface.page_size, self.policy.cost, limit)
        equals = np.flatnonzero(gain >= gain.max() * (1 - EQUAL) - EQUAL)
        return known.query(int(values[equals[np.argmax(held[equals])]]))

    def _fresh_model(self, known: Knowledge) -> Model:
        if self._model is None or len(known.queries) >= self._fitted + self.policy.batch:
            self._model = self.policy.estimator.fit(known, self.statistics)
            self._fitted = len(known.queries)
        return self._model
