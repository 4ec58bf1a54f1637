"""One facet by itself: value by value, small values first, or within lists that were read.

Rare values are asked for several at once where the site takes them for alternatives (`codes.py`).
Lists that are too long to be shown whole are put off until most of their members are known.
"""

from __future__ import annotations

from collections.abc import Sequence

from leadline.plan.facets.branches import Branches
from leadline.plan.facets.cells import pages
from leadline.plan.facets.codes import read_coded
from leadline.plan.facets.lists import Exploring, Together, Value
from leadline.plan.facets.named import Named
from leadline.plan.facets.opened import Cell


class Single:
    """Reads one facet after the other."""

    def __init__(self, named: Named, branches: Branches, together: Together) -> None:
        self.named, self.branches, self._together = named, branches, together
        self.cells, self.root, self.known = named.cells, named.root, named.cells.known
        self.size = named.size
        self._widens = True  # the site may take several values for alternatives
        self._whole: list[list[Cell]] = []  # lists that part all entities, all read
        self._late: list[Value] = []  # values whose lists are too long to be shown whole

    def settle(self, facet: str) -> Exploring[None]:
        """All that a facet tells, in the cheaper of two ways, then what is still open."""
        self.named.left.remove(facet)
        self.known.conclude(often=True)
        ways = [(self._within(facet, parts), n) for n, parts in enumerate(self._whole)]
        cost, best = min(ways if facet in self.named.counted else [], default=(0, -1))
        if best >= 0 and cost < self.named.plain(facet):
            for part in self._whole[best]:
                yield from self._split(part, facet)
        yield from self._read_values(facet)

    def _read_several(self, facet: str) -> Exploring[None]:
        """Rare values by lists of several, as long as the site may take them for alternatives."""
        example = self.cells.widened.get(facet)
        values = [v for v in self.named.values(facet) if not self.known.is_closed(v)]
        single = sum(map(self.named.count, self.named.values(facet))) <= self.root.total
        if not single or self.known.total is None or not (self._widens or example):
            return

        def address(some: Sequence[Value]) -> str:
            links = [self.root.panel[value].url for value in some]
            return self._together(links, self.root.url, example)

        shut = {v: self.named.count(v) for v in values if not self.cells.is_open(frozenset([v]))}
        self._widens = yield from read_coded(self.cells, shut, address)
        self.known.conclude(often=True)

    def _read_values(self, facet: str) -> Exploring[None]:
        yield from self._read_several(facet)
        read = []
        for value in sorted(self.named.values(facet), key=self.named.count):
            if self.named.count(value) > self.size:
                self.known.conclude(often=True)
            if self._is_everybodys(value):
                continue
            if self.cells.is_too_long(self.named.count(value)):
                self._late.append(value)
            elif not self.known.is_closed(value):
                cell = yield from self.cells.open(self.root, value)
                if cell is not None and not self.branches.is_branch(cell, facet):
                    yield from self.cells.read(cell)
                    read.append(cell)
        if len({key for cell in read for key in cell.members}) == self.root.total:
            self._whole.append(read)

    def _is_everybodys(self, value: Value) -> bool:
        """Whether all have a value by its count: who they are, other lists will tell."""
        others = len({facet for facet, _ in self.root.panel}) > 1
        return (
            others and self.known.total is not None and self.named.count(value) == self.root.total
        )

    def read_late(self) -> Exploring[None]:
        """Lists that must be read in parts, when most of their members are known."""
        for value in sorted(self._late, key=self.named.count):
            self.known.conclude(often=True)
            if not self.known.is_closed(value):
                cell = yield from self.cells.open(self.root, value)
                if cell is not None:
                    yield from self.cells.read(cell)
        for cell in self.cells.ended_early():
            yield from self.cells.complete(cell)

    def _within(self, facet: str, parts: list[Cell]) -> int:
        """The pages that asking a facet within these lists takes."""
        return sum(pages(self._open_counts(part, facet), self.size) for part in parts)

    def _open_counts(self, part: Cell, facet: str) -> dict[Value, int]:
        """The values of a facet to be asked within a list: all but the largest, if one is had."""
        if self.known.is_settled(part.members, facet):
            return {}
        counts = {value: n for value, n in part.counts.items() if value[0] == facet}
        if self.known.is_total(facet) and counts:
            counts.pop(max(counts, key=counts.__getitem__))
        return counts

    def _split(self, part: Cell, facet: str) -> Exploring[None]:
        for value in self._open_counts(part, facet):
            inner = yield from self.cells.open(part, value)
            if inner is not None:
                yield from self.cells.read(inner)
