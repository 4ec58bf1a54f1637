"""The links of a site that wait to be followed, by their arms, the most promising of each first.

What is known of a link changes while it waits: whether other pages show it at the same place tells
whether it is one of a menu (`menus.py`), and another page may show it at a better place, or with
words that say more. Each of the kinds is an arm of its own.
"""

from __future__ import annotations

import heapq
import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count

from leadline.browse.arms import Arm, Arms
from leadline.browse.experience import Experience
from leadline.browse.menus import AGAIN, LONE, UNKNOWN, WEIGHT
from leadline.browse.shown import Path, Sheet, Shown
from leadline.browse.strategy import Visit

MOST = 5_000  # links that are remembered
LESS = 0.2  # on the logarithmic scale, that is worth sorting anew
CERTAIN = 0.999
# By what other pages have told. Marks are not independent, and the best are followed; a page that
# opens a menu may leave out that of the page above; what all pages show may be the small print.
ODDS = {"": 0.4, LONE: 0.2, AGAIN: 3.0}


@dataclass(slots=True, eq=False)
class Lead:
    """A link that may be followed, and what is known of it."""

    visit: Visit
    shown: Shown
    parent: Lead | None
    arm: Arm
    features: Mapping[str, float] = field(default_factory=dict)  # when it was followed
    expected: float = 0.0  # then, by its features
    promised: float = 0.0  # and beside that by what its site has shown
    followed: bool = False
    status: str = ""
    waits_as: str = ""  # the status by which it was sorted last
    asked: int = 0  # pages below its own that could have shown it again,
    again: int = 0  # and did
    turns: int = 0  # how often what is known of it has changed
    elsewhere: frozenset[Path] = frozenset()  # other places that it was weighed at

    def is_known_at(self, path: Path) -> bool:
        """Whether it stands there, or was weighed there before."""
        return path == self.shown.path or path in self.elsewhere


Entry = tuple[float, int, int, Lead]  # what it promised, its number, its turns


@dataclass(slots=True)
class Leads:
    """All links of one site, weighed by what is known of all sites."""

    experience: Experience
    arms: Arms = field(default_factory=Arms)
    known: dict[str, Lead] = field(default_factory=dict)
    _below: dict[str, list[Lead]] = field(default_factory=dict)  # what a page was the first to show
    _menus: dict[tuple[str, ...], Counter[str]] = field(default_factory=dict)
    _waiting: dict[int, list[Entry]] = field(default_factory=dict)
    _numbers: Iterator[int] = field(default_factory=count)

    def add(self, visit: Visit, shown: Shown, parent: Lead | None = None) -> Lead:
        """Let a new link wait."""
        lead = Lead(visit, shown, parent, self.arms.of(shown.path, visit.url))
        if len(self.known) < MOST:
            self.known[visit.url] = lead
            self._wait(lead)
            if parent is not None:
                self._below.setdefault(parent.visit.url, []).append(lead)
        return lead

    def move(self, lead: Lead, shown: Shown, parent: Lead) -> None:
        """Let a link wait at another place, at which a page shows it too, if that promises more."""
        lead.elsewhere |= {shown.path, lead.shown.path}
        if self.worth(shown, "") <= self.worth(lead.shown, lead.status) + LESS:
            return
        lead.shown, lead.parent = shown, parent
        lead.asked = lead.again = 0
        lead.status = ""
        self._below.setdefault(parent.visit.url, []).append(lead)
        self._turned(lead)

    def tops(self) -> Iterator[tuple[float, Lead]]:
        """The most promising link of each arm, with the logarithm of its promise."""
        for entries in list(self._waiting.values()):
            while entries and self._is_past(entries[0]):
                heapq.heappop(entries)
        for entries in list(self._waiting.values()):
            while entries and (worth := self._still(entries[0])) is None:
                heapq.heappop(entries)
            if entries and worth is not None:
                yield worth, entries[0][3]

    def menu(self, shown: Shown, status: str = "") -> float | None:
        """How likely a link is one of a menu; None where that is no question."""
        if not shown.marks:
            return None
        if status == AGAIN and shown.inside["below"] > 0:
            return 1.0
        share = self._share(shown.path)
        odds = ODDS[status] * share / (1 - share) * self.experience.menus.weight(shown.marks)
        return odds / (1 + odds)

    def worth(self, shown: Shown, status: str) -> float:
        """The logarithm of the finds that a link promises, but for what its site has shown."""
        known = self.experience
        return known.sum(shown.features) + math.log(
            known.mixed(self.menu(shown, status), shown.inside)
        )

    def tell(self, lead: Lead, sheet: Sheet) -> None:
        """A page has these links: are those of the page before it there again?

        The pages that a frame leads to are shown beside it, and have no need to repeat it.
        """
        above = lead.parent
        if above is None or not sheet.places or "frame" in above.shown.features:
            return
        for beside in self._below.get(above.visit.url, ()):
            if beside is not lead and beside.parent is above:
                beside.asked += 1
                beside.again += sheet.path(beside.visit.url) == beside.shown.path
                status = AGAIN if 2 * beside.again >= beside.asked else LONE
                if status != beside.status:
                    self._turn(beside, status)

    def _still(self, entry: Entry) -> float | None:
        """What the first of an arm promises; None if it is gone, or has to wait anew for less."""
        if self._is_past(entry):
            return None
        lead = entry[3]
        worth = self.worth(lead.shown, lead.status)
        if worth >= -entry[0] - LESS:
            return worth
        lead.turns += 1
        self._wait(lead)
        return None

    def _is_past(self, entry: Entry) -> bool:
        """Whether the first of an arm is gone; one that has turned out to be lone goes now."""
        _, _, turns, lead = entry
        if lead.turns != turns or lead.followed:
            return True
        if lead.waits_as == lead.status:
            return False
        self._turned(lead)
        return True

    def _turn(self, lead: Lead, status: str) -> None:
        shown = lead.shown
        for tally in (self.experience.menus.place(shown.path), self._tally(shown.path)):
            tally[status] += 1
            if lead.status:
                tally[lead.status] -= 1
        self.experience.menus.tell(shown.marks, lead.status, status)
        lead.status = status
        if status == AGAIN and not lead.followed:  # others promise less: when it is their turn
            self._turned(lead)

    def _turned(self, lead: Lead) -> None:
        lead.turns += 1
        lead.waits_as = lead.status
        lead.arm = self.arms.of(lead.shown.path, lead.visit.url, lead.status)
        self._wait(lead)

    def _share(self, path: tuple[str, ...]) -> float:
        """The share of menus among the links of a place, on all sites and then on this one."""
        share = UNKNOWN
        everywhere = self.experience.menus.place(path)
        for tally, weight in ((everywhere, WEIGHT), (self._tally(path), 1)):
            again, lone = tally.get(AGAIN, 0), tally.get(LONE, 0)
            share = (again + weight * share) / (again + lone + weight)
        return min(CERTAIN, max(1 - CERTAIN, share))

    def _tally(self, path: tuple[str, ...]) -> Counter[str]:
        tally = self._menus.get(path)
        if tally is None:
            tally = self._menus[path] = Counter()
        return tally

    def _wait(self, lead: Lead) -> None:
        entries = self._waiting.setdefault(id(lead.arm), [])
        worth = self.worth(lead.shown, lead.status)
        heapq.heappush(entries, (-worth, next(self._numbers), lead.turns, lead))
