"""The values of a drop-down that no record of a cell has: which of them are asked, in what order.

All of them may have to be, so the likeliest comes first; what is learnt meanwhile can make one less
likely, or read it whole in all cells at once.
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush

from leadline.model import Query
from leadline.plan.splitting.node import Split
from leadline.plan.splitting.sizes import Sizes
from leadline.plan.splitting.tree import Tree

TAKEN = 1.0  # sorts behind all chances


class Unmet:
    """Values never met, for the cells of one tree."""

    def __init__(self, tree: Tree, sizes: Sizes) -> None:
        self._tree, self._sizes = tree, sizes

    def of(self, split: Split) -> list[str]:
        """Values of a category that are no part of a split, and were not read whole."""
        return [v for v in split.domain if not self._is_settled(split, v)]

    def likeliest(self, split: Split) -> str | None:
        """The value to ask for next; None if all were asked."""
        if split.unmet is None:
            split.unmet = [(*self._unlikely(split, v), v) for v in self.of(split)]
            heapify(split.unmet)
        while split.unmet:
            before, _, value = heappop(split.unmet)
            if self._is_settled(split, value):
                continue
            now = self._unlikely(split, value)
            if now[0] <= before:
                return value
            heappush(split.unmet, (*now, value))
        return None

    def _is_settled(self, split: Split, value: str) -> bool:
        return value in split.values or self._tree.is_whole(split, value)

    def _unlikely(self, split: Split, value: str) -> tuple[float, int]:
        """What values never met in a cell are sorted by: of equally likely ones the commonest.

        Last are those that another cell has, if that tells that this one has none.
        """
        commonness = len(self._tree.rows.having(split.position, value))
        part = Query((*split.node.query.predicates, (split.name, value)))
        taken = self._tree.likeness.is_taken(part)
        return TAKEN if taken else -self._sizes.chance(split, value), -commonness
