"""One method against overlapping sources: the curve of entities over pages and queries."""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Sequence

import numpy as np

from leadline.lab.integrate.sources import Overlapping
from leadline.lab.run import Curve, first_query
from leadline.model import Query, Turn
from leadline.plan.knowledge import Knowledge
from leadline.plan.many.together import ManyPolicy, Together


def first_queries(sources: Overlapping, seed: int) -> list[Query]:
    """For each source a value of middling frequency to begin with."""
    return [first_query(world, seed * 1000 + i) for i, world in enumerate(sources.worlds)]


def gather(
    sources: Overlapping,
    policy: ManyPolicy,
    *,
    seed: int = 0,
    target: float = 0.95,
    max_pages: int | None = None,
    earlier: Sequence[Knowledge] = (),
    progress: Callable[[int, int], None] = lambda pages, records: None,
) -> tuple[Curve, Together]:
    """Ask until the target share of the union is held, the method gives up, or pages are spent."""
    began = time.perf_counter()
    together = Together([world.interface for world in sources.worlds], policy,
                        first=first_queries(sources, seed), earlier=earlier)  # fmt: skip
    held, queries = array("i"), array("i")
    wanted = target * sources.union - 1e-9
    while (chosen := policy.choose(together)) is not None:
        source, step = chosen
        number = together.sources[source].known.pages + 1
        together.hear(source, Turn(number, step, sources.answer(source, step)))
        held.append(together.records)
        queries.append(together.queries)
        progress(together.pages, together.records)
        if together.records >= wanted or together.pages == max_pages:
            break
    curve = Curve(np.array(held), np.array(queries), sources.union, time.perf_counter() - began)
    return curve, together
