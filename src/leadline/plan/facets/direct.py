"""Lists of several values asked for at once, without opening those on the way to them.

What the link of a value adds to the address of the list of everything is put on the address of
another value's list. That this leads where the site's own links lead, they tell: a list that was
opened offers values of other facets, and its links must add just the same. Which combinations
nobody has is not known then, and asking for such a one is lost: so facets are asked like this only
if the lists opened so far lack no value that one would expect in them, and once more was lost than
lists on the way would have taken, those are opened again.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from math import exp, prod, sqrt

from leadline.plan.facets.lists import Alone, Ask, Exploring, Under, Value
from leadline.plan.facets.named import Named
from leadline.plan.facets.opened import Cell

UNLIKELY = 2.0  # standard deviations by which a list may lack values


class Direct:
    """The lists of combinations of values, by addresses that are put together."""

    def __init__(self, named: Named, alone: Alone) -> None:
        self.named, self._alone = named, alone
        self.cells, self.root = named.cells, named.root
        self._misled = False  # an address led elsewhere

    def pairs(self, facets: Sequence[str]) -> frozenset[frozenset[str]]:
        """Each two facets whose values can be asked for at once, and mostly have somebody."""
        if self._misled:
            return frozenset()
        lists = [cell for cell in self.cells.opened_since(1) if len(cell.under) == 1 and cell.plain]
        of = {facet: [cell for cell in lists if facet in dict(cell.under)] for facet in facets}
        return frozenset(
            frozenset((one, other))
            for one, other in combinations(facets, 2)
            if self._are_added(of[one], other)
            and self._are_added(of[other], one)
            and not any(self._lacks(cell, other) for cell in of[one])
            and not any(self._lacks(cell, one) for cell in of[other])
        )

    def _are_added(self, lists: Sequence[Cell], facet: str) -> bool:
        """Whether the links of a facet's values add the same on each of some lists as anywhere."""
        offered = [
            (cell.panel[value].url, cell.url, value)
            for cell in lists
            for value in self.named.values(facet)
            if value in cell.panel
        ]
        return bool(offered) and all(
            (url := self._onto(value, here)) and url == self._alone(link, here, here)
            for link, here, value in offered
        )

    def _onto(self, value: Value, here: str) -> str:
        """The address of a list with a value more."""
        return self._alone(self.root.panel[value].url, self.root.url, here)

    def _lacks(self, cell: Cell, facet: str) -> bool:
        """Whether a list lacks more values of a facet than chance explains."""
        values = self.named.values(facet)
        none = [exp(-cell.total * self.named.count(v) / self.root.total) for v in values]
        lacking = sum(1 for value in values if not cell.counts.get(value))
        spread = sqrt(sum(p * (1 - p) for p in none))
        return lacking > sum(none) + UNLIKELY * spread + 0.5

    def read(self, group: Sequence[str]) -> Exploring[bool]:
        """All lists under one value of each facet of a group, the largest last.

        Says whether it came to the end: once a list turns out to be cut, one chooses again.
        """
        rows = sorted(self.named.values(group[0]), key=self.named.count)
        inner = [*product(*map(self.named.values, group[1:]))]
        under = [[frozenset((row, *others)) for others in inner] for row in rows]
        largest = max((one for some in under for one in some), key=self._expected)
        left = {
            value: self.named.count(value) for facet in group for value in self._told(facet, group)
        }
        lost, limit = 0, self.cells.limit
        for place, (row, some) in enumerate(zip(rows, under, strict=True)):
            if lost > place or self._misled:
                yield from self.cells.open(self.root, row)
            for one in sorted(some, key=self._expected, reverse=True):
                if one != largest:
                    lost += yield from self._read_one(one, left)
                if self.cells.limit != limit:
                    return False
        yield from self._read_one(largest, left)
        return True

    def _told(self, facet: str, group: Sequence[str]) -> list[Value]:
        """The values whose lists the others of a group part, if each has one value of those."""
        others = [other for other in group if other != facet]
        return self.named.values(facet) if all(map(self.named.joins, others)) else []

    def _expected(self, under: Under) -> float:
        total = self.root.total
        return total * prod(self.named.count(value) / total for value in under)

    def _read_one(self, under: Under, left: dict[Value, int]) -> Exploring[bool]:
        """Read a list unless nobody is on it, or all on it are known; whether it was in vain."""
        known = self.cells.known
        if any(left.get(value) == 0 for value in under) or self._is_empty(under):
            return False
        if self._expected(under) > self.named.size:
            known.conclude(often=True)
        if all(map(known.is_closed, under)):
            return False
        cell = yield from self._open(under)
        if cell is None:
            return True
        for value in under & left.keys():
            left[value] = max(0, left[value] - cell.total)
        yield from self.cells.read(cell)
        return False

    def _is_empty(self, under: Under) -> bool:
        """Whether the panel of an opened list says that nobody has all these values."""
        return any(
            (cell := self.cells.opened(frozenset([value]))) is not None
            and any(other[0] not in cell.cut and not cell.counts.get(other)
                    for other in under - cell.under)
            for value in under
        )  # fmt: skip

    def _most(self, under: Under) -> int:
        """How many can have all these values, as the lists of each say."""
        return min(
            count
            for value in under
            for cell in [self.cells.opened(frozenset([value]))]
            for count in (
                self.named.count(value),
                *(cell.counts.get(other, 0) for other in under - {value} if cell is not None),
            )
        )

    def _open(self, under: Under) -> Exploring[Cell | None]:
        """The list under some values, if somebody is on it; by links once an address misled."""
        if not self._misled:
            cell = yield from self.cells.apart(Ask(under=under, url=self._address(under)))
            if cell is None or not self.cells.is_longer(cell.total, self._most(under)):
                return cell and self.cells.adopted(cell)
            self._misled = True
        return (yield from self._by_links(under))

    def _address(self, under: Under) -> str:
        first, *others = sorted(under)
        url = self.root.panel[first].url
        for value in others:
            url = self._onto(value, url)
        return url

    def _by_links(self, under: Under) -> Exploring[Cell | None]:
        cell: Cell | None = self.root
        for value in sorted(under):
            if cell is None or value not in cell.panel:
                return None
            cell = yield from self.cells.open(cell, value)
        return cell
