"""What a conversation has shown so far: a fold over turns, and all that a policy sees.

Records and values are those of `Held`, queries those of `Asked`; here a page is counted in both.
Nothing here decides anything.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from leadline.model import Answer, Count, Interface, Outcome, Query, Record, Step, Turn
from leadline.plan.asked import FADES, VISIBLY, Asked
from leadline.plan.columns import Column
from leadline.plan.held import Ints

FAILURES_TO_CLOSE = 2
REPEATED = 0.25  # of an answer's lines: fewer may come from a list that moved while it was read
EVERYTHING = Query()


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


class Knowledge(Asked):
    """A fold over turns: `hear` each of them in order."""

    def __init__(self, interface: Interface, learner: Any = None) -> None:
        super().__init__(interface)
        self.learner = learner
        self.states_totals = False  # whether the source says how many records match
        self.listed: dict[int, int] = {}  # by page, how many records a list of everything shows
        self._lines = Column(np.int64)
        self._more = Column(np.bool_)
        self._failures = Column(np.int8)
        self._shown_again: dict[int, set[int]] = {}  # of open queries: rows another showed first
        self._conjunctions: dict[int, dict[int, list[int]]] = {}

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

    def leads_on(self, query: int) -> bool:
        """Whether more pages follow the deepest one that was read."""
        return bool(self._more.array[query])

    def _enter(self, query: Query) -> int:
        number = self._index.get(query)
        return self._add_query(query) if number is None else number

    def _add_query(self, query: Query) -> int:
        number = len(self.queries)
        self.queries.append(query)
        self._index[query] = number
        for column in (self._value, self._total, self._exact, self._least, self._shown,
                       self._lines, self._brought, self._alone, self._before, self._matched,
                       self._carrying, self._strange, self._lately, self._page, self._open,
                       self._more, self._failures):  # fmt: skip
            column.grow(number + 1)
        parts = self._parts_of(query)
        self._grow_values()
        self._parts.append(parts or ())
        if parts is None:
            self.of_cells.add(number)
        elif len(parts) == 1:
            self.value[number] = parts[0]
            self.query_of[parts[0]] = number
            self._matched.array[number] = self.local[parts[0]]
        else:
            self._matched.array[number] = len(self.rows_matching(parts))
            self._file_conjunction(number, parts)
        self.before[number] = self._matched.array[number]
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
        latest = len(fresh) + len(again) + 1j * len(fresh)
        self._lately.array[query] = FADES * self._lately.array[query] + latest
        new = np.arange(known, known + len(fresh))
        return Shown(rows=np.concatenate((new, old)), fresh=new, again=old)

    def _count_carrying(self, query: int, fresh: list[list[int]], again: list[int]) -> None:
        """How many of the records just shown visibly carry all that was asked for."""
        parts = self._parts[query]
        carrying = sum(all(part in found for part in parts) for found in fresh)
        expected = 0
        for row in again:
            terms = self.terms[self.start[row] : self.start[row + 1]]
            expected += all(part in terms for part in parts)
        strange, carrying = len(again) - expected, carrying + expected
        self._carrying.array[query] += carrying
        self._strange.array[query] += strange
        self._some_strange = self._some_strange or strange > 0
        self._some_hide = self._some_hide or carrying < VISIBLY * (len(fresh) + len(again))

    def _add_rows(self, query: int, fresh: list[list[int]]) -> None:
        if not fresh:
            return
        self._count_values(self._append(fresh, query))
        self.alone[query] += len(fresh)
        self.brought[query] += len(fresh)
        if (everything := self._index.get(EVERYTHING)) is not None:
            self._matched.array[everything] += len(fresh)
        if self._conjunctions:
            for found in fresh:
                self._count_conjunctions(found)

    def _count_values(self, carried: NDArray[Any]) -> None:
        """More records carry these values now, for some of which a query has asked."""
        asked = self.query_of[carried]
        asked = asked[asked >= 0]
        self._matched.array[asked] = self.local[self.value[asked]]

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
            matched = self._matched.array[query]
            self.least[query] = max(self.least[query], self.shown[query], matched)
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
        if self.exact[query] and not self._counts_lines(query):
            return
        if self._read_to_its_end(query, answer):
            self.total[query] = self.shown[query]
            self.exact[query] = answer.outcome is not Outcome.REFUSED

    def _counts_lines(self, query: int) -> bool:
        """Whether the total counts the lines read, many of them for a record listed before.

        As where those come first that match by title, and the same again that match by text.
        """
        lines = self._lines.array[query]
        repeated = lines - self.shown[query]
        return bool(lines == self.total[query] and repeated > REPEATED * lines)

    def _read_to_its_end(self, query: int, answer: Answer) -> bool:
        if self.open[query] or self._failures.array[query]:
            return False
        if answer.count is Count.LEAST and (answer.total or 0) > self.shown[query]:
            return False  # it said itself that there is more
        limit = self.interface.limit
        return limit is None or bool(self._lines.array[query] < limit)
