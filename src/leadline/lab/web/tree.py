"""The pages of a site as a tree: numbered depth by depth, the children of a page side by side.

Some of the links to children form menus: those of the root are on all pages, those of a section on
the pages of the section. Everything else is reached through links in the text.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate, pairwise
from random import Random

from leadline.lab.web.statistics import Size

SUBMENUS = {1: 0.6, 2: 0.35, 3: 0.2}  # how many menu pages of a depth have a menu of their own
LEAST = 3  # links that make a menu


class Tree:
    """The pages of a site, which page leads to which, and which of them are in menus."""

    def __init__(self, size: Size, rng: Random) -> None:
        self.size = size
        self.starts = (0, *accumulate(size.levels))
        self._first = array("l", _first_children(size, rng))
        self._parent = array("l", [-1])
        for node in range(self.pages):
            self._parent.extend([node] * len(self.children(node)))
        self._menu = bytearray(self.pages)
        self._grow_menus(rng)

    @property
    def pages(self) -> int:
        """How many there are."""
        return self.starts[-1]

    def children(self, node: int) -> range:
        """The pages one step below a page."""
        return range(self._first[node], self._first[node + 1])

    def parent(self, node: int) -> int:
        """The page above; -1 for the root."""
        return self._parent[node]

    def depth(self, node: int) -> int:
        """The steps from the root."""
        return bisect_right(self.starts, node) - 1

    def level(self, depth: int) -> range:
        """The pages at a depth."""
        return range(self.starts[depth], self.starts[depth + 1])

    def above(self, node: int) -> Iterator[int]:
        """A page and those above it, up to the root."""
        while node >= 0:
            yield node
            node = self._parent[node]

    def in_menu(self, node: int) -> bool:
        """Whether the link to a page is in a menu."""
        return bool(self._menu[node])

    def by_menus(self, node: int) -> bool:
        """Whether menus lead all the way from the root to a page."""
        return all(self._menu[one] for one in self.above(node) if one)

    def menu(self, node: int) -> list[int]:
        """The menu that a page opens."""
        return [child for child in self.children(node) if self._menu[child]]

    def promote(self, node: int) -> None:
        """Put a page, those above it and some beside them into menus."""
        for one in self.above(node):
            if one:
                self._menu[one] = 1
                self._fill(self.parent(one), LEAST)

    def _grow_menus(self, rng: Random) -> None:
        self._fill(0, rng.randint(4, 9))
        for depth, share in SUBMENUS.items():
            if depth < len(self.size.levels):
                for node in self.level(depth):
                    if self._menu[node] and rng.random() < share:
                        self._fill(node, rng.randint(3, 8))

    def _fill(self, node: int, least: int) -> None:
        """Let a page open a menu of so many links, if it has the children for one."""
        children = self.children(node)
        missing = least - len(self.menu(node))
        if len(children) < LEAST:
            return
        for child in children:
            if missing > 0 and not self._menu[child]:
                self._menu[child] = 1
                missing -= 1


def _first_children(size: Size, rng: Random) -> Iterator[int]:
    """For each page the number of its first child, and one more."""
    following = 1
    yield following
    for here, below in pairwise((*size.levels, 0)):
        for count in _shared(here, below, rng):
            following += count
            yield following


def _shared(parents: int, children: int, rng: Random) -> list[int]:
    """How many children each page has: some many, some none."""
    counts = [0] * parents
    if children:
        weights = list(accumulate(rng.expovariate(1.0) for _ in range(parents)))
        for one in rng.choices(range(parents), cum_weights=weights, k=children):
            counts[one] += 1
    return counts
