"""A table of who has which value: a row for each entity, a column for each value of a facet.

What an entry says: nothing is known (0), concluded that it has the value (1), that it has not (2),
or seen on a list under the value (3); the odd ones have it. How many do is counted as it changes,
and so is who has several values of a facet.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

UNKNOWN, YES, NO, SEEN = 0, 1, 2, 3
Rows = NDArray[np.int64]


class States:
    """The table; `of` has more rows than there are entities."""

    def __init__(self) -> None:
        self.of = np.zeros((1024, 0), np.int8)
        self.touched = np.zeros(1024, np.bool_)  # rows that changed since `changed` was asked
        self.yes = np.zeros(0, np.int64)
        self.no = np.zeros(0, np.int64)
        self._had = np.zeros((1024, 0), np.int16)  # how many values of each facet a row has
        self._facets: dict[str, list[int]] = {}
        self._columns: dict[str, Rows] = {}
        self._place = np.zeros(0, np.int64)  # the number of each column's facet

    @property
    def facets(self) -> list[str]:
        """The facets that have columns."""
        return list(self._facets)

    def add(self, facets: Sequence[str]) -> None:
        """New columns, one for each name of a facet."""
        start = self.of.shape[1]
        for n, facet in enumerate(facets, start):
            self._facets.setdefault(facet, []).append(n)
        self._columns = {facet: np.array(some) for facet, some in self._facets.items()}
        places = {facet: n for n, facet in enumerate(self._facets)}
        self._place = np.concatenate([self._place, [places[f] for f in facets]]).astype(np.int64)
        self.of = np.pad(self.of, ((0, 0), (0, len(facets))))
        self._had = np.pad(self._had, ((0, 0), (0, len(places) - self._had.shape[1])))
        self.yes = np.pad(self.yes, (0, len(facets)))
        self.no = np.pad(self.no, (0, len(facets)))

    def room_for(self, rows: int) -> None:
        """Make the table long enough."""
        while rows > len(self.of):
            self.of = np.concatenate([self.of, np.zeros_like(self.of)])
            self._had = np.concatenate([self._had, np.zeros_like(self._had)])
            self.touched = np.concatenate([self.touched, np.zeros_like(self.touched)])

    def columns(self, facet: str) -> Rows:
        """The columns of a facet."""
        return self._columns[facet]

    def put(self, rows: Rows, column: int, state: int) -> int:
        """Say something of some rows; how many of them were said not to have it, and have."""
        before = self.of[rows, column]
        against = int((before == NO).sum())
        if state == NO:
            self.no[column] += int((before == UNKNOWN).sum())
        else:
            self.no[column] -= against
            new = rows[before & 1 == 0]
            self.yes[column] += len(new)
            self._had[new, self._place[column]] += 1
        self.of[rows, column] = state
        self.touched[rows] = True
        return against if state != NO else 0

    def rule_out(self, rows: Rows, columns: Rows) -> int:
        """Nobody of these has these values, as far as not known otherwise; how many have one."""
        if not len(rows) or not len(columns):
            return 0
        part = self.of[np.ix_(rows, columns)]
        open_ = part == UNKNOWN
        self.no[columns] += open_.sum(axis=0)
        self.of[np.ix_(rows, columns)] = np.where(open_, NO, part)
        self.touched[rows[open_.any(axis=1)]] = True
        return int((part & 1).sum())

    def several(self, facet: str) -> int:
        """How many rows have more than one value of a facet."""
        return int((self._had[:, self._place[self._columns[facet][0]]] > 1).sum())

    def without(self, facet: str, rows: int) -> Rows:
        """The rows that have no value of a facet, as far as is known."""
        return np.flatnonzero(self._had[:rows, self._place[self._columns[facet][0]]] == 0)

    def is_settled(self, rows: Rows, facet: str) -> bool:
        """Whether all is known of some rows and a facet."""
        return bool(self.of[np.ix_(rows, self._columns[facet])].all())

    def changed(self, rows: int) -> Rows:
        """The rows that changed since this was last asked."""
        found = np.flatnonzero(self.touched[:rows])
        self.touched[:] = False
        return found

    def forget(self, facet: str) -> Rows:
        """Keep only what was seen of a facet; gives its columns."""
        columns = self._columns[facet]
        seen = self.of[:, columns] == SEEN
        self.of[:, columns] = np.where(seen, SEEN, UNKNOWN)
        self.yes[columns], self.no[columns] = seen.sum(axis=0), 0
        self._had[:, self._place[columns[0]]] = seen.sum(axis=1)
        return columns
