"""Facets that are asked together: which, and the lists under one value of each.

The parting of the facets that takes fewest pages is chosen by counts (`groups.py`). Lists of
several values are asked for at once where addresses can be put together (`direct.py`); else they
are reached through lists of fewer values, whose exact counts say whether it is worth going on.
"""

from __future__ import annotations

import numpy as np

from leadline.plan.facets.direct import Direct
from leadline.plan.facets.groups import Begun, Counts, best_groups
from leadline.plan.facets.lists import Alone, Exploring
from leadline.plan.facets.named import Named
from leadline.plan.facets.opened import Cell
from leadline.plan.facets.overlap import everybody_has


class Grouping:
    """Reads one group of facets after the other."""

    def __init__(self, named: Named, alone: Alone) -> None:
        self.named, self.cells, self.root = named, named.cells, named.root
        self._direct = Direct(named, alone)

    def read(self) -> Exploring[str]:
        """One more group; or the facet that is better read alone, which is not read here."""
        self.cells.known.conclude(often=True)
        counts = self._counts()
        groups = best_groups(counts)
        group = max(groups, key=len)
        several = [facet for facet in self.named.left if not self.named.joins(facet)]
        alone = [facet for facet in several
                 if (facet,) in groups or not self.named.may_join(facet)]  # fmt: skip
        if alone or len(group) < 2:
            return max(alone or self.named.left, key=lambda f: len(self.named.values(f)))
        for facet in [facet for facet in group if facet in several]:
            if not (yield from everybody_has(self.cells, self.named.values(facet))):
                self.named.lacking.add(facet)
                return ""
        if counts.is_direct(group):
            if (yield from self._direct.read(group)):
                self.named.left = [facet for facet in self.named.left if facet not in group]
        else:
            yield from self._step_by_step(next((f for f in group if f in several), group[0]))
        return ""

    def _step_by_step(self, facet: str) -> Exploring[None]:
        """The lists of a facet, and of those that join it by the counts of these lists."""
        leaves = [self.root]
        while facet:
            self.named.left.remove(facet)
            leaves = yield from self._opened(leaves, facet)
            joined = best_groups(self._counts(), self._begun(leaves))[0]
            facet = joined[0] if joined else ""
        limit = self.cells.limit
        yield from self._read_leaves(leaves)
        if self.cells.limit != limit:
            self.named.left += dict.fromkeys(facet for leaf in leaves for facet, _ in leaf.under)

    def _counts(self) -> Counts:
        named, known, left = self.named, self.cells.known, self.named.left
        return Counts(
            total=self.root.total,
            parting=named.parting(),
            facets={f: np.array([*map(named.count, named.values(f))], float) for f in left},
            plain={facet: named.plain(facet) for facet in left},
            once=frozenset(filter(known.is_total, left)),
            named=len(known.keys) == self.root.total,
            direct=self._direct.pairs(left),
        )

    def _begun(self, leaves: list[Cell]) -> Begun:
        counts = [leaf.counts.items() for leaf in leaves]
        chosen = frozenset(facet for leaf in leaves for facet, _ in leaf.under)
        return Begun(
            chosen=chosen,
            once=all(map(self.cells.known.is_total, chosen)),
            lists=np.array([leaf.total for leaf in leaves], float),
            parts={
                facet: np.array([n for some in counts for v, n in some if v[0] == facet], float)
                for facet in self.named.left
            },
        )

    def _opened(self, leaves: list[Cell], facet: str) -> Exploring[list[Cell]]:
        found: list[Cell] = []
        for leaf in leaves:
            for value in [value for value in leaf.panel if value[0] == facet]:
                cell = yield from self.cells.open(leaf, value)
                found += [cell] if cell is not None else []
        return found

    def _read_leaves(self, leaves: list[Cell]) -> Exploring[None]:
        """Read lists, the smallest first, until one turns out to be cut: then one chooses again."""
        known, limit = self.cells.known, self.cells.limit
        for leaf in sorted(leaves, key=lambda leaf: leaf.total):
            if leaf.total > self.named.size:
                known.conclude(often=True)
            if self.cells.limit == limit and not all(map(known.is_closed, leaf.under)):
                yield from self.cells.read(leaf)
