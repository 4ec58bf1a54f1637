"""Where to cut an ordered attribute that has few values: between two of them, and nowhere else.

Ages in years, grades, and answers from 1 to 5 are numbers that many records share. Density for each
unit says nothing then: a bound between two values leaves an empty part beside one that is too full.
So a part goes from a value up to, and without, another that some record has; what lies between two
values, if anything does, needs no part of its own.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from heapq import merge
from itertools import islice

from leadline.intervals import Interval, Key, order_key

FEW = 4  # values in a part: with more of them, it is cut as if there were no end of them
ONCE = 0.1  # of the records have a value of their own: with more, other values may be there
ENOUGH = 3  # records that have one value: then others may have it, too
ELSEWHERE = 12.0  # records' worth of belief in how others are spread


def next_value(
    interval: Interval, sample: Sequence[Key], alike: Sequence[Key], part: float
) -> tuple[Key, float] | None:
    """The value that ends the lowest part, and the share of an interval's records below it.

    The part should have the share `part` of them. None where values are many, or only one is met.
    """
    others = within(interval, alike)
    most = int(min(FEW / part, len(sample) + len(others))) + 1
    values = [*islice(_distinct(sample, others), most + 1)]
    if not 1 < len(values) <= most or _are_met_once(values, sample, others):
        return None
    shares = ((_share(value, sample, others), value) for value in values[1:])
    share, value = min(shares, key=lambda found: abs(found[0] - part))
    return value, share


def _are_met_once(values: list[Key], *lists: Sequence[Key]) -> bool:
    """Whether many records have a value that no other has (Good and Turing).

    Those of the sample may be among the others.
    """
    keys = max(lists, key=len)
    times = (bisect_right(keys, value) - bisect_left(keys, value) for value in values)
    return sum(n <= 1 for n in times) > ONCE * len(keys)


def is_one(sample: Sequence[Key], others: Sequence[Key]) -> bool:
    """Whether all records met have one value, and are enough to believe it of the others."""
    if len(sample) < ENOUGH or sample[0] != sample[-1]:
        return False
    return not others or (others[0] == sample[0] == others[-1])


def within(interval: Interval, keys: Sequence[Key]) -> Sequence[Key]:
    """The sorted keys that lie in an interval."""
    first, last = 0, len(keys)
    if interval.low is not None:
        find = bisect_right if interval.low_open else bisect_left
        first = find(keys, order_key(interval.low))
    if interval.high is not None:
        find = bisect_left if interval.high_open else bisect_right
        last = find(keys, order_key(interval.high))
    return keys[first:last]


def _distinct(*lists: Sequence[Key]) -> Iterator[Key]:
    """The keys of sorted lists in order, each once."""
    latest = None
    for key in merge(*map(_leaps, lists)):
        if key != latest:
            yield key
        latest = key


def _leaps(keys: Sequence[Key]) -> Iterator[Key]:
    place = 0
    while place < len(keys):
        yield keys[place]
        place = bisect_right(keys, keys[place], place)


def _share(value: Key, sample: Sequence[Key], others: Sequence[Key]) -> float:
    """The likely share of the records that lie below a value."""
    own = bisect_left(sample, value)
    if not others:
        return own / len(sample)
    belief = min(ELSEWHERE, len(others))
    elsewhere = bisect_left(others, value) / len(others)
    return (own + belief * elsewhere) / (len(sample) + belief)
