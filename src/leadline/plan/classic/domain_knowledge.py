"""Domain knowledge: harvest rates from a sample of the same domain (Wu et al. 2006, §4).

A `DomainTable` DT holds for every value of a sample DM the records that carry it. Candidates are

- Q_DB, values met in the source: HR(q) = k (1 − num(q, DB_local) / num(q, DB))        (4.1)
  with num(q, DB) = |DB_local| P(q, DM) / P(L_queried, DM)                            (4.2)
  and P(q, DM) = (num(q, ΔDM) + num(q, DM)) / (|ΔDM| + |DM|)                          (4.3)
  where ΔDM are the records of the source that have a value which DM lacks;
- Q_DT, values of DT not met yet: HR(q) = k × the share of the values met that DM has (§4.3; the
  paper has 1 instead of k there and k in 4.1, which cannot be compared). All of them are equal, so
  the most frequent in DM goes first.

HR grows with P(q, DM) / num(q, DB_local) (§4.4), so only the best by that quotient is evaluated.
S(L_queried, DM) is one flag for each record of DM instead of the paper's sorted list: joining a
query to it is one assignment. Leaves out result limits, and queries of several values in L_queried.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.model import Interface, Query
from leadline.plan.classic.frontier import AsksThePick, Picks, query_for, queue
from leadline.plan.columns import Column
from leadline.plan.held import UNKNOWN
from leadline.plan.knowledge import Knowledge, Shown

Pair = tuple[str, str]


@dataclass(frozen=True, eq=False)
class DomainTable:
    """For each value of a sample the records that carry it: `rows[where[v]:where[v + 1]]`."""

    ids: dict[Pair, int]
    where: NDArray[np.int64]
    rows: NDArray[np.int64]
    records: int

    @classmethod
    def of(cls, sample: Iterable[Iterable[Pair]]) -> DomainTable:
        """The table of a sample: for each record its (attribute, value) pairs."""
        ids: dict[Pair, int] = {}
        carried = [[ids.setdefault(p, len(ids)) for p in dict.fromkeys(pairs)] for pairs in sample]
        values = np.array([v for found in carried for v in found], np.int64)
        rows = np.repeat(np.arange(len(carried)), [len(found) for found in carried])
        where = np.concatenate(([0], np.cumsum(np.bincount(values, minlength=len(ids)))))
        return cls(ids, where, rows[np.argsort(values, kind="stable")], len(carried))

    @property
    def frequency(self) -> NDArray[np.int64]:
        """num(q, DM) of each value."""
        return np.diff(self.where)

    def rows_of(self, value: int) -> NDArray[np.int64]:
        """The records of the sample that carry this value."""
        return self.rows[self.where[value] : self.where[value + 1]]


@dataclass(frozen=True)
class DomainKnowledge(AsksThePick):
    """Ask what the domain says is mostly unseen, be it met in the source or not."""

    table: DomainTable

    def learner(self, interface: Interface) -> Domain:
        """What the source has of the domain, and the domain of the queries."""
        return Domain(self.table, interface)


class Domain(Picks):
    """The source beside the sample: ΔDM, S(L_queried, DM), and the values of DT not met yet."""

    def __init__(self, table: DomainTable, interface: Interface) -> None:
        self.table = table
        self.added = 0  # |ΔDM|
        self._queried = np.zeros(table.records, bool)  # S(L_queried, DM)
        self._frequency = table.frequency
        self._place = Column(np.int64, UNKNOWN)  # each value's number in DT
        self._in_sample = Column(np.int64)  # num(q, DM)
        self._in_added = Column(np.int64)  # num(q, ΔDM)
        self._met = np.zeros(len(table.ids), bool)
        self._pairs = list(table.ids)
        self._order: list[int] = np.argsort(-self._frequency, kind="stable")[::-1].tolist()
        self.best = self._unmet(interface)

    # --- the paper's quantities ---------------------------------------------------------------

    def probability(self, value: int) -> float:
        """P(q, DM), smoothed (4.3)."""
        num = self._in_added.array[value] + self._in_sample.array[value]
        return float(num / (self.added + self.table.records))

    def queried(self) -> float:
        """P(L_queried, DM): the share of the sample that the issued queries match (§4.4)."""
        return np.count_nonzero(self._queried) / max(self.table.records, 1)

    def matches(self, known: Knowledge, value: int) -> float:
        """num(q, DB) as estimated (4.2); without bound where no query matches the sample yet."""
        queried = self.queried()
        return known.records * self.probability(value) / queried if queried else math.inf

    def harvest_rate(self, known: Knowledge, value: int) -> float:
        """HR(q) of a value met in the source (4.1)."""
        unseen = 1 - float(known.local[value]) / self.matches(known, value)
        return known.interface.page_size * unseen

    def hit_rate(self, known: Knowledge) -> float:
        """The share of the values met in the source that the sample has (§4.3)."""
        met = known.local > 0
        hits = met & (self._place.array != UNKNOWN)
        return int(hits.sum()) / max(int(met.sum()), 1)

    # --- the fold -----------------------------------------------------------------------------

    def count(self, known: Knowledge, query: int, shown: Shown) -> None:
        """Take in the query, the values met and the records that the sample has nothing like."""
        self._meet(known)
        value = known.value[query]
        if value != UNKNOWN and self._place.array[value] != UNKNOWN:
            self._queried[self.table.rows_of(self._place.array[value])] = True
        self._add(known, shown.fresh)

    def _meet(self, known: Knowledge) -> None:
        first = len(self._place)
        names = [attribute.name for attribute in known.interface.attributes]
        pairs = zip(known.attribute[first:].tolist(), known.names[first:], strict=True)
        self._place.extend([self.table.ids.get((names[a], name), UNKNOWN) for a, name in pairs])
        self._in_added.grow(known.values)
        self._in_sample.grow(known.values)
        found = self._place.array[first:]
        shared = found != UNKNOWN
        self._in_sample.array[first:][shared] = self._frequency[found[shared]]
        self._met[found[shared]] = True

    def _add(self, known: Knowledge, rows: NDArray[Any]) -> None:
        lengths = known.lengths_of(rows)
        strange = self._place.array[known.terms_of(rows)] == UNKNOWN
        owner = np.repeat(np.arange(len(rows)), lengths)
        added = rows[np.bincount(owner[strange], minlength=len(rows)) > 0]
        np.add.at(self._in_added.array, known.terms_of(added), 1)
        self.added += len(added)

    # --- the choice ---------------------------------------------------------------------------

    def pick(self, known: Knowledge) -> Query | None:
        """The better of the best value met and the best value not met."""
        met, unmet = self._likeliest(known), self._unmet(known.interface)
        if unmet is None or met == UNKNOWN:
            return unmet or query_for(known, met)
        guess = known.interface.page_size * self.hit_rate(known)
        return unmet if guess > self.harvest_rate(known, met) else known.query(met)

    def _likeliest(self, known: Knowledge) -> int:
        """The value of Q_DB with the greatest P(q, DM) / num(q, DB_local) (§4.4)."""
        values = queue(known)
        if not len(values):
            return UNKNOWN
        num = self._in_added.array[values] + self._in_sample.array[values]
        return int(values[np.argmax(num / known.local[values])])

    def _unmet(self, interface: Interface) -> Query | None:
        """The most frequent value of Q_DT that the form takes; it stays until it is met."""
        while self._order:
            query = Query((self._pairs[self._order[-1]],))
            if not self._met[self._order[-1]] and interface.can_ask(query):
                return query
            self._order.pop()
        return None
