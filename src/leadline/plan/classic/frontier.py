"""What the published policies share: the values still to ask, and reading each query to its end.

The values met but not yet asked are L_to-query of Wu et al. (2006, §2.5). Leaves out values that a
form lists but no record has shown: the papers ask only what they have met.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.model import Query, Step, Turn
from leadline.plan.held import UNKNOWN
from leadline.plan.knowledge import Knowledge, Shown


def to_query(known: Knowledge) -> NDArray[np.bool_]:
    """For each value, whether a record has shown it, it is not asked yet, and the form takes it."""
    waiting: NDArray[np.bool_] = (known.query_of == UNKNOWN) & (known.local > 0)
    for position, attribute in enumerate(known.interface.attributes):
        if attribute.domain:
            listed = [known.id_of(attribute.name, value) for value in attribute.domain]
            allowed = np.zeros(known.values, bool)
            allowed[[value for value in listed if value != UNKNOWN]] = True
            waiting &= allowed | (known.attribute != position)
    return waiting


def queue(known: Knowledge) -> NDArray[Any]:
    """The values to query in the order in which they were met."""
    return np.flatnonzero(to_query(known))


def query_for(known: Knowledge, value: int) -> Query | None:
    """The query that asks just this value; None for no value."""
    return None if value == UNKNOWN else known.query(value)


class ReadsToTheEnd(ABC):
    """A policy that reads a query to its end before it selects the next."""

    def choose(self, known: Knowledge, rng: Random) -> Step | None:
        """The next page of the query in hand, else the first page of the next query."""
        rest = known.unfinished()
        if rest is not None:
            return rest
        query = self.select(known, rng)
        return None if query is None else Step(query)

    @abstractmethod
    def select(self, known: Knowledge, rng: Random) -> Query | None:
        """The query to ask next, or None when none is left."""


class AsksThePick(ReadsToTheEnd):
    """A policy whose learner, a `Picks`, has already settled on the next query."""

    def select(self, known: Knowledge, rng: Random) -> Query | None:
        """What the learner picked when the last query was done."""
        pick: Query | None = known.learner.best
        return pick


class Picks(ABC):
    """A learner that settles on the next query as soon as the one in hand is done."""

    best: Query | None = None

    def expect(self, known: Knowledge, query: int, step: Step) -> None:
        """Nothing to note beforehand."""
        return

    def learn(self, known: Knowledge, query: int, turn: Turn, shown: Shown) -> None:
        """Count the page; pick anew when it was the query's last."""
        self.count(known, query, shown)
        if not known.open[query]:
            self.best = self.pick(known)

    @abstractmethod
    def count(self, known: Knowledge, query: int, shown: Shown) -> None:
        """Take in the records of one page."""

    @abstractmethod
    def pick(self, known: Knowledge) -> Query | None:
        """The best query to ask next, or None when none is left."""
