"""The sleeping bandit as published: arms are clusters of tag paths, chosen by a confidence bound.

An arm sleeps while no link of it waits. Of those awake the one with the highest mean reward plus
2√2·√(ln t / n) is pulled: a random link of it is followed, and its reward is what the page was the
first to show. The search ends after so many pages in vain. For comparison with `bandit.py`, which
has the same arms.
Source: Gauquier, Manolescu, Senellart 2026. Leaves out their classifier of addresses,
which tells files from pages.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from random import Random

from leadline.browse.arms import Arm, Arms
from leadline.browse.links import internal
from leadline.browse.strategy import Entrance, Seen, Strategy, Visit

EXPLORE = 2 * math.sqrt(2)
PATIENCE = 20  # pages in vain


@dataclass(slots=True)
class _Awake:
    waiting: list[Visit] = field(default_factory=list)
    pulls: int = 0
    reward: int = 0

    def score(self, pulls: int) -> float:
        """The upper bound of what it brings; an arm never pulled comes first."""
        if not self.pulls:
            return math.inf
        return self.reward / self.pulls + EXPLORE * math.sqrt(math.log(pulls) / self.pulls)


class SleepingBandit:
    """The search of one site."""

    def __init__(self, site: Entrance) -> None:
        self._root = site.url
        self._rng = Random(site.seed)
        self._clusters = Arms()
        self._arms = dict[int, _Awake]()
        self._known = {site.url}
        self._pulls = self._vain = 0
        self._at = _Awake(waiting=[Visit(url=site.url)])
        self._visit: Visit | None = None

    def choose(self) -> Visit | None:
        """A random link of the best arm that is awake."""
        if self._visit is None and self._vain < PATIENCE:
            self._visit = self._pull()
        return self._visit

    def learn(self, seen: Seen) -> None:
        """Reward the arm, and let the new links of the page wake theirs."""
        self._visit = None
        self._pulls += 1
        self._vain = 0 if seen.fresh else self._vain + 1
        self._at.pulls += 1
        self._at.reward += seen.fresh
        if seen.document is None:
            return
        for link in internal(seen.document, self._root):
            if link.url not in self._known:
                self._known.add(link.url)
                arm = self._arm(self._clusters.cluster(link.path))
                arm.waiting.append(Visit(url=link.url, depth=seen.depth + 1))

    def _pull(self) -> Visit | None:
        awake = [arm for arm in self._arms.values() if arm.waiting] if self._pulls else [self._at]
        if not awake:
            return None
        self._at = max(awake, key=lambda arm: arm.score(self._pulls))
        links = self._at.waiting
        place = self._rng.randrange(len(links))
        links[place], links[-1] = links[-1], links[place]
        return links.pop()

    def _arm(self, cluster: Arm) -> _Awake:
        return self._arms.setdefault(id(cluster), _Awake())


def sleeping(site: Entrance) -> Strategy:
    """Search a site by the published bandit."""
    return SleepingBandit(site)
