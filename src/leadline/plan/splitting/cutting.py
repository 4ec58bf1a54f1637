"""How an ordered attribute is cut, part by part, each telling how dense its neighbourhood is.

A part should be nearly full and fit: how full it is cut to be follows from how the ones before did.
"""

from __future__ import annotations

from math import ceil, inf, sqrt

from leadline.model import Interface
from leadline.plan.splitting.agenda import Agenda
from leadline.plan.splitting.asked import State
from leadline.plan.splitting.choice import divides_too
from leadline.plan.splitting.cuts import Region, lowest_part
from leadline.plan.splitting.few_values import is_one, within
from leadline.plan.splitting.node import Node, Split
from leadline.plan.splitting.sizes import Sizes
from leadline.plan.splitting.tree import Tree

FIRST = 1.75  # limits that everything may have, where the first part is cut and nothing is known
FEW = 4.0  # limits that the rest has: then it is parted evenly
FILL = 0.7  # of the limit that a part is cut to hold, at first
FULLER, LESS_FULL = 1.012, 0.96  # after a part that fitted, and after one that did not
EMPTIEST, FULLEST = 0.3, 2.0


class Cutter:
    """Cuts parts off the cells of a tree; `fill` is how full one is cut to be, in limits."""

    def __init__(self, interface: Interface, tree: Tree, sizes: Sizes, agenda: Agenda) -> None:
        self._interface, self._tree, self._sizes, self._agenda = interface, tree, sizes, agenda
        self.fill = FILL

    def cut(self, split: Split, *, counts: bool) -> None:
        """Cut off the next part of an ordered attribute, or take the rest as it is."""
        rest, limit, same = split.rest, self._interface.limit or 1, self._is_same(split)
        if split.cursor:
            self._read_on(split, rest)
            return
        if rest.closed is not None or (rest.asked is not None and not same):
            return
        if not self._is_ready(split, counts):
            return
        if split.node.parent is None and not counts:
            split.node.thought = min(split.node.thought, FIRST * limit)
        size = self._sizes.uncut(split)
        few = not counts and split.grown > 0 and size <= FEW * limit
        fits = size <= limit * (1.0 if counts or few else min(self.fill, 1.0))
        region = self._region(split, size)
        if not same and (fits or not rest.rows or self._is_one_value(region)):
            rest.thought = size
            self._agenda.want(rest)
            return
        want = self._even(split, size) if few else self.fill * limit
        lower, likely = lowest_part(region, split.strip or want)
        part = split.cut(lower)
        part.thought = min(likely, size)
        self._agenda.want(self._tree.added(part))
        self._tree.added(split.rest)

    def _even(self, split: Split, size: float) -> float:
        """Equal parts, no more than should fit but for chance, where few are left."""
        limit = self._interface.limit or 1
        chance = sqrt(1 / max(split.before, 1) + 1 / max(split.unasked, 1))
        return size / ceil(size / (limit * max(self.fill, 1 / (1 + chance))))

    def _is_one_value(self, region: Region) -> bool:
        """Whether the rest has one value, or has as far as is known and another divides it."""
        if region.interval.single:
            return True
        return region.most == inf and is_one(region.sample, within(region.interval, region.alike))

    def _read_on(self, split: Split, rest: Node) -> None:
        """Have the rest asked in the order that it is cut along."""
        if rest.closed is None and not rest.order and rest.asked is None:
            rest.order = "" if split.interval(rest).single else split.cursor
            self._agenda.want(rest)

    def _is_same(self, split: Split) -> bool:
        """Whether nothing was cut off yet: the rest is the cell itself, which overflows."""
        return split.rest.query == split.node.query

    def _is_ready(self, split: Split, counts: bool) -> bool:
        """One part at a time: each tells how dense the neighbourhood is."""
        latest = split.latest
        if latest is None or latest.finished:
            return True
        return counts and (latest.asked is not None or not latest.before)

    def _region(self, split: Split, size: float) -> Region:
        position, (start, records) = split.position, self._tree.neighbours.below(split)
        return Region(
            interval=split.interval(split.rest),
            sample=split.keys,
            text=lambda place: self._tree.rows.carried(position, split.rest.rows[place])[0],
            size=size,
            ruler=self._tree.rows.ruler(position),
            start=start,
            count=records,
            alike=split.alike,
            vain=split.latest is not None and split.latest.closed is State.EMPTY,
            most=inf
            if divides_too(split, self._tree.rows, self._interface)
            else self._interface.limit or 1,
        )

    def learn_fill(self, node: Node, fits: bool) -> None:
        """Parts should be nearly full, but mostly fit."""
        split = node.beside
        if split is None or not split.ordered or split.strip or node is split.rest:
            return
        if node.noted is None:
            change = FULLER if fits else LESS_FULL
            self.fill = min(FULLEST, max(EMPTIEST, self.fill * change))
