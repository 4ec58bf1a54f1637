"""What conversations with several sources have shown: a fold over their turns, in order.

Beside the knowledge of each source stands that of their union, in which records that are one
entity are one record. `earlier` are harvests of the same domain that are over: they are knowledge
about values, and nothing is gained by asking for their records again, or lost.

Which records are one entity is the caller's to say (`entity`); here it is only counted. So is what
a search box that looks into one column would look into at sources that have no such box (`boxes`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from leadline.model import Attribute, Interface, Kind, Query, Record, Step, Turn, Why
from leadline.plan.columns import Column
from leadline.plan.held import UNKNOWN
from leadline.plan.knowledge import Knowledge
from leadline.plan.many.vocabulary import Placed, Vocabulary
from leadline.plan.policy import Policy

START = Why(expert="start", expected=0.0, pages=1.0, evidence="given as a first query")
Entity = Callable[[int, Record], str]
Names = Mapping[str, str]


def by_key(source: int, record: Record) -> str:
    """Records with the same key are one entity, whichever source shows them."""
    return record.key


@dataclass(frozen=True, slots=True)
class NewOn:
    """How many records of a page are new to their source, and how many to the union."""

    source: int
    union: int


class Learner(Protocol):
    """What a policy learns from the turns of all sources."""

    def total(self, together: Together, source: int, turn: Turn, page: NewOn) -> int | None:
        """How many entities are thought to match in the union; None: no idea."""

    def learn(self, together: Together, source: int, turn: Turn) -> None:
        """Called after the page was counted."""


class Together:
    """A fold over (source, turn): `hear` each of them in order."""

    def __init__(
        self,
        interfaces: Sequence[Interface],
        policy: ManyPolicy,
        *,
        first: Sequence[Query | None] = (),
        earlier: Sequence[Knowledge] = (),
        entity: Entity = by_key,
        names: Sequence[Names] = (),
        boxes: Sequence[Names] = (),
    ) -> None:
        single = policy.single()
        called = [*names, *({} for _ in range(len(interfaces) + len(earlier) - len(names)))]
        self.first = [*first, *(None for _ in range(len(interfaces) - len(first)))]
        self.entity = entity
        self._boxes = [*boxes, *({} for _ in range(len(interfaces) - len(boxes)))]
        self.vocabulary = Vocabulary()
        self.sources = tuple(
            Placed(Knowledge(interface, single.learner(interface)), self.vocabulary, own)
            for interface, own in zip(interfaces, called, strict=False)
        )
        self.earlier = tuple(
            Placed(known, self.vocabulary, own)
            for known, own in zip(earlier, called[len(interfaces) :], strict=True)
        )
        merged = merged_interface(self.sources)
        self.union = Placed(Knowledge(merged, policy.of_union(merged)), self.vocabulary)
        self.belongs = tuple(Column(np.bool_) for _ in interfaces)  # union rows each has shown
        self.fresh = np.zeros(0, np.int64)  # union rows that the latest page brought to its source
        self.left = set[int]()  # sources that are not to be asked, such as those that don't answer
        for one in self.earlier:
            one.update()
        self.learner = policy.learner(self)

    @property
    def pages(self) -> int:
        """Pages read, of all sources."""
        return self.union.known.pages

    @property
    def queries(self) -> int:
        """Queries opened, at all sources."""
        return sum(len(source.known.queries) for source in self.sources)

    @property
    def records(self) -> int:
        """Entities held."""
        return self.union.known.records

    def hear(self, source: int, turn: Turn) -> None:
        """Take in one turn of one source."""
        one = self.sources[source]
        before = one.known.records
        one.known.hear(turn)
        one.update()
        self._mark(source, self._join(source, turn, one.known.records - before))
        self.union.update()
        self.learner.learn(self, source, turn)

    def _join(self, source: int, turn: Turn, new_here: int) -> NDArray[Any]:
        """Tell the union of a page; the rows of its records there."""
        union = self.union.known
        records = tuple(self._common(source, record) for record in turn.answer.records)
        new = sum(union.row_of(record.key) == UNKNOWN for record in records)
        total = self.learner.total(self, source, turn, NewOn(new_here, new))
        answer = replace(turn.answer, records=records, total=total)
        step = replace(turn.step, query=self.common_query(source, turn.step))
        union.hear(Turn(union.pages + 1, step, answer))
        return np.array([union.row_of(record.key) for record in records], np.int64)

    def _common(self, source: int, record: Record) -> Record:
        names = self.sources[source].common
        values = [(names.get(name, name), value) for name, value in record.values]
        for box, column in self._boxes[source].items():
            if all(name != box for name, _ in values):
                text = " ".join(value for name, value in record.values if name == column)
                values.append((box, text))
        return replace(record, key=self.entity(source, record), values=tuple(values))

    def common_query(self, source: int, step: Step) -> Query:
        """What was asked, in common names."""
        names = self.sources[source].common
        return Query(tuple((names[name], value) for name, value in step.query.predicates))

    def _mark(self, source: int, rows: NDArray[Any]) -> None:
        for column in self.belongs:
            column.grow(self.union.known.records)
        shown = self.belongs[source].array
        self.fresh = np.unique(rows[~shown[rows]])
        shown[rows] = True

    def start(self, source: int) -> Step | None:
        """The query that was given to begin a source with, if it was not asked yet."""
        query = self.first[source]
        known = self.sources[source].known
        if query is None or known.number(query) != UNKNOWN:
            return None
        return Step(query, 1, START) if known.interface.can_ask(query) else None


class ManyPolicy(Protocol):
    """Chooses the next page of whichever source; mutates nothing."""

    def single(self) -> Policy:
        """The policy whose learner the knowledge of each source carries."""

    def of_union(self, interface: Interface) -> Any:
        """The learner that the knowledge of the union carries, or None."""

    def learner(self, together: Together) -> Learner:
        """What it learns from all sources."""

    def choose(self, together: Together) -> tuple[int, Step] | None:
        """The source to ask and the page to ask for; None when nothing is left that could pay."""


class Heedless:
    """For policies that learn nothing from the turns of all sources."""

    def total(self, together: Together, source: int, turn: Turn, page: NewOn) -> int | None:
        """None: no idea."""
        return None

    def learn(self, together: Together, source: int, turn: Turn) -> None:
        """Nothing."""


def merged_interface(sources: Sequence[Placed]) -> Interface:
    """What could be asked of the union if it were one source: no limit, every attribute."""
    kinds: dict[str, Kind] = {}
    for source in sources:
        for attribute in source.known.interface.attributes:
            kinds.setdefault(source.common[attribute.name], attribute.kind)
    return Interface(
        attributes=tuple(Attribute(name=name, kind=kind) for name, kind in kinds.items()),
        page_size=max(source.known.interface.page_size for source in sources),
        browsable=True,
    )
