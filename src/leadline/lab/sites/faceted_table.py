"""A table behind facets: which rows have which values, and how many have each other value too.

A facet is a column; a row may have none of its values, one, or several. A choice is a set of
values, and what it finds are the rows that have all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from leadline.errors import BadData
from leadline.lab.sites.fields import label_of
from leadline.lab.sites.site import heading_of
from leadline.lab.table import Row, values_in

LONGEST = 500  # characters of a message that names columns
Rows = NDArray[np.int64]
Pair = tuple[str, str, str]  # the number of an entity, an attribute's name as shown, a value


@dataclass(frozen=True, kw_only=True, eq=False)
class FacetTable:
    """Rows, and the columns among theirs that are facets; equal only to itself."""

    rows: Sequence[Row]
    facets: tuple[str, ...]
    absent: frozenset[int] = frozenset()  # rows that are not on the site now
    numbered: tuple[tuple[str, str], ...] = ()  # the values, where their numbers are given

    def __post_init__(self) -> None:
        for name in self.facets:
            if all(name not in row for row in self.rows):
                columns = ", ".join(dict.fromkeys(name for row in self.rows for name in row))
                raise BadData(f"no row has the column '{name}'; there are: {columns[:LONGEST]}")

    @cached_property
    def values(self) -> tuple[tuple[str, str], ...]:
        """Each facet's values, the commonest first; the number of a value is its place here."""
        if self.numbered:
            return self.numbered
        found: list[tuple[str, str]] = []
        for name in self.facets:
            counted: dict[str, int] = {}
            for row in self.rows:
                for text in texts_of(row, name):
                    counted[text] = counted.get(text, 0) + 1
            found += [(name, text) for text in sorted(counted, key=lambda t: (-counted[t], t))]
        return tuple(found)

    @cached_property
    def numbers(self) -> dict[tuple[str, str], int]:
        """The number of each value."""
        return {pair: number for number, pair in enumerate(self.values)}

    @cached_property
    def spans(self) -> dict[str, tuple[int, int]]:
        """The first number of each facet's values, and the one after the last."""
        sizes = Counter(facet for facet, _ in self.values)
        ends = accumulate(sizes[facet] for facet in self.facets)
        return {facet: (end - sizes[facet], end)
                for facet, end in zip(self.facets, ends, strict=True)}  # fmt: skip

    @cached_property
    def _of_row(self) -> tuple[Rows, Rows]:
        """The values of all rows, one row after the other, and where each row's begin."""
        known = self.numbers
        each = [
            [known[name, text] for name in self.facets for text in texts_of(row, name)]
            for row in self.rows
        ]
        starts = np.cumsum([0, *map(len, each)])
        return np.array([v for some in each for v in some], np.int64), starts

    @cached_property
    def with_value(self) -> tuple[Rows, ...]:
        """The rows that have each value, ascending."""
        flat, starts = self._of_row
        owners = np.repeat(np.arange(len(self.rows)), np.diff(starts))
        order = np.argsort(flat, kind="stable")
        cuts = np.searchsorted(flat[order], np.arange(1, len(self.values)))
        return tuple(np.split(owners[order], cuts))

    @cached_property
    def present(self) -> Rows:
        """The rows that are on the site now, ascending."""
        return np.setdiff1d(np.arange(len(self.rows)), np.array(sorted(self.absent), np.int64))

    def chosen(self, choice: Sequence[int]) -> Rows:
        """The rows that have all these values."""
        found = self.present
        for value in choice:
            found = np.intersect1d(found, self.with_value[value], assume_unique=True)
        return found

    def counts(self, rows: Rows) -> Rows:
        """How many of these rows have each value."""
        flat, starts = self._of_row
        sizes = starts[rows + 1] - starts[rows]
        ends = np.cumsum(sizes)
        within = np.arange(ends[-1] if len(ends) else 0) - np.repeat(ends - sizes, sizes)
        return np.bincount(flat[np.repeat(starts[rows], sizes) + within],
                           minlength=len(self.values))  # fmt: skip

    def pairs(self) -> Iterator[Pair]:
        """What a crawl should find: each entity's values of each facet."""
        for number in self.present.tolist():
            for name in self.facets:
                for text in texts_of(self.rows[number], name):
                    yield str(number + 1), label_of(name), text

    @cached_property
    def heading(self) -> str:
        """The column that names a row; no facet does."""
        names = dict.fromkeys(name for row in self.rows for name in row)
        return heading_of(self.rows, tuple(n for n in names if n not in self.facets))


def texts_of(row: Row, name: str) -> list[str]:
    """The values of a row's column as a page shows them, each once."""
    value = row.get(name)
    if type(value) is int:  # the commonest by far, and the slowest to write in general
        return [str(value)]
    texts = (" ".join(text.split()) for text in values_in(value))
    return list(dict.fromkeys(text for text in texts if text))
