"""Greedy with full knowledge: what a policy could do if it knew every answer beforehand.

Lazy greedy on the true sets (gains only fall, so an old gain is an upper bound), each query read
to its end. `Oracle` ranks by new records per page; with `broad` it ranks by new records alone,
since ratio greedy can be twice off; with `seen` it may ask only values that it has met. Greedy is
no bound: see `lab.bounds`.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from leadline.lab.cover import Cover
from leadline.lab.world import World
from leadline.model import PAGES, Cost, Interface, Query, Step, Turn, Why
from leadline.plan.knowledge import Knowledge, Shown


@dataclass(frozen=True)
class Oracle:
    """Ask the query with the most new records per cost, knowing the truth."""

    world: World
    cover: Cover
    seen: bool = False
    broad: bool = False
    cost: Cost = PAGES

    def learner(self, interface: Interface) -> Heap:
        """The heap of gains."""
        return Heap(self)

    def choose(self, known: Knowledge, rng: Random) -> Step | None:
        """The rest of the query in hand, else the best one by true gain."""
        return known.unfinished() or known.learner.best


class Heap:
    """Values by their last known gain, re-evaluated only when they come to the top."""

    def __init__(self, oracle: Oracle) -> None:
        self.oracle = oracle
        self.held = np.zeros(oracle.cover.records, bool)
        self.met = np.zeros(oracle.cover.values, bool)
        self.asked = np.zeros(oracle.cover.values, bool)
        self.heap: list[tuple[float, int, int]] = []
        self.best: Step | None = None
        if not oracle.seen:
            self._meet(range(oracle.cover.values))
            heapq.heapify(self.heap)
            self.best = self._pick()

    def expect(self, known: Knowledge, query: int, step: Step) -> None:
        """Nothing to note: the answer is known."""

    def learn(self, known: Knowledge, query: int, turn: Turn, shown: Shown) -> None:
        """Mark what is held, meet its values, and pick anew when the query is finished."""
        rows = [int(record.key) for record in turn.answer.records]
        if self.oracle.seen:
            self._meet(self._new_values([row for row in rows if not self.held[row]]))
        self.held[rows] = True
        self._strike(turn.step.query)
        if not known.open[query]:
            self.best = self._pick()

    def _strike(self, query: Query) -> None:
        if len(query.predicates) == 1:
            value = self.oracle.world.collection.ids.get(query.predicates[0])
            if value is not None:
                self.asked[value] = True

    def _new_values(self, rows: list[int]) -> Iterable[int]:
        collection, cover_ids = self.oracle.world.collection, self.oracle.world.collection.ids
        for row in rows:
            record = collection.record(row)
            if collection.carried is not None:
                yield from collection.carried[row]
            else:
                yield from _word_ids(record.text, cover_ids)

    def _meet(self, values: Iterable[int]) -> None:
        cover = self.oracle.cover
        for value in values:
            if not self.met[value]:
                self.met[value] = True
                size = int(cover.where[value + 1] - cover.where[value])
                heapq.heappush(self.heap, (*self._key(value, size), value))

    def _key(self, value: int, gain: int) -> tuple[float, int]:
        if self.oracle.broad:
            return -float(gain), 0
        price = self.oracle.cost.of(1, float(self.oracle.cover.pages[value]), gain)
        return -gain / max(price, 1e-9), -gain

    def _pick(self) -> Step | None:
        while self.heap:
            value = self.heap[0][-1]
            gain = int(np.count_nonzero(~self.held[self.oracle.cover.shown(value)]))
            key = (*self._key(value, gain), value)
            if self.asked[value] or not gain:
                heapq.heappop(self.heap)
            elif key == self.heap[0]:  # it stays, as other queries may be asked before it
                return self._step(value, gain)
            else:
                heapq.heapreplace(self.heap, key)
        return None

    def _step(self, value: int, gain: int) -> Step:
        collection = self.oracle.world.collection
        name = collection.attributes[collection.attribute[value]].name
        why = Why(expert="oracle", expected=gain, pages=float(self.oracle.cover.pages[value]))
        return Step(Query(((name, collection.names[value]),)), 1, why)


def _word_ids(text: str, ids: dict[tuple[str, str], Any]) -> Iterable[int]:
    from leadline.lab.collection import TEXT
    from leadline.plan.words import words

    for word in words(text):
        value = ids.get((TEXT, word))
        if value is not None:
            yield value
