"""The links of a site that wait to be followed, by their arms, the most promising of each first.

What is known of a link changes while it waits: a link that most of the pages below its own show at
the same place is one of a menu, one that they do not is one of that page alone. Each is an arm of
its own. That is the overlap analysis of NavMenu (He et al., Section 4.2), without pages of its own.
"""

from __future__ import annotations

import heapq
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count

from leadline.browse.arms import Arm, Arms
from leadline.browse.experience import Experience
from leadline.browse.strategy import Visit

AGAIN, LONE = "again", "lone"
MOST = 5_000  # links that are remembered
UNKNOWN = 0.8  # worth about what menus and others are worth in the mean
WEIGHT = 4  # links that a place must have had on all sites to be known
STEPS = 3  # of a path that make a place on all sites


@dataclass(slots=True, eq=False)
class Lead:
    """A link that may be followed, and what is known of it."""

    visit: Visit
    features: dict[str, float]
    words: tuple[str, ...]
    path: tuple[str, ...]
    parent: Lead | None
    arm: Arm
    expected: float = 0.0  # when it was followed, by its features
    followed: bool = False
    status: str = ""
    asked: int = 0  # pages below its own that could have shown it again,
    again: int = 0  # and did
    below: list[Lead] = field(default_factory=list)  # that its page was the first to show


@dataclass(slots=True)
class Leads:
    """All links of one site, weighed by what is known of all sites."""

    experience: Experience
    arms: Arms = field(default_factory=Arms)
    known: dict[str, Lead] = field(default_factory=dict)
    _menus: dict[tuple[str, ...], Counter[str]] = field(default_factory=dict)
    _waiting: dict[int, list[tuple[float, int, str, Lead]]] = field(default_factory=dict)
    _numbers: Iterator[int] = field(default_factory=count)

    def add(
        self,
        visit: Visit,
        features: dict[str, float],
        words: tuple[str, ...] = (),
        path: tuple[str, ...] = (),
        parent: Lead | None = None,
    ) -> Lead:
        """Let a new link wait."""
        arm = self.arms.of(path, visit.url)
        if "page" in features and len(path) > 1:  # nothing better is known of it
            features |= self._likely(path)
        lead = Lead(visit, features, words, path, parent, arm)
        if len(self.known) < MOST:
            self.known[visit.url] = lead
            self._wait(lead)
            if parent is not None:
                parent.below.append(lead)
        return lead

    def tops(self) -> Iterator[tuple[float, Lead]]:
        """The most promising link of each arm, with the logarithm of its promise."""
        for entries in self._waiting.values():
            while entries and not _valid(*entries[0][2:]):
                heapq.heappop(entries)
            if entries:
                yield -entries[0][0], entries[0][3]

    def shown(self, lead: Lead, places: Mapping[str, tuple[str, ...]]) -> None:
        """A page has links at these places: are those of the page before it there again?"""
        if lead.parent is None or not places:
            return
        for beside in lead.parent.below:
            if beside is not lead:
                beside.asked += 1
                beside.again += places.get(beside.visit.url) == beside.path
                status = AGAIN if 2 * beside.again >= beside.asked else LONE
                if status != beside.status:
                    self._turn(beside, status)

    def _turn(self, lead: Lead, status: str) -> None:
        for tally in self._tallies(lead.path):
            tally[status] += 1
            tally[lead.status] -= 1
        lead.status = status
        if not lead.followed:
            if "page" in lead.features:
                lead.features |= {AGAIN: float(status == AGAIN), LONE: float(status == LONE)}
            lead.arm = self.arms.of(lead.path, lead.visit.url, status)
            self._wait(lead)

    def _likely(self, path: tuple[str, ...]) -> dict[str, float]:
        """Whether a new link is one of a menu, by what others at its place turned out to be."""
        share = UNKNOWN
        for tally, weight in zip(self._tallies(path), (WEIGHT, 1), strict=True):
            share = (tally[AGAIN] + weight * share) / (tally[AGAIN] + tally[LONE] + weight)
        return {AGAIN: share, LONE: 1 - share}

    def _tallies(self, path: tuple[str, ...]) -> tuple[Counter[str], Counter[str]]:
        """What became of links at such places, on all sites and on this one."""
        everywhere = self.experience.place(place_of(path))
        return everywhere, self._menus.setdefault(path, Counter())

    def _wait(self, lead: Lead) -> None:
        entries = self._waiting.setdefault(id(lead.arm), [])
        entry = (-self.experience.sum(lead.features), next(self._numbers), lead.status, lead)
        heapq.heappush(entries, entry)


def _valid(status: str, lead: Lead) -> bool:
    return lead.status == status and not lead.followed


def place_of(path: tuple[str, ...]) -> str:
    """The last tags of a path without what only one site calls them."""
    return " ".join(re.split("[.#]", step, maxsplit=1)[0] for step in path[-STEPS:])
