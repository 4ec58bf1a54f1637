"""Random drill-downs with backtracking over a structured form, for comparison.

From the whole source downwards, attribute by attribute: a value is taken at random, and where
nothing matches the next one that something matches, until an answer is small enough to be shown
whole. A walk that ends at q found |q| records with the chance p(q), the product over its branches
of (1 + empty values just before it)/(values): |q|/p(q) has the mean N, whatever the data (Dasgupta,
Jin, Jewell, Zhang, Das 2010, "Unbiased estimation of size and other aggregates over hidden web
databases", the walk of HD-UNBIASED-SIZE without its variance reduction).

The values are those of records held, so what only unknown values have is missed; only attributes
that a record has once split a source into parts. The estimate is the mean over walks.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from leadline.model import Answer, Kind, Query, Step
from leadline.plan.knowledge import Knowledge
from leadline.plan.size.reading import WHY
from leadline.plan.size.student import mean_interval
from leadline.plan.size.value import Size

MANY = 200  # values: an attribute with more is not drilled down
LONGEST = 100  # records: what is read whole where the source sets no limit
Asking = Generator[Step, Answer, "Node"]


@dataclass(frozen=True, slots=True)
class Node:
    """A query: how many records match, or None if more than are shown."""

    query: Query
    records: int | None


@dataclass(frozen=True, slots=True)
class Level:
    """An attribute and its values in a fixed order."""

    name: str
    values: tuple[str, ...]


class OutOfPages(Exception):
    """The pages are spent in the middle of a walk."""


class DrillDowns:
    """Walks until the pages are spent."""

    def __init__(self, known: Knowledge, pages: int, seed: int = 0) -> None:
        self.pages, self.sizes = pages, list[float]()
        self._known, self._rng = known, Random(f"drill/{seed}")
        self._levels = levels(known)
        self._most = min(known.interface.limit or LONGEST, LONGEST)
        self._nodes: dict[Query, Node] = {}

    def steps(self) -> Generator[Step, Answer, None]:
        """Yields steps and is sent their answers."""
        if not self._levels:
            return
        try:
            for _ in range(10 * self.pages):  # what was asked before costs nothing
                yield from self._walk()
        except OutOfPages:
            return

    def estimate(self) -> Size | None:
        """The mean over walks, or None if none ended."""
        if not self.sizes:
            return None
        mean, low, high = mean_interval(self.sizes)
        held = float(self._known.records)
        return Size(estimate=max(mean, held), low=max(low, held), high=max(high, held))

    def _walk(self) -> Generator[Step, Answer, None]:
        query, chance = Query(), 1.0
        node = Node(query, None)
        for level in self._levels:
            node, share = yield from self._branch(node.query, level)
            chance *= share
            if node.records is not None:
                break
        self.sizes.append((self._most if node.records is None else node.records) / chance)

    def _branch(self, query: Query, level: Level) -> Generator[Step, Answer, tuple[Node, float]]:
        """A branch that something matches, and the chance that it is the one taken."""
        number, place = len(level.values), self._rng.randrange(len(level.values))
        node = yield from self._ask(query.with_(level.name, level.values[place]))
        for _ in range(number):
            if node.records != 0:
                break
            place = (place + 1) % number
            node = yield from self._ask(query.with_(level.name, level.values[place]))
        empty = 0
        while empty < number - 1:
            before = level.values[(place - 1 - empty) % number]
            if (yield from self._ask(query.with_(level.name, before))).records != 0:
                break
            empty += 1
        return node, (1 + empty) / number

    def _ask(self, query: Query) -> Asking:
        if query not in self._nodes:
            self._nodes[query] = yield from self._count(query)
        return self._nodes[query]

    def _count(self, query: Query) -> Asking:
        page, seen = 1, set[str]()
        while True:
            if self.pages <= 0:
                raise OutOfPages
            answer = yield Step(query, page, WHY)
            self.pages, page = self.pages - 1, page + 1
            seen.update(record.key for record in answer.records)
            if answer.total is not None and answer.total > self._most:
                return Node(query, None)
            if answer.total is not None:
                return Node(query, answer.total)
            if len(seen) >= self._most:
                return Node(query, None)
            if not answer.more:
                return Node(query, len(seen))


def levels(known: Knowledge) -> Sequence[Level]:
    """The attributes that split the records held, those with the fewest values first."""
    row = known.owners
    found = list[Level]()
    for position, attribute in enumerate(known.interface.attributes):
        own = known.attribute[known.terms] == position
        once = bool(np.all(np.bincount(row[own], minlength=known.records) == 1))
        values = np.flatnonzero((known.attribute == position) & (known.local > 0))
        if attribute.kind is Kind.VALUE and once and 1 < len(values) <= MANY:
            found.append(Level(attribute.name, tuple(known.names[v] for v in values)))
    return sorted(found, key=lambda level: len(level.values))
