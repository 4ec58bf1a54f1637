"""How likely a link is one of a menu, before other pages have shown whether it is.

A link that most of the pages below its own show at the same place is one of a menu; one that they
do not is one of that page alone. Of each link that was told in this way its marks are counted: the
last tags of its path, how many sites have links with its words, how many words these are, how far
down the page it stands, and how many others stand as it does. For a link that was not told yet, the
share of its place here and on all sites is the prior, and its other marks weigh as if they were
independent. Menus have names that many sites use, and stand where menus stand.
Source: the overlap analysis of NavMenu (He et al., Section 4.2), without pages of its own; the
learning is naive Bayes from what that analysis has shown.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache

AGAIN, LONE = "again", "lone"
UNKNOWN = 0.5  # share of menus where nothing is known
WEIGHT = 4  # links that a place must have had on all sites to be known
STEPS = 3  # of a path that make a place on all sites
TEXTS = PLACES = 50_000  # that are remembered
SMOOTH = 5.0  # links of either kind that count as seen with each mark
FEW = 10  # sites before which no word is known to be usual
SHARES = ((0.1, "usual"), (0.03, "common"), (0.01, "known"))  # of the sites that have such a link
CROWDS = (1, 3, 6, 12, 25)


@dataclass(slots=True)
class Menus:
    """What all sites have shown of their menus."""

    sites: int = 0
    texts: Counter[str] = field(default_factory=Counter)  # by how many sites they are used
    places: dict[str, Counter[str]] = field(default_factory=dict)
    marks: dict[str, Counter[str]] = field(
        default_factory=lambda: {AGAIN: Counter(), LONE: Counter()}
    )
    told: Counter[str] = field(default_factory=Counter)
    _base: float | None = field(default=None, compare=False)  # what the ratios are beside
    _ratios: dict[str, float] = field(default_factory=dict, compare=False)  # of marks, logarithms

    def place(self, path: tuple[str, ...]) -> Counter[str]:
        """What became of links at a place, on all sites."""
        name = place_of(path)
        known = self.places.get(name)
        if known is None:
            known = Counter()
            if len(self.places) < PLACES:
                self.places[name] = known
        return known

    def named(self, text: str) -> None:
        """One more site has a link with these words; when there are too many, rare ones go."""
        self.texts[text] += 1
        if len(self.texts) > TEXTS:
            self.texts = Counter(dict(self.texts.most_common(TEXTS // 2)))

    def usual(self, text: str) -> float:
        """How usual a name is: 1 if one site in ten has a link of that name, and less below."""
        return min(1.0, 10 * self.texts[text] / self.sites) if self.sites > FEW else 0.5

    def marks_of(self, text: str, crowd: int, height: float, usual: float) -> tuple[str, ...]:
        """What a link shows of itself besides its place."""
        return (
            f"used {self._used(text)}",
            f"beside {int(4.99 * usual)}",
            f"words {min(len(text.split()), 4)}",
            f"crowd {bisect_left(CROWDS, crowd)}",
            f"height {int(3.99 * height)}",
        )

    def tell(self, marks: tuple[str, ...], before: str, now: str) -> None:
        """What a link with these marks turned out to be."""
        for status, step in ((before, -1), (now, 1)):
            if status:
                self.told[status] += step
                told = self.marks[status]
                for mark in marks:
                    told[mark] += step
        self._base = None
        for mark in marks:
            self._ratios.pop(mark, None)

    def weight(self, marks: tuple[str, ...]) -> float:
        """The factor by which marks change the odds of a link."""
        if self._base is None:
            menus, others = self.told[AGAIN] + 4 * SMOOTH, self.told[LONE] + 4 * SMOOTH
            self._base = math.log(menus / others)
        total = sum(map(self._ratio, marks)) - len(marks) * self._base
        return math.exp(max(-5.0, min(5.0, total)))

    def _ratio(self, mark: str) -> float:
        """The logarithm of how much more often links of menus have a mark than others do."""
        known = self._ratios.get(mark)
        if known is None:
            menu, other = self.marks[AGAIN].get(mark, 0), self.marks[LONE].get(mark, 0)
            known = self._ratios[mark] = math.log((menu + SMOOTH) / (other + SMOOTH))
        return known

    def _used(self, text: str) -> str:
        if self.sites < FEW:
            return "?"
        share = self.texts[text] / self.sites
        return next((name for least, name in SHARES if share >= least), "rarely")


@lru_cache(4096)
def place_of(path: tuple[str, ...]) -> str:
    """The last tags of a path without what only one site calls them."""
    return " ".join(re.split("[.#]", step, maxsplit=1)[0] for step in path[-STEPS:])
