"""Our way through a faceted site: a query is a set of values, and counts say what is left to ask.

1. Facets with many values, or with gaps, are read value by value, small values first; what the
   counts already settle is not asked (`known.py`), which spares the largest value of a facet that
   everybody has, and whole facets that follow from others.
2. A facet is asked within the lists of another that were read, where that takes fewer pages.
3. Facets that everybody has are asked together while that takes fewer pages: a page under j values
   witnesses j pairs of each entity on it (`groups.py`). That everybody has one of which some have
   several is seen by how their lists overlap (`overlap.py`).

A generator: it yields the page that it wants and is sent what that page shows. Which links are
facets is for the caller to say. Values that the first list does not name, but another does, are
read last, each alone where its address can be told; values that none names are looked for by the
site's search, where the caller says how (`lookups.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from leadline.plan.facets.branches import Branches
from leadline.plan.facets.cells import Cell, Cells, pages
from leadline.plan.facets.codes import read_coded
from leadline.plan.facets.groups import Begun, Counts, best_groups
from leadline.plan.facets.known import OWN, Known
from leadline.plan.facets.lists import Alone, Exploring, Shown, Together, Value
from leadline.plan.facets.lookups import Lookups, look_up
from leadline.plan.facets.overlap import everybody_has
from leadline.plan.facets.sliders import Slider, slide


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """What is known before: entities, those whose rows show a value, and facets not to be asked."""

    keys: Iterable[str] = ()
    own: Mapping[Value, Sequence[str]] = field(default_factory=dict)
    settled: frozenset[str] = frozenset()


class Journey:
    """The order in which lists are read, and what is known of the entities on them."""

    def __init__(
        self,
        first: Shown,
        uncounted: Sequence[tuple[Value, str]] = (),
        *,
        url: str = "",
        held: Held | None = None,
        alone: Alone = lambda link, here, everything: "",
        together: Together = lambda links, everything, example: "",
        sliders: Sequence[Slider] = (),
        lookups: Lookups | None = None,
    ) -> None:
        self.cells = Cells(first, url)
        self.root = self.cells.root
        self.size = self.cells.page_size
        self.counted = frozenset(facet for facet, _ in first.panel)
        self.left: list[str] = []
        self.whole: list[list[Cell]] = []  # lists that part all entities, all read
        self._lacking = set[str]()  # facets that not everybody has, though some have several
        self.late: list[Value] = []  # values whose lists are too long to be shown whole
        self._uncounted, self._held, self._alone = uncounted, held or Held(), alone
        self._sliders, self._lookups = sliders, lookups
        self._together, self._widens = together, True
        self.branches = Branches(self.cells, alone, self._held.settled)

    @property
    def known(self) -> Known:
        """Who has which value."""
        return self.cells.known

    def go(self) -> Exploring[None]:
        """Everything that the facets tell."""
        yield from self.cells.start(self._uncounted)
        self._recall()
        named = dict.fromkeys(facet for facet, _ in self.root.panel)
        self.left = [facet for facet in named if facet not in self._held.settled]
        searched = self._lookups is not None
        self.branches = Branches(self.cells, self._alone, self._held.settled, searched=searched)
        yield from self.branches.look_inside(first=True)
        if self.branches.has_trees():
            yield from self.branches.read_unnamed()
        last = [facet for facet in self.left if self._may_follow(facet)]
        self.left = [facet for facet in self.left if facet not in last]
        for facet in sorted(self.left, key=lambda f: -len(self._values(f))):
            if not self._may_join(facet):
                yield from self._settle(facet)
        while self.left:
            yield from self._group()
        self.left += last
        for facet in last:
            yield from self._settle(facet)
        yield from self._read_late()
        yield from self.branches.look_inside(first=False)
        yield from self.branches.read_unnamed()
        yield from self._read_open()
        if self._lookups is not None:
            asked = [facet for facet in named if facet not in self._held.settled]
            yield from look_up(self.cells, self.branches, self._lookups, asked)
        for slider in self._sliders:
            yield from slide(slider, self.known, self.size)

    def _recall(self) -> None:
        self.known.meet(self._held.keys, frozenset())
        for value, keys in self._held.own.items():
            self.known.meet(keys, frozenset([value]), OWN)

    def _values(self, facet: str) -> list[Value]:
        return [value for value in self.root.panel if value[0] == facet]

    def _joins(self, facet: str) -> bool:
        """Whether a facet may be asked together with others: few values, and everybody has one."""
        return self._has_few(facet) and self.known.is_total(facet)

    def _may_join(self, facet: str) -> bool:
        """The same, or everybody may have one and some have several, and no list is cut.

        Not if all have the same one: that need not be read.
        """
        if self._joins(facet) or not self._has_few(facet):
            return self._joins(facet)
        counts = [self._count(value) for value in self._values(facet)]
        several = self.known.total is not None and max(counts) < self.known.total < sum(counts)
        whole = not self.cells.limit and facet not in self.root.cut
        return several and whole and facet not in self._lacking

    def _has_few(self, facet: str) -> bool:
        few = len(self._values(facet)) * self.size < self.root.total
        return few and facet in self.counted

    def _may_follow(self, facet: str) -> bool:
        """Whether a facet that not everybody has seems to follow from one that everybody has.

        So if all on the list of a value of the other have the same of its values.
        """
        if self._joins(facet) or not self._has_few(facet):
            return False
        told = set[str]()
        for cell in self.cells.opened_since(1):
            if [n for value, n in cell.counts.items() if value[0] == facet] == [cell.total]:
                told.update(other for other, _ in cell.under)
        return any(map(self._joins, told))

    # --- one facet --------------------------------------------------------------------------------

    def _settle(self, facet: str) -> Exploring[None]:
        """All that a facet tells, in the cheaper of two ways, then what is still open."""
        self.left.remove(facet)
        self.known.conclude(often=True)
        ways = [(self._within(facet, parts), n) for n, parts in enumerate(self.whole)]
        cost, best = min(ways if facet in self.counted else [], default=(0, -1))
        if best >= 0 and cost < self.plain(facet):
            for part in self.whole[best]:
                yield from self._split(part, facet)
        yield from self._read_values(facet)

    def _read_several(self, facet: str) -> Exploring[None]:
        """Rare values by lists of several, as long as the site may take them for alternatives."""
        example = self.cells.widened.get(facet)
        values = [v for v in self._values(facet) if not self.known.is_closed(v)]
        single = sum(map(self._count, self._values(facet))) <= self.root.total
        if not single or self.known.total is None or not (self._widens or example):
            return

        def address(some: Sequence[Value]) -> str:
            links = [self.root.panel[value].url for value in some]
            return self._together(links, self.root.url, example)

        shut = {v: self._count(v) for v in values if not self.cells.is_open(frozenset([v]))}
        self._widens = yield from read_coded(self.cells, shut, address)
        self.known.conclude(often=True)

    def _read_values(self, facet: str) -> Exploring[None]:
        yield from self._read_several(facet)
        read = []
        for value in sorted(self._values(facet), key=self._count):
            if self._count(value) > self.size:
                self.known.conclude(often=True)
            if self._is_everybodys(value):
                continue
            if self.cells.is_too_long(self._count(value)):
                self.late.append(value)
            elif not self.known.is_closed(value):
                cell = yield from self.cells.open(self.root, value)
                if cell is not None and not self.branches.is_branch(cell, facet):
                    yield from self.cells.read(cell)
                    read.append(cell)
        if len({key for cell in read for key in cell.members}) == self.root.total:
            self.whole.append(read)

    def _is_everybodys(self, value: Value) -> bool:
        """Whether all have a value by its count: who they are, other lists will tell."""
        others = len({facet for facet, _ in self.root.panel}) > 1
        return others and self.known.total is not None and self._count(value) == self.root.total

    def _read_late(self) -> Exploring[None]:
        """Lists that must be read in parts, when most of their members are known."""
        for value in sorted(self.late, key=self._count):
            self.known.conclude(often=True)
            if not self.known.is_closed(value):
                cell = yield from self.cells.open(self.root, value)
                if cell is not None:
                    yield from self.cells.read(cell)
        for cell in self.cells.ended_early():
            yield from self.cells.complete(cell)

    def _read_open(self) -> Exploring[None]:
        """What counts had settled that turned out to be wrong."""
        self.known.conclude()
        for value in sorted(self.root.panel, key=self._count):
            if value[0] not in self._held.settled and not self.known.is_closed(value):
                cell = yield from self.cells.open(self.root, value)
                if cell is not None:
                    yield from self.cells.read(cell)

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

    def _split(self, part: Cell, facet: str) -> Exploring[None]:
        for value in self._open_counts(part, facet):
            inner = yield from self.cells.open(part, value)
            if inner is not None:
                yield from self.cells.read(inner)

    # --- facets together --------------------------------------------------------------------------

    def _group(self) -> Exploring[None]:
        """One more group of facets, read."""
        self.known.conclude(often=True)
        groups = best_groups(self._known_counts())
        group = max(groups, key=len)
        several = [facet for facet in self.left if not self._joins(facet)]
        alone = [facet for facet in several if (facet,) in groups or not self._may_join(facet)]
        if alone or len(group) < 2:
            yield from self._settle(max(alone or self.left, key=lambda f: len(self._values(f))))
            return
        for facet in [facet for facet in group if facet in several]:
            if not (yield from everybody_has(self.cells, self._values(facet))):
                self._lacking.add(facet)
                return
        leaves, facet = [self.root], next((f for f in group if f in several), group[0])
        while facet:
            self.left.remove(facet)
            leaves = yield from self._opened(leaves, facet)
            joined = best_groups(self._known_counts(), self._begun(leaves))[0]
            facet = joined[0] if joined else ""
        yield from self._read_leaves(leaves)

    def _known_counts(self) -> Counts:
        return Counts(
            total=self.root.total,
            page_size=self.size,
            facets={f: np.array([*map(self._count, self._values(f))], float) for f in self.left},
            plain={facet: self.plain(facet) for facet in self.left},
            once=frozenset(filter(self.known.is_total, self.left)),
            named=len(self.known.keys) == self.root.total,
            limit=self.cells.limit,
        )

    def _begun(self, leaves: list[Cell]) -> Begun:
        counts = [leaf.counts.items() for leaf in leaves]
        chosen = {facet for leaf in leaves for facet, _ in leaf.under}
        return Begun(
            once=all(map(self.known.is_total, chosen)),
            lists=np.array([leaf.total for leaf in leaves], float),
            parts={
                facet: np.array([n for some in counts for v, n in some if v[0] == facet], float)
                for facet in self.left
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
        for leaf in sorted(leaves, key=lambda leaf: leaf.total):
            if leaf.total > self.size:
                self.known.conclude(often=True)
            if not all(map(self.known.is_closed, leaf.under)):
                yield from self.cells.read(leaf)
