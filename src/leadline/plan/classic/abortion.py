"""Query abortion: leave a query whose remaining pages would not pay (Wu et al. 2006, §3.4).

Wraps any policy. Where the source reports how many records match, what the remaining pages hold is
known: of the m − shown records not shown yet, m − held are new; the query is left when that is
fewer than `least` new records for each page. With more matches than the source shows, the pages
that can be had are taken for a fair sample of the rest. Where no total is reported the query is
left when after `patience` pages the share of duplicates among the records shown is above
`duplicates`. The paper gives no thresholds.

An aborted query is closed in the knowledge, as if the source had no more pages of it, before the
wrapped policy's own learner hears of the page: the policy sees a query that has ended.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from random import Random

from leadline.model import Interface, Step, Turn
from leadline.plan.held import UNKNOWN
from leadline.plan.knowledge import Knowledge, Learner, Shown
from leadline.plan.policy import Policy


@dataclass(frozen=True)
class Abortion:
    """The wrapped policy, but queries that stop paying are left."""

    policy: Policy
    least: float = 1.0
    duplicates: float = 0.8
    patience: int = 2

    def learner(self, interface: Interface) -> Closing:
        """The wrapped policy's learner, with poor queries closed before it learns."""
        return Closing(self, self.policy.learner(interface))

    def choose(self, known: Knowledge, rng: Random) -> Step | None:
        """What the wrapped policy chooses, seeing its own learner."""
        view = copy(known)
        view.learner = known.learner.inner
        return self.policy.choose(view, rng)

    def aborts(self, known: Knowledge, query: int) -> bool:
        """Whether the rest of this query is not worth its pages."""
        if known.total[query] != UNKNOWN:
            return rest_rate(known, query) < self.least
        if known.next_page[query] <= self.patience:
            return False
        shown = known.shown[query]
        return bool(shown - known.brought[query] > self.duplicates * shown)


def rest_rate(known: Knowledge, query: int) -> float:
    """New records for each page that remains of a query whose total is known."""
    interface = known.interface
    total, shown = int(known.total[query]), int(known.shown[query])
    visible = total if interface.limit is None else min(total, interface.limit)
    rest = visible - shown
    if rest <= 0:
        return 0.0
    new = rest * (total - known.matches(query)) / (total - shown)
    return new / -(-rest // interface.page_size)


class Closing:
    """Closes the queries that are to be aborted, then lets the wrapped learner learn."""

    def __init__(self, policy: Abortion, inner: Learner | None) -> None:
        self.policy = policy
        self.inner = inner

    def expect(self, known: Knowledge, query: int, step: Step) -> None:
        """Passed on."""
        if self.inner is not None:
            self.inner.expect(known, query, step)

    def learn(self, known: Knowledge, query: int, turn: Turn, shown: Shown) -> None:
        """Close the query if its rest does not pay; pass the page on."""
        if known.open[query] and self.policy.aborts(known, query):
            known.open[query] = False
        if self.inner is not None:
            self.inner.learn(known, query, turn, shown)
