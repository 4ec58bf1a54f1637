"""The facets that the list of everything names: their values, and which may be asked together."""

from __future__ import annotations

import numpy as np

from leadline.plan.facets.cells import Cells
from leadline.plan.facets.lists import Value
from leadline.plan.facets.opened import Cell
from leadline.plan.facets.parting import Parting, Sizes

CHANCE = 0.01  # that all on a list have the same value of a facet


class Named:
    """The facets of the first list, of which those `left` are still to be read."""

    def __init__(self, cells: Cells, counted: frozenset[str]) -> None:
        self.cells, self.root, self.size = cells, cells.root, cells.page_size
        self.left: list[str] = []
        self.lacking = set[str]()  # facets that not everybody has, though some have several
        self.counted = counted

    def facets(self) -> list[str]:
        """All of them."""
        return list(dict.fromkeys(facet for facet, _ in self.root.panel))

    def values(self, facet: str) -> list[Value]:
        """The values of a facet."""
        return [value for value in self.root.panel if value[0] == facet]

    def count(self, value: Value) -> int:
        """How many have a value."""
        return self.root.panel[value].count

    def joins(self, facet: str) -> bool:
        """Whether a facet may be asked together with others: few values, and everybody has one."""
        return self._has_few(facet) and self.cells.known.is_total(facet)

    def may_join(self, facet: str) -> bool:
        """The same, or everybody may have one and some have several, and no list is cut.

        Not if all have the same one: that need not be read.
        """
        if self.joins(facet) or not self._has_few(facet):
            return self.joins(facet)
        counts, total = [*map(self.count, self.values(facet))], self.cells.known.total
        several = total is not None and max(counts) < total < sum(counts)
        whole = not self.cells.limit and facet not in self.root.cut
        return several and whole and facet not in self.lacking

    def _has_few(self, facet: str) -> bool:
        few = len(self.values(facet)) * self.size < self.root.total
        return few and facet in self.counted

    def may_follow(self, facet: str) -> bool:
        """Whether a facet seems to follow from another that everybody has.

        So if all on the list of a value of the other have the same of its values. If everybody has
        it, too, the other must have more values, and that all have the same be no chance.
        """
        if not self._has_few(facet):
            return False
        joins, told = self.joins(facet), set[str]()
        for cell in self.cells.opened_since(1):
            counts = {value: n for value, n in cell.counts.items() if value[0] == facet}
            if [*counts.values()] == [cell.total] and not (
                joins and self._is_chance(cell, *counts)
            ):
                told.update(other for other, _ in cell.under)
        if joins:
            return any(self._is_finer(other, facet) for other in told)
        return any(map(self.joins, told))

    def _is_chance(self, cell: Cell, value: Value) -> bool:
        """Whether all on a list may have a value just so."""
        return (self.count(value) / self.root.total) ** cell.total > CHANCE

    def _is_finer(self, one: str, other: str) -> bool:
        """Whether everybody has one facet, and it has more values than another."""
        facets = self.facets()
        more = len(self.values(one)) - len(self.values(other))
        first = facets.index(one) < facets.index(other)
        return self.cells.known.is_total(one) and (more > 0 or (more == 0 and first))

    def plain(self, facet: str) -> float:
        """The pages that reading a facet value by value still takes."""
        known = self.cells.known
        values = [v for v in self.values(facet) if not known.is_closed(v)]
        if not values:
            return 0
        costs = self.parting().exact(np.array([*map(self.count, values)], float), (facet,))
        cost = float(costs.sum()) - sum(self.cells.is_open(frozenset([v])) for v in values)
        if known.is_total(facet) and len(known.keys) == self.root.total:
            cost -= float(costs.max())
        return cost

    def parting(self) -> Parting:
        """How lists that are not shown whole can be parted: by facets that everybody has."""
        limit, shares = self.cells.limit, dict[str, Sizes]()
        for facet in filter(self.cells.known.is_total, self.facets()) if limit else ():
            counts = np.array([*map(self.count, self.values(facet))], float)
            shares[facet] = counts / self.root.total
        return Parting(page_size=self.size, limit=limit, shares=shares)
