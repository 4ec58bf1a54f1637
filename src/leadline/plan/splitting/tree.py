"""The tree as a whole: which cells are closed, and what follows from that for those around."""

from __future__ import annotations

from collections.abc import Iterator, Set
from itertools import combinations

from leadline.model import Interface, Query
from leadline.plan.splitting.asked import State
from leadline.plan.splitting.completed import Completed
from leadline.plan.splitting.likeness import Likeness
from leadline.plan.splitting.neighbours import Neighbours
from leadline.plan.splitting.node import Node, Split
from leadline.plan.splitting.rows import Rows
from leadline.plan.splitting.sizes import UNKNOWN

SUBSETS = 6  # predicates of a cell up to which all broader queries are looked up


class Tree:
    """All cells by their queries, and the queries that were read whole.

    `answered` are cells that were closed, split or finished, for whoever sees to their siblings.
    """

    def __init__(self, interface: Interface, rows: Rows) -> None:
        self.rows = rows
        self.root = Node(Query(), None, UNKNOWN * (interface.limit or 1))
        self.nodes = {self.root.query: self.root}
        self.wholes: set[Query] = set()
        self._whole_values: dict[str, set[str]] = {}  # those that were read whole by themselves
        self.completed = Completed(rows)
        self.answered: list[Node] = []
        self.neighbours = Neighbours(rows)
        self.likeness = Likeness(rows)
        self._divided: list[Split] = []  # those by drop-downs
        self._with: dict[tuple[str, str], list[Split]] = {}  # the same by what their cells ask for

    def added(self, node: Node) -> Node:
        """The cell, which answers to its query unless another one does that is still open."""
        if node.query not in self.nodes or self.nodes[node.query].done:
            self.nodes[node.query] = node
        return node

    def divide(self, split: Split) -> None:
        """A cell was divided by a drop-down."""
        self._divided.append(split)
        for pair in split.node.query.predicates:
            self._with.setdefault(pair, []).append(split)

    def divided(self, asking: Set[tuple[str, str]]) -> Iterator[Split]:
        """How open cells that ask for all of this are divided by drop-downs."""
        lists = (self._with.get(pair, []) for pair in asking)
        some = min(lists, key=len, default=self._divided)
        some[:] = (split for split in some if split.node.split is split and not split.node.done)
        return (split for split in some if asking <= set(split.node.query.predicates))

    def close(self, node: Node, state: State) -> None:
        """Nothing of a cell is missing; perhaps of those around it neither."""
        node.closed = state
        while (split := node.beside) is not None:
            split.open -= 1
            self.neighbours.note(node)
            split.note(node, float(len(node.rows)))
            if split.node.closed is not None or not self.is_covered(split.node):
                break
            node = split.node
            node.closed = State.VALID
        self.finish(node)

    def finish(self, node: Node) -> None:
        """Nothing more is to be asked in a cell: it is closed, or all that is left is stuck."""
        self.answered.append(node)
        while not node.finished:
            node.finished = True
            if (split := node.beside) is None:
                break
            split.unfinished -= 1
            if split.unfinished or not split.ordered:
                break  # a category may have values that were never met
            node = split.node
            self.answered.append(node)

    def is_covered(self, node: Node) -> bool:
        """Whether all parts are closed, and no record of the cell can be in none of them."""
        split = node.split
        if split is None or split.open or split.unlisted:
            return False
        if split.missing is None and node.value(split.name) is None:
            return False
        return split.ordered or all(
            value in split.values or self.is_whole(split, value) for value in split.domain
        )

    def read_whole(self, query: Query) -> None:
        """All that matches a query is held."""
        self.wholes.add(query)
        if len(query.predicates) == 1:
            name, value = query.predicates[0]
            self._whole_values.setdefault(name, set()).add(value)

    def is_whole(self, split: Split, value: str) -> bool:
        """Whether a value was read whole, in all cells at once."""
        return value in self._whole_values.get(split.name, ())

    def lies_inside(self, node: Node) -> bool:
        """Whether a broader query was read whole, or all that it counts is held by now."""
        pairs = node.query.predicates
        sizes = range(1, len(pairs)) if len(pairs) <= SUBSETS else (1, 2)
        broader = (Query(some) for n in sizes for some in combinations(pairs, n))
        return any(one in self.wholes or self.completed.has(one) for one in broader)
