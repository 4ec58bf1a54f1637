"""In which order the sites of a database are searched: simple, ranked, round-robin.

Simple takes them as they came, each to its end; ranked the most important first, which is the one
that the most other sites name; round-robin goes in rounds, each a link deeper into every site, so
that no site is asked for long at a time.
Source: He et al., Section 3.3, "Site Scheduling". Ordering by what a site may be expected to bring
is in `prospects.py`.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Slot:
    """A site to search now; pages deeper than `depth` wait for a later turn (None: none do)."""

    site: str
    depth: int | None = None


class Schedule(Protocol):
    """Which site is searched next."""

    def add(self, site: str, words: Iterable[str] = ()) -> None:
        """A site that was named, perhaps again, by a link with these words."""
        ...

    def take(self) -> Slot | None:
        """The site to search now; None if none waits."""
        ...

    def give_back(self, slot: Slot) -> None:
        """A site that has pages deeper than its slot allowed."""
        ...

    def learn(self, site: str, pages: int, found: int) -> None:
        """What searching a site brought."""
        ...


class Simple:
    """Sites in the order in which they were named."""

    def __init__(self) -> None:
        self._waiting = deque[str]()
        self._known = set[str]()

    def add(self, site: str, words: Iterable[str] = ()) -> None:
        """Queue a new site."""
        if site not in self._known:
            self._known.add(site)
            self._waiting.append(site)

    def take(self) -> Slot | None:
        """The first."""
        return Slot(self._waiting.popleft()) if self._waiting else None

    def give_back(self, slot: Slot) -> None:
        """Search it again after the others."""
        self._waiting.append(slot.site)

    def learn(self, site: str, pages: int, found: int) -> None:
        """Nothing: the order does not depend on it."""


class Ranked:
    """The site that was named most often first; of equals the one that was named first."""

    def __init__(self) -> None:
        self._named = dict[str, int]()
        self._order = dict[str, int]()
        self._gone = set[str]()
        self._heap = list[tuple[int, int, str]]()

    def add(self, site: str, words: Iterable[str] = ()) -> None:
        """Count a mention."""
        self._named[site] = self._named.get(site, 0) + 1
        self._order.setdefault(site, len(self._order))
        if site not in self._gone:
            self._push(site)

    def take(self) -> Slot | None:
        """The most important; entries made before its last mention are skipped."""
        while self._heap:
            count, _, site = heapq.heappop(self._heap)
            if site not in self._gone and -count == self._named[site]:
                self._gone.add(site)
                return Slot(site)
        return None

    def give_back(self, slot: Slot) -> None:
        """Let it wait again with the importance that it has."""
        self._gone.discard(slot.site)
        self._push(slot.site)

    def learn(self, site: str, pages: int, found: int) -> None:
        """Nothing: the order does not depend on it."""

    def _push(self, site: str) -> None:
        heapq.heappush(self._heap, (-self._named[site], self._order[site], site))


class RoundRobin:
    """All sites to depth 0, then all of them to depth 1, and so on; a new site begins at 0."""

    def __init__(self) -> None:
        self._rounds = deque[Slot]()
        self._known = set[str]()

    def add(self, site: str, words: Iterable[str] = ()) -> None:
        """Queue a new site behind the others."""
        if site not in self._known:
            self._known.add(site)
            self._rounds.append(Slot(site, 0))

    def take(self) -> Slot | None:
        """The site that waited longest."""
        return self._rounds.popleft() if self._rounds else None

    def give_back(self, slot: Slot) -> None:
        """One link deeper in the next round."""
        self._rounds.append(Slot(slot.site, (slot.depth or 0) + 1))

    def learn(self, site: str, pages: int, found: int) -> None:
        """Nothing: the order does not depend on it."""
