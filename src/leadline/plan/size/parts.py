"""The parts into which an attribute that every record has once divides a source.

Of the parts whose total was asked it is known exactly how many records are missing. A part that no
record held is in has to be met first, by draws from the frames of other attributes. Met, it is
asked for its total. The draws that met a new part are a sample of the new parts, each in proportion
to its missing records: n of them met a part with u of the M new ones by the chance
π = 1 − (1 − u/M)ⁿ, and Σ u/π over the parts met is M (Horvitz and Thompson 1952), from which M
follows. Large new parts are met and so certain; few that were met twice say that there are more.

The error is that of being met or not, and what M is taken from itself; a share of what is new,
since draws keep to what hangs together with the records held; how many more there may be if new
parts are like the known ones (`linkage`); and one draw more might always have met something else.
Leaves out records that lack the attribute, but for their share among those met.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Container, Iterable
from dataclasses import dataclass, field

import numpy as np

from leadline.model import Record
from leadline.plan.size.linkage import Linkage
from leadline.plan.size.opinion import Opinion
from leadline.plan.size.student import NORMAL

DOUBT = 0.5  # of what is new
FREEDOM = 5.0  # degrees of freedom: parts are few and skewed
MOST = 20.0  # times what new parts were counted to have is the most that is thought of
ROUNDS = 100


@dataclass(slots=True)
class Parts:
    """New parts: the missing records of those counted, and how many draws met each."""

    attribute: str
    counted: dict[str, int] = field(default_factory=dict)
    met: Counter[str] = field(default_factory=Counter)
    draws: int = 0  # that would have shown a new part, had they met one
    finds: int = 0  # draws that showed anything missing
    having: int = 0  # missing records met that have the attribute
    lacking: int = 0

    def meet(self, records: Iterable[Record], is_known: Container[str]) -> list[str]:
        """Take in the missing records of a draw: the new parts not met before."""
        own = [self.values_of(record) for record in records]
        self.finds += bool(own)
        self.having += sum(bool(values) for values in own)
        self.lacking += sum(not values for values in own)
        new = dict.fromkeys(v for values in own for v in values if v not in is_known)
        first = [value for value in new if value not in self.met]
        self.met.update(list(new))
        return first

    def values_of(self, record: Record) -> list[str]:
        """A record's values of the attribute."""
        return [value for name, value in record.values if name == self.attribute]

    def opinion(
        self, certain: float, variance: float, beyond: float, linkage: Linkage
    ) -> Opinion | None:
        """How many records are missing, if so many are in parts that were known.

        `beyond` is the share of these that no other attribute leads to.
        """
        new, error = self._new()
        having = (1 + self.having) / (1 + self.having + self.lacking)
        more = linkage.more(new, len(self.met))  # the truth is between new and so many times that
        new, error = new * math.sqrt(more), error * math.sqrt(more)
        missing = certain + new
        if missing <= 0:
            return None
        doubt = max(DOUBT + beyond, math.log(more) / math.sqrt(12)) * new
        other = NORMAL * missing / (1 + self.finds)
        spread = math.sqrt(variance + error**2 + doubt**2 + other**2) / missing
        return Opinion(missing / having, math.hypot(spread, 1 - having), FREEDOM)

    def _new(self) -> tuple[float, float]:
        """The missing records of new parts, met or not, and the error."""
        sizes = np.array([number for number in self.counted.values() if number > 0], float)
        hits = 1 + sum(self.met[value] for value, number in self.counted.items() if number > 0)
        if not len(sizes):
            return 0.0, 0.0
        total = least = float(sizes.sum())
        for _ in range(ROUNDS):
            chance = 1 - (1 - sizes / total) ** hits
            total = min(max(float(np.sum(sizes / chance)), least), MOST * least)
        part = sizes / total
        chance = 1 - (1 - part) ** hits
        itself = float(np.sum(part**2 * hits * (1 - part) ** (hits - 1) / chance**2))
        error = math.sqrt(float(np.sum(sizes**2 * (1 - chance) / chance**2)))
        share = hits / (1 + sum(self.met.values()))  # of the draws, that met what was counted
        return total / share, math.hypot(error / max(1 - itself, 0.05), total / hits) / share
