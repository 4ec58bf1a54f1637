"""The best grouping of facets that full knowledge of the table could choose.

Facets are parted into groups; the lists of a group are the combinations of values that some
entity shows, and an entity that lacks a facet of the group is shown by the combination of the
others. Each page of a list witnesses a pair for each of the list's values. Costs are whole pages.
Of a group that everybody has exactly once, the largest list is left out: whoever is in no other
list is in it; but for one group, which names everybody.

All partitions are tried for up to eight facets, merging greedily for more. With a result limit, a
list that is too long is read by the values of the facet that takes fewest pages.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np

from leadline.lab.sites.faceted_table import FacetTable, Rows, texts_of
from leadline.plan.facets.partitions import partitions

EXHAUSTIVE = 8
Cell = tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """What a group of facets costs, and what leaving out its largest list saves, if that may be."""

    pages: int
    spared: int


@dataclass(frozen=True, kw_only=True)
class Best:
    """The search for the best grouping of a table's facets."""

    table: FacetTable
    page_size: int
    limit: int | None = None

    def pages(self) -> int:
        """The pages of the best grouping."""
        facets = tuple(range(len(self.table.facets)))
        if len(facets) <= EXHAUSTIVE:
            return min(self._cost(some) for some in partitions(facets))
        return self._greedy([(f,) for f in facets])

    def _greedy(self, groups: list[tuple[int, ...]]) -> int:
        cost = self._cost(groups)
        while len(groups) > 1:
            merged = [_merged(groups, a, b) for b in range(len(groups)) for a in range(b)]
            best = min(merged, key=self._cost)
            if self._cost(best) >= cost:
                break
            groups, cost = best, self._cost(best)
        return cost

    def _cost(self, groups: Sequence[tuple[int, ...]]) -> int:
        each = [self._group[tuple(sorted(group))] for group in groups]
        spared = [group.spared for group in each]
        whole = [s for s in spared if s]
        return sum(group.pages for group in each) - sum(spared) + min(whole, default=0)

    @cached_property
    def _group(self) -> _Costs:
        return _Costs(self)

    def group(self, facets: tuple[int, ...]) -> Group:
        """What a group costs."""
        names = [self.table.facets[f] for f in facets]
        once = all((self._single[name] >= 0).all() for name in names)
        plain = all(len(self._single[name]) for name in names)
        cells = self._single_cells(names) if plain else self._cells(names)
        costs = [self._list(cell, size) for cell, size in cells.items() if cell]
        return Group(pages=sum(costs), spared=max(costs, default=0) if once and plain else 0)

    @cached_property
    def _values(self) -> dict[str, list[list[int]]]:
        """Each row's values of each facet."""
        known, rows = self.table.numbers, self.table.rows
        return {name: [[known[name, text] for text in texts_of(row, name)] for row in rows]
                for name in self.table.facets}  # fmt: skip

    @cached_property
    def _single(self) -> dict[str, Rows]:
        """Each row's value of each facet, -1 for none; nothing for a facet of several values."""
        return {
            name: np.array([some[0] if some else -1 for some in each], np.int64)
            if max(map(len, each)) <= 1 else np.zeros(0, np.int64)
            for name, each in self._values.items()
        }  # fmt: skip

    def _single_cells(self, names: list[str]) -> dict[Cell, int]:
        """The lists of facets with one value at most, and their lengths."""
        table = np.stack([self._single[name] for name in names], axis=1)
        kinds, counts = np.unique(table, axis=0, return_counts=True)
        found: dict[Cell, int] = {}
        for kind, count in zip(kinds.tolist(), counts.tolist(), strict=True):
            cell = tuple(value for value in kind if value >= 0)
            found[cell] = count if len(cell) == len(names) else len(self.table.chosen(cell))
        return found

    def _cells(self, names: list[str]) -> dict[Cell, int]:
        """The lists of any facets, and their lengths."""
        each = [self._values[name] for name in names]
        cells = {
            cell
            for values in zip(*each, strict=True)
            for cell in product(*(some for some in values if some))
        }
        return {cell: len(self.table.chosen(cell)) for cell in cells}

    def _list(self, cell: tuple[int, ...], size: int) -> int:
        if self.limit is None or size <= self.limit:
            return -(-size // self.page_size)
        return self._drilled(self.table.chosen(cell), frozenset(cell))

    def _drilled(self, rows: Rows, chosen: frozenset[int]) -> int:
        """The fewest pages for a list that is too long: by one facet, or else by several."""
        counts = self.table.counts(rows)
        ways: list[tuple[int, Rows]] = []
        for facet in self.table.facets:
            values = [v for v in np.flatnonzero(counts).tolist()
                      if v not in chosen and self.table.values[v][0] == facet]  # fmt: skip
            if values and max(counts[v] for v in values) < len(rows):
                shown = np.concatenate([self.table.with_value[v] for v in values])
                cost = sum(self._part(rows, v, chosen) for v in values)
                ways.append((cost, np.intersect1d(rows, shown)))
        whole = [cost for cost, shown in ways if len(shown) == len(rows)]
        return min(whole) if whole else self._several(ways, rows)

    def _several(self, ways: list[tuple[int, Rows]], rows: Rows) -> int:
        """Facets that together show as much of a list as all of them, the best first."""
        cost, left = 0, rows
        while ways:
            gains = [len(np.intersect1d(left, shown)) / max(1, pages) for pages, shown in ways]
            pages, shown = ways.pop(int(np.argmax(gains)))
            if max(gains) == 0 or not len(left):
                break
            cost, left = cost + pages, np.setdiff1d(left, shown)
        return cost if cost else -(-(self.limit or 0) // self.page_size)

    def _part(self, rows: Rows, value: int, chosen: frozenset[int]) -> int:
        inner = np.intersect1d(rows, self.table.with_value[value], assume_unique=True)
        if self.limit is None or len(inner) <= self.limit:
            return -(-len(inner) // self.page_size)
        return self._drilled(inner, chosen | {value})


class _Costs(dict[tuple[int, ...], Group]):
    """The cost of each group, found when it is first asked for."""

    def __init__(self, best: Best) -> None:
        super().__init__()
        self._best = best

    def __missing__(self, facets: tuple[int, ...]) -> Group:
        self[facets] = self._best.group(facets)
        return self[facets]


def _merged(groups: list[tuple[int, ...]], one: int, other: int) -> list[tuple[int, ...]]:
    rest = [group for place, group in enumerate(groups) if place not in (one, other)]
    return [*rest, groups[one] + groups[other]]
