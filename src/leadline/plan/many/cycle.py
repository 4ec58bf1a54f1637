"""Cycle: the sources in turn, each as long as it pays (Xian et al. 2012, §4).

A source is left for now when `alpha` queries in a row brought a share of new records of no more
than `theta`; it is left for good when `omega` of its estimated size is held, its budget is spent,
or it was visited `beta` times. Queries are chosen by QuerySelect-DK, with the dynamic knowledge of
all sources. A visit also ends when the dynamic knowledge has nothing to ask there, which the paper
leaves open; theta, for which it gives no figure, is the share of the returned records that were
new to the source.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from leadline.model import Cost, Interface, Query, Step, Turn
from leadline.plan.many.dynamic_knowledge import DynamicKnowledge, Interval
from leadline.plan.many.efficiency import UNIT
from leadline.plan.many.query_select import select_dk
from leadline.plan.many.source_sort import sort_sources
from leadline.plan.many.together import NewOn, Together
from leadline.plan.policy import Policy, Unlearned


@dataclass(frozen=True)
class Cycle:
    """Visit the sources round and round; the defaults are the paper's."""

    sizes: tuple[float, ...]
    alpha: int = 5
    theta: float = 0.1
    omega: float = 0.95
    beta: int = 4
    budgets: tuple[float, ...] = ()  # t_k; none: no limit
    cost: Cost = UNIT
    interval: Interval = field(default_factory=Interval)

    def single(self) -> Policy:
        """Nothing is learnt within a source."""
        return _Counts()

    def of_union(self, interface: Interface) -> Any:
        """None: the counters of the union are enough."""
        return None

    def learner(self, together: Together) -> Round:
        """Where the round is, and the dynamic knowledge."""
        return Round(self, together)

    def choose(self, together: Together) -> tuple[int, Step] | None:
        """The next page of the query in hand, else the query that the round has come to."""
        round_: Round = together.learner  # type: ignore[assignment]
        if round_.source is None:
            return None
        rest = together.sources[round_.source].known.unfinished()
        if rest is not None:
            return round_.source, rest
        if round_.query is not None:
            return round_.source, Step(round_.query)
        return None


class _Counts(Unlearned):
    """A source whose counters are all that is looked at."""

    def choose(self, known: Any, rng: Any) -> Step | None:
        """Never asked."""
        return None


class Round:
    """The state of the cyclic algorithm: the source in hand, its counters, and the next query."""

    def __init__(self, policy: Cycle, together: Together) -> None:
        self.policy = policy
        self.dynamic = DynamicKnowledge(together, policy.interval)
        self.left = list(sort_sources(policy.sizes))  # L
        self.visits = [1] * len(policy.sizes)  # u_k
        self.spent = [0.0] * len(policy.sizes)  # Cost(DB_k)
        self.dull = 0  # x
        self._place = 0
        self._paid: tuple[int, int] = (0, 0)
        self._brought = 0
        self.query: Query | None = None
        self._pick(together)

    @property
    def source(self) -> int | None:
        """The source in hand; None when all are done."""
        return self.left[self._place] if self.left else None

    def total(self, together: Together, source: int, turn: Turn, page: NewOn) -> int | None:
        """None: the paper's method does not look at totals."""
        return None

    def learn(self, together: Together, source: int, turn: Turn) -> None:
        """Count the page; when it was the query's last, judge the query and pick the next."""
        known = together.sources[source].known
        number = known.number(turn.step.query)
        done = not known.open[number]
        self.dynamic.learn(together, source, turn.step.query, bool(done))
        self.spent[source] += self.policy.cost.of(turn.step.page == 1, 1, 0)
        if done:
            new = known.brought[number] / max(known.shown[number], 1)
            self.dull = self.dull + 1 if new <= self.policy.theta else 0
            self._pick(together)

    def _pick(self, together: Together) -> None:
        """The next query, here or at the next source where there is one."""
        self.query = None
        while self.left and self.query is None:
            source = self.left[self._place]
            if self._goes_on(together, source):
                self.query = self._select(together, source)
            if self.query is None:
                self._leave(together, source)

    def _goes_on(self, together: Together, source: int) -> bool:
        return self.dull < self.policy.alpha and not self._finished(together, source)

    def _finished(self, together: Together, source: int) -> bool:
        policy, known = self.policy, together.sources[source].known
        budget = policy.budgets[source] if policy.budgets else float("inf")
        enough = known.records >= policy.omega * policy.sizes[source]
        return enough or self.spent[source] >= budget

    def _select(self, together: Together, source: int) -> Query | None:
        size, cost = self.policy.sizes[source], self.policy.cost
        for _ in range(2):  # with old counts, and when they have nothing left, with new ones
            if (query := select_dk(together, self.dynamic, source, size, cost)) is not None:
                return query
            self.dynamic.update(together)
        start = together.start(source)
        return None if start is None else start.query

    def _leave(self, together: Together, source: int) -> None:
        """The end of a visit: is it the last?"""
        if self.visits[source] >= self.policy.beta or self._finished(together, source):
            del self.left[self._place]
        else:
            self._place += 1
        self.visits[source] += 1
        self.dull = 0
        if self._place >= len(self.left):
            self._place = 0
