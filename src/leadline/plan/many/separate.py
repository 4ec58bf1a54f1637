"""Separate acquisition: one source after the other, none knowing of the others (Xian et al., §6.1).

The baseline of the paper. Sources are taken in the order of SourceSort, each read until the share
`omega` of its estimated size is held or nothing is left to ask; when all of them are there, those
that still have something to ask go on to their ends in the same order.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from leadline.model import Interface, Step
from leadline.plan.many.source_sort import sort_sources
from leadline.plan.many.together import Heedless, Together
from leadline.plan.policy import Policy


@dataclass(frozen=True)
class Separate:
    """Exhaust each source by itself; `policy` makes what chooses within one, from its size."""

    sizes: tuple[float, ...]
    policy: Callable[[float], Policy]
    omega: float = 0.95

    def single(self) -> Policy:
        """What learns in each source."""
        return self.policy(0.0)

    def of_union(self, interface: Interface) -> Any:
        """None: the union plays no part."""
        return None

    def learner(self, together: Together) -> Heedless:
        """Nothing is learnt from the others."""
        return Heedless()

    def choose(self, together: Together) -> tuple[int, Step] | None:
        """The next page of the first source that is not done."""
        order = sort_sources(self.sizes)
        for share in (self.omega, 1.0):
            for source in order:
                step = self._next(together, source, share)
                if step is not None:
                    return source, step
        return None

    def _next(self, together: Together, source: int, share: float) -> Step | None:
        known = together.sources[source].known
        if known.pages == 0:
            return together.start(source)
        if known.unfinished() is None and known.records >= share * self.sizes[source]:
            return None
        return self.policy(self.sizes[source]).choose(known, Random(known.pages))
