"""Which records are one entity: the surest pairs first, no source twice.

A source is taken to hold each thing once, so of several candidates the best one wins and the others
look elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence


class Clusters:
    """Records by number, with their sources, that grow together."""

    def __init__(self, sources: Sequence[int]) -> None:
        self._parent = list(range(len(sources)))
        self._sources = sources
        self._held: dict[int, frozenset[int]] = {}  # of clusters with several records

    def root(self, record: int) -> int:
        """The record that stands for the cluster of this one."""
        parent = self._parent
        while parent[record] != record:
            parent[record] = parent[parent[record]]
            record = parent[record]
        return record

    def join(self, a: int, b: int) -> bool:
        """Make two records one entity if that can be; whether it was."""
        first, second = sorted((self.root(a), self.root(b)))
        if first == second:
            return False
        held, others = self._of(first), self._of(second)
        if held & others:
            return False
        self._parent[second] = first
        self._held[first] = held | others
        self._held.pop(second, None)
        return True

    def _of(self, root: int) -> frozenset[int]:
        return self._held.get(root) or frozenset((self._sources[root],))

    def join_all(self, pairs: Iterable[tuple[int, int]]) -> list[bool]:
        """Join pairs in this order; which of them were."""
        return [self.join(a, b) for a, b in pairs]

    def numbers(self) -> list[int]:
        """The entity of each record, numbered from 1 in order of their first records."""
        named: dict[int, int] = {}
        return [named.setdefault(self.root(i), len(named) + 1) for i in range(len(self._parent))]
