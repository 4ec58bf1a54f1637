"""How many records are missing, by two lists of them that overlap by chance.

A frame is a list: the missing records that have a known value of its attribute. Draws say how many
these are, U(a), and which share κ(b) of them is in another list b. If the two have nothing to do
with each other, U(a)·U(b) over what both have is the number of all missing ones, those in neither
included (Lincoln and Petersen; dual frames as in Hartley 1962). Lists of which one lies within the
other say no more than the larger: so a pair that says less than was counted is not heard, and of
the others that one is believed which surely says most, and those that do not contradict it. How far
two lists hang together is not known: an odds ratio of e changes the number by (1 − κ(a))·(1 − κ(b))
and goes into the error. So lists which hold nearly all that is missing are most trusted. Where
there is one list only, what is in none is guessed from how many values its records have and how
often these are known (`reach`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from leadline.plan.size.opinion import Opinion
from leadline.plan.size.samples import List
from leadline.plan.size.student import NORMAL

ONLY = 0.15  # of what is missing, if one list says it: nothing checks how its records are met
FREEDOM = 5.0  # degrees of freedom: draws are few and skewed


@dataclass(frozen=True, slots=True)
class Pair:
    """What two lists say: the logarithm of the number of missing records, and its error."""

    log: float
    error: float


def by_lists(
    lists: Sequence[List], whole: int | None = None, counted: float = 0.0
) -> Opinion | None:
    """What all pairs of lists that say as much as was counted say together; `whole` is in each."""
    if len(lists) == 1:
        only = _by_one(lists[0])
        return only if only.missing >= counted else None
    chosen = (two for two in combinations(lists, 2) if whole in (None, *(a.position for a in two)))
    pairs = [pair for a, b in chosen if math.exp((pair := _pair(a, b)).log) >= counted]
    if not pairs:
        return None
    top = max(pairs, key=lambda pair: pair.log - pair.error)
    agree = [p for p in pairs if p.log >= top.log - NORMAL * math.hypot(p.error, top.error)]
    weights = np.array([1 / pair.error**2 for pair in agree])
    logs = np.array([pair.log for pair in agree])
    mean = float(np.average(logs, weights=weights))
    spread = float(np.average((logs - mean) ** 2, weights=weights))
    error = math.sqrt(len(agree) / float(weights.sum()) + spread)  # they share their draws
    return Opinion(math.exp(mean), error, FREEDOM)


def _by_one(only: List) -> Opinion:
    """What a single list says, with the records that are in none."""
    error = math.hypot(math.sqrt(only.variance), ONLY, 1 / (1 + only.number))
    return Opinion(only.size, error, FREEDOM).and_(only.beyond)


def _pair(a: List, b: List) -> Pair:
    """U(a) over the share of b that is in a, and the other way round, by their errors."""
    (first, one, share), (second, two, other) = _ratio(a, b), _ratio(b, a)
    weight = two / (one + two)
    doubt = (1 - share) * (1 - other)
    error = math.sqrt(min(one, two) + doubt**2)
    return Pair(weight * first + (1 - weight) * second, error)


def _ratio(a: List, b: List) -> tuple[float, float, float]:
    """The logarithm of U(a) over the share of b that is in a, its variance, and that share."""
    share = (float(b.shares[a.position]) * b.number + 0.5) / (b.number + 0.5)
    chance = (1 - share) / share / b.number
    spread = max(float(b.variances[a.position]) / share**2, chance)
    return math.log(a.size / share), a.variance + spread + 1 / (1 + b.number) ** 2, share
