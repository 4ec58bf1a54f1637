"""Lower bounds on what any crawler must spend to hold a share of a source.

Two bounds. The *page floor*: M records take at least M/p pages. The *Lagrangian bound* of the
partial-cover problem, for crawlers that ask single values and read a query's pages from the first
on, stopping wherever they like. With a price u_d ≥ 0 on every record that can be reached,

    L(u) = Σ_q min(0, min_j c_q(j) − Σ_{d on the first j pages of q} u_d) + the M smallest u_d

is never more than the optimum, for any u: subgradient ascent only makes it better, so the best
L seen at any step is a bound. Reading in prefixes makes it a little weaker than the textbook bound,
which takes every query whole, and valid for policies that stop within a query.

Leaves out conjunctions: a crawler that asks several values at once is bound by the floor alone.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.lab.cover import Cover
from leadline.lab.world import World
from leadline.model import PAGES, Cost, Query

Floats = NDArray[np.float64]
STEPS = 250
STRIDE = 0.6  # the first step, in mean prices
MEMORY = 0.8  # share of the old slope in the new one


@dataclass(frozen=True, slots=True)
class Pages:
    """The pages of all single-value queries: records, where pages and queries start.

    `rows[page[i]:page[i + 1]]` are the records of page i, `first[q]` the first page of query q.
    """

    rows: NDArray[np.int32]
    page: NDArray[np.int64]
    first: NDArray[np.int64]
    query: NDArray[np.int64]
    records: int

    @property
    def lengths(self) -> NDArray[np.int64]:
        """How many records are on each page."""
        return np.diff(self.page)


def pages_of(world: World, cover: Cover) -> Pages:
    """The pages that single values, and the query for everything if there is one, can show."""
    rows = cover.rows.copy()
    for value in np.flatnonzero(np.diff(cover.where) > world.page_size).tolist():
        rows[cover.where[value] : cover.where[value + 1]] = world.visible(value)
    sizes = np.diff(cover.where)
    if world.browsable:
        everything = world.ranked(Query())[: world.limit]
        rows = np.concatenate((rows, everything.astype(np.int32)))
        sizes = np.append(sizes, len(everything))
    return paged(rows, sizes[sizes > 0], world.page_size, cover.records)


def paged(rows: NDArray[np.int32], sizes: NDArray[Any], p: int, records: int) -> Pages:
    """Answers one after the other, each in pages of p."""
    count = -(-sizes // p)
    ends = np.cumsum(count)
    query = np.repeat(np.arange(len(sizes)), count)
    place = np.arange(len(query)) - (ends - count)[query]
    page = (np.cumsum(sizes) - sizes)[query] + place * p
    return Pages(rows, np.append(page, len(rows)), ends - count, query, records)


def page_floor(records: int, share: float, page_size: int) -> int:
    """Pages that hold so many records, were no record shown twice."""
    return -(-wanted(records, share) // page_size)


def wanted(records: int, share: float) -> int:
    """How many records make up a share."""
    return math.ceil(share * records - 1e-9)


def lower_bounds(
    pages: Pages, shares: Iterable[float], cost: Cost = PAGES, steps: int = STEPS
) -> dict[float, int]:
    """For each share that can be reached, a lower bound on the price of holding it."""
    ascent = _Ascent(pages, cost)
    return {
        share: best
        for share in sorted(shares)
        if (best := ascent.bound(wanted(pages.records, share), steps)) is not None
    }


class _Ascent:
    """Subgradient ascent on record prices: averaged slopes, steps that shrink to nothing."""

    def __init__(self, pages: Pages, cost: Cost) -> None:
        self.pages = pages
        self.cost = cost
        self.lengths = pages.lengths
        self.reached = np.unique(pages.rows)
        self.start = self._fair_shares()

    def bound(self, need: int, steps: int) -> int | None:
        """The best bound found for holding so many records, or None where they cannot be had."""
        if need > len(self.reached):
            return None
        if not need:
            return 0
        best = max(self._climb(need, steps)) + self.cost.record * need
        return math.ceil(best * (1 - 1e-9) - 1e-6)

    def _fair_shares(self) -> Floats:
        """Prices with which no query is worth asking: a record's cheapest share of one."""
        sizes = np.add.reduceat(self.lengths, self.pages.first)
        share = self.cost.query / sizes[self.pages.query] + self.cost.page / self.lengths
        price = np.full(self.pages.records, np.inf)
        np.minimum.at(price, self.pages.rows, np.repeat(share, self.lengths))
        return np.where(np.isinf(price), 0, price)

    def _climb(self, need: int, steps: int) -> Iterator[float]:
        price, slope = self.start, np.zeros(self.pages.records)
        stride = float(price[self.reached].mean()) * STRIDE
        for step in range(steps):
            value, here = self._value_and_slope(price, need)
            yield value
            slope = MEMORY * slope + (1 - MEMORY) * here
            price = np.maximum(0, price + stride * (1 - step / steps) * slope)

    def _value_and_slope(self, price: Floats, need: int) -> tuple[float, Floats]:
        gain, chosen = self._reading(price)
        cheap = self.reached[np.argpartition(price[self.reached], need - 1)[:need]]
        rows = self.pages.rows[np.repeat(chosen, self.lengths)]
        slope = -np.bincount(rows, minlength=len(price)).astype(np.float64)
        slope[cheap] += 1
        return gain + float(price[cheap].sum()), slope

    def _reading(self, price: Floats) -> tuple[float, NDArray[np.bool_]]:
        """What the prices make worth reading: its (negative) net cost, and the pages."""
        first, query = self.pages.first, self.pages.query
        net = self.cost.page - np.add.reduceat(price[self.pages.rows], self.pages.page[:-1])
        net[first] += self.cost.query
        total = np.cumsum(net)
        total -= (total[first] - net[first])[query]
        least = np.minimum.reduceat(total, first)
        here = np.arange(len(query))
        last = np.maximum.reduceat(np.where(total <= least[query], here, -1), first)
        worth = least < 0
        return float(least[worth].sum()), worth[query] & (here <= last[query])
