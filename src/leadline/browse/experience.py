"""What following links has brought so far, on all sites: how much the next link may be expected to.

A log-linear model of the finds behind a link, learned after every page, and the words of links with
what they brought beside what was expected. It begins with general knowledge (links that speak of
searching, stand in a menu or near a form promise more; long titles in long lists, and pages after
many in vain, less) and unlearns what does not hold where it is used.
Method: recursive estimation with a Gaussian posterior (assumed density filtering) for Poisson
counts.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

SPREAD = 0.3  # variance of each weight that is known beforehand
MOST = 3.0  # finds that are expected of one page at most
LARGEST = 6.0  # weight
WORDS = PLACES = 50_000  # that are remembered
WEIGHT = 1.0  # of the prior of a word, in expected finds
BOUND = 1.0  # of what words can add to, or take from, the logarithm

KNOWN = {
    "page": math.log(0.2),  # behind a link of the front page of which nothing else is known
    "search": math.log(0.5),  # behind one that says that one can search there
    "surely": 0.1,  # for each point of `find.promise` of such a link
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
    "lone": -2.0,  # they do not: 87 % of forms are reached by menus (He et al., Section 4.1)
    "stray": -1.0,  # on a page that is in no menu itself
    "fruitful": 0.3,  # on a page that was the first to show something
    "words": 1.0,
    "dry": -0.3,  # logarithm of the pages since the last find
    "rich": 0.2,  # logarithm of what was found
    "listed": -0.3,  # named by a sitemap
    "sitemap": -0.4,
    "described": 0.8,  # named by a description of the site's search
}

Features = Mapping[str, float]
Vector = NDArray[np.float64]
_PLACES = {name: place for place, name in enumerate(KNOWN)}


@dataclass(slots=True)
class Tally:
    """What came, beside what was expected."""

    found: float = 0.0
    expected: float = 0.0


@dataclass(slots=True)
class Experience:
    """The model and the words; shared by all sites of one crawl."""

    weights: Vector = field(default_factory=lambda: np.array(list(KNOWN.values())))
    spread: Vector = field(default_factory=lambda: SPREAD * np.eye(len(KNOWN)))
    words: dict[str, Tally] = field(default_factory=dict)
    places: dict[str, Counter[str]] = field(default_factory=dict)

    def sum(self, features: Features) -> float:
        """The logarithm of the finds that features promise."""
        return float(sum(self.weights[_PLACES[name]] * value for name, value in features.items()))

    def expected(self, features: Features) -> float:
        """How many finds that is."""
        return min(MOST, math.exp(min(5.0, self.sum(features))))

    def learn(self, features: Features, found: float, expected: float) -> None:
        """What a link brought, beside what was expected of it."""
        along = self.spread @ _vector(features)
        certain = 1 + expected * float(along @ _vector(features))
        self.spread -= np.outer(along, along) * (expected / certain)
        self._move(along * ((found - expected) / certain))

    def credit(self, features: Features, found: float) -> None:
        """What it led to later."""
        self._move(self.spread @ _vector(features) * found)

    def _move(self, step: Vector) -> None:
        self.weights = np.clip(self.weights + step, -LARGEST, LARGEST)

    def place(self, name: str) -> Counter[str]:
        """What became of links at a place, on all sites."""
        if name not in self.places and len(self.places) >= PLACES:
            return Counter()
        return self.places.setdefault(name, Counter())

    def said(self, words: Iterable[str]) -> float:
        """What the words of a link add to the logarithm."""
        known = (self.words[word] for word in words if word in self.words)
        total = sum(math.log((WEIGHT + t.found) / (WEIGHT + t.expected)) for t in known)
        return max(-BOUND, min(BOUND, total))

    def hear(self, words: Iterable[str], found: float, expected: float) -> None:
        """What a link with these words brought."""
        for word in words:
            if word in self.words or len(self.words) < WORDS:
                tally = self.words.setdefault(word, Tally())
                tally.found += found
                tally.expected += expected


def _vector(features: Features) -> Vector:
    made = np.zeros(len(KNOWN))
    for name, value in features.items():
        made[_PLACES[name]] = value
    return made
