"""Which facets to ask together, from counts: the parting of facets that takes fewest pages.

Where two facets were not yet seen together, they are taken for independent. That overrates the
number of combinations, so too little is put together rather than too much; once the first pages
of some lists are known, their exact counts take the place of the guess, and one chooses again.
Facets of which some have several values, and everybody one, are asked together with others too:
then somebody is on several lists, and no list of the group can be left out.
Pages of a list whose length is only guessed are those of a Poisson number. Lists are reached
through those with fewer values, whose first pages are read on the way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import prod

import numpy as np

from leadline.plan.facets.parting import Parting, Sizes
from leadline.plan.facets.partitions import partitions

MANY = 20  # combinations for each entity
MOST = 8  # facets that are parted in all ways


@dataclass(frozen=True, kw_only=True)
class Counts:
    """What is known of facets that everybody has: the size of each value's list."""

    total: int
    parting: Parting
    facets: Mapping[str, Sizes]
    plain: Mapping[str, float]  # pages that each of them still takes when read alone
    once: frozenset[str]  # the facets of which nobody has several values
    named: bool  # whether everybody is known, so that each group may leave out its largest list
    direct: frozenset[frozenset[str]] = frozenset()  # pairs whose lists need no others on the way

    def within(self, sizes: Sizes, facets: Sequence[str]) -> Sizes:
        """The lists of some lengths, parted further by facets that have nothing to do with them."""
        for facet in facets:
            sizes = (sizes[:, None] * (self.facets[facet] / self.total)[None, :]).ravel()
        return sizes

    def between(self, sizes: Sizes, facets: Sequence[str]) -> float:
        """How many lists are opened on the way to those that these facets part lists into."""
        opened = 0.0
        for facet in facets:
            opened += float((1 - np.exp(-sizes)).sum())
            sizes = self.within(sizes, (facet,))
        return opened

    def is_hopeless(self, lists: int, facets: Sequence[str]) -> bool:
        """Whether lists would be parted into so many that most of the parts are empty."""
        return lists * prod(len(self.facets[facet]) for facet in facets) > MANY * self.total

    def alone(self, group: Sequence[str]) -> tuple[float, float]:
        """What a group costs, and what its largest list costs."""
        if self.is_hopeless(1, group):
            return float("inf"), 0.0
        if len(group) == 1:
            spared = not self.named and group[0] in self.once
            largest = self.parting.exact(self.facets[group[0]].max(keepdims=True), group)
            return float(self.plain[group[0]]), float(largest[0]) if spared else 0.0
        sizes = self.within(np.array([float(self.total)]), group)
        costs = self.parting.expected(sizes, group)
        several = [len(self.facets[facet]) for facet in group if facet not in self.once]
        looked = sum(several)  # to see that everybody has one
        if self.is_direct(group):
            beside = float(np.exp(-sizes).sum())  # lists that nobody is on
        else:
            beside = self.between(self.facets[group[0]], group[1:]) - max(several, default=0)
        return float(costs.sum()) + beside + looked, 0.0 if several else float(costs.max())

    def is_direct(self, group: Sequence[str]) -> bool:
        """Whether the lists of a group can be asked for without those on the way to them."""
        return self.direct.issuperset(map(frozenset, combinations(group, 2)))


@dataclass(frozen=True, kw_only=True)
class Begun:
    """A group under way: the lengths of its lists, and of their parts by each further facet."""

    lists: Sizes
    parts: Mapping[str, Sizes]
    once: bool  # nobody is on two of the lists
    chosen: frozenset[str]  # the facets that these are lists of


def best_groups(counts: Counts, begun: Begun | None = None) -> list[tuple[str, ...]]:
    """The best parting of the facets; the first group is what joins the one that was begun."""
    names = tuple(sorted(counts.facets, key=lambda f: len(counts.facets[f]))[:MOST])
    known: dict[tuple[str, ...], tuple[float, float]] = {}
    best: list[tuple[str, ...]] = [()]
    least = float("inf")
    for parting in partitions(tuple(range(len(names)))):
        groups = [tuple(names[f] for f in sorted(group)) for group in parting]
        for group in groups:
            if group not in known:
                known[group] = counts.alone(group)
        firsts: list[tuple[str, ...]] = [()] if begun is None else [(), *groups]
        for first in firsts:
            rest = [group for group in groups if group != first]
            cost = _cost(counts, begun, first, [known[group] for group in rest])
            if cost < least:
                best, least = [first, *rest], cost
    return best


def _cost(
    counts: Counts,
    begun: Begun | None,
    first: tuple[str, ...],
    rest: Sequence[tuple[float, float]],
) -> float:
    largest = [spared for _, spared in rest]
    cost = sum(pages for pages, _ in rest) - sum(largest)
    if begun is None:
        return cost + (0.0 if counts.named else min(largest, default=0.0))
    if not first:
        each = counts.parting.exact(begun.lists, begun.chosen)
        left_out = float(each.max(initial=1.0) - 1) if begun.once else 0.0
        return cost + float((each - 1).sum()) - left_out
    if counts.is_hopeless(len(begun.parts[first[0]]), first[1:]):
        return float("inf")
    parts = counts.within(begun.parts[first[0]], first[1:])
    pages = counts.parting.exact if len(first) == 1 else counts.parting.expected
    exact = pages(parts, begun.chosen.union(first))
    cost += counts.between(begun.parts[first[0]], first[1:])
    left_out = begun.once and counts.once.issuperset(first)
    return cost + float(exact.sum()) - (float(exact.max(initial=0.0)) if left_out else 0.0)
