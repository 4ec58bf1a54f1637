"""The backbone: prefer attributes whose values cut the source into whole, well-filled answers.

Reading across attributes fragments a partition that could be read once: each record of a half-read
partition comes again when the partition is completed. So a functional attribute (one value a
record) is worth more the more of the records lie in values that fit under the limit, and the fuller
these values' pages are; all others are marked down by the difference to the best one. How many lie
there is the less of two shares: that of the records held, so that what was begun is gone on with,
and that of the records that other attributes have shown, so that nothing is begun whose common
values do not fit (`elsewhere.py`; only where pages cost: a query for a value that does not fit
brings as much as any).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.plan.knowledge import Knowledge, Shown
from leadline.plan.sounding.elsewhere import Elsewhere

WEIGHT = 0.4
MULTIPLE = 0.001  # share of records with several values that a functional attribute may have


class Backbone:
    """A factor for each attribute, and one for what no partition can use."""

    def __init__(self, attributes: int, *, pages_cost: bool = True) -> None:
        self.factor = np.ones(attributes)
        self.outside = 1.0
        self._carriers = np.zeros(attributes)  # records that have the attribute
        self._several = np.zeros(attributes)  # records that have several values of it
        self._rows = 0
        self._elsewhere = Elsewhere(attributes) if pages_cost else None

    def learn(self, known: Knowledge, query: int, shown: Shown) -> None:
        """Take in the records of a page."""
        if self._elsewhere is not None:
            self._elsewhere.learn(known, query, shown)

    def renew(self, known: Knowledge, matches: NDArray[Any]) -> None:
        """Weigh the attributes anew; `matches` are the expected matches of every value."""
        self._count(known)
        limit = known.interface.limit or np.inf
        size, count = known.interface.page_size, len(self.factor)
        held, attribute = known.local.astype(float), known.attribute
        fits = (matches <= limit) & (held > 0)
        whole = np.bincount(attribute, held * fits, count)
        filled = np.maximum(matches, 1.0)
        pages = np.bincount(attribute, held * fits * np.ceil(filled / size) / filled, count)
        fill = np.where(pages > 0, whole / np.maximum(pages, 1e-9) / size, 0.0)
        functional = (self._several <= MULTIPLE * self._carriers) & (self._carriers > 0)
        share = whole / max(known.records, 1)
        if self._elsewhere is not None and np.isfinite(limit):
            share = np.minimum(share, self._elsewhere.within(known, matches, limit))
        worth = np.where(functional, share * fill, 0.0)
        self.factor = 1 - WEIGHT * (worth.max() - worth)
        self.outside = 1 - WEIGHT * float(worth.max())

    def _count(self, known: Knowledge) -> None:
        """Count carriers among the records that came since the last time."""
        count, new = len(self.factor), known.records - self._rows
        start = known.start[self._rows :]
        attributes = known.attribute[known.terms[start[0] :]]
        rows = np.repeat(np.arange(new), np.diff(start))
        times = np.bincount(rows * count + attributes, minlength=new * count).reshape(-1, count)
        self._carriers += (times > 0).sum(0)
        self._several += (times > 1).sum(0)
        self._rows = known.records
