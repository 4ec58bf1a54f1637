"""The facets that the list of everything names: their values, and which may be asked together."""

from __future__ import annotations

from leadline.plan.facets.cells import Cells, pages
from leadline.plan.facets.lists import Value


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
        """Whether a facet that not everybody has seems to follow from one that everybody has.

        So if all on the list of a value of the other have the same of its values.
        """
        if self.joins(facet) or not self._has_few(facet):
            return False
        told = set[str]()
        for cell in self.cells.opened_since(1):
            if [n for value, n in cell.counts.items() if value[0] == facet] == [cell.total]:
                told.update(other for other, _ in cell.under)
        return any(map(self.joins, told))

    def plain(self, facet: str) -> int:
        """The pages that reading a facet value by value still takes."""
        known = self.cells.known
        values = [v for v in self.values(facet) if not known.is_closed(v)]
        cost = pages([self.count(v) for v in values], self.size)
        cost -= sum(self.cells.is_open(frozenset([v])) for v in values)
        if known.is_total(facet) and len(known.keys) == self.root.total and values:
            cost -= pages([max(map(self.count, values))], self.size)
        return cost
