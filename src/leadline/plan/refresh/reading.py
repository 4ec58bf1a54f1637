"""Reading cells: what the source shows is believed from then on, of all cells that it concerns.

Where one page has several changes the cells beside it are read too, for changes come in batches
(adaptive cluster sampling, Thompson 1990). What is gone from a cell is looked for by its other
values: it may only have changed.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from math import ceil, inf

from leadline.intervals import Interval
from leadline.model import Answer, Count, Interface, Kind, Outcome, Query, Record, Step, Why
from leadline.plan.refresh.alike import Alike
from leadline.plan.refresh.beside import cell_beside
from leadline.plan.refresh.cell import Cell
from leadline.plan.refresh.gathering import gathered
from leadline.plan.refresh.held import MISSING, Held
from leadline.plan.refresh.lost import Doubt
from leadline.plan.refresh.parts import box_of, contains

MISSES = 1  # records of a cell looked for elsewhere in vain: then the others are gone as well
MOST_PAGES = 1000  # of one answer
BATCH = 2  # changes on a page: then the cells beside it are read

Asking = Generator[Step, Answer, None]
Shift = tuple[Record | None, Record | None]


class Reading:
    """The cells that are known, and how more is learned of them; `asked` counts the pages."""

    def __init__(self, interface: Interface, held: Held) -> None:
        self.interface, self.held = interface, held
        self.cells: dict[Query, Cell] = {}
        self.alike = Alike(held, self.cells)
        self.asked = 0
        self._gone: list[Record] = []  # from the answer read last
        self._sought: set[Query] = set()  # cells in which lost records were looked for at the end
        self._first: dict[Query, tuple[Record, ...]] = {}  # pages of answers that go on

    def count(self, query: Query, expert: str) -> Generator[Step, Answer, int | None]:
        """What the source counts for a query; its first page is read on the way."""
        known = self.cells.get(query)
        if known is not None and (known.settled or not known.follows):
            return known.said
        self.asked += 1
        answer = yield Step(query, 1, _why(expert))
        total = 0 if answer.outcome is Outcome.EMPTY else answer.total
        if answer.outcome not in (Outcome.FOUND, Outcome.EMPTY) or total is None:
            return None
        if answer.count is not Count.EXACT:
            return None
        self._heard(query, total)
        self.cells[query].overview |= expert == "overview"
        changes = self._absorb(query, answer.records, whole=len(answer.records) >= total)
        if len(answer.records) < total:
            self._first[query] = answer.records
        else:
            self.cells[query].settled = True
            yield from self._trace(query)
            if changes >= BATCH:
                yield from self._beside(query)
        return total

    def _heard(self, query: Query, said: int) -> None:
        """Note what the source says that a query has."""
        known = self.cells.get(query)
        if known is not None and known.follows and known.said != said:
            self._doubt(query)
        cell = self.cells.setdefault(query, Cell(query, said, len(self.held.keys(query))))
        cell.said, cell.follows = said, False

    def follow(self, query: Query, said: int) -> None:
        """Note what follows for a query from what the source says of others."""
        if query not in self.cells:
            believed = len(self.held.keys(query))
            self.cells[query] = Cell(query, said, believed, follows=True)

    def _doubt(self, query: Query) -> None:
        """What followed was wrong: forget it, and that what has no value there is as it was."""
        for cell in list(self.cells.values()):
            if cell.follows and contains(cell.query, query):
                del self.cells[cell.query]
        for name, _ in query.predicates:
            self.cells.pop(Query(((name, MISSING),)), None)

    def read_around(self, cell: Cell) -> Asking:
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
        known = None if beside is None else self.cells.get(beside)
        return None if known is not None and known.settled else beside

    def _read(self, query: Query, seeking: bool = False) -> Generator[Step, Answer, int]:
        """Read an answer to its end; how many changes it had.

        If something is only sought there it is left as soon as it counts what is known of it.
        """
        shown = list(self._first.pop(query, ()))
        page, more, total = 1 if shown else 0, True, 0
        while more and page < MOST_PAGES:
            page += 1
            self.asked += 1
            answer = yield Step(query, page, _why("read"))
            if answer.outcome not in (Outcome.FOUND, Outcome.EMPTY):
                return self._absorb(query, shown, whole=False)
            shown.extend(answer.records)
            more, total = answer.more and bool(answer.records), answer.total or 0
            if seeking and more and page == 1 and self._as_known(query, answer):
                self._heard(query, total)
                return self._absorb(query, shown, whole=False)
        whole = not more and len(shown) >= total and self._fits(len(shown), total)
        self._heard(query, len(shown) if whole else max(total, len(shown)))
        self.cells[query].settled = True
        changes = self._absorb(query, shown, whole=whole)
        yield from self._trace(query)
        return changes

    def _fits(self, shown: int, total: int) -> bool:
        """Whether an answer was not cut: one that nobody counts has room left."""
        limit = self.interface.limit
        return limit is None or shown < limit or shown == total

    def _as_known(self, query: Query, answer: Answer) -> bool:
        """Whether an answer has no more records than are known."""
        told = answer.total if answer.count is Count.EXACT else None
        return told is not None and told <= len(self.held.keys(query))

    def _absorb(self, query: Query, shown: Iterable[Record], whole: bool) -> int:
        """Believe what is shown; how many records are otherwise than was believed."""
        keys = {record.key for record in shown}
        shifts = [self.held.meet(record) for record in shown]
        changes: list[Shift] = [shift for shift in shifts if shift is not None]
        if whole:
            self._gone = self.held.missing(query, keys)
            changes += [(record, None) for record in self._gone]
        self.held.changes += bool(changes)
        self.alike.learn([after for _, after in changes if after is not None], 1)
        self.alike.learn([before for before, _ in changes if before is not None], -1)
        for before, after in changes:
            self._shift(before, after)
        return len(changes)

    def seek(self) -> Generator[Step, Answer, bool]:
        """Look for what is lost and may only have changed; whether anything could be asked."""
        before = self.asked
        for name in self.held.attributes:
            lost = [one.record for one in self.held.lost.values() if name in one.asked]
            doubt = Doubt(self.held, self.cells.values())
            doubted = [record for record in lost if doubt.of(record, name)]
            for group in self._groups(doubted, name):
                box = self._box(group, name, None)
                if box not in self._sought and len(self._lost(group)) == len(group):
                    self._sought.add(box)
                    yield from self._read(box, seeking=True)
        return self.asked > before

    def _trace(self, query: Query) -> Asking:
        """Look for what is gone from a cell by its other values: has it only changed?"""
        gone, self._gone = self._gone, []
        for name in dict.fromkeys(name for name, _ in query.predicates):
            misses = 0
            moved = [r for r in self._lost(gone) if self._may_have_moved(r, name)]
            for group in self._groups(moved, name):
                if misses < MISSES and len(self._lost(group)) == len(group):
                    yield from self._read(self._box(group, name, None), seeking=True)
                    met = [self.held.now[r.key] for r in group if r.key in self.held.now]
                    misses += not met
                    yield from self._follow(self._lost(gone), met[:1], name)

    def _may_have_moved(self, record: Record, name: str) -> bool:
        """Whether no count that would still have it is explained without it."""
        return all(
            cell.off
            for cell in self.cells.values()
            if all(asked != name for asked, _ in cell.query.predicates)
            and self.held.matches(record, cell.query)
        )

    def _lost(self, records: list[Record]) -> list[Record]:
        return [record for record in records if record.key not in self.held.now]

    def _follow(self, lost: list[Record], met: list[Record], name: str) -> Asking:
        """One was met with another value: are the others where it is now?"""
        values = [v for record in met for v in self.held.carried(record, name)[:1]]
        if len(lost) < BATCH or not values:
            return
        ordered = self.held.attributes[name].kind is Kind.RANGE
        value = str(Interval.point(values[0])) if ordered else values[0]
        misses = 0
        for group in self._groups(lost, name, value):
            if misses < MISSES:
                yield from self._read(self._box(group, name, value), seeking=True)
                misses += len(self._lost(group)) == len(group)

    def _groups(
        self, lost: list[Record], name: str, value: str | None = None
    ) -> list[list[Record]]:
        """Those that one answer of a few pages would show together, most for a page first."""
        groups = list(gathered(lost, lambda some: self._pages(some, name, value), self.held))
        return sorted(groups, key=lambda some: self._pages(some, name, value) / len(some))

    def _box(self, records: list[Record], name: str, value: str | None) -> Query:
        box = box_of(records, self.held, without=name)
        return box if value is None else box.with_(name, value)

    def _pages(self, records: list[Record], name: str, value: str | None) -> float:
        """The pages of an answer that would show these."""
        query = self._box(records, name, value)
        if not query.predicates or not self.interface.can_ask(query):
            return inf
        return ceil((len(self.held.keys(query)) + len(records)) / self.interface.page_size)

    def _shift(self, before: Record | None, after: Record | None) -> None:
        """Expect of all cells what follows from one change."""
        for cell in self.cells.values():
            was = before is not None and self.held.matches(before, cell.query)
            cell.believed += (after is not None and self.held.matches(after, cell.query)) - was


def _why(expert: str) -> Why:
    return Why(expert=expert, expected=0.0, pages=1.0)
