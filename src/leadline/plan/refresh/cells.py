"""Refresh by counts: what the source counts is compared with what the held records make expect.

First an overview: each attribute is cut into cells, and one page of each tells its count. A cell
that has more or fewer records than expected is halved, and halved again; of two halves one is
asked and the other follows. A cell of one page is read, and what is found there is believed from
then on, so that the other cells that differed for the same reason need no look. Where one page has
several changes the cells beside it are read too, for changes come in batches (adaptive cluster
sampling, Thompson 1990).

Cannot see: changes that leave all counts as they were and are on no page that is read.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass
from math import log2

from leadline.intervals import Interval
from leadline.model import (
    Answer,
    Attribute,
    Count,
    Interface,
    Kind,
    Outcome,
    Query,
    Record,
    Step,
    Why,
)
from leadline.plan.refresh.beside import cell_beside
from leadline.plan.refresh.held import MISSING, Held
from leadline.plan.refresh.parts import box_of, equal_parts, ways_to_divide

FEW = 3  # values of a category that are asked to see whether the difference is there
OVERVIEW = 0.02  # of the pages of a harvest that go into the overview
DENSE = 0.5  # pages for each record too many or missing: then a cell is read, not divided
SCATTERED = 1.2  # the same where no way to divide it brings them nearer together
NEARER = 0.7  # of what is too many or missing is in one part, where it does
MISSES = 1  # records of a cell looked for elsewhere in vain: then the others are gone as well
MOST_PAGES = 1000  # of one answer
FEWEST = 100  # pages that it may take, however small the source
LEAST = 4  # cells of an attribute in the overview
BATCH = 2  # changes on a page: then the cells beside it are read

Asking = Generator[Step, Answer, None]
Shift = tuple[Record | None, Record | None]


@dataclass(slots=True)
class Cell:
    """What the source says that a query has, and what is believed to be there."""

    query: Query
    said: int
    believed: int
    settled: bool = False  # nothing more can be found out about it
    aside: bool = False  # it is looked into in another way

    @property
    def off(self) -> int:
        """Records too many or missing."""
        return abs(self.said - self.believed)

    @property
    def worth(self) -> float:
        """Changes that it promises, per page of the way to them."""
        size = max(self.said, self.believed, 1)
        return self.off / (1 + log2(1 + size / 10))


class ByCounts:
    """The conversation: an overview, then the cells that differ, the most telling first."""

    def __init__(self, interface: Interface, held: Held) -> None:
        self.interface, self.held = interface, held
        self._cells: dict[Query, Cell] = {}
        self._asked, self._enough = 0, len(held.now) / interface.page_size + FEWEST
        self._gone: list[Record] = []  # from the answer read last
        self._first: dict[Query, tuple[Record, ...]] = {}  # pages of answers that go on

    def run(self) -> Asking:
        """Ask until nothing that was asked differs, or a harvest would have cost as much."""
        for query in self._overview():
            yield from self._count(query, "overview")
        while self._asked < self._enough and (cell := self._most_telling()) is not None:
            cell.settled = True
            yield from self._look_into(cell)

    @property
    def unexplained(self) -> int:
        """Records by which counts still differ from what is believed."""
        return sum(abs(cell.said - cell.believed) for cell in self._cells.values())

    def _overview(self) -> list[Query]:
        attributes = [a for a in self.interface.attributes if a.kind in (Kind.RANGE, Kind.VALUE)]
        pages = len(self.held.now) / self.interface.page_size
        many = max(round(OVERVIEW * pages / max(len(attributes), 1)), LEAST)
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
            yield from self._read_around(cell)
            return
        ways = ways_to_divide(cell.query, self.held, self.interface)
        for parts in ways:
            if (yield from self._divide(cell, parts, pages)):
                return
        if fits and (not ways or pages <= SCATTERED * cell.off):
            yield from self._read_around(cell)
        elif ways:
            self._go_on(max(ways, key=self._concentration))

    def _concentration(self, parts: list[Query]) -> int:
        return max((self._cells[part].off for part in parts if part in self._cells), default=0)

    def _divide(self, cell: Cell, parts: list[Query], pages: int) -> Generator[Step, Answer, bool]:
        """Ask the parts until they explain what the whole says; the last one follows.

        Whether most of what is too many or missing is in one of them; otherwise they are put aside.
        """
        left, off, asked = cell.said - cell.believed, cell.off, list[Query]()
        for part in parts[:-1][: max(FEW, min(pages, MOST_PAGES) // 4)]:
            before = len(self.held.keys(part))
            said = yield from self._count(part, "descent")
            if said is None:
                return False
            asked.append(part)
            left -= said - before
            if abs(said - before) >= NEARER * off or cell.off <= (1 - NEARER) * off:
                self._rest(parts, asked, cell)
                return True
        if self._rest(parts, asked, cell) and abs(left) >= NEARER * off:
            return True
        for part in parts:
            if part in self._cells:
                self._cells[part].aside = True
        return False

    def _rest(self, parts: list[Query], asked: list[Query], cell: Cell) -> bool:
        """Note what follows for the last part, if it is all that was not asked of the cell."""
        if len(asked) + 1 != len(parts):
            return False
        if sum(len(self.held.keys(part)) for part in parts) != cell.believed:
            return False  # records are in several parts, or in none
        self._note(parts[-1], cell.said - sum(self._cells[part].said for part in asked))
        return True

    def _go_on(self, parts: list[Query]) -> None:
        """Take up parts that were put aside."""
        for part in parts:
            if part in self._cells:
                self._cells[part].aside = False

    # --- reading ------------------------------------------------------------------------------

    def _count(self, query: Query, expert: str) -> Generator[Step, Answer, int | None]:
        """What the source counts for a query; its first page is read on the way."""
        known = self._cells.get(query)
        if known is not None and known.settled:
            return known.said
        self._asked += 1
        answer = yield Step(query, 1, _why(expert))
        total = 0 if answer.outcome is Outcome.EMPTY else answer.total
        if answer.outcome not in (Outcome.FOUND, Outcome.EMPTY) or total is None:
            return None
        if answer.count is not Count.EXACT:
            return None
        self._note(query, total)
        changes = self._absorb(query, answer.records, whole=len(answer.records) >= total)
        if len(answer.records) < total:
            self._first[query] = answer.records
        else:
            self._cells[query].settled = True
            yield from self._trace(query)
            if changes >= BATCH:
                yield from self._beside(query)
        return total

    def _note(self, query: Query, said: int) -> None:
        if query not in self._cells:
            self._cells[query] = Cell(query, said, len(self.held.keys(query)))

    def _read_around(self, cell: Cell) -> Asking:
        """Read a cell and, if it is small and has several changes, what is beside it."""
        changes = yield from self._read(cell.query)
        if changes >= BATCH and cell.said <= self.interface.page_size:
            yield from self._beside(cell.query)

    def _beside(self, query: Query) -> Asking:
        """Read on to both sides, until a page has no change."""
        for upwards in (True, False):
            beside = self._neighbour(query, upwards)
            while beside is not None and (yield from self._read(beside)):
                beside = self._neighbour(beside, upwards)

    def _neighbour(self, query: Query, upwards: bool) -> Query | None:
        beside = cell_beside(query, self.held, self.interface.page_size, upwards)
        known = None if beside is None else self._cells.get(beside)
        return None if known is not None and known.settled else beside

    def _read(self, query: Query) -> Generator[Step, Answer, int]:
        """Read an answer to its end; how many changes it had."""
        shown = list(self._first.pop(query, ()))
        page, more, total = 1 if shown else 0, True, 0
        while more and page < MOST_PAGES:
            page += 1
            self._asked += 1
            answer = yield Step(query, page, _why("read"))
            if answer.outcome not in (Outcome.FOUND, Outcome.EMPTY):
                return self._absorb(query, shown, whole=False)
            shown.extend(answer.records)
            more, total = answer.more and bool(answer.records), answer.total or 0
        self._note(query, len(shown))
        self._cells[query].settled = True
        limit = self.interface.limit
        whole = not more and len(shown) >= total and (limit is None or len(shown) <= limit)
        changes = self._absorb(query, shown, whole=whole)
        yield from self._trace(query)
        return changes

    def _absorb(self, query: Query, shown: Iterable[Record], whole: bool) -> int:
        """Believe what is shown; how many records are otherwise than was believed."""
        keys = {record.key for record in shown}
        shifts = [self.held.meet(record) for record in shown]
        changes: list[Shift] = [shift for shift in shifts if shift is not None]
        if whole:
            gone = [self.held.miss(key) for key in self.held.keys(query) if key not in keys]
            changes += [(record, None) for record in gone]
            self._gone = [record for record in gone if record is not None]
        for before, after in changes:
            self._shift(before, after)
        return len(changes)

    def _trace(self, query: Query) -> Asking:
        """Look for what is gone from a cell by its other values: has it only changed?"""
        gone, self._gone = self._gone, []
        for name in dict.fromkeys(name for name, _ in query.predicates):
            misses = 0
            for group in self._groups(self._lost(gone), name):
                if misses < MISSES and len(self._lost(group)) == len(group):
                    yield from self._read(box_of(group, self.held, without=name))
                    met = [self.held.now[r.key] for r in group if r.key in self.held.now]
                    misses += not met
                    yield from self._follow(self._lost(gone), met[:1], name)

    def _lost(self, records: list[Record]) -> list[Record]:
        return [record for record in records if record.key not in self.held.now]

    def _follow(self, lost: list[Record], met: list[Record], name: str) -> Asking:
        """One was met with another value: are the others where it is now?"""
        values = [v for record in met for v in self.held.carried(record, name)[:1]]
        if len(lost) < BATCH or not values:
            return
        ordered = self.held.attributes[name].kind is Kind.RANGE
        value = str(Interval.point(values[0])) if ordered else values[0]
        query = box_of(lost, self.held, without=name).with_(name, value)
        if self._is_small(query, len(lost)):
            yield from self._read(query)

    def _groups(self, lost: list[Record], name: str) -> list[list[Record]]:
        """Those that one answer of a few pages would show together, else each by itself."""
        together = box_of(lost, self.held, without=name)
        if len(lost) > 1 and self._is_small(together, len(lost)):
            return [lost]
        alone = ([record] for record in lost)
        return [one for one in alone if self._is_small(box_of(one, self.held, without=name), 1)]

    def _is_small(self, query: Query, wanted: int) -> bool:
        """Whether reading an answer is worth it for so many records."""
        if not query.predicates or not self.interface.can_ask(query):
            return False
        size = len(self.held.keys(query)) + wanted
        return size <= self.interface.page_size * (1 + wanted / 2)

    def _shift(self, before: Record | None, after: Record | None) -> None:
        """Expect of all cells what follows from one change."""
        for cell in self._cells.values():
            was = before is not None and self.held.matches(before, cell.query)
            cell.believed += (after is not None and self.held.matches(after, cell.query)) - was


def _why(expert: str) -> Why:
    return Why(expert=expert, expected=0.0, pages=1.0)
