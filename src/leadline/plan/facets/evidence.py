"""What is told of entities and values, and by what: pages of lists, or their counts."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from leadline.plan.facets.lists import Under, Value
from leadline.plan.facets.states import Rows

OWN = -1  # in place of a page: the row of the entity itself says it
EVERYTHING: Under = frozenset()


@dataclass(slots=True, kw_only=True)
class Told:
    """A list read to its end: its members, and how many of them have each value."""

    under: Under
    members: Rows
    values: Rows
    counts: Rows

    def narrow(self, part: NDArray[np.int8], left: NDArray[np.bool_]) -> None:
        """Keep only the values that are left, and the members of which something is not known."""
        part = part[:, left]
        open_ = (part == 0).any(axis=1)
        self.values = self.values[left]
        self.counts = self.counts[left] - (part[~open_] & 1).sum(axis=0)
        self.members = self.members[open_]


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Why some have a value: a page of a list showed them, or the counts of a list leave no choice.

    `page` is 0 for counts, and OWN for the entity's own row.
    """

    rows: Rows
    value: int
    under: Under
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """An entity has a value of a facet, as told by a page of a list, or (page 0) by its counts."""

    key: str
    value: Value
    under: Under
    page: int
