"""Values that the first list does not name: branches of trees, facets that appear late, the rest.

Lists name them. A value is read alone where its address can be told from the link (`Alone`), else
within the list that names it; what it opens in turn is looked through as well. Branches of a tree
are read before what they branch from, since they may tell all of it; the largest branch of a list
that fits a page follows from the others.
"""

from __future__ import annotations

from leadline.plan.facets.cells import Cells
from leadline.plan.facets.lists import Alone, Exploring, Value
from leadline.plan.facets.opened import Cell

UNNAMED = 20_000  # values that only other lists name
GIVEN_UP = 5  # values in a row that could not be asked alone, then none is


class Branches:
    """What lists name beyond the list of everything; facets that are `settled` are not asked."""

    def __init__(
        self, cells: Cells, alone: Alone, settled: frozenset[str], *, searched: bool = False
    ) -> None:
        self.cells, self.root = cells, cells.root
        self.named = frozenset(cells.root.panel)  # by the list of everything
        self._alone, self._settled = alone, settled
        self._looked = 0  # lists that were looked through
        self._failed = 0  # values in a row that could not be asked alone
        self.searched = searched

    def look_inside(self, *, first: bool) -> Exploring[None]:
        """Lists may name values that the first does not, such as the branches of a tree.

        At first the longest of each facet is opened; then all of those of which one of the open
        lists named some.
        """
        for facet in dict.fromkeys(facet for facet, _ in self.root.panel):
            values = [value for value in self.root.panel if value[0] == facet]
            values.sort(key=lambda value: self.root.panel[value].count, reverse=True)
            shut = [v for v in values if not self.cells.is_open(frozenset([v]))]
            opens = self._opens(facet)
            for value in shut if facet not in self._settled else ():
                if not opens and (not first or value != shut[0]):
                    break
                cell = yield from self.cells.open(self.root, value)
                opens = opens or (cell is not None and self._opens_into(cell, facet))

    def _opens(self, facet: str) -> bool:
        """Whether a list under a value of a facet names values that the first list does not."""
        return any(
            facet in {chosen for chosen, _ in cell.under} and self._opens_into(cell, facet)
            for cell in self.cells.opened_since(0)
        )

    def _opens_into(self, cell: Cell, facet: str) -> bool:
        """Whether a list under a value of a facet names what only such lists can.

        A single new value of a facet that the first list names whole came with a change of the
        site, and the other lists need not have any.
        """
        whole = {named for named, _ in self.named} - self.root.cut - {facet}
        return any(value not in self.named and value[0] not in whole for value in cell.panel)

    def has_trees(self) -> bool:
        """Whether values that were opened branch out."""
        return any(self.is_branch(cell, facet) for cell in self.cells.opened_since(1)
                   for facet, _ in cell.under)  # fmt: skip

    def is_branch(self, cell: Cell, facet: str) -> bool:
        """Whether a value opens into others of its facet, which are read first."""
        if facet in self.root.cut:
            return False
        return any(value[0] == facet and value not in self.named for value in cell.panel)

    def read_unnamed(self) -> Exploring[None]:
        """Values that only other lists name, until none of these names another."""
        read = 0
        while (cells := self.cells.opened_since(self._looked)) and read < UNNAMED:
            self._looked += len(cells)
            for cell in cells:
                if cell.plain and not cell.following:  # all of it was shown at once
                    yield from self.cells.read(cell)
            for cell in cells:
                read += yield from self._read_unnamed_of(cell)

    def _read_unnamed_of(self, cell: Cell) -> Exploring[int]:
        """The values that a list names and the first does not; how many there are."""
        unnamed = [value for value in self._smallest_first(cell) if value[0] not in self._settled]
        found, told = 0, cell.plain  # of what a search found, one value is read at least
        for value in unnamed:
            if value not in self.root.panel:
                found += 1
                if not self._follows(cell, value) and not (told and self._is_implied(cell, value)):
                    yield from self._read_here(cell, value)
                    told = True
        return found

    def _smallest_first(self, cell: Cell) -> list[Value]:
        return sorted(cell.panel, key=lambda value: cell.panel[value].count)

    def _follows(self, cell: Cell, value: Value) -> bool:
        """Whether a value is the last branch of a list that is shown whole: the others' members.

        So if the branches have as many as the list, and those that were read have no one in common.
        """
        chosen = {facet for facet, _ in cell.under}
        branches = [v for v in cell.panel if v[0] in chosen and v not in self.named]
        sizes = [cell.panel[branch].count for branch in branches]
        if value not in branches or not cell.plain or sum(sizes) != cell.total:
            return False
        have = self.cells.known.having
        others = {key for branch in branches if branch != value and self.cells.known.has(branch)
                  for key in have([branch])}  # fmt: skip
        rest = [key for key in cell.first if key not in others]
        if len(cell.first) != cell.total or len(rest) != cell.panel[value].count:
            return False
        self.cells.known.tell(rest, value, cell.under)
        return True

    def _is_implied(self, cell: Cell, value: Value) -> bool:
        """Whether it is known who of a list has a value: who else has it is searched for.

        Only who has no value yet is searched for, so nobody may have two.
        """
        if not self.searched or value[0] not in self.root.cut or len(cell.first) < cell.total:
            return False
        known = self.cells.known
        named = sum(link.count for other, link in cell.panel.items() if other[0] == value[0])
        if not known.is_had_once(value[0], named, cell.total):
            return False
        known.conclude(often=True)
        have = set(known.having([value])) if known.has(value) else set()
        return len(have.intersection(cell.first)) >= cell.panel[value].count

    def _read_here(self, cell: Cell, value: Value) -> Exploring[None]:
        """The list of a value that a list names: all of it if it can be asked, else that part."""
        link = cell.panel[value]
        inner = None
        if self._failed < GIVEN_UP:
            url = self._alone(link.url, cell.url, self.root.url)
            inner = yield from self.cells.name(value, url, link.count)
            self._failed = self._failed + 1 if inner is None else 0
        if inner is None and cell.plain:
            inner = yield from self.cells.open(cell, value)
        if inner is not None:
            yield from self.cells.read(inner)
            self._tell_above(cell, inner, link.count)

    def _tell_above(self, cell: Cell, inner: Cell, count: int) -> None:
        """Who has a branch has what it branches from, if as many have it there as anywhere."""
        if cell.plain and len(inner.members) == inner.total == count:
            for value in cell.under - inner.under:
                self.cells.known.tell(inner.members, value, inner.under)
