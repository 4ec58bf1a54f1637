"""Our way through a faceted site: a query is a set of values, and counts say what is left to ask.

1. The facets of the first list are told from orders and views by trying (`trial.py`).
2. Facets with many values, or with gaps, are read value by value, small values first; what the
   counts already settle is not asked (`known.py`), which spares the largest value of a facet that
   everybody has, and whole facets that follow from others.
3. A facet is asked within the lists of another that were read, where that takes fewer pages.
4. Facets that everybody has once are asked together while that takes fewer pages: a page under j
   values witnesses j pairs of each entity on it (`groups.py`).

Leaves out sliders, scripts, and values that the first list does not show.
"""

from __future__ import annotations

import numpy as np

from leadline.lab.facets.cells import Cell, Cells, pages
from leadline.lab.facets.crawl import Crawl, Spent
from leadline.lab.facets.groups import Begun, Counts, best_groups
from leadline.lab.facets.known import Value


async def ours(crawl: Crawl) -> None:
    """Everything that the facets of a site tell of its entities."""
    document = await crawl.page(crawl.root)
    if document is None:
        return
    crawl.learn(document)
    cells = Cells(crawl)
    try:
        root = await cells.start(document)
        await _Journey(cells, root).go()
    except Spent:
        pass
    finally:
        cells.known.conclude()
        crawl.found.update(cells.known.pairs())


class _Journey:
    """The order in which lists are read."""

    def __init__(self, cells: Cells, root: Cell) -> None:
        self.cells = cells
        self.known = cells.known
        self.root = root
        self.size = cells.page_size
        self.left = list(dict.fromkeys(facet for facet, _ in root.panel))
        self.whole: list[list[Cell]] = []  # lists that part all entities, all read
        self.late: list[Value] = []  # values whose lists are too long to be shown whole

    async def go(self) -> None:
        for facet in sorted(self.left, key=lambda f: -len(self._values(f))):
            if not self._joins(facet):
                await self._settle(facet)
        while self.left:
            await self._group()
        await self._read_late()

    def _values(self, facet: str) -> list[Value]:
        return [value for value in self.root.panel if value[0] == facet]

    def _joins(self, facet: str) -> bool:
        """Whether a facet may be asked together with others: few values, and everybody has one."""
        few = len(self._values(facet)) * self.size < self.root.total
        return few and facet in self.cells.counted and self.known.is_total(facet)

    # --- one facet --------------------------------------------------------------------------------

    async def _settle(self, facet: str) -> None:
        """All that a facet tells, in the cheaper of two ways, then what is still open."""
        self.left.remove(facet)
        self.known.conclude()
        ways = [(self._within(facet, parts), n) for n, parts in enumerate(self.whole)]
        cost, best = min(ways if facet in self.cells.counted else [], default=(0, -1))
        if best >= 0 and cost < self.plain(facet):
            for part in self.whole[best]:
                await self._split(part, facet)
        await self._read_values(facet)

    async def _read_values(self, facet: str) -> None:
        read = []
        for value in sorted(self._values(facet), key=self._count):
            if self._count(value) > self.size:
                self.known.conclude()
            if self.cells.is_too_long(self._count(value)):
                self.late.append(value)
            elif not self.known.is_closed(value):
                cell = await self.cells.open(self.root, value)
                if cell is not None:
                    await self.cells.read(cell)
                    read.append(cell)
        if len({key for cell in read for key in cell.members}) == self.root.total:
            self.whole.append(read)

    async def _read_late(self) -> None:
        """Lists that must be read in parts, when most of their members are known."""
        for value in sorted(self.late, key=self._count):
            self.known.conclude()
            if not self.known.is_closed(value):
                cell = await self.cells.open(self.root, value)
                if cell is not None:
                    await self.cells.read(cell)

    def plain(self, facet: str) -> int:
        """The pages that reading a facet value by value still takes."""
        values = [v for v in self._values(facet) if not self.known.is_closed(v)]
        cost = pages([self._count(v) for v in values], self.size)
        cost -= sum(self.cells.is_open(frozenset([v])) for v in values)
        if self.known.is_total(facet) and len(self.known.keys) == self.root.total and values:
            cost -= pages([max(map(self._count, values))], self.size)
        return cost

    def _count(self, value: Value) -> int:
        return self.root.panel[value].count

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

    async def _split(self, part: Cell, facet: str) -> None:
        for value in self._open_counts(part, facet):
            inner = await self.cells.open(part, value)
            if inner is not None:
                await self.cells.read(inner)

    # --- facets together --------------------------------------------------------------------------

    async def _group(self) -> None:
        """One more group of facets, read."""
        self.known.conclude()
        groups = best_groups(self._known_counts())
        group = max(groups, key=len)
        if len(group) < 2:
            await self._settle(max(self.left, key=lambda f: len(self._values(f))))
            return
        leaves, facet = [self.root], group[0]
        while facet:
            self.left.remove(facet)
            leaves = await self._opened(leaves, facet)
            joined = best_groups(self._known_counts(), self._begun(leaves))[0]
            facet = joined[0] if joined else ""
        await self._read_leaves(leaves)

    def _known_counts(self) -> Counts:
        return Counts(
            total=self.root.total,
            page_size=self.size,
            facets={f: np.array([*map(self._count, self._values(f))], float) for f in self.left},
            plain={facet: self.plain(facet) for facet in self.left},
            named=len(self.known.keys) == self.root.total,
        )

    def _begun(self, leaves: list[Cell]) -> Begun:
        counts = [leaf.counts.items() for leaf in leaves]
        return Begun(
            lists=np.array([leaf.total for leaf in leaves], float),
            parts={
                facet: np.array([n for some in counts for v, n in some if v[0] == facet], float)
                for facet in self.left
            },
        )

    async def _opened(self, leaves: list[Cell], facet: str) -> list[Cell]:
        found = [
            await self.cells.open(leaf, value)
            for leaf in leaves
            for value in leaf.panel
            if value[0] == facet
        ]
        return [cell for cell in found if cell is not None]

    async def _read_leaves(self, leaves: list[Cell]) -> None:
        for leaf in sorted(leaves, key=lambda leaf: leaf.total):
            if leaf.total > self.size:
                self.known.conclude()
            if not all(map(self.known.is_closed, leaf.under)):
                await self.cells.read(leaf)
