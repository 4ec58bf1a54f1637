"""Greedy with full knowledge over (source, query): what choosing over several sources could save.

Lazy greedy on the true sets (gains to the union only fall, so an old gain is an upper bound), each
query read to its end, by new entities per cost. Greedy is no bound: `floors` are, for whoever asks
single values and stops within an answer where he likes. Both leave out conjunctions, which matter
only where answers are cut at a limit.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.lab.bounds import Pages, lower_bounds, pages_of
from leadline.lab.cover import cover_of
from leadline.lab.integrate.sources import Overlapping
from leadline.model import PAGES, QUERIES, Cost, Interface, Query, Step, Turn, Why
from leadline.plan.many.together import NewOn, Together
from leadline.plan.policy import Policy, Unlearned


@dataclass(frozen=True)
class Oracle:
    """Ask the query, of whichever source, with the most new entities per cost."""

    sources: Overlapping
    cost: Cost

    def single(self) -> Policy:
        """Nothing is learnt within a source."""
        return Unasked()

    def of_union(self, interface: Interface) -> Any:
        """None: the truth is enough."""
        return None

    def learner(self, together: Together) -> Truth:
        """The heap of true gains."""
        return Truth(self)

    def choose(self, together: Together) -> tuple[int, Step] | None:
        """The rest of the answer in hand, else the best query by true gain."""
        truth: Truth = together.learner  # type: ignore[assignment]
        for number, source in enumerate(together.sources):
            if (rest := source.known.unfinished()) is not None:
                return number, rest
        return truth.pick()


class Unasked(Unlearned):
    """A source whose own policy is never asked."""

    def choose(self, known: Any, rng: Any) -> Step | None:
        """None."""
        return None


class Truth:
    """Queries by their last known gain, looked at again only when they come to the top."""

    def __init__(self, oracle: Oracle) -> None:
        self.oracle = oracle
        self.covers = [cover_of(world) for world in oracle.sources.worlds]
        self.held = np.zeros(oracle.sources.union, bool)
        self.heap = [self._entry(s, v, int(size)) for s, cover in enumerate(self.covers)
                     for v, size in enumerate(np.diff(cover.where)) if size]  # fmt: skip
        heapq.heapify(self.heap)

    def total(self, together: Together, source: int, turn: Turn, page: NewOn) -> int | None:
        """None: totals play no part."""
        return None

    def learn(self, together: Together, source: int, turn: Turn) -> None:
        """Mark what is held now."""
        self.held[[int(record.key) for record in turn.answer.records]] = True

    def pick(self) -> tuple[int, Step] | None:
        """The query with the greatest gain for its cost; none where nothing new is left."""
        while self.heap:
            source, value = self.heap[0][2:]
            gain = self._gain(source, value)
            entry = self._entry(source, value, gain)
            if not gain:
                heapq.heappop(self.heap)
            elif entry == self.heap[0]:
                return source, self._step(source, value, gain)
            else:
                heapq.heapreplace(self.heap, entry)
        return None

    def _entry(self, source: int, value: int, gain: int) -> tuple[float, int, int, int]:
        price = self.oracle.cost.of(1, float(self.covers[source].pages[value]), gain)
        return -gain / max(price, 1e-9), -gain, source, value

    def _gain(self, source: int, value: int) -> int:
        entities = self.oracle.sources.entities[source][self.covers[source].shown(value)]
        return int(np.count_nonzero(~self.held[entities]))

    def _step(self, source: int, value: int, gain: int) -> Step:
        collection = self.oracle.sources.worlds[source].collection
        name = collection.attributes[collection.attribute[value]].name
        pages = float(self.covers[source].pages[value])
        why = Why(expert="oracle", expected=gain, pages=pages)
        return Step(Query(((name, collection.names[value]),)), 1, why)


def floors(sources: Overlapping, marks: Iterable[float]) -> dict[float, dict[str, int]]:
    """Pages, and apart from them queries, below which no share of the union can be had."""
    joint, marks = _joint(sources), tuple(marks)
    pages = lower_bounds(joint, marks, PAGES)
    queries = lower_bounds(joint, marks, QUERIES)
    return {mark: {"pages": pages[mark], "queries": queries[mark]} for mark in pages}


def _joint(sources: Overlapping) -> Pages:
    """The pages of all sources, their records numbered as entities."""
    parts = [pages_of(world, cover_of(world)) for world in sources.worlds]
    rows = [entity[part.rows] for part, entity in zip(parts, sources.entities, strict=True)]
    records, pages = _starts(map(len, rows)), _starts(len(part.query) for part in parts)
    queries = _starts(len(part.first) for part in parts)
    return Pages(
        rows=np.concatenate(rows).astype(np.int32),
        page=np.append(_shifted((p.page[:-1] for p in parts), records), records[-1]),
        first=_shifted((part.first for part in parts), pages),
        query=_shifted((part.query for part in parts), queries),
        records=sources.union,
    )


def _starts(lengths: Iterable[int]) -> list[int]:
    return [0, *np.cumsum(list(lengths)).tolist()]


def _shifted(parts: Iterable[NDArray[Any]], starts: list[int]) -> NDArray[np.int64]:
    return np.concatenate([part + start for part, start in zip(parts, starts, strict=False)])
