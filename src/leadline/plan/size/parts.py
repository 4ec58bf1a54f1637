"""The parts into which an attribute that every record has once divides a source.

Of the parts whose total was asked it is known exactly how many records are missing. A part that no
record held is in has to be met first: by draws that don't ask for the attribute itself. Met, it is
asked for its total. How much such draws overlook is seen where the truth is known: κ is the share
of what is missing in counted parts that lies in parts which draws met as well. Parts that are
hardly held are most like those unknown and count most. So new parts hold D/κ records, D being the
totals of those met (Horvitz and Thompson 1952). κ rests on as few parts as matter (Kish's effective
number), so it is Wilson's (1927), with his bounds. To its error comes that of new parts being met
or not, each by chance κ; and one draw more might always have met something new.

Leaves out records that lack the attribute, but for their share among the missing ones met.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from leadline.model import Record
from leadline.plan.size.student import CONFIDENCE, NORMAL, effective

LEAST = 0.05  # of what is new is met: less is not thought of


@dataclass(slots=True)
class Parts:
    """What is missing in each part, as far as it was counted, and which parts draws have met."""

    attribute: str
    counted: dict[str, int]  # missing records of each value whose total was known before
    held: dict[str, int]  # and records held
    new: dict[str, int] = field(default_factory=dict)  # and of each met since
    met: set[str] = field(default_factory=set)
    finds: int = 0  # draws that found anything missing
    having: int = 0  # missing records met that have the attribute
    lacking: int = 0

    def meet(self, records: Iterable[Record]) -> list[str]:
        """Take in the missing records of a draw: the values whose totals are to be asked."""
        own = [self.values_of(record) for record in records]
        self.finds += bool(own)
        self.having += sum(bool(values) for values in own)
        self.lacking += sum(not values for values in own)
        every = dict.fromkeys(value for values in own for value in values)
        self.met.update(every)
        return [v for v in every if v not in self.counted and v not in self.new]

    def values_of(self, record: Record) -> list[str]:
        """A record's values of the attribute."""
        return [value for name, value in record.values if name == self.attribute]

    def missing(self) -> tuple[float, float, float]:
        """How many records are missing in all, and between what bounds."""
        certain, new = float(sum(self.counted.values())), float(sum(self.new.values()))
        having = (1 + self.having) / (1 + self.having + self.lacking)
        found, least = self._found()
        squares = float(sum(number**2 for number in self.new.values()))
        most = (new + NORMAL * math.sqrt((1 - least) * squares)) / least
        chance = min(-math.log((1 - CONFIDENCE) / 2) / max(self.finds, 1), 1.0)
        high = (certain + most + chance * (certain + new) / found) / having
        return (certain + new / found) / having, certain + new, high

    def _found(self) -> tuple[float, float]:
        """The share κ of what is like the unknown that draws find, and its lower bound."""
        weights = np.array([self._weight(value) for value in self.counted])
        met = np.array([value in self.met for value in self.counted], bool)
        if not weights.any():
            return 1.0, 1.0
        share, number = float(weights[met].sum() / weights.sum()), effective(weights)
        spread = NORMAL**2 / number
        centre = (share + spread / 2) / (1 + spread)
        half = math.sqrt(spread * (share * (1 - share) + spread / 4)) / (1 + spread)
        return centre, max(centre - half, LEAST)

    def _weight(self, value: str) -> float:
        missing = self.counted[value]
        return missing * missing / max(missing + self.held[value], 1)
