"""The parts into which an attribute that every record has once divides a source.

Of the parts whose total was asked it is known exactly how many records are missing. A part that no
record held is in has to be met first: by draws that don't ask for the attribute itself. Met, it is
asked for its total. How much such draws overlook is seen where the truth is known: κ is the share
of what is missing in counted parts that lies in parts which draws met as well. Parts that are
hardly held are most like those unknown and count most. So new parts hold D/κ records, D being the
totals of those met (Horvitz and Thompson 1952). Its error is that of parts being met or not, each
by chance κ, and of κ itself. And one draw more might always have met something new, and there may
be one part more, like the largest counted one that draws overlooked.

Leaves out records that lack the attribute, but for their share among the missing ones met.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from leadline.model import Record
from leadline.plan.size.student import CONFIDENCE, ratio_error, t_quantile

Floats = NDArray[np.float64]


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
        found = self._found()
        factor = math.exp(min(self._error(found, new), 5.0))
        chance = -math.log((1 - CONFIDENCE) / 2) / max(self.finds, 1)
        more = min(chance, 1.0) * (certain + new) / found + self._overlooked()
        high = (certain + new / found * factor + more) / having
        return (certain + new / found) / having, certain + new, high

    def _overlooked(self) -> int:
        if not any(self.new.values()):
            return 0
        return max((self.counted[v] for v in self.counted if v not in self.met), default=0)

    def _sizes(self) -> tuple[Floats, Floats]:
        """Of counted parts the weight, and the same if met; one more of mean weight is met."""
        parts = [(self._weight(value), value in self.met) for value in self.counted]
        mean = sum(weight for weight, _ in parts) / max(len(parts), 1) or 1.0
        every = np.array([mean, *(weight for weight, _ in parts)])
        return every, every * np.array([True, *(met for _, met in parts)])

    def _weight(self, value: str) -> float:
        missing = self.counted[value]
        return missing * (missing / max(missing + self.held[value], 1))

    def _found(self) -> float:
        every, met = self._sizes()
        return float(met.sum() / every.sum())

    def _error(self, found: float, new: float) -> float:
        """Half the width of the interval of the logarithm of what new parts hold."""
        if not new:
            return 0.0
        every, met = self._sizes()
        squares = float(sum(number**2 for number in self.new.values()))
        error = math.hypot(ratio_error(met, every), math.sqrt((1 - found) * squares) / new)
        effective = float(every.sum() ** 2 / np.sum(every**2))
        return t_quantile(max(effective - 1, 1.0)) * error if error < math.inf else 0.0
