"""Greedy with knowledge of the domain, but not of its sources: what asking well could save at most.

Who knows every entity and how many of them each source has, but not which, can still tell what to
expect of an answer: an entity that matches is there with the chance of the source, unless it is
held or a whole answer of the source lacked it. Nobody who asks knows as much, so between this and a
method lies what knowing the domain is worth; between this and `oracle` lies luck. That an entity
which some sources lack is more likely in the others is left out.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.lab.integrate.oracle import Oracle
from leadline.lab.integrate.sources import Overlapping
from leadline.model import Query, Step, Turn, Why
from leadline.plan.many.together import Heedless, Together

Ints = NDArray[np.int64]
Entry = tuple[float, int, int]  # worth, negative; source; value


@dataclass(frozen=True)
class DomainOracle(Oracle):
    """Ask the query, of whichever source, with the most new entities to expect per cost."""

    def learner(self, together: Together) -> Any:
        """The heap of expected gains."""
        return Odds(self)


class Odds(Heedless):
    """Queries by what was expected of them; expectations only fall."""

    def __init__(self, oracle: Oracle) -> None:
        sources = oracle.sources
        self.oracle = oracle
        self._matching = matching(sources)
        self._queries = list(self._matching)
        self._shares = np.array(sources.sizes) / sources.union
        self._new = np.repeat(self._shares[:, None], sources.union, 1)  # chance: there, not held
        self._asked = set[tuple[int, Query]]()
        self._heap = [self._ranked(source, value) for source, world in enumerate(sources.worlds)
                      for value, query in enumerate(self._queries)
                      if world.interface.can_ask(query)]  # fmt: skip
        heapq.heapify(self._heap)

    def learn(self, together: Together, source: int, turn: Turn) -> None:
        """What is held now, and what the source lacks."""
        known, query = together.sources[source].known, turn.step.query
        number = known.number(query)
        self._asked.add((source, query))
        self._new[:, [int(record.key) for record in turn.answer.records]] = 0.0
        if not known.open[number] and not known.overflows(number):
            self._new[source, self._matching[query]] = 0.0

    def pick(self) -> tuple[int, Step] | None:
        """The query that promises most for its cost; none where nothing can be expected."""
        while self._heap:
            _, source, value = self._heap[0]
            entry = self._ranked(source, value)
            if entry == self._heap[0] and entry[0]:
                return source, self._best(source, value)
            if entry[0]:
                heapq.heapreplace(self._heap, entry)
            else:
                heapq.heappop(self._heap)
        return None

    def _ranked(self, source: int, value: int) -> Entry:
        new, pages = self._expected(source, value)
        return -new / max(self.oracle.cost.of(1, pages, new), 1e-9), source, value

    def _expected(self, source: int, value: int) -> tuple[float, float]:
        """New entities, and pages, of a query."""
        world, query = self.oracle.sources.worlds[source], self._queries[value]
        if (source, query) in self._asked:
            return 0.0, 1.0
        entities = self._matching[query]
        matches = self._shares[source] * len(entities)
        visible = min(matches, world.limit or np.inf)
        new = float(self._new[source, entities].sum() * visible / max(matches, 1e-9))
        return new, max(1.0, float(np.ceil(visible / world.page_size)))

    def _best(self, source: int, value: int) -> Step:
        new, pages = self._expected(source, value)
        return Step(self._queries[value], 1, Why(expert="oracle", expected=new, pages=pages))


def matching(sources: Overlapping) -> dict[Query, Ints]:
    """The entities of all sources that match each query for a single value."""
    found: dict[Query, list[Ints]] = {}
    for world, entities in zip(sources.worlds, sources.entities, strict=True):
        one = world.collection
        for value, text in enumerate(one.names):
            query = Query(((one.attributes[one.attribute[value]].name, text),))
            found.setdefault(query, []).append(entities[one.rows(value)])
    return {query: np.unique(np.concatenate(parts)) for query, parts in found.items()}
