"""What the best tree of cells would take, for someone who knows the whole table.

A cell that is cut is divided by one field, a drop-down into its values, a range into consecutive
parts as full as they can be, and each part that has records is read; what is empty or divided is
not asked. No crawler knows where to cut beforehand, so this tells how far from the floor a table is
by itself, and what is left to a better choice:

    best(cell) = its pages, if it fits; else min over fields of Σ best(part)

Where fields are few drop-downs all ways are looked at, else the field whose parts should take
fewest pages is taken at each cell, and the result is a tree that exists, but may not be the best.
Answers that overlap could do with less.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from leadline.lab.world import World
from leadline.model import Kind

Codes = NDArray[np.int64]
MOST = 1_000_000  # rows times sets of fields: with more, not all ways are looked at
WASTE = 1.3  # of the floor: what a part that has to be divided again will take


def best_tree_pages(world: World) -> int | None:
    """Pages of the leaves of the best tree; None where a row has several values in a field."""
    collection = world.collection
    if (codes := codes_of(world)) is None:
        return None
    ordered = [attribute.kind is Kind.RANGE for attribute in collection.attributes]
    return _Trees(codes, ordered, world.limit or collection.records, world.page_size).best()


def codes_of(world: World) -> Codes | None:
    """A number for each row's value in each field, -1 for none; None if a row has several."""
    collection = world.collection
    codes = np.full((len(collection.attributes), collection.records), -1, np.int64)
    for field, attribute in enumerate(collection.attributes):
        line = world.lines.of(attribute.name)
        if len(np.unique(line.sorted)) < len(line.sorted):
            return None
        sizes = np.diff(line.starts)
        codes[field, line.sorted] = np.repeat(np.arange(len(sizes)), sizes)
    return codes


class _Trees:
    """The trees over the rows of a table; a field is its row of codes, -1 where it has no value."""

    def __init__(self, codes: Codes, ordered: list[bool], limit: int, page_size: int) -> None:
        self._codes, self._ordered = codes, ordered
        self._limit, self._page = limit, page_size
        fields, rows = codes.shape
        self._all_ways = not any(ordered) and rows * 2**fields <= MOST
        self._known: dict[bytes, int] = {}

    def best(self) -> int:
        """Pages of the best tree over all rows."""
        fields, rows = self._codes.shape
        return self._pages(np.arange(rows), frozenset(range(fields)))

    def _pages(self, rows: Codes, free: frozenset[int]) -> int:
        if len(rows) <= self._limit or not free:
            return -(-min(len(rows), self._limit) // self._page)
        if not self._all_ways:
            field = min(free, key=lambda one: (self._guess(rows, one), one))
            return self._by(rows, field, free)
        key = rows.tobytes()
        if key not in self._known:
            self._known[key] = min(self._by(rows, field, free) for field in free)
        return self._known[key]

    def _by(self, rows: Codes, field: int, free: frozenset[int]) -> int:
        return sum(self._pages(part, free - {field}) for part in self._parts(rows, field))

    def _guess(self, rows: Codes, field: int) -> float:
        """Pages that the parts should take; more than there are if the field divides nothing."""
        sizes = [len(part) for part in self._parts(rows, field)]
        waste = (WASTE * n / self._page if n > self._limit else -(-n // self._page) for n in sizes)
        return sum(waste) if len(sizes) > 1 else float(len(rows))

    def _parts(self, rows: Codes, field: int) -> Iterator[Codes]:
        codes = self._codes[field, rows]
        order = np.argsort(codes, kind="stable")
        starts = np.flatnonzero(np.diff(codes[order], prepend=-2))
        groups = np.split(rows[order], starts[1:])
        lacking = int(codes[order[0]] == -1)
        return chain(groups[:lacking], self._filled(field, groups[lacking:]))

    def _filled(self, field: int, groups: list[Codes]) -> Iterator[Codes]:
        """Neighbouring values of a range together, as long as they fit."""
        if not self._ordered[field] or not groups:
            yield from groups
            return
        part: list[Codes] = []
        for group in groups:
            if part and sum(map(len, part)) + len(group) > self._limit:
                yield np.concatenate(part)
                part = []
            part.append(group)
        yield np.concatenate(part)
