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
from collections.abc import Iterable, Set
from dataclasses import dataclass
from functools import lru_cache
from math import exp, log

from leadline.intervals import Interval, order_key
from leadline.model import Interface
from leadline.plan.splitting.node import Node
from leadline.plan.splitting.rows import MISSING, Rows

SAMPLE = 400  # records looked at
OWN = 40  # records of the cell itself that its own shares are taken from
FULL = 0.7  # of the limit: what a part that is cut to fit will hold
LARGEST = 24  # values of an attribute that are looked at singly; the others share what is left
LEAST = 0.25  # of a record: cells thought smaller are mostly never asked
UNMET = 0.2  # of a record: belief in each value that a drop-down lists
STEP = 0.2  # of the logarithm of a size: sizes nearer than that count as equal
LOST = 1.0  # pages for a record of a cell that cannot be split
KNOWN = 0.8  # of the pages: how much better is an attribute along which cells were cut

Shares = tuple[tuple[float, int], ...]  # the share of a value, and how many have that share


@dataclass(frozen=True, slots=True)
class Spread:
    """How records are spread over an attribute: shares of values, or how many share a value.

    `lost` is the share of records that have no value and cannot be asked for by that.
    """

    ordered: bool
    shares: Shares
    equal: float
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
        fit = max(1 / self._page, 1 / (FULL * self._limit))
        equal = size * spread.equal
        return lost + (fit if equal <= self._limit else fit + self.pages(left, equal))


def prospects_of(rows: Rows, interface: Interface) -> Prospects:
    """As the records held now are spread."""
    latest = range(len(rows))[-SAMPLE:]
    return Prospects(
        interface, tuple(_spread(rows, i, latest) for i in range(len(rows.attributes)))
    )


def best_attribute(
    node: Node, rows: Rows, size: float, prospects: Prospects, interface: Interface,
    tried: Set[int] = frozenset(),
) -> int | None:  # fmt: skip
    """The position of the attribute to split by; None if all are fixed, or were tried."""
    every = range(len(rows.attributes))
    free = frozenset(i for i in every if _is_free(node, rows, i, interface))
    if not free - tried:
        return None
    own = node.rows[:: max(1, len(node.rows) // SAMPLE)]
    sample = own if len(own) >= OWN else [*own, *range(len(rows))[-SAMPLE:]]

    def pages(i: int) -> float:
        spread = _spread(rows, i, sample)
        known = KNOWN if node.value(rows.attributes[i].name) is not None else 1.0
        return known * prospects.split(spread, free - {i}, size)

    return min(sorted(free - tried), key=pages)


def _is_free(node: Node, rows: Rows, position: int, interface: Interface) -> bool:
    attribute = rows.attributes[position]
    asked = node.value(attribute.name)
    if asked is None:
        most = interface.predicates
        room = most is None or len(node.query.predicates) < most
        return room and (rows.ordered[position] or bool(attribute.domain))
    interval = Interval.parse(asked) if rows.ordered[position] else None
    return bool(node.rows) and interval is not None and not interval.single


def _spread(rows: Rows, position: int, sample: Iterable[int]) -> Spread:
    attribute = rows.attributes[position]
    groups = Counter(v for row in sample for v in rows.carried(position, row) or (MISSING,))
    lost = 0.0 if attribute.missing else groups[MISSING] / max(groups.total(), 1)
    if rows.ordered[position]:
        return Spread(True, (), max(_collisions(groups), 1 / _distinct(groups)), lost)
    if not attribute.missing:
        del groups[MISSING]
    return Spread(False, _shares(groups, len(attribute.domain or ())), 0.0, lost)


def _shares(groups: Counter[str], domain: int) -> Shares:
    """The largest values' shares, and those of all others as if they were alike."""
    unmet = max(domain - len(groups), 0)
    everything = groups.total() + UNMET * unmet
    largest = [(times / everything, 1) for _, times in groups.most_common(LARGEST)]
    others = max(len(groups) - LARGEST, 0) + unmet
    left = 1 - sum(share for share, _ in largest)
    return (*largest, (left / others, others)) if others else tuple(largest)


def _collisions(groups: Counter[str]) -> float:
    """How likely two records have the same value (Simpson's index)."""
    records = groups.total()
    return sum(n * (n - 1) for n in groups.values()) / max(records * (records - 1), 1)


def _distinct(groups: Counter[str]) -> float:
    """How many values there may be: of numbers, all between the least and the greatest met."""
    keys = [order_key(value) for value in groups if value != MISSING]
    if not keys or any(key[0] for key in keys):
        return float(len(groups) + 1) ** 2
    decimals = max(len(value.partition(".")[2]) for value in groups)
    numbers = [key[1] for key in keys]
    return 1 + (max(numbers) - min(numbers)) * 10.0 ** min(decimals, 9)
