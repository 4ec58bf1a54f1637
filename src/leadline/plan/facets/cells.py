"""Lists read to their end; where the site shows only the first K of one, in parts (drill-down).

A list that is cut is read by the values of the facet that takes fewest pages, then by another's;
what no value parts is read in other orders, as far as there are some.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from leadline.plan.facets.lists import Exploring, Shown, Under, Value
from leadline.plan.facets.opened import Cell, Opened, sums
from leadline.plan.facets.parting import Parting


class Cells(Opened):
    """All lists opened so far, and the members of those that were read."""

    def __init__(self, first: Shown, url: str = "") -> None:
        super().__init__(first, url)
        self.limit = 0  # no list shows more than so many; 0 as long as all were shown whole
        self._ended = 0  # how many the latest list had shown that ended too early
        self._usual = set[int]()  # orders, by their places, that lists are shown in anyhow

    def is_too_long(self, count: int) -> bool:
        """Whether a list of so many is not shown whole."""
        return 0 < self.limit < count

    def read(self, cell: Cell) -> Exploring[None]:
        """All members of a list; in parts if the site does not show it whole.

        The list that tells this is put off (`ended_early`): others may be asked otherwise now.
        """
        if cell.done:
            return
        cell.done, limit = True, self.limit
        if not self.is_too_long(cell.total):
            yield from self.turn(cell, cell.following)
            self._learn_limit(cell)
        if self.limit == limit:
            yield from self.complete(cell)

    def complete(self, cell: Cell) -> Exploring[None]:
        """What is missing of a list that the site does not show whole: parts, then orders."""
        whole = False
        cell.parted = self.limit > 0
        if self.limit and len(cell.members) < cell.total:
            whole = yield from self._drill(cell)
        if not whole and (self.limit or cell.repeats):
            yield from self._reorder(cell)
        if len(cell.members) == cell.total or not self.limit:
            self.known.read(cell.members, cell.counts, cell.total, cell.under, cell.cut)

    def _reorder(self, cell: Cell) -> Exploring[None]:
        """A list in other orders, until it is whole; not in the one that it is shown in anyhow.

        One that is shown to its end and lacks somebody has changed meanwhile, or mixes its pages:
        an order that brings nobody to its end tells that he is gone.
        """
        if cell.asked == 1:
            yield from self.turn(cell, cell.following)
            cell.members = tuple(self.known.having(cell.under))
        for place, url in enumerate(cell.orders):
            if len(cell.members) < cell.total and place not in self._usual:
                before, asked = len(cell.members), cell.asked
                ended = yield from self.turn(cell, url)
                cell.members = tuple(self.known.having(cell.under))
                none = len(cell.members) == before
                if none and not ended and cell.asked == asked + 1:
                    self._usual.add(place)
                if none and ended and not self.limit:
                    break

    def ended_early(self) -> list[Cell]:
        """The lists that were thought to be whole before the limit was known."""
        return [cell for cell in self._opened.values() if cell.done and not cell.parted
                and len(cell.members) == self.limit < cell.total]  # fmt: skip

    def _learn_limit(self, cell: Cell) -> None:
        """A list that lacks a page or more is cut, and so is the second that ends at a number.

        A single one that lacks a few may have changed meanwhile. One whose first page leads to no
        other is cut there.
        """
        shown, missing = len(cell.members), cell.total - len(cell.members)
        if missing > 0 and shown == self.page_size and not cell.following:
            self.limit = shown
        elif missing > 0 and shown > self.page_size:
            if missing >= self.page_size or shown == self._ended:
                self.limit = shown
            self._ended = shown

    def _drill(self, cell: Cell) -> Exploring[bool]:
        """The members of a list by one facet after the other, until all are there.

        Says whether a facet parts all of it: who lacks even so, no order of a part has shown.
        """
        self.known.meet(cell.members, cell.under)
        counted, tried = sums(cell.counts), set[str]()
        whole = False
        while self._lacks(cell) and not whole and (facet := self._parting(cell, tried)):
            tried.add(facet)
            yield from self._read_parts(cell, facet)
            whole = self.known.is_had_once(facet, counted[facet], cell.total)
        cell.members = tuple(self.known.having(cell.under))
        return whole

    def _lacks(self, cell: Cell) -> bool:
        """Whether some members of a list are not known."""
        return len(self.known.having(cell.under)) < cell.total

    def _read_parts(self, cell: Cell, facet: str) -> Exploring[None]:
        """What a list has under each value of a facet, as far as it is not known."""
        values = [v for v, n in cell.counts.items() if v[0] == facet and 0 < n < cell.total]
        for value in sorted(values, key=cell.counts.__getitem__):
            if not self._lacks(cell):
                break
            if not self._is_part_known(cell, value):
                under = cell.under | {value}
                same = self._same_as(under, cell.counts[value])
                inner = same or (yield from self.open(cell, value))
                if inner is not None:
                    yield from self.read(inner)
                    for other in under - inner.under:
                        self.known.tell(inner.members, other, inner.under)

    def _same_as(self, under: Under, count: int) -> Cell | None:
        """A list that is as long as this one, and all of whose members have its values."""
        return next((cell for cell in self._by_total.get(count, ()) if cell.plain
                     and all(cell.counts.get(v) == count for v in under - cell.under)),
                    None)  # fmt: skip

    def _is_part_known(self, cell: Cell, value: Value) -> bool:
        """Whether all members of a list that have a value are known."""
        if not self.known.has(value):
            return False
        return len(self.known.having(cell.under | {value})) >= cell.counts[value]

    def _parting(self, cell: Cell, tried: set[str]) -> str:
        """The facet that parts a list into the fewest pages; one that shows all of it, if one is.

        Parts that were read take none, and those that are too long more, as they are parted again.
        """
        counted = sums({v: n for v, n in cell.counts.items()
                      if v[0] not in tried and 0 < n < cell.total})  # fmt: skip
        costs = {facet: self._cost_of_parts(cell, facet, tried) for facet in counted}

        def worth(facet: str) -> tuple[bool, float]:
            share = min(1.0, counted[facet] / cell.total)
            return share == 1.0, share / (costs[facet] + 1)

        return max(counted, key=worth, default="")

    def _cost_of_parts(self, cell: Cell, facet: str, tried: set[str]) -> float:
        counts = [n for value, n in cell.counts.items() if value[0] == facet
                  if not self._is_read(cell.under | {value})]  # fmt: skip
        return float(self._within(cell).exact(np.array(counts, float), {facet, *tried}).sum())

    def _within(self, cell: Cell) -> Parting:
        """How the parts of a list can be parted in turn, if these are not shown whole."""
        shares = {
            facet: np.array([n for v, n in cell.counts.items() if v[0] == facet]) / cell.total
            for facet, counted in sums(cell.counts).items()
            if counted >= cell.total
        }
        return Parting(page_size=self.page_size, limit=self.limit, shares=shares)

    def _is_read(self, under: Under) -> bool:
        cell = self._opened.get(under)
        return cell is not None and cell.done


def pages(counts: Mapping[Value, int] | list[int], size: int) -> int:
    """How many pages lists of such lengths have together."""
    each = counts.values() if isinstance(counts, Mapping) else counts
    return sum(-(-count // size) for count in each)
