"""What a conversation has shown so far: a fold over turns, and all that a policy sees.

Records and values are those of `Held`. Queries are numbered in the order in which they were opened;
`total`, `shown`, `alone` and so on are arrays over these numbers. Nothing here decides anything.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from leadline.model import Answer, Count, Interface, Outcome, Query, Record, Step, Turn
from leadline.plan.columns import Column
from leadline.plan.held import UNKNOWN, Held, Ints

FAILURES_TO_CLOSE = 2
EVERYTHING = Query()
VISIBLY = 0.8  # of the records that a query returns carry what it asked for, on an open site


@dataclass(frozen=True, slots=True)
class Shown:
    """The records of one page as rows: all of them, those never seen before, those seen again."""

    rows: Ints
    fresh: Ints
    again: Ints


class Learner(Protocol):
    """What a policy learns from turns; it lives beside the counters and is folded with them."""

    def expect(self, known: Knowledge, query: int, step: Step) -> None:
        """Called before the page is counted: note what was expected of it."""

    def learn(self, known: Knowledge, query: int, turn: Turn, shown: Shown) -> None:
        """Called after the page was counted."""


class Knowledge(Held):
    """A fold over turns: `hear` each of them in order."""

    def __init__(self, interface: Interface, learner: Any = None) -> None:
        super().__init__(interface)
        self.learner = learner
        self.pages = 0
        self.states_totals = False  # whether the source says how many records match
        self.listed: dict[int, int] = {}  # by page, how many records a list of everything shows
        self._held = Column(np.int32)  # after each page
        self.queries: list[Query] = []
        self._index: dict[Query, int] = {}
        self._value = Column(np.int32, UNKNOWN)
        self._total = Column(np.int64, UNKNOWN)
        self._exact = Column(np.bool_)
        self._least = Column(np.int64)
        self._shown = Column(np.int64)
        self._lines = Column(np.int64)
        self._brought = Column(np.int64)
        self._alone = Column(np.int64)
        self._before = Column(np.int64)
        self._matched = Column(np.int64)
        self._carrying = Column(np.int64)
        self._some_hide = False  # whether any query finds records by what they do not show
        self._page = Column(np.int32)
        self._open = Column(np.bool_)
        self._more = Column(np.bool_)
        self.skipped: dict[int, set[int]] = {}
        self.of_cells: set[int] = set()  # queries that ask for intervals, or for missing values
        self._failures = Column(np.int8)
        self._parts: list[tuple[int, ...]] = []
        self._shown_again: dict[int, set[int]] = {}  # of open queries: rows another showed first
        self._conjunctions: dict[int, dict[int, list[int]]] = {}

    # --- queries ------------------------------------------------------------------------------

    @property
    def held(self) -> NDArray[Any]:
        """How many distinct records were held after each page."""
        return self._held.array

    @property
    def value(self) -> NDArray[Any]:
        """The value a query asks alone, or -1 for conjunctions."""
        return self._value.array

    @property
    def total(self) -> NDArray[Any]:
        """Records that match each query, as reported or as read to the end; -1 if unknown."""
        return self._total.array

    @property
    def exact(self) -> NDArray[Any]:
        """Whether `total` is exact."""
        return self._exact.array

    @property
    def least(self) -> NDArray[Any]:
        """Records that certainly match each query."""
        return self._least.array

    @property
    def shown(self) -> NDArray[Any]:
        """Distinct records that each query's pages have shown so far."""
        return self._shown.array

    @property
    def brought(self) -> NDArray[Any]:
        """Records that came first with this query."""
        return self._brought.array

    @property
    def alone(self) -> NDArray[Any]:
        """Records that only this query has returned."""
        return self._alone.array

    @property
    def before(self) -> NDArray[Any]:
        """Matching records that were held when the query was opened."""
        return self._before.array

    @property
    def next_page(self) -> NDArray[Any]:
        """The page after the last one read; see also `skipped`."""
        return self._page.array

    @property
    def open(self) -> NDArray[Any]:
        """Whether more pages can be asked."""
        return self._open.array

    def matched(self, queries: NDArray[Any] | None = None) -> NDArray[Any]:
        """Records held that match each of these queries (l of the query); None: all.

        Counted by what records show; estimated where a query finds them by what they hide.
        """
        chosen = np.arange(len(self.queries)) if queries is None else queries
        value, other = self.value[chosen], self._matched.array[chosen]
        # a value of -1 picks some number that is not used
        seen = np.where(value >= 0, self.local[value], other) if self.values else other.copy()
        if not self._some_hide:
            return seen
        return np.where(self.hides(chosen), self._thought_held(chosen), seen)

    def matches(self, query: int) -> int:
        """Records held that match this query."""
        return int(self.matched(np.array([query]))[0]) if self._some_hide else self._visible(query)

    def _visible(self, query: int) -> int:
        value = self.value[query]
        return int(self.local[value] if value >= 0 else self._matched.array[query])

    def hides(self, queries: NDArray[Any]) -> NDArray[Any]:
        """Whether records that a query returned mostly don't show what it asked for.

        The site searches more than it shows, or other forms of a word.
        """
        shown, carrying = self.shown[queries], self._carrying.array[queries]
        return np.asarray((self.total[queries] > 0) & (carrying < VISIBLY * shown))

    def shows(self, queries: NDArray[Any]) -> float:
        """The share of the records returned by queries that show what was asked for."""
        return float(self._carrying.array[queries].sum()) / max(float(self.shown[queries].sum()), 1)

    def _thought_held(self, queries: NDArray[Any]) -> NDArray[Any]:
        """Matching records held, if the rest of an answer is as new as what it showed."""
        shown, total = self.shown[queries], self.total[queries]
        newness = self.brought[queries] / np.maximum(shown, 1)
        return np.asarray(total - np.maximum(total - shown, 0) * newness).astype(np.int64)

    def parts(self, query: int) -> tuple[int, ...]:
        """The values that a query asks for."""
        return self._parts[query]

    def number(self, query: Query) -> int:
        """The number of a query, or -1 if it was never opened."""
        return self._index.get(query, UNKNOWN)

    def overflows(self, query: int) -> bool:
        """Whether the query is known to match more records than the source shows."""
        limit = self.interface.limit
        known = max(self.total[query], 0 if self.exact[query] else self.least[query])
        return limit is not None and bool(known > limit)

    def unfinished(self) -> Step | None:
        """The next page of the query opened last, if it has one."""
        if self.queries and self.open[-1]:
            return Step(self.queries[-1], int(self.next_page[-1]))
        return None

    # --- the fold -----------------------------------------------------------------------------

    def hear(self, turn: Turn) -> None:
        """Take in one turn."""
        query = self._enter(turn.step.query)
        if self.learner is not None:
            self.learner.expect(self, query, turn.step)
        shown = self._count(query, turn.answer.records)
        self._note(query, turn, shown)
        self.pages += 1
        self._held.append(self.records)
        if self.learner is not None:
            self.learner.learn(self, query, turn, shown)

    def _enter(self, query: Query) -> int:
        number = self._index.get(query)
        return self._add_query(query) if number is None else number

    def _add_query(self, query: Query) -> int:
        number = len(self.queries)
        self.queries.append(query)
        self._index[query] = number
        for column in (self._value, self._total, self._exact, self._least, self._shown,
                       self._lines, self._brought, self._alone, self._before, self._matched,
                       self._carrying, self._page, self._open, self._more,
                       self._failures):  # fmt: skip
            column.grow(number + 1)
        parts = self._parts_of(query)
        self._grow_values()
        self._parts.append(parts or ())
        if parts is None:
            self.of_cells.add(number)
        elif len(parts) == 1:
            self.value[number] = parts[0]
            self.query_of[parts[0]] = number
        else:
            self._matched.array[number] = len(self.rows_matching(parts))
            self._file_conjunction(number, parts)
        self.before[number] = self._visible(number)
        self.next_page[number] = 1
        return number

    def _parts_of(self, query: Query) -> tuple[int, ...] | None:
        """The values asked for; None if it asks for an interval, or for records without a value.

        Nor has a query in another order than usual any: it is no query for its values again.
        """
        if query.order:
            return None
        places = [self._position[name] for name, _ in query.predicates]
        if any(
            not (value and self._indexed[i])
            for i, (_, value) in zip(places, query.predicates, strict=True)
        ):
            return None
        return tuple(self._intern(name, value) for name, value in query.predicates)

    def _file_conjunction(self, number: int, parts: tuple[int, ...]) -> None:
        if parts:
            inner = self._conjunctions.setdefault(parts[0], {})
            inner.setdefault(parts[1], []).append(number)

    def _count(self, query: int, records: Iterable[Record]) -> Shown:
        known, fresh = self.records, list[list[int]]()
        before, again = self._shown_again.setdefault(query, set()), list[int]()
        for record in records:
            row = self._rows.get(record.key)
            if row is None:
                row = self._rows[record.key] = known + len(fresh)
                fresh.append(self._terms_in(record))
            elif row < known and self._first_query.array[row] != query and row not in before:
                before.add(row)
                again.append(row)
        self._add_rows(query, fresh)
        old = np.array(again, dtype=np.int64)
        self._count_carrying(query, fresh, again)
        self._show_again(old)
        new = np.arange(known, known + len(fresh))
        return Shown(rows=np.concatenate((new, old)), fresh=new, again=old)

    def _count_carrying(self, query: int, fresh: list[list[int]], again: list[int]) -> None:
        """How many of the records just shown visibly carry all that was asked for."""
        parts = self._parts[query]
        carrying = sum(all(part in found for part in parts) for found in fresh)
        for row in again:
            terms = self.terms[self.start[row] : self.start[row + 1]]
            carrying += all(part in terms for part in parts)
        self._carrying.array[query] += carrying
        self._some_hide = self._some_hide or carrying < VISIBLY * (len(fresh) + len(again))

    def _add_rows(self, query: int, fresh: list[list[int]]) -> None:
        if not fresh:
            return
        self._append(fresh, query)
        self.alone[query] += len(fresh)
        self.brought[query] += len(fresh)
        if (everything := self._index.get(EVERYTHING)) is not None:
            self._matched.array[everything] += len(fresh)
        if self._conjunctions:
            for found in fresh:
                self._count_conjunctions(found)

    def _count_conjunctions(self, found: list[int]) -> None:
        carried = set(found)
        for first in carried & self._conjunctions.keys():
            inner = self._conjunctions[first]
            for second in inner.keys() & carried:
                for number in inner[second]:
                    if carried.issuperset(self._parts[number]):
                        self._matched.array[number] += 1

    def _show_again(self, rows: Ints) -> None:
        if len(rows):
            np.subtract.at(self.alone, self._first_query.array[self._recapture(rows)], 1)

    def _note(self, query: int, turn: Turn, shown: Shown) -> None:
        answer, failed = turn.answer, turn.answer.outcome is Outcome.FAILED
        self._failures.array[query] += failed
        found = answer.more and answer.outcome is Outcome.FOUND
        self._turn_page(query, turn.step.page, failed or found)
        self.shown[query] += len(shown.rows)
        if query in self.of_cells:
            self._matched.array[query] = self.shown[query]
        if not failed:
            self._cut(query, turn.step.page, found)
            self._lines.array[query] += len(answer.records)
            if turn.step.query == EVERYTHING and answer.records:
                self.listed[turn.step.page] = len(answer.records)
            self.least[query] = max(self.least[query], self.shown[query], self._visible(query))
            self._note_total(query, answer)
            self._note_hidden(query, shown)
        self.open[query] = self._is_open(query, answer)
        if not failed:
            self._note_end(query, answer)
        if not self.open[query]:
            self._shown_again.pop(query, None)

    def _turn_page(self, query: int, page: int, more: bool) -> None:
        skipped = self.skipped.get(query)
        if page >= self.next_page[query]:
            if page > self.next_page[query]:
                self.skipped.setdefault(query, set()).update(range(self.next_page[query], page))
            self.next_page[query] = page + 1
            self._more.array[query] = more
        elif skipped is not None:
            skipped.discard(page)

    def _cut(self, query: int, page: int, more: bool) -> None:
        """Where an answer says that it ends, no page behind is left to read."""
        if not more and (skipped := self.skipped.get(query)):
            skipped.intersection_update(range(1, page))

    def _is_open(self, query: int, answer: Answer) -> bool:
        if answer.outcome is Outcome.REFUSED or self._failures.array[query] >= FAILURES_TO_CLOSE:
            return False
        if (skipped := self.skipped.get(query)) and self.exact[query]:
            last = self.last_page(query)
            skipped.intersection_update(range(1, last + 1))
        return bool(self._more.array[query] or skipped)

    def last_page(self, query: int) -> int:
        """The last page that the reported total and the limit allow."""
        limit = self.interface.limit
        visible = self.total[query] if limit is None else min(self.total[query], limit)
        return max(1, int(-(-visible // self.interface.page_size)))

    def _note_total(self, query: int, answer: Answer) -> None:
        if answer.total is not None:
            if answer.count is Count.LEAST:
                self.least[query] = max(self.least[query], answer.total)
            else:
                self.states_totals = True
                self.total[query] = answer.total
                self.exact[query] = answer.count is Count.EXACT
        shown = self.shown[query]
        if 0 <= self.total[query] < shown:  # the site claims fewer than it shows
            self.total[query], self.exact[query] = shown, False

    def _note_hidden(self, query: int, shown: Shown) -> None:
        """What was held of an answer just opened, by its first page if its records hide why."""
        first = self.shown[query] == len(shown.rows) > 0
        if first and self._some_hide and self.hides(np.array([query]))[0]:
            seen_before = len(shown.again) / len(shown.rows)
            self.before[query] = int(self.total[query] * seen_before)

    def _note_end(self, query: int, answer: Answer) -> None:
        if not self.exact[query] and self._read_to_its_end(query, answer):
            self.total[query] = self.shown[query]
            self.exact[query] = answer.outcome is not Outcome.REFUSED

    def _read_to_its_end(self, query: int, answer: Answer) -> bool:
        if self.open[query] or self._failures.array[query]:
            return False
        if answer.count is Count.LEAST and (answer.total or 0) > self.shown[query]:
            return False  # it said itself that there is more
        limit = self.interface.limit
        return limit is None or bool(self._lines.array[query] < limit)
