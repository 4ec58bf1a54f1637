"""Min-max mutual information: greedy link, then the least dependent value (Wu et al. 2006, §3.3).

Until the crawl is saturated this is `greedy_link`. After it L_to-query is sorted, ascending, by
s(q) = max over the issued queries j of ln P(q, j) / (P(q) P(j)) on the records held
(Definition 3.1), anew after each batch of queries. Equal dependence: the commoner value.

Saturation is either the paper's fixed share of a size that is given (`records`), or detected. If
queries were independent of what is held, the share of new records among those they show would be
1 − coverage; so the crawl counts as saturated when the last queries together brought no more than
1 − `share` new ones. The last queries are as many as make at least `window` queries and ten full
pages for each of these, so that neither one broad query nor a run of tiny ones decides. Where
queries depend on each other this comes earlier than that coverage, which is when dependence begins
to hurt. Once saturated, always saturated.

With each batch the queries issued since are counted in. P(q | j) of a query j all of whose matches
are held cannot change any more; the others are counted again when the records held have grown by a
twentieth. Leaves out other functions than the maximum.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.model import Interface, Query
from leadline.plan.classic.frontier import AsksThePick, Picks, query_for, queue
from leadline.plan.classic.greedy_link import Degrees
from leadline.plan.columns import Column
from leadline.plan.held import UNKNOWN
from leadline.plan.knowledge import Knowledge, Shown

Floats = NDArray[np.float64]
GROWTH = 1.05
PAGES_EACH = 10
DIGITS = 9  # scores that agree so far are equal


@dataclass(frozen=True)
class Mmmi(AsksThePick):
    """Ask hubs, then what depends least on the queries issued."""

    share: float = 0.85
    records: int | None = None
    batch: int = 50
    window: int = 10

    def learner(self, interface: Interface) -> Dependence:
        """The degrees, later the dependences."""
        return Dependence(self)

    def saturated(self, known: Knowledge) -> bool:
        """Whether popularity has stopped to pay."""
        if self.records is not None:
            return known.records >= self.share * self.records
        shown, brought = known.shown[::-1].cumsum(), known.brought[::-1].cumsum()
        enough = self.window * PAGES_EACH * known.interface.page_size
        last = max(self.window - 1, int(np.searchsorted(shown, enough)))
        return last < len(shown) and bool(brought[last] <= (1 - self.share) * shown[last])


def given(known: Knowledge, value: int, highest: Floats) -> None:
    """Raise `highest` to P(q | value), for each q that shares a record with the value."""
    rows = known.rows_of(value)
    terms = known.terms_of(rows)
    together = np.bincount(terms, minlength=known.values)
    highest[terms] = np.maximum(highest[terms], together[terms] / len(rows))


def dependence(known: Knowledge, values: NDArray[Any], highest: Floats) -> Floats:
    """s(q) of these values, from the highest P(q | j) over the issued j."""
    with np.errstate(divide="ignore"):  # never met together: ln 0
        score: Floats = np.log(highest[values] * known.records / known.local[values])
    return np.round(score, DIGITS)


class Dependence(Picks):
    """Degrees until saturation, then a queue of the least dependent values."""

    def __init__(self, policy: Mmmi) -> None:
        self.policy = policy
        self.saturated = False
        self._degrees = Degrees()
        self._queue: list[int] = []
        self._current = Column(np.float64)  # highest P(q | j) over all issued j
        self._final = Column(np.float64)  # the same over those that cannot change any more
        self._changing: list[int] = []
        self._queries = 0
        self._recounted = 0

    def count(self, known: Knowledge, query: int, shown: Shown) -> None:
        """Follow the degrees as long as they are needed."""
        if not self.saturated:
            self._degrees.count(known, query, shown)

    def pick(self, known: Knowledge) -> Query | None:
        """The hub, or once saturated the least dependent value."""
        self.saturated = self.saturated or self.policy.saturated(known)
        value = self._least_dependent(known) if self.saturated else self._degrees.hub(known)
        return query_for(known, value)

    def _least_dependent(self, known: Knowledge) -> int:
        while self._queue and known.query_of[self._queue[-1]] != UNKNOWN:
            self._queue.pop()
        if not self._queue:
            self._queue = self._sorted(known)[: self.policy.batch][::-1]
        return self._queue.pop() if self._queue else UNKNOWN

    def _sorted(self, known: Knowledge) -> list[int]:
        values = queue(known)
        score = dependence(known, values, self._highest(known))
        order: list[int] = values[np.lexsort((-known.local[values], score))].tolist()
        return order

    def _highest(self, known: Knowledge) -> Floats:
        """The highest P(q | j) of every value q over the issued j."""
        self._final.grow(known.values)
        self._current.grow(known.values)
        self._count_in(known, range(self._queries, len(known.queries)))
        self._queries = len(known.queries)
        if known.records >= GROWTH * self._recounted:
            self._recount(known)
        return self._current.array

    def _recount(self, known: Knowledge) -> None:
        changing, self._changing = self._changing, []
        self._current.array[:] = self._final.array
        self._count_in(known, changing)
        self._recounted = known.records

    def _count_in(self, known: Knowledge, issued: Iterable[int]) -> None:
        for j in issued:
            if known.value[j] == UNKNOWN or not known.matches(j):
                continue
            given(known, int(known.value[j]), self._current.array)
            if known.exact[j] and known.total[j] <= known.matches(j):
                given(known, int(known.value[j]), self._final.array)
            else:
                self._changing.append(j)
