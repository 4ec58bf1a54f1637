"""Which query is asked for a cell: its own, or a broader one that shows more.

A predicate that a cell can do without, so that the answer still fits, is left out: what is read
then is read in all cells at once.

Where counts tell how many records of cells are missing and where all fields are drop-downs, a part
may well be asked for less than a record: a cell that has two more than it shows, by a field of
thirty values. Other cells lack some as well, and a query that several of them share brings more:

    new(q) = Σ over cells around q of what its parts not asked miss · the share of q's value there

The query without the predicates that bring most then is asked instead. If it does not fit, it is
thought to show what was not held only as far as there is room beside what is: sources rank alike
for all queries, so the first ones are those that were shown before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from math import exp

from leadline.model import Interface, Query
from leadline.plan.splitting.asked import Asked
from leadline.plan.splitting.node import Node, Split
from leadline.plan.splitting.sizes import TINY, Sizes
from leadline.plan.splitting.tree import Tree

Pair = tuple[str, str]
WORTH = 1.0  # new records for a page: a cell that should bring so many is asked as it is


class Broader:
    """The queries of one conversation."""

    def __init__(
        self, interface: Interface, tree: Tree, sizes: Sizes, asked: Mapping[Query, Asked]
    ) -> None:
        self._tree, self._rows, self._sizes, self._asked = tree, tree.rows, sizes, asked
        self._limit, self._page = interface.limit or 1, interface.page_size
        self._tried: set[Query] = set()  # cells for which a broader query was asked because it fits

    def query(self, node: Node, fill: float, *, counts: bool) -> Query:
        """What to ask for a cell, a part being thought to fit if it fills that much of a limit."""
        split = node.beside
        if split is None or (split.ordered and node is not split.missing):
            return node.query
        query = self._that_fits(node, split, fill)
        if not counts or node is split.missing or any(self._rows.ordered):
            return query
        return self._that_brings_most(node, split, query)

    def _that_fits(self, node: Node, split: Split, fill: float) -> Query:
        """The cell's query without predicates that it can do without and still fit.

        First without ranges, if that should be a page: a strip is one of many, and they all ask.
        """
        query = node.query
        if query in self._tried:
            return query  # it did not fit
        if self._fits_alone(node, split, fill):
            return Query(((split.name, node.value(split.name) or ""),))
        scale = self._sizes.of(self._tree.root) / max(len(self._rows), 1)
        ranges_first = sorted(node.query.predicates, key=lambda pair: not self._is_range(pair[0]))
        for name, _ in ranges_first:
            fewer = Query(tuple(pair for pair in query.predicates if pair[0] != name))
            if name == split.name or not fewer.predicates or fewer in self._asked:
                continue
            room = fill * self._limit
            most = int(min(room, self._page if self._is_range(name) else room) / scale) + 1
            held = sum(1 for _ in islice(self._rows.matching(fewer), most))
            if held < most and self._pays(node, held * scale, held):
                query = fewer
        self._tried.add(node.query)
        return query

    def _is_range(self, name: str) -> bool:
        return self._rows.ordered[self._rows.position[name]]

    def _fits_alone(self, node: Node, split: Split, fill: float) -> bool:
        """Whether a value should fit in all cells at once: of many that are listed most are rare,
        though a few records held may say otherwise."""
        alone = Query(((split.name, node.value(split.name) or ""),))
        if node is split.missing or alone == node.query or alone in self._asked:
            return False
        held = len(self._rows.having(split.position, alone.predicates[0][1]))
        share = (held + 1) / (len(self._rows) + len(split.domain))
        size = share * self._sizes.of(self._tree.root)
        return size <= fill * self._limit and self._pays(node, size, held)

    def _pays(self, node: Node, size: float, held: int) -> bool:
        """Whether a broader answer brings no fewer new records for a page than the cell does.

        One that is a page is read whole in any case.
        """
        if size <= self._page:
            return True
        own = max(self._sizes.thought(node), 1.0)
        new = max(own - len(node.rows), 0.0) / max(own / self._page, 1.0)
        return max(size - held, 0.0) / (size / self._page) >= new

    def _that_brings_most(self, node: Node, split: Split, query: Query) -> Query:
        """This query or, if it brings less than is worth a page, the best of the broader ones."""
        own = (split.name, node.value(split.name) or "")
        most, narrower = self._worth(query, own), node.query
        if most >= WORTH:
            return query
        while found := [(self._worth(one, own), one) for one in self._fewer(narrower, own)]:
            worth, narrower = max(found, key=lambda pair: pair[0])
            if worth > most:
                most, query = worth, narrower
        return query

    def _fewer(self, query: Query, own: Pair) -> Iterator[Query]:
        """The queries with one predicate less that were not asked."""
        for left_out in query.predicates:
            fewer = Query(tuple(pair for pair in query.predicates if pair != left_out))
            if left_out != own and fewer not in self._asked:
                yield fewer

    def _worth(self, query: Query, own: Pair) -> float:
        """New records for a page."""
        held = sum(1 for _ in islice(self._rows.matching(query), self._limit))
        room = self._limit - held
        if not room:
            return 0.0
        new = 0.0 if self._tree.likeness.is_taken(query) else self._new(query, own)
        fits = _at_most(room, new)
        whole = new / max(1.0, (held + new) / self._page)
        cut = min(new, room) / max(1.0, self._limit / self._page)
        return fits * whole + (1 - fits) * cut

    def _new(self, query: Query, own: Pair) -> float:
        """How many records a query should have that are missing."""
        around = frozenset(query.predicates) - {own}
        return sum(self._missing(split, own) for split in self._tree.divided(around))

    def _missing(self, split: Split, own: Pair) -> float:
        """How many records with a value are missing in the parts of a cell that were not asked."""
        node, (name, value) = split.node, own
        if node.total is None:
            return 0.0
        missing = max(self._sizes.rest(split) - split.unasked, 0.0)
        if (asked_for := node.value(name)) is not None:
            return missing if asked_for == value else 0.0
        if split.name != name:
            having = self._rows.having(self._rows.position[name], value)
            return missing * len(having) / max(len(self._rows), 1)
        part = split.values.get(value)
        if not missing or (part is not None and part.noted is not None):
            return 0.0
        chance = self._sizes.chance(split, value)
        return missing * chance / max(1 - split.spent, chance, TINY)


def _at_most(number: int, mean: float) -> float:
    """The chance that no more than so many come, if on average so many do (Poisson)."""
    chance = total = exp(-mean)
    for times in range(1, number + 1):
        chance *= mean / times
        total += chance
    return min(total, 1.0)
