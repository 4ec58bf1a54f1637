"""One policy against one simulated source: the curve of records over pages and queries."""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.answering import answered
from leadline.flow import converse, recall
from leadline.lab.world import World
from leadline.model import Query
from leadline.plan.policy import Policy

MARKS = (0.5, 0.8, 0.9, 0.95, 0.99)


@dataclass(frozen=True, slots=True)
class Curve:
    """After each page: records held and queries opened."""

    held: NDArray[Any]
    queries: NDArray[Any]
    records: int
    seconds: float

    @property
    def coverage(self) -> float:
        """The share of all records that was held at the end."""
        return float(self.held[-1] / self.records) if len(self.held) else 0.0

    def at(self, share: float) -> tuple[int, int] | None:
        """Pages and queries until that share was held, or None if it never was."""
        place = int(np.searchsorted(self.held, share * self.records - 1e-9))
        return None if place >= len(self.held) else (place + 1, int(self.queries[place]))


def first_query(world: World, seed: int) -> Query:
    """A value of middling frequency to begin with, as a person who tries a word would hit one."""
    collection = world.collection
    frequency = collection.frequency
    middling = np.flatnonzero((frequency >= 5) & (frequency <= 200))
    pool = middling if len(middling) else np.flatnonzero(frequency == frequency.max())
    value = int(pool[Random(f"first/{seed}").randrange(len(pool))])
    name = collection.attributes[collection.attribute[value]].name
    return Query(((name, collection.names[value]),))


def run(
    world: World,
    policy: Policy,
    *,
    first: Query | None,
    seed: int = 0,
    target: float = 0.95,
    max_pages: int | None = None,
    progress: Callable[[int, int], None] = lambda pages, records: None,
) -> Curve:
    """Crawl until the target share is held, the policy gives up, or the pages are spent."""
    began = time.perf_counter()
    known = recall(policy, world.interface)
    held, queries = array("i"), array("i")
    wanted = target * world.collection.records - 1e-9
    talk = converse(policy, known, () if first is None else (first,), seed)
    for _ in answered(talk, world.answer):
        held.append(known.records)
        queries.append(len(known.queries))
        progress(known.pages, known.records)
        if known.records >= wanted or (max_pages is not None and known.pages >= max_pages):
            break
    return Curve(np.array(held), np.array(queries), world.collection.records,
                 time.perf_counter() - began)  # fmt: skip
