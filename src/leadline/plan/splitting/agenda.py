"""The cells that are to be asked, the one first that brings most new records for a page."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count

from leadline.model import Interface
from leadline.plan.splitting.asked import Asked
from leadline.plan.splitting.node import Node
from leadline.plan.splitting.rows import MISSING
from leadline.plan.splitting.sizes import Sizes
from leadline.plan.splitting.tree import Tree

STALE = 0.8  # of what a cell was worth: then the next is looked at
LEAST = 0.001  # of a new record for a page: what may be empty is asked after all else
DULL = 0.5  # of a new record for a page: then an answer that is split anyway is left


class Agenda:
    """Wanted cells by their worth, which is looked at again when their turn comes."""

    def __init__(self, interface: Interface, tree: Tree, sizes: Sizes) -> None:
        self._interface, self._rows, self._sizes = interface, tree.rows, sizes
        self._likeness = tree.likeness
        self._order = count()
        self._heap: list[tuple[float, int, Node]] = []

    def want(self, node: Node) -> None:
        """Have a cell asked, or its answer read on, when nothing is better."""
        heappush(self._heap, (-self._worth(node), next(self._order), node))

    def best(self, is_settled: Callable[[Node], bool]) -> Node | None:
        """The cell whose turn it is; those that are settled, or not worth it, are dropped."""
        while self._heap:
            worth, _, node = heappop(self._heap)
            if is_settled(node) or self._is_dull(node):
                continue
            if self._heap and self._is_behind(self._worth(node), -worth, -self._heap[0][0]):
                self.want(node)
                continue
            return node
        return None

    def _is_behind(self, now: float, before: float, other: float) -> bool:
        """Whether another cell is to be looked at before one that is worth less by now."""
        return now < STALE * min(before, other) or now <= 0.0 < other

    def _worth(self, node: Node) -> float:
        """New records for a page, if the cell is asked, or its answer read on, now."""
        if node.asked is not None and node.asked.overflows:
            return 0.0 if self._is_read_twice(node) else self._read_on(node, node.asked)
        node.thought = self._sizes.thought(node)
        if self.is_spared(node):
            return 0.0
        size, held = max(node.thought, self._elsewhere(node)), len(node.rows)
        visible = min(size, self._interface.limit or size)
        pages = max(1.0, visible / self._interface.page_size)
        return max((visible - min(held, visible)) / pages, LEAST)

    def _is_read_twice(self, node: Node) -> bool:
        """Whether what an answer shows is read again in its parts, as nothing counts them."""
        return node.total is None and node.split is not None and node.wanted == node.query

    def _read_on(self, node: Node, asked: Asked) -> float:
        """New records for a page of an answer that is cut."""
        unseen = max(0.0, 1 - len(node.rows) / self._sizes.of(node))
        brought = asked.brought if node.total is not None else None
        return self._interface.page_size * min(unseen, 1.0 if brought is None else brought)

    def is_spared(self, node: Node) -> bool:
        """Whether counts may spare it: a record is held that should be all of it, or it is of
        records without a value, and none was ever met."""
        split = node.beside
        if split is None or split.node.total is None:
            return False
        if node is split.missing and not self._rows.having(split.position, MISSING):
            return True
        return node.asked is None and self._likeness.is_taken(node.query)

    def _elsewhere(self, node: Node) -> float:
        """A value that was never met is asked in all cells at once: what that should bring."""
        split = node.beside
        if split is None or split.ordered or node is split.missing or node.rows:
            return 0.0
        if self._rows.having(split.position, node.value(split.name) or ""):
            return 0.0
        return self._sizes.of_new_value(split.position)

    def _is_dull(self, node: Node) -> bool:
        """Whether reading on pays nothing, in an answer that its parts will show in full.

        Those that a cursor reads are nothing but that answer in another order.
        """
        if node.split is not None and node.split.cursor:
            return True
        if node.asked is None or not node.asked.overflows or node.split is None:
            return False
        return node.wanted == node.query and self._read_on(node, node.asked) < DULL
