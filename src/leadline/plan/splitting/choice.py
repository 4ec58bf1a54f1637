"""Which attribute to split a cell by: the one that leads to parts that are read in fewest pages.

An ordered attribute can be cut into parts that just fit, but for values that many records share. A
category falls into one part a value, however small, so the order of the splits matters: they should
end in cells that are nearly full. Expected pages for a record of a cell of size s are computed as
if attributes were independent, with the shares of the values among the records held:

    c(A, s) = 1/s, or its pages, if s fits; else 1/s + min over a in A of Σ_v w_v c(A \\ a, s w_v)

Slice-cover (Sheng et al. 2012) takes the attributes in a fixed order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp, inf, log
from typing import NamedTuple

from leadline.intervals import Interval, order_key
from leadline.model import Interface
from leadline.plan.splitting.node import Node
from leadline.plan.splitting.rows import MISSING, Rows

SAMPLE = 400  # records looked at
RANDOM = 10  # records that were not asked for by an attribute tell how it is spread
OWN = 40  # records of the cell itself that its own shares are taken from
FULL = 0.7  # of the limit: what a part that is cut to fit will hold
LARGEST = 24  # values of an attribute that are looked at singly; the others share what is left
LEAST = 0.25  # of a record: cells thought smaller are mostly never asked
UNMET = 0.2  # of a record: belief in each value that a drop-down lists
STEP = 0.2  # of the logarithm of a size: sizes nearer than that count as equal
STRIP = 2.0  # times as large: the sizes of parts that are looked at
LOST = 1.0  # pages for a record of a cell that cannot be split
KNOWN = 0.8  # of the pages: how much better is an attribute along which cells were cut

Shares = tuple[tuple[float, int], ...]  # the share of a value, and how many have that share
Ties = tuple[tuple[float, float], ...]  # a share of the records, and what share a value has there


@dataclass(frozen=True, slots=True)
class Spread:
    """How records are spread over an attribute: shares of values, or how many share a value.

    `lost` is the share of records that have no value and cannot be asked for by that.
    """

    ordered: bool
    shares: Shares = ()
    ties: Ties = ()
    lost: float = 0.0


class Prospects:
    """Expected pages for a record, by the attributes that are left and the size of the cell."""

    def __init__(self, interface: Interface, spreads: tuple[Spread, ...]) -> None:
        self._page, self._limit = interface.page_size, interface.limit or 1
        self._spreads = spreads
        self._for_each = lru_cache(maxsize=None)(self._compute)

    def pages(self, left: frozenset[int], size: float) -> float:
        """Pages for each record of a cell of so many."""
        if size <= self._limit:
            return max(1.0, size / self._page) / max(size, LEAST)
        return self._for_each(left, round(log(size) / STEP))

    def _compute(self, left: frozenset[int], step: int) -> float:
        size = exp(step * STEP)
        found = (self.split(self._spreads[i], left - {i}, size) for i in left)
        return 1 / size + min(found, default=LOST)

    def split(self, spread: Spread, left: frozenset[int], size: float) -> float:
        """Pages for each record if a cell is split by an attribute that is spread so."""
        lost = spread.lost * LOST
        if not spread.ordered:
            return lost + sum(n * w * self.pages(left, size * w) for w, n in spread.shares)
        return lost + min(self._cut(spread, left, size), self._strips(left, size)[0])

    def strip(self, spread: Spread, left: frozenset[int], size: float) -> float:
        """How large the parts of an ordered attribute should be; 0 if they should just fit.

        Where many records share a value, parts of several values that another attribute divides
        are better than one part for each value.
        """
        pages, strip = self._strips(left, size)
        return strip if pages < self._cut(spread, left, size) else 0.0

    def _cut(self, spread: Spread, left: frozenset[int], size: float) -> float:
        """Pages for each record if parts are cut to fit, and others divide those that cannot."""
        fit = max(1 / self._page, 1 / (FULL * self._limit))
        tied = ((w, size * share) for w, share in spread.ties if size * share > self._limit)
        return fit + sum(weight * self.pages(left, equal) for weight, equal in tied)

    def _strips(self, left: frozenset[int], size: float) -> tuple[float, float]:
        """Pages for each record in strips of the best size, and that size."""
        most = int(log(max(size / self._limit, 1), STRIP))
        sizes = (self._limit * STRIP**n for n in range(1, most))
        return min(((self.pages(left, strip), strip) for strip in sizes), default=(inf, 0.0))


def prospects_of(rows: Rows, interface: Interface) -> Prospects:
    """As the records held now are spread."""
    latest = range(len(rows))[-SAMPLE:]
    return Prospects(
        interface, tuple(_spread(rows, i, latest) for i in range(len(rows.attributes)))
    )


class Way(NamedTuple):
    """A way to split a cell: pages for each record, the attribute, and how large parts should be.

    A size of 0 means that parts should just fit.
    """

    pages: float
    position: int
    strip: float


def ways_of(
    node: Node, rows: Rows, size: float, prospects: Prospects, interface: Interface
) -> list[Way]:
    """The ways to split a cell, the best first."""
    every = range(len(rows.attributes))
    free = frozenset(i for i in every if _is_free(node, rows, i, interface))
    own = node.rows[:: max(1, len(node.rows) // SAMPLE)]
    sample = own if len(own) >= OWN else [*own, *range(len(rows))[-SAMPLE:]]

    def way(i: int) -> Way:
        cut_before = node.value(rows.attributes[i].name) is not None
        spread = _spread(rows, i, own if cut_before else sample)
        pages = prospects.split(spread, free - {i}, size)
        strip = prospects.strip(spread, free - {i}, size) if spread.ordered else 0.0
        return Way(pages * (KNOWN if cut_before else 1.0), i, strip)

    return sorted(way(i) for i in free)


def _is_free(node: Node, rows: Rows, position: int, interface: Interface) -> bool:
    attribute = rows.attributes[position]
    asked = node.value(attribute.name)
    if asked is None:
        most = interface.predicates
        room = most is None or len(node.query.predicates) < most
        return room and (rows.ordered[position] or bool(attribute.domain))
    interval = Interval.parse(asked) if rows.ordered[position] else None
    return bool(node.rows) and interval is not None and not interval.single


def _spread(rows: Rows, position: int, sample: Sequence[int]) -> Spread:
    attribute = rows.attributes[position]
    random = [row for row in sample if rows.is_random(position, row)]
    looked_at = random if len(random) >= RANDOM else sample
    carried = [rows.carried(position, row) or (MISSING,) for row in looked_at]
    groups = Counter(value for values in carried for value in values)
    lost = 0.0 if attribute.missing else groups[MISSING] / max(groups.total(), 1)
    if rows.ordered[position]:
        return Spread(True, ties=_ties(groups), lost=lost)
    if not attribute.missing:
        del groups[MISSING]
    shares = _shares(groups, len(attribute.domain or ()), len(carried))
    return Spread(False, shares=shares, lost=lost)


def _shares(groups: Counter[str], domain: int, records: int) -> Shares:
    """The largest values' shares, and those of all others as if they were alike.

    Where records have several values, shares add up to more than 1: such records are read again.
    """
    unmet = max(domain - len(groups), 0)
    everything = max(records, 1) + UNMET * unmet
    largest = [(times / everything, 1) for _, times in groups.most_common(LARGEST)]
    others = max(len(groups) - LARGEST, 0) + unmet
    left = (groups.total() + UNMET * unmet) / everything - sum(share for share, _ in largest)
    return (*largest, (left / others, others)) if others else tuple(largest)


def _ties(groups: Counter[str]) -> Ties:
    """How many records have a value that so many others share, by how often values were met."""
    records, least = groups.total(), 1 / _distinct(groups)
    return tuple(
        (times * values / records, max((times - 1) / max(records - 1, 1), least))
        for times, values in Counter(groups.values()).items()
    )


def _distinct(groups: Counter[str]) -> float:
    """How many values there may be: of numbers, all between the least and the greatest met."""
    keys = [order_key(value) for value in groups if value != MISSING]
    if not keys or any(key[0] for key in keys):
        return float(len(groups) + 1) ** 2
    decimals = max(len(value.partition(".")[2]) for value in groups)
    numbers = [key[1] for key in keys]
    return 1 + (max(numbers) - min(numbers)) * 10.0 ** min(decimals, 9)
