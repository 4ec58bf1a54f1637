"""Refresh by counts: what the source counts is compared with what the held records make expect.

First an overview: each attribute is cut into cells, and one page of each tells its count. A cell
that has more or fewer records than expected is halved, and halved again; of two halves one is
asked and the other follows. A cell of one page is read, and what is found there is believed from
then on, so that the other cells that differed for the same reason need no look. What the changes
of a page have in common is counted before anything that promises less.

Cannot see: changes that leave all counts as they were and are on no page that is read.
"""

from __future__ import annotations

from collections.abc import Collection, Generator

from leadline.model import Answer, Attribute, Interface, Kind, Query, Step
from leadline.plan.refresh.cell import Cell
from leadline.plan.refresh.held import MISSING, Held
from leadline.plan.refresh.parts import Way, equal_parts, ways_to_divide
from leadline.plan.refresh.reading import Asking, Reading

OVERVIEW = 0.02  # of the pages of a harvest that go into the overview of some attributes
SOME = 3  # of them; each one more takes as much as one of these
DENSE = 0.5  # pages for each record too many or missing: then a cell is read, not divided
SCATTERED = 1.2  # the same where no way to divide it brings them nearer together
NEARER = 0.7  # of what is too many or missing is in one part, where it does
LIFT = 3.0  # times as many of them for its size as in the whole tell as much of a part,
FEW = 4  # if they are not fewer than that
FEWEST = 100  # pages that it may take, however small the source
LEAST = 4  # cells of an attribute in the overview


class ByCounts:
    """The conversation: an overview, then the cells that differ, the most telling first."""

    def __init__(self, interface: Interface, held: Held) -> None:
        self.interface, self.held = interface, held
        self._reading = Reading(interface, held)
        self._cells = self._reading.cells
        self._enough = len(held.now) / interface.page_size + FEWEST

    def run(self) -> Asking:
        """Ask until nothing that was asked differs, or a harvest would have cost as much."""
        for query in self._overview():
            yield from self._reading.count(query, "overview")
        while self._reading.asked < self._enough:
            cell = self._most_telling() or self._taken_up()
            more = self._reading.alike.best(cell.worth) if cell else None
            if more is not None:
                yield from self._reading.count(more, "alike")
            elif cell is not None:
                cell.settled, cell.left = True, cell.off
                yield from self._look_into(cell)
            elif not (yield from self._reading.seek()):
                return

    def _taken_up(self) -> Cell | None:
        """A cell that was looked into, of which something was found since, but not all."""
        partly = [cell for cell in self._cells.values() if 0 < cell.off < cell.left]
        return max(partly, key=lambda cell: cell.worth, default=None)

    @property
    def cells(self) -> Collection[Cell]:
        """What was counted, or followed from that."""
        return self._cells.values()

    @property
    def unexplained(self) -> int:
        """Records by which counts still differ from what is believed."""
        return sum(abs(cell.said - cell.believed) for cell in self._cells.values())

    def _overview(self) -> list[Query]:
        attributes = [a for a in self.interface.attributes if a.kind in (Kind.RANGE, Kind.VALUE)]
        pages = len(self.held.now) / self.interface.page_size
        many = max(round(OVERVIEW * pages / min(max(len(attributes), 1), SOME)), LEAST)
        queries = [q for a in attributes for q in self._cut(a, many)]
        return [query for query in dict.fromkeys(queries) if self.interface.can_ask(query)]

    def _cut(self, attribute: Attribute, many: int) -> list[Query]:
        if attribute.kind is Kind.RANGE:
            parts = equal_parts(attribute, self.held, many)
        else:
            values = {v for r in self.held.now.values()
                      for v in self.held.carried(r, attribute.name)}  # fmt: skip
            sized = sorted((-len(self.held.keys(Query(((attribute.name, v),)))), v) for v in values)
            parts = [Query(((attribute.name, value),)) for _, value in sized[:many]]
        without = Query(((attribute.name, MISSING),))
        lacking = attribute.missing and self.held.keys(without)
        return [*parts, without] if lacking else parts

    def _most_telling(self) -> Cell | None:
        cells = self._cells.values()
        waiting = [cell for cell in cells if cell.off and not cell.settled and not cell.aside]
        return max(waiting, key=lambda cell: cell.worth, default=None)

    def _look_into(self, cell: Cell) -> Asking:
        pages = -(-max(cell.said, cell.believed) // self.interface.page_size)
        fits = self.interface.limit is None or cell.said <= self.interface.limit
        if fits and pages <= max(1.0, DENSE * cell.off):
            yield from self._reading.read_around(cell)
            return
        ways = ways_to_divide(cell, self.held, self.interface, self._cells)
        for way in ways:
            if (yield from self._divide(cell, way)):
                return
        if fits and (not ways or pages <= SCATTERED * cell.off):
            yield from self._reading.read_around(cell)
        elif ways:
            self._go_on(max(ways, key=self._concentration))

    def _concentration(self, way: Way) -> int:
        return max((self._cells[part].off for part in way.parts if part in self._cells), default=0)

    def _divide(self, cell: Cell, way: Way) -> Generator[Step, Answer, bool]:
        """Ask the parts until they explain what the whole says; the last one follows.

        Whether most of what is too many or missing is in one of them, or far more than by chance;
        otherwise they are put aside.
        """
        parts = way.parts
        left, off, asked = cell.said - cell.believed, cell.off, list[Query]()
        for part in parts[:-1][: way.most]:
            before = len(self.held.keys(part))
            said = yield from self._reading.count(part, "descent")
            if said is None:
                return False
            asked.append(part)
            left -= said - before
            near = abs(said - before) >= NEARER * off or cell.off <= (1 - NEARER) * off
            if near or _is_denser(self._cells[part], cell.size, off):
                self._rest(parts, asked, cell)
                return True
        if self._rest(parts, asked, cell) and abs(left) >= NEARER * off:
            return True
        for part in parts:
            if part in self._cells:
                self._cells[part].aside = not _is_denser(self._cells[part], cell.size, off)
        return False

    def _rest(self, parts: list[Query], asked: list[Query], cell: Cell) -> bool:
        """Note what follows for the last part, if it is all that was not asked of the cell."""
        if len(asked) + 1 != len(parts):
            return False
        beside = cell.believed - sum(len(self.held.keys(part)) for part in parts)
        if beside < 0:
            return False  # records are in several parts
        told = sum(self._cells[part].said for part in asked)
        self._reading.follow(parts[-1], cell.said - told - beside)
        return True

    def _go_on(self, way: Way) -> None:
        """Take up parts that were put aside."""
        for part in way.parts:
            if part in self._cells:
                self._cells[part].aside = False


def _is_denser(part: Cell, size: int, off: int) -> bool:
    """Whether a part has far more of what is too many or missing than by chance."""
    return part.off >= FEW and part.off * size >= LIFT * off * part.size
