"""Who has which value: witnessed, or the only way to make the site's counts true.

Each list that was read to its end tells its members, and its panel how many of them have each
value. If as many are known to have it, the others do not; if no more than these can, all do. Where
the counts of a facet add up to the members and nobody has two values, everybody has exactly one.

Counts are believed as long as no list contradicts them; `trusted` says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Value = tuple[str, str]
UNKNOWN, YES, NO = 0, 1, 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A list read to its end: its members, and how many of them have each value."""

    members: NDArray[np.int64]
    values: NDArray[np.int64]
    counts: NDArray[np.int64]


class Known:
    """What is known of all entities and values met so far."""

    def __init__(self, counts: Mapping[Value, int], total: int | None) -> None:
        self.values = list(counts)
        self.counts = np.array([counts[v] for v in self.values], np.int64)
        self.total = total
        self.trusted = total is not None
        self.number = {value: n for n, value in enumerate(self.values)}
        self.keys: dict[str, int] = {}
        self._state = np.zeros((1024, len(self.values)), np.int8)
        self._seen = np.zeros((1024, len(self.values)), np.bool_)  # on a list under the value
        self._told: list[Told] = []
        self._columns = self._by_facet()
        self._fresh = False

    def _by_facet(self) -> dict[str, NDArray[np.int64]]:
        found: dict[str, list[int]] = {}
        for n, (facet, _) in enumerate(self.values):
            found.setdefault(facet, []).append(n)
        return {facet: np.array(some) for facet, some in found.items()}

    @property
    def state(self) -> NDArray[np.int8]:
        """A row for each entity, a column for each value."""
        return self._state[: len(self.keys)]

    def meet(self, keys: Iterable[str], having: Iterable[Value]) -> None:
        """Entities that a list under these values shows."""
        rows = self._rows(keys)
        for value in having:
            self._state[rows, self.number[value]] = YES
            self._seen[rows, self.number[value]] = True
        self._fresh = True

    def read(self, keys: Iterable[str], panel: Mapping[Value, int], total: int,
             under: Iterable[Value]) -> None:  # fmt: skip
        """A list that was read to its end; values that its panel lacks have no members in it.

        Of the facets it was chosen by, and of those that its panel lacks, nothing is concluded:
        some sites go on counting what is not chosen, others leave out what is settled.
        """
        rows, chosen = self._rows(keys), {facet for facet, _ in under}
        if len(rows) != total:
            self._distrust()
        counts = np.zeros(len(self.values), np.int64)
        for value, count in panel.items():
            if value in self.number:
                counts[self.number[value]] = count
        seen = {facet for facet, _ in panel} - chosen
        use = [n for n, (facet, _) in enumerate(self.values) if facet in seen]
        self._told.append(Told(members=rows, values=np.array(use, np.int64), counts=counts[use]))
        self._fresh = True

    def having(self, values: Iterable[Value]) -> list[str]:
        """The entities that are known to have all these values."""
        columns = [self.number[value] for value in values]
        rows = np.flatnonzero((self.state[:, columns] == YES).all(axis=1))
        names = list(self.keys)
        return [names[row] for row in rows.tolist()]

    def is_closed(self, value: Value) -> bool:
        """Whether all entities with a value are known."""
        n = self.number[value]
        return bool((self.state[:, n] == YES).sum() >= self.counts[n])

    def is_total(self, facet: str) -> bool:
        """Whether everybody seems to have exactly one value of a facet."""
        columns = self._columns[facet]
        once = int(self.counts[columns].sum()) == self.total
        return once and bool(((self.state[:, columns] == YES).sum(axis=1) <= 1).all())

    def is_settled(self, keys: Iterable[str], facet: str) -> bool:
        """Whether it is known of all these entities which values of a facet they have."""
        part = self._state[np.ix_(self._rows(keys), self._columns[facet])]
        return not (part == UNKNOWN).any()

    def conclude(self) -> None:
        """All that follows from the counts."""
        if not self.trusted or not self._fresh:
            return
        self._fresh, before = False, -1
        total = [c for f, c in self._columns.items() if self.is_total(f)]
        while before != (before := int((self.state == UNKNOWN).sum())):
            self._told = [told for told in self._told if self._count(told)]
            if len(self.keys) == self.total:
                self._count(self._whole())
            for columns in total:
                self._exactly_one(columns)

    def _distrust(self) -> None:
        """Counts were wrong somewhere: only what was witnessed is kept."""
        self.trusted = False
        self._state = np.where(self._seen, YES, UNKNOWN).astype(np.int8)

    def _whole(self) -> Told:
        """The list of everybody, once all are known."""
        members, values = np.arange(len(self.keys)), np.arange(len(self.values))
        return Told(members=members, values=values, counts=self.counts)

    def _count(self, told: Told) -> bool:
        """What the counts of a list tell; whether they may tell more later."""
        part = self._state[np.ix_(told.members, told.values)]
        if not self.trusted:
            return False
        yes, open_ = (part == YES).sum(axis=0), (part == UNKNOWN).sum(axis=0)
        if (yes > told.counts).any() or (yes + open_ < told.counts).any():
            self._distrust()
            return False
        if not open_.any():
            return False
        for full, state in ((yes == told.counts, NO), (yes + open_ == told.counts, YES)):
            settled = np.flatnonzero(full & (open_ > 0))
            for n in settled.tolist():
                rows = told.members[part[:, n] == UNKNOWN]
                self._state[rows, told.values[n]] = state
            open_[settled] = 0
        return bool(open_.any())

    def _exactly_one(self, columns: NDArray[np.int64]) -> None:
        if not self.trusted:
            return
        part = self.state[:, columns]
        has = (part == YES).any(axis=1)
        last = ~has & ((part == UNKNOWN).sum(axis=1) == 1)
        part = np.where((part == UNKNOWN) & has[:, None], NO, part)
        part = np.where((part == UNKNOWN) & last[:, None], YES, part)
        self._state[: len(self.keys), columns] = part

    def pairs(self) -> Iterable[tuple[str, str, str]]:
        """Everything that somebody is known to have."""
        names = list(self.keys)
        for row, column in np.argwhere(self.state == YES).tolist():
            yield names[row], *self.values[column]

    def _rows(self, keys: Iterable[str]) -> NDArray[np.int64]:
        rows = [self.keys.setdefault(key, len(self.keys)) for key in keys]
        while len(self.keys) > len(self._state):
            self._state = np.concatenate([self._state, np.zeros_like(self._state)])
            self._seen = np.concatenate([self._seen, np.zeros_like(self._seen)])
        return np.array(rows, np.int64)
