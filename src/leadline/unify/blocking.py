"""Which pairs are compared at all: rules by which two records share a key, chosen by the data.

A rule makes keys of one attribute (equal values, a shared word, near numbers) or of two at once.
What it costs is the pairs it makes. What it brings can be told without labels: two records of one
source are hardly ever the same entity, so the pairs it makes within sources bound how many of those
between sources are chance (Cauchy–Schwarz); the rest are matches. Blocks above a size are left out,
which keeps the pairs in proportion to the records.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations, islice

import numpy as np
from numpy.typing import NDArray

from leadline.unify.columns import Kind

ENOUGH = 0.1  # of the matches of the best rule
MOST = 10  # rules
MOST_OF_TWO = 60  # rules of two attributes that are counted
COST = 30  # pairs that a match may cost
EACH = 6  # pairs for each record that one rule may make
PAIRS = 25  # for each record, by all rules together

Floats = NDArray[np.float64]


class Way(StrEnum):
    """How keys are made of an attribute."""

    EQUAL = "equal"
    WORD = "word"  # a key for each telling word or element
    START = "start"  # the first letters
    NEAR = "near"  # two overlapping grids


@dataclass(frozen=True, slots=True)
class Part:
    """An attribute, by its place, and how keys are made of it."""

    attribute: int
    way: Way


Rule = tuple[Part, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """A rule with the pairs it makes between sources, and how many of them are more than chance."""

    rule: Rule
    pairs: float
    matches: float


def by_chance(within: Floats) -> Floats:
    """How many pairs between sources keys make at most if nothing matches.

    `within` are the ordered pairs of records that share a key, a column for each source: if it has
    c records with a key and another source d, c · d summed over keys is at most the root of
    Σ c² · Σ d²; c (c - 1), which leaves out what is met once, tells chance from matches.
    """
    roots = np.sqrt(within)
    chance: Floats = (roots.sum(axis=1) ** 2 - (roots**2).sum(axis=1)) / 2
    return chance


WAYS = {
    Kind.TEXT: (Way.EQUAL, Way.WORD),
    Kind.LONG: (Way.EQUAL, Way.WORD),
    Kind.SET: (Way.EQUAL, Way.WORD),
    Kind.NUMBER: (Way.EQUAL, Way.NEAR),
    Kind.DATE: (Way.EQUAL, Way.NEAR),
    Kind.YEAR: (Way.EQUAL, Way.NEAR),
}
WITH_OTHERS = {Kind.TEXT: (Way.EQUAL, Way.START, Way.WORD), Kind.LONG: (), Kind.SET: (Way.EQUAL,)}


def largest(pairs: Floats, matches: Floats, records: int) -> int:
    """Up to which size of blocks a rule goes; -1 if it is not worth its pairs at any.

    `pairs` and `matches` are sums over all blocks up to a size; both rise with it.
    """
    good = np.flatnonzero((pairs <= EACH * records) & (pairs <= COST * matches))
    return int(good[-1]) if len(good) else -1


def different(counted: Sequence[Counted]) -> list[Counted]:
    """Of the rules of the same attributes, by words and otherwise, the one that brings most."""
    best: dict[tuple[object, ...], Counted] = {}
    for one in sorted(counted, key=lambda one: (-one.matches, one.pairs)):
        by_word = any(part.way is Way.WORD for part in one.rule)
        best.setdefault((by_word, *(part.attribute for part in one.rule)), one)
    return list(best.values())


def single_rules(kinds: Sequence[Kind]) -> list[Rule]:
    """All rules of one attribute."""
    return [(Part(i, way),) for i, kind in enumerate(kinds) for way in WAYS[kind]]


def double_rules(kinds: Sequence[Kind], chosen: Sequence[Rule]) -> list[Rule]:
    """Rules of two attributes that add to those chosen."""
    parts = [
        Part(i, way) for i, kind in enumerate(kinds) for way in WITH_OTHERS.get(kind, WAYS[kind])
    ]
    pairs: list[Rule] = [
        rule for rule in combinations(parts, 2) if rule[0].attribute != rule[1].attribute
    ]
    adding = (rule for rule in pairs if not any(set(one) <= set(rule) for one in chosen))
    return list(islice(adding, MOST_OF_TWO))


def choose(counted: Sequence[Counted], records: int, already: float = 0.0) -> list[Counted]:
    """The rules that bring enough for what they cost, the cheapest for a match first."""
    best = max((one.matches for one in counted), default=0.0)
    worth = [one for one in counted if one.matches > 0 and one.matches >= ENOUGH * best]
    chosen: list[Counted] = []
    for one in sorted(worth, key=lambda one: one.pairs / one.matches):
        already += one.pairs
        if already > PAIRS * records and chosen:
            already -= one.pairs
            continue
        chosen.append(one)
    return chosen[:MOST]
