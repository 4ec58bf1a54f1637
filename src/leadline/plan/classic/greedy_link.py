"""Greedy link: ask the value with the greatest degree in the local graph (Wu et al. 2006, §3.2).

HR(q) is taken as proportional to degree(q, G_local), the number of distinct values that share a
record with q (Definition 2.1). The graph's edges are not stored. A degree counted once, plus the
lengths of the records that have joined since, is an upper bound; it is counted again only when the
bound comes to the top. Equal degrees: the value met first. Leaves out query dependency (`mmmi`)
and abortion (`abortion`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from leadline.model import Interface, Query
from leadline.plan.classic.frontier import AsksThePick, Picks, query_for, to_query
from leadline.plan.columns import Column
from leadline.plan.held import UNKNOWN
from leadline.plan.knowledge import Knowledge, Shown


@dataclass(frozen=True)
class GreedyLink(AsksThePick):
    """Ask the hub: the value with the most distinct neighbours."""

    def learner(self, interface: Interface) -> Degrees:
        """The bounds on the degrees."""
        return Degrees()


def degree(known: Knowledge, value: int) -> int:
    """How many distinct values share a record with this one."""
    neighbours = np.zeros(known.values, bool)
    neighbours[known.terms_of(known.rows_of(value))] = True
    neighbours[value] = False
    return int(np.count_nonzero(neighbours))


class Degrees(Picks):
    """Upper bounds on the degrees of all values, and which of them are exact."""

    def __init__(self) -> None:
        self._bound = Column(np.int64)
        self._stale = Column(np.bool_)

    def count(self, known: Knowledge, query: int, shown: Shown) -> None:
        """Raise the bounds of the values in the records that joined."""
        self._bound.grow(known.values)
        self._stale.grow(known.values)
        terms = known.terms_of(shown.fresh)
        lengths = known.lengths_of(shown.fresh)
        np.add.at(self._bound.array, terms, np.repeat(lengths - 1, lengths))
        self._stale.array[terms] = True

    def pick(self, known: Knowledge) -> Query | None:
        """The query for the hub."""
        return query_for(known, self.hub(known))

    def hub(self, known: Knowledge) -> int:
        """The value to ask with the greatest degree, or -1."""
        bound, stale = self._bound.array, self._stale.array
        waiting = to_query(known)
        if not waiting.any():
            return UNKNOWN
        reach = np.where(waiting, bound, UNKNOWN)
        value = int(reach.argmax())
        while stale[value]:
            reach[value] = bound[value] = degree(known, value)
            stale[value] = False
            value = int(reach.argmax())
        return value
