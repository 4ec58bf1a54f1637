"""The set-cover view of a source: which records each single-value query shows, at how many pages.

Oracles and bounds work on this; no policy ever sees it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.lab.world import World


@dataclass(frozen=True, slots=True)
class Cover:
    """`rows[where[v]:where[v + 1]]` are the records that the query for value v shows."""

    where: NDArray[np.int64]
    rows: NDArray[np.int32]
    pages: NDArray[np.int64]
    records: int

    def shown(self, value: int) -> NDArray[np.int32]:
        """The records that the query for this value shows."""
        return self.rows[self.where[value] : self.where[value + 1]]

    @property
    def values(self) -> int:
        """How many single-value queries there are."""
        return len(self.pages)

    def unreachable(self) -> float:
        """The share of records that no single-value query shows."""
        reached = np.zeros(self.records, bool)
        reached[self.rows] = True
        return float(1 - reached.mean()) if self.records else 0.0


def cover_of(world: World) -> Cover:
    """The cover of a source's single-value queries, cut at its limit."""
    collection, limit = world.collection, world.limit
    frequency = collection.frequency
    sizes = frequency if limit is None else np.minimum(frequency, limit)
    sizes = np.where(np.isin(np.arange(len(sizes)), list(world.stopped)), 0, sizes)
    where = np.concatenate(([0], np.cumsum(sizes)))
    rows = np.empty(where[-1], np.int32)
    whole = frequency == sizes
    rows[_slots(where[:-1][whole], sizes[whole])] = collection.post[
        _slots(collection.where[:-1][whole], sizes[whole])
    ]
    for value in np.flatnonzero(~whole).tolist():
        rows[where[value] : where[value + 1]] = world.visible(value)
    pages = np.maximum(1, -(-sizes // world.page_size))
    return Cover(where, rows, pages, collection.records)


def _slots(starts: NDArray[Any], sizes: NDArray[Any]) -> NDArray[Any]:
    offsets = np.cumsum(sizes) - sizes
    return np.repeat(starts - offsets, sizes) + np.arange(sizes.sum())
