"""A running guess of the source's size, from the totals of opened queries.

An opened query that held l of its m records says that the crawl holds about l / m of everything.
The guess is biased (words are opened because much of them is unseen) and serves only to weigh
broad queries; an honest size needs an audit of its own.
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
        self._logs, self._weights = 0.0, 0.0

    def learn(self, records: int, held: int, total: int) -> None:
        """An opened query matched `total` records, `held` of them among our `records`."""
        if held >= max(LEAST_HELD, LEAST_SHARE * records):
            self._logs = FADE * self._logs + held * math.log(records * total / held)
            self._weights = FADE * self._weights + held
            self.records = math.exp(self._logs / self._weights)

    def at_least(self, records: int, unseen: int) -> None:
        """So many records are held and so many more were counted."""
        self.records = max(self.records, 1.05 * records, records + 1.02 * unseen)

    def unseen(self, records: int) -> float:
        """Records not held."""
        return max(self.records - records, 1.0)
