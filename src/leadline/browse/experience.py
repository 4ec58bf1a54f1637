"""What following links has brought so far, on all sites: how much the next link may be expected to.

A log-linear model of the finds behind a link, learned after every page, and the words of links with
what they brought beside what was expected. It begins with general knowledge (links that speak of
searching, stand in a menu or near a form promise more; long titles in long lists less) and unlearns
what does not hold where it is used. Of a link that may or may not be one of a menu, half of both
is expected, and what it brings is learned of either by its part; some features count in one of a
menu alone.
Method: recursive estimation with a Gaussian posterior (Laplace's approximation after every page)
for Poisson counts.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from leadline.browse.menus import Menus

SPREAD = 1.0  # variance of each weight that is known beforehand
# Variance of those that are held near to it. What seems poor is hardly followed, so little is
# learned of links of no menu; and nearly all that are followed are of menus, so that what is
# expected of them could be traded for what is expected of any page, theirs included.
FIRM = {"lone": 0.05, "again": 0.05}
MOST = 3.0  # finds that are expected of one page, and learned from, at most
TINY = 1e-9  # finds that count as none
STEPS = 8  # of Newton's method
LARGEST = 6.0  # weight
WORDS = 50_000  # that are remembered
TELLING = 0.3  # finds that were expected of a word, from which on it says something
WEIGHT = 1.0  # of the prior of a word, in expected finds
BOUND = 1.0  # of what words can add to, or take from, the logarithm

KNOWN = {
    "page": math.log(0.2),  # behind a link of the front page of which nothing else is known
    "search": math.log(0.5),  # behind one that says that one can search there
    "surely": 0.1,  # for each point of `find.promise` of such a link
    "under": 0.2,  # in a folder that is one
    "list": 0.4,  # that there is a list
    "about": -0.8,  # that it is about the site
    "promise": 0.1,  # for each point of `find.promise`
    "deep": -0.3,  # for each link more from the front page
    "menu": 0.2,  # in what is called a menu
    "near": 0.7,  # beside a form
    "frame": 1.2,  # part of the page
    "title": -0.6,  # more words than the name of a page has
    "crowd": -0.3,  # for each factor of e beyond ten links of its kind on the page
    "again": 0.3,  # other pages show it at the same place, as they do a menu
    "lone": -4.0,  # they do not: menus lead to 87 % of forms (He et al., Section 4.1)
    "few": 0.0,  # in a menu, for each factor of e that it is smaller than ten links
    "below": 0.0,  # in a menu, for each link more from the front page
    "lesser": -0.5,  # in a menu of the front page that has another with more usual names
    "odd": -1.0,  # in a menu of the front page whose names are far less usual than another's
    "odd below": -0.5,  # the same on another page
    "named": 0.7,  # others that stand as it does have names that many sites use
    "low": -0.3,  # from the top of the page to its end
    "stray": -1.0,  # on a page that is in no menu itself
    "fruitful": 0.3,  # on a page that was the first to show something
    "told": 0.3,  # for each factor of e of finds behind links that speak of searching
    "words": 1.0,
    "listed": -0.3,  # named by a sitemap
    "sitemap": -0.4,
    "described": 0.8,  # named by a description of the site's search
}

Features = Mapping[str, float]
Vector = NDArray[np.float64]
_PLACES = {name: place for place, name in enumerate(KNOWN)}
_SPREADS = [FIRM.get(name, SPREAD) for name in KNOWN]


@dataclass(slots=True)
class Tally:
    """What came, beside what was expected."""

    found: float = 0.0
    expected: float = 0.0

    @property
    def tells(self) -> bool:
        """Whether it says something already."""
        return self.found > 0 or self.expected >= TELLING


@dataclass(slots=True)
class Experience:
    """The model and the words; shared by all sites of one crawl."""

    weights: Vector = field(default_factory=lambda: np.array(list(KNOWN.values())))
    spread: Vector = field(default_factory=lambda: np.diag(_SPREADS))
    words: dict[str, Tally] = field(default_factory=dict)
    menus: Menus = field(default_factory=Menus)
    _at: dict[str, float] = field(init=False)  # the weights by name

    def __post_init__(self) -> None:
        """Have the weights at hand."""
        self._move(np.zeros(len(KNOWN)))

    def sum(self, features: Features) -> float:
        """The logarithm of the finds that features promise."""
        at = self._at
        return sum([at[name] * value for name, value in features.items()])

    def expected(self, features: Features) -> float:
        """How many finds that is."""
        return min(MOST, math.exp(min(5.0, self.sum(features))))

    def mixed(self, menu: float | None, inside: Features) -> float:
        """The factor of a link that is one of a menu with this probability."""
        return 1.0 if menu is None else sum(self._parts(menu, inside))

    def shared(self, menu: float | None, inside: Features) -> dict[str, float]:
        """The same as features: how much of what is expected is expected of either."""
        if menu is None:
            return {}
        one, other = self._parts(menu, inside)
        share = one / (one + other)
        told = {name: share * value for name, value in inside.items()}
        return {"again": share, "lone": 1 - share} | told

    def _parts(self, menu: float, inside: Features) -> tuple[float, float]:
        """What is expected of it as one of a menu, and as one of its page alone."""
        one = menu * math.exp(self._at["again"] + self.sum(inside))
        return one, (1 - menu) * math.exp(self._at["lone"])

    def learn(self, features: Features, found: float, expected: float) -> None:
        """What a link brought, beside what was expected of it."""
        shown = _vector(features)
        along = self.spread @ shown
        unsure, found = float(along @ shown), min(found, MOST)
        likely = _likely(expected, found, unsure)
        self.spread -= along[:, None] * along * (likely / (1 + likely * unsure))
        self._move(along * (found - likely))

    def _move(self, step: Vector) -> None:
        self.weights = np.minimum(np.maximum(self.weights + step, -LARGEST), LARGEST)
        self._at = dict(zip(KNOWN, self.weights.tolist(), strict=True))

    def said(self, words: Iterable[str]) -> float:
        """What the words of a link add to the logarithm."""
        known = (self.words[word] for word in words if word in self.words)
        total = sum(math.log((WEIGHT + t.found) / (WEIGHT + t.expected)) for t in known)
        return max(-BOUND, min(BOUND, total))

    def hear(self, words: Iterable[str], found: float, expected: float) -> None:
        """What a link with these words brought; if there are too many, those that tell least go."""
        for word in words:
            tally = self.words.setdefault(word, Tally())
            tally.found += found
            tally.expected += expected
        if len(self.words) > WORDS:
            known = sorted(self.words.items(), key=lambda pair: -pair[1].found - pair[1].expected)
            self.words = dict(known[: WORDS // 2])


def _likely(expected: float, found: float, unsure: float) -> float:
    """What is expected of such a link, now that one has brought so much: the posterior mode.

    The logarithm moves by its variance times what is left of the surprise. A step along the slope
    at what was expected, without this, goes far beyond: where little was expected and little is
    known, one find would multiply it by thousands.
    """
    before = math.log(max(expected, TINY))
    now = max(before, math.log(max(found, TINY)))
    for _ in range(STEPS):
        likely = math.exp(now)
        now -= (now - before - unsure * (found - likely)) / (1 + unsure * likely)
    return math.exp(now)


def _vector(features: Features) -> Vector:
    made = np.zeros(len(KNOWN))
    for name, value in features.items():
        made[_PLACES[name]] = value
    return made
