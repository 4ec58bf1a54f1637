"""Which attribute to split a cell by: the one that leads to parts that are read in fewest pages.

An ordered attribute can be cut into parts that just fit, but for values that many records share. A
category falls into one part a value, however small, so the order of the splits matters: they should
end in cells that are nearly full. Expected pages for a record of a cell of size s are computed as
if attributes were independent inside it, with the shares that values have in cells like it:

    c(A, s) = 1/s, or its pages, if s fits; else 1/s + min over a in A of Σ_v w_v c(A \\ a, s w_v)

An answer's last page is half empty on average, so many parts are more pages than few. Sizes are
what is expected: a cell thought to be nearly full may overflow. One thought to have less than a
record is mostly empty, but it is asked in vain if a value that is asked after it has one: many
values of which few are in a cell cost more than the records that they have; where nothing counts,
each that is listed is asked. Where attributes hang together, as towns and their countries do, their
cells are of unlike sizes and some are empty: how much more often two records agree in one that
agree in the other tells how unlike (`likeness`).

Slice-cover (Sheng et al. 2012) takes the attributes in a fixed order.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from math import erfc, exp, inf, log, sqrt
from operator import itemgetter
from typing import NamedTuple

from leadline.intervals import Interval
from leadline.model import Interface, Kind
from leadline.plan.splitting.few_values import ENOUGH
from leadline.plan.splitting.node import Node, Split
from leadline.plan.splitting.rows import Rows
from leadline.plan.splitting.spreads import OUT, Around, Spread, spread_of

FULL = 0.7  # of the limit: what a part that is cut to fit will hold
LEAST = 1e-6  # of a record that a cell is thought to have
LOW, HIGH = 0.5, 1.6  # of the limit: between them a cell may overflow or not
DOUBT = 0.15  # of the size of a cell, besides chance
RARELY = 0.01  # how often a cell may overflow and be thought to fit
JUST_OVER = 1.2  # times the limit: the size of a cell that overflows against what was thought
STEP = 0.2  # of the logarithm of a size: sizes nearer than that count as equal
STRIP = 2.0  # times as large: the sizes of parts that are looked at
VAIN = 0.5  # of a page: what a value costs that may be asked for nothing
LOST = 1.0  # pages for a record of a cell that cannot be split
EVEN, UNEVEN = 1.05, 0.6  # bindings that matter, and how far from each other sizes then are
LATER = 7  # attributes that parts are thought to be split by
KNOWN = 0.8  # of the pages: how much better is an attribute along which cells were cut


class Prospects:
    """Expected pages for a record, by the attributes that are left and the size of the cell."""

    def __init__(
        self,
        interface: Interface,
        spreads: tuple[Spread, ...],
        free: frozenset[int],
        binding: Callable[[int, int], float],
    ) -> None:
        self._page, self._limit = interface.page_size, interface.limit or 1
        self._spreads, self._binding = spreads, binding
        self.later = _some_of(free, spreads)
        self._within = lru_cache(maxsize=None)(self._spread)
        ranges = any(a.kind is Kind.RANGE for a in interface.attributes)
        self._vain = VAIN if ranges else 0.0  # where all are drop-downs, it is so of each
        self._for_each = lru_cache(maxsize=None)(self._compute)

    def pages(self, left: frozenset[int], size: float) -> float:
        """Pages for each record of a cell of so many."""
        size = max(size, LEAST)
        if size <= LOW * self._limit:
            return max(1 - exp(-size), self._to_read(size)) / size
        if size <= HIGH * self._limit:
            return self._around(left, size)
        return self._for_each(left, round(log(size) / STEP))

    def _to_read(self, size: float) -> float:
        """Pages of an answer of about so many records that fits: the last is half empty."""
        full, most = size / self._page, self._limit / self._page
        last = (self._page - 1) / (2 * self._page)
        return full if full < 1 else min(full + last, max(full, most))

    def _around(self, left: frozenset[int], size: float) -> float:
        """Pages for each record of a cell that may overflow or not, by chance."""
        spread = sqrt(size + (DOUBT * size) ** 2)
        over = 0.5 * erfc((self._limit + 0.5 - size) / spread / sqrt(2))
        fits = max(1.0, self._to_read(size)) / size
        if over < RARELY:
            return fits
        larger = max(size, JUST_OVER * self._limit)
        return (1 - over) * fits + over * self._for_each(left, round(log(larger) / STEP))

    def _compute(self, left: frozenset[int], step: int) -> float:
        size = exp(step * STEP)
        found = (self.split(self._within(i, self.later - left), left - {i}, size) for i in left)
        return 1 / size + min(found, default=LOST)

    def _spread(self, position: int, given: frozenset[int]) -> Spread:
        """How records are spread over an attribute in cells of others."""
        bound = max((self._binding(position, other) for other in given), default=1.0)
        return replace(self._spreads[position], bound=max(bound, 1.0))

    def split(self, spread: Spread, left: frozenset[int], size: float) -> float:
        """Pages for each record if a cell is split by an attribute that is spread so."""
        lost = spread.lost * LOST
        if not spread.ordered:
            return lost + self._values(spread, left, size)
        return lost + min(self._cut(spread, left, size), self._strips(spread, left, size)[0])

    def _values(self, spread: Spread, left: frozenset[int], size: float) -> float:
        """Pages for each record if values are asked, the likeliest first, until all are found.

        Those that are rare everywhere are asked for once, in all cells at the same time.
        """
        size = max(size, LEAST)
        pages = sum(n * w * self._uneven(left, size * w, spread.bound) for w, n in spread.rare)
        later = sum(n * w for w, n in spread.shares)
        for w, n in spread.shares:
            found = size * (later - w * (n - 1) / 2)  # records of the value and of later ones
            vain = self._vain * (1 - exp(-found)) if spread.counted else 1.0
            each = self._uneven(left, size * w, spread.bound)
            pages += n * max(w * each, vain / size)
            later -= n * w
        return pages

    def _uneven(self, left: frozenset[int], size: float, bound: float) -> float:
        """Pages for each record of cells that have so many on average, some of them none.

        Where two agree more often than by chance, a record's cell has so many times as many.
        """
        if bound <= EVEN:
            return self.pages(left, size)
        apart = UNEVEN * min(bound - 1, 1)
        few, many = (self.pages(left, bound * size * (1 + sign * apart)) for sign in (-1, 1))
        return (few + many) / 2

    def strip(self, spread: Spread, left: frozenset[int], size: float) -> float:
        """How large the parts of an ordered attribute should be; 0 if they should just fit.

        Where many records share a value, parts of several values that another attribute divides
        are better than one part for each value.
        """
        pages, strip = self._strips(spread, left, size)
        return strip if pages < self._cut(spread, left, size) else 0.0

    def _cut(self, spread: Spread, left: frozenset[int], size: float) -> float:
        """Pages for each record if parts are cut to fit, and others divide those that cannot."""
        part = FULL * self._limit
        fit = max(1.0, self._to_read(part)) / part
        tied = ((w, size * share) for w, share in spread.ties if size * share > self._limit)
        return fit + sum(weight * self.pages(left, equal) for weight, equal in tied)

    def _strips(self, spread: Spread, left: frozenset[int], size: float) -> tuple[float, float]:
        """Pages for each record in strips of the best size, the largest of them, and that size."""
        most = int(log(max(size / self._limit, 1), STRIP))
        sizes = (self._limit * STRIP**n for n in range(most - 1, 0, -1))
        found = ((self._in_strips(spread, left, size, strip), strip) for strip in sizes)
        return min(found, key=itemgetter(0), default=(inf, 0.0))

    def _in_strips(self, spread: Spread, left: frozenset[int], size: float, strip: float) -> float:
        """Pages for each record in strips of a size; what shares a value stays in one of them."""
        tied = [(w, size * share) for w, share in spread.ties if size * share > strip]
        pages = sum(weight * self.pages(left, equal) for weight, equal in tied)
        return pages + (1 - sum(weight for weight, _ in tied)) * self.pages(left, strip)


class Way(NamedTuple):
    """A way to split a cell: pages for each record, the attribute, and how large parts should be.

    A size of 0 means that parts should just fit.
    """

    pages: float
    position: int
    strip: float


def ways_of(node: Node, rows: Rows, size: float, around: Around, interface: Interface) -> list[Way]:
    """The ways to split a cell, the best first."""
    every = range(len(rows.attributes))
    free = free_of(node, rows, interface)
    fits = FULL * (interface.limit or 1) / around.records
    spreads = tuple(spread_of(node, rows, i, around, fits) if i in free else OUT for i in every)
    prospects = Prospects(interface, spreads, free, around.likeness.binding)

    def way(i: int) -> Way:
        cut_before = node.value(rows.attributes[i].name) is not None
        left = prospects.later - {i}
        pages = prospects.split(spreads[i], left, size)
        strip = prospects.strip(spreads[i], left, size) if rows.ordered[i] else 0.0
        return Way(pages * (KNOWN if cut_before else 1.0), i, strip)

    return sorted(way(i) for i in free)


def _some_of(free: frozenset[int], spreads: tuple[Spread, ...]) -> frozenset[int]:
    """The attributes that parts are thought to be split by in turn: some that divide well, some
    that divide less, as all sets of many attributes are more than can be looked at."""
    found = sorted(free, key=lambda i: (spreads[i].agreement, i))
    if len(found) <= LATER:
        return free
    return frozenset(found[place * (len(found) - 1) // (LATER - 1)] for place in range(LATER))


def free_of(node: Node, rows: Rows, interface: Interface) -> frozenset[int]:
    """The attributes that a cell can be split by.

    One along which it was cut to a single value, as far as is known, is left till nothing else is.
    """
    every = range(len(rows.attributes))
    free = frozenset(i for i in every if _is_free(node, rows, i, interface))
    return frozenset(i for i in free if not _has_one_value(node, rows, i)) or free


def divides_too(split: Split, rows: Rows, interface: Interface) -> bool:
    """Whether another attribute can divide the parts of a split, too."""
    return any(i != split.position for i in free_of(split.node, rows, interface))


def _has_one_value(node: Node, rows: Rows, position: int) -> bool:
    if node.value(rows.attributes[position].name) is None or not rows.ordered[position]:
        return False
    keys = {rows.key(position, row) for row in node.rows}
    return len(keys) == 1 and len(node.rows) >= ENOUGH


def _is_free(node: Node, rows: Rows, position: int, interface: Interface) -> bool:
    attribute = rows.attributes[position]
    asked = node.value(attribute.name)
    if asked is None:
        most = interface.predicates
        room = most is None or len(node.query.predicates) < most
        return room and (rows.ordered[position] or bool(attribute.domain))
    interval = Interval.parse(asked) if rows.ordered[position] else None
    return bool(node.rows) and interval is not None and not interval.single
