"""Looking for missing records wherever they are, to meet the parts of a source nobody knows of.

Turn by turn: an unread page of an answer that is known to have missing records; and a value of a
missing record met, as in a random walk over values and records that leaves what is held behind.
Where neither is to be had, a record held walks to a query (`spread`). Every answer so opened has
pages to draw from later. The attribute that makes the parts is never asked for, but for the totals
of new parts: known and unknown parts are to be met by the same chance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from random import Random

from leadline.model import Answer, Count, Interface, Kind, Query, Record, Step
from leadline.plan.knowledge import Knowledge
from leadline.plan.size.parts import Parts
from leadline.plan.size.reading import WHY
from leadline.plan.size.spread import Spread
from leadline.plan.size.unread import Unread
from leadline.plan.words import words

TRIES = 20  # to draw what was not asked before
Pair = tuple[str, str]


class Search:
    """The draws of an audit that looks for parts."""

    def __init__(self, spread: Spread, parts: Parts, unread: Unread, rng: Random) -> None:
        self._known, self._spread, self._rng = spread.known, spread, rng
        self._parts, self._unread = parts, unread
        self._asked: set[Query] = set()
        self._missing: dict[str, list[Pair]] = {}  # values of missing records met, by key
        self._carried: Counter[Pair] = Counter()

    def steps(self) -> Generator[Step, Answer, None]:
        """Yields steps and is sent their answers, until nothing is left to ask."""
        turn = 0
        while (step := self._next(turn)) is not None:
            answer = yield step
            turn += 1
            fresh = [r for r in answer.records if self._known.row_of(r.key) < 0]
            self._note(step, answer, fresh)
            for value in self._parts.meet(fresh):
                yield from self._count(value)

    def _count(self, value: str) -> Generator[Step, Answer, None]:
        name = self._parts.attribute
        number = self._known.id_of(name, value)
        held = int(self._known.local[number]) if number >= 0 else 0
        answer = yield Step(Query(((name, value),)), 1, WHY)
        total = answer.total if answer.count is Count.EXACT else None
        self._parts.new[value] = max((total or 0) - held, 0)

    def _next(self, turn: int) -> Step | None:
        return (
            (self._onward() if turn % 4 == 3 else None)
            or self._unread.draw(self._rng)
            or self._onward()
            or self._from_held()
        )

    def _onward(self) -> Step | None:
        """A value of a missing record drawn at random: that which most of those met have."""
        keys = list(self._missing)
        for _ in range(TRIES if keys else 0):
            own = [p for p in self._missing[self._rng.choice(keys)] if self._is_fresh(Query((p,)))]
            if own:
                return self._opening(Query((max(own, key=lambda pair: self._carried[pair]),)))
        return None

    def _from_held(self) -> Step | None:
        for _ in range(TRIES if len(self._spread.eligible) else 0):
            query = self._known.query(*self._spread.walk(self._rng))
            if self._is_fresh(query):
                return self._opening(query)
        return None

    def _is_fresh(self, query: Query) -> bool:
        return query not in self._asked and self._known.number(query) < 0

    def _opening(self, query: Query) -> Step:
        self._asked.add(query)
        return Step(query, 1, WHY)

    def _note(self, step: Step, answer: Answer, fresh: list[Record]) -> None:
        for record in fresh:
            if record.key not in self._missing:
                pairs = [p for p in pairs_of(self._known.interface, record) if self._counts(p)]
                self._missing[record.key] = pairs
                self._carried.update(pairs)
        if step.page == 1 and answer.total is not None and answer.count is Count.EXACT:
            self._unread.opened(step.query, answer.total, held_by(self._known, step.query))

    def _counts(self, pair: Pair) -> bool:
        return pair[0] != self._parts.attribute


def pairs_of(interface: Interface, record: Record) -> list[Pair]:
    """The values of a record that can be asked for."""
    found = list[Pair]()
    for attribute in interface.attributes:
        own = [value for name, value in record.values if name == attribute.name]
        if attribute.kind is Kind.KEYWORD:
            own = words(" ".join(own) if own else record.text)
        if attribute.kind in (Kind.KEYWORD, Kind.VALUE):
            found += [(attribute.name, value) for value in own]
    return list(dict.fromkeys(found))


def held_by(known: Knowledge, query: Query) -> int:
    """How many records held match a query."""
    values = [known.id_of(name, value) for name, value in query.predicates]
    return 0 if min(values, default=0) < 0 else len(known.rows_matching(values))
