"""Values of a whole attribute that no record held has, met during an audit.

Each is asked for its total: all of that is missing. Whoever meets only values met before has
probably met them all, so a record counts as covered if *another* draw has met its value too: what
is met once tells how much is still to be met (Good 1953, Turing's estimate).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from leadline.model import Record
from leadline.plan.knowledge import Knowledge


class Discoveries:
    """Unknown values of one attribute, and their totals."""

    def __init__(self, known: Knowledge, attribute: str) -> None:
        self._known, self.attribute = known, attribute
        self._totals: dict[str, int] = {}
        self._met: defaultdict[str, set[int]] = defaultdict(set)

    @property
    def total(self) -> float:
        """All records with values discovered, as far as their totals are known."""
        return float(sum(self._totals.values()))

    def new_in(self, records: Iterable[Record]) -> Iterator[str]:
        """Values of these records that are neither known nor asked for yet."""
        for record in records:
            for value in self._unknown(record):
                if value not in self._totals:
                    yield value

    def note(self, value: str, total: int | None) -> None:
        """The total of a value; None if it was not said."""
        self._totals[value] = total or 0

    def meet(self, draw: int, records: Iterable[Record]) -> None:
        """The missing records of a draw."""
        for record in records:
            for value in self._unknown(record):
                self._met[value].add(draw)

    def covers(self, records: Iterable[Record]) -> NDArray[np.float64]:
        """Whether each record has a value with a total that another draw met as well."""
        return np.array([float(self._covered(record)) for record in records])

    def _covered(self, record: Record) -> bool:
        values = self._unknown(record)
        return any(self._totals.get(v) and len(self._met[v]) > 1 for v in values)

    def _unknown(self, record: Record) -> list[str]:
        own = (value for name, value in record.values if name == self.attribute)
        return [value for value in own if self._known.id_of(self.attribute, value) < 0]
