"""A running guess of the source's size, from the totals of opened queries.

An opened query that held l of its m records says that the crawl holds about l / m of everything.
The guess is biased (words are opened because much of them is unseen) and serves only to weigh
broad queries and to know a small source from others; an honest size needs an audit of its own.
Queries of which few records were held count together, until a larger one was opened.
"""

from __future__ import annotations

import math

FADE = 0.9
LEAST_HELD = 5
LEAST_SHARE = 0.01  # of the records held: smaller queries say too little


class Size:
    """Weighted geometric mean of records held times m / l."""

    def __init__(self) -> None:
        self.records = 1000.0
        self.measured = False  # whether any query has told something
        self._logs, self._weights = 0.0, 0.0
        self._small = [0, 0]  # records held and total of queries too small to count by themselves

    def learn(self, records: int, held: int, total: int) -> None:
        """An opened query matched `total` records, `held` of them among our `records`."""
        if held >= max(LEAST_HELD, LEAST_SHARE * records):
            self._logs = FADE * self._logs + held * math.log(records * total / held)
            self._weights = FADE * self._weights + held
            self.records, self.measured = math.exp(self._logs / self._weights), True
        elif not self.measured:
            self._learn_small(records, held, total)

    def _learn_small(self, records: int, held: int, total: int) -> None:
        self._small = [self._small[0] + held, self._small[1] + total]
        if self._small[0] >= LEAST_HELD:
            self.records, self.measured = records * self._small[1] / self._small[0], True

    def at_least(self, records: int, unseen: float) -> None:
        """So many records are held and so many more were counted."""
        self.records = max(self.records, 1.05 * records, records + 1.02 * unseen)

    def unseen(self, records: int) -> float:
        """Records not held."""
        return max(self.records - records, 1.0)

    def share(self, records: int) -> float:
        """The share of the source that is not held."""
        unseen = self.unseen(records)
        return unseen / (records + unseen)
