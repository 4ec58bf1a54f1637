"""Whether a source ranks by the query, or has one order of its own.

Two records that two answers show stand in the same order in both where the source sorts by
something of its own (newest, cheapest, best-known), and in any order where it sorts by what was
asked. So neighbours on a page that one earlier answer has shown, too, tell one from the other, with
or without totals. It matters where answers are cut: with one order the same records are shown for
every common word, and all others are hidden behind them; else each shows some of its own. Short
texts are mostly sorted by their length, so that few pairs are turned. A source that shuffles equals
is taken for one that ranks by the query.
"""

from __future__ import annotations

import numpy as np

from leadline.model import Turn
from leadline.plan.columns import Column
from leadline.plan.knowledge import Knowledge

TURNED = 0.03  # of the pairs that were seen twice: with an order of its own there are none
PAIRS = 15  # fewer tell nothing


class Order:
    """Where each record was first shown, and how many pairs stood the other way round later."""

    def __init__(self) -> None:
        self._query = Column(np.int32, -1)
        self._place = Column(np.int64)
        self._pairs = self._turned = 0

    @property
    def by_query(self) -> bool:
        """Whether records are ranked by what was asked, as far as is known."""
        return self._pairs >= PAIRS and self._turned > TURNED * self._pairs

    def learn(self, known: Knowledge, query: int, turn: Turn) -> None:
        """Take in where the records of a page stand."""
        for column in (self._query, self._place):
            column.grow(known.records)
        rows = np.array([known.row_of(record.key) for record in turn.answer.records], np.int64)
        where, place = self._query.array, self._place.array
        fresh = where[rows] < 0
        again = rows[~fresh & (where[rows] != query)]
        again = again[np.argsort(where[again], kind="stable")]
        pairs = np.diff(where[again]) == 0
        self._pairs += int(pairs.sum())
        self._turned += int((pairs & (np.diff(place[again]) < 0)).sum())
        where[rows[fresh]] = query
        place[rows[fresh]] = turn.step.page * known.interface.page_size + np.flatnonzero(fresh)
