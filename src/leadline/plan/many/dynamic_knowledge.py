"""Dynamic knowledge: the values of all that is held, and how frequent each is (Xian et al., §5.1).

DK = {<q, P(q, S_local)>} with P(q, S_local) = num(q, S_local) / |S_local|            (3)
It is brought up to date after every query while little is held (4, 5), and after K queries once
M records are (6, 7), K growing with what is held: between two updates choices rest on old counts.

For Eq. 9 it also says which share of S_local the queries asked at a source match, P(q_1..m,
S_local), kept as one flag for each record. Earlier harvests count as held; what two of them share
is counted twice.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.model import Query
from leadline.plan.columns import Column
from leadline.plan.held import UNKNOWN
from leadline.plan.many.together import Together
from leadline.plan.many.vocabulary import Placed


@dataclass(frozen=True, slots=True)
class Interval:
    """K, the queries between two updates: 1 below `enough` records, then in proportion to them."""

    enough: int = 2_000
    fixed: int | None = None

    def of(self, records: int) -> int:
        """K when so many records are held."""
        return self.fixed or max(1, records // self.enough)


class DynamicKnowledge:
    """The counts as they stood at the last update."""

    def __init__(self, together: Together, interval: Interval) -> None:
        self.interval = interval
        self.held = 0  # |S_local|
        self.num = np.zeros(0, np.int64)  # num(q, S_local) by common number
        self._queried = [[Column(np.bool_) for _ in tables(together)] for _ in together.sources]
        self._shares = [0.0] * len(together.sources)
        self._waiting = 0
        self.update(together)

    def probability(self, values: int) -> NDArray[Any]:
        """P(q, S_local) of the first so many values (3); 0 for those met since the update."""
        found = np.zeros(values)
        found[: len(self.num)] = self.num / max(self.held, 1)
        return found

    def queried(self, source: int) -> float:
        """P(q_1..m, S_local) of the queries asked at a source."""
        return self._shares[source]

    def learn(self, together: Together, source: int, query: Query, done: bool) -> None:
        """A page of a query was counted; `done` says that it was the query's last."""
        self._flag_new(together)
        for table, column in zip(tables(together), self._queried[source], strict=True):
            ids = [table.id_of(pair) for pair in query.predicates]
            if UNKNOWN not in ids:
                column.array[table.known.rows_matching(ids)] = True
        self._waiting += done
        if self._waiting >= self.interval.of(self.held):
            self.update(together)

    def _flag_new(self, together: Together) -> None:
        """Entities that just came match queries asked before at other sources too."""
        union = together.union.known
        for source, columns in zip(together.sources, self._queried, strict=True):
            first, column = len(columns[0]), columns[0]
            for table, other in zip(tables(together), columns, strict=True):
                other.grow(table.known.records)
            if first < union.records:
                rows = np.arange(first, union.records)
                asked = source.spread(source.known.query_of, UNKNOWN) != UNKNOWN
                hits = asked[together.union.place[union.terms_of(rows)]]
                owner = np.repeat(rows, union.lengths_of(rows))
                column.array[owner[hits]] = True

    def update(self, together: Together) -> None:
        """Take all counts anew (3)."""
        self._waiting = 0
        self.held = sum(table.known.records for table in tables(together))
        self.num = np.zeros(len(together.vocabulary), np.int64)
        for table in tables(together):
            self.num[table.place] += table.known.local
        for source, columns in enumerate(self._queried):
            matched = sum(int(np.count_nonzero(column.array)) for column in columns)
            self._shares[source] = matched / max(self.held, 1)


def tables(together: Together) -> tuple[Placed, ...]:
    """All that S_local is made of."""
    return (together.union, *together.earlier)
