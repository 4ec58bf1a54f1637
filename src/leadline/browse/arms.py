"""Links that stand alike and lead to addresses alike, and what following them has brought.

Two links stand alike if the 2-grams of their tag paths have a cosine of at least 0.75: the items of
one menu, the titles of one list. Within such a cluster the shapes of the addresses tell apart what
one list mixes. What a cluster brings, beside what was expected of it, is shrunk towards 1; what a
shape brings within it, towards the cluster.
Source: Gauquier, Manolescu, Senellart 2026 (clusters of tag paths as the arms of a bandit); the
shrinkage is the posterior mean of a Gamma prior over Poisson counts.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

from leadline.browse.address import NO_ADDRESS, split

ALIKE = 0.75
CLUSTERS = 200  # of a site that are told apart
WEIGHT = 4.0  # of the prior of an arm, in expected finds
SITE = 1.0  # of the prior of a whole site
_DIGITS = re.compile(r"\d")


@dataclass(slots=True)
class Arm:
    """What came of the links of one kind, beside what was expected of them."""

    within: Arm | None = None
    weight: float = WEIGHT
    found: float = 0.0
    expected: float = 0.0

    @property
    def factor(self) -> float:
        """How much more, or less, than expected its next link should bring."""
        outer = 1.0 if self.within is None else self.within.factor
        return outer * (self.weight + self.found) / (self.weight + outer * self.expected)

    def pull(self, expected: float) -> None:
        """A link of it is followed."""
        self.expected += expected
        if self.within is not None:
            self.within.pull(expected)

    def reward(self, found: float) -> None:
        """What it brought, at once or later."""
        self.found += found
        if self.within is not None:
            self.within.reward(found)


@dataclass(slots=True)
class Arms:
    """The arms of one site; they come into being as links are seen."""

    whole: Arm = field(default_factory=lambda: Arm(weight=SITE))
    _centres: list[tuple[Counter[str], Arm]] = field(default_factory=list)
    _by_path: dict[tuple[str, ...], int] = field(default_factory=dict)
    _shaped: dict[tuple[int, str, str], Arm] = field(default_factory=dict)

    def of(self, path: tuple[str, ...], url: str, status: str = "") -> Arm:
        """The arm of a link; `status` tells apart what else is known of links of one kind."""
        cluster = self.cluster(path)
        key = (self._by_path[path], shape(url), status)
        arm = self._shaped.get(key)
        if arm is None:
            arm = self._shaped[key] = Arm(within=cluster)
        return arm

    def cluster(self, path: tuple[str, ...]) -> Arm:
        """All links that stand like this one."""
        place = self._by_path.get(path)
        if place is None:
            place = self._by_path[path] = self._place(path)
        return self._centres[place][1]

    def _place(self, path: tuple[str, ...]) -> int:
        """The nearest cluster if it is near enough, and else a new one."""
        grams = _grams(path)
        near = [_cosine(grams, centre) for centre, _ in self._centres]
        best = max(range(len(near)), key=near.__getitem__, default=0)
        if near and (near[best] >= ALIKE or len(near) >= CLUSTERS):
            self._centres[best][0].update(grams)
            return best
        self._centres.append((grams, Arm(within=self.whole)))
        return len(self._centres) - 1


@lru_cache(4096)  # for each thing that is learned of a link
def shape(url: str) -> str:
    """What addresses made by one rule have in common: folders, ending, digits, parameter names."""
    parts = split(url)
    if parts is NO_ADDRESS:
        return ""
    folders = parts.path.strip("/").split("/")
    last, dot, ending = folders[-1].rpartition(".")
    numbered = "#" if _DIGITS.search(last or ending) else ""
    names = sorted({part.partition("=")[0] for part in parts.query[:200].split("&")})
    return f"{len(folders)}{numbered}{ending[:5] if dot else ''}?{'&'.join(names)}"


def _grams(path: Sequence[str]) -> Counter[str]:
    return Counter(f"{one} {two}" for one, two in pairwise(("", *path)))


def _cosine(one: Counter[str], two: Counter[str]) -> float:
    dot = sum(count * two[gram] for gram, count in one.items())
    if not dot:
        return 0.0
    return dot / math.sqrt(_square(one) * _square(two))


def _square(one: Counter[str]) -> int:
    return sum(count * count for count in one.values())
