"""How the values of an attribute are spread in a cell, told by records of cells that are like it.

A cell of a few records says little itself. Some of its predicates matter for an attribute (which
airline flies, if the destination is given), others do not (the day). Those that matter least are
left out, one after the other, and each broader cell is the prior of the next narrower one, as in
hierarchical Dirichlet smoothing. What matters is told by pairs of records: how much more often two
have one value of one attribute if they have one of the other; that is 1 if nothing binds the two,
however many values there are. An ordered attribute counts by tenths.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Sequence
from itertools import combinations, islice
from math import sqrt

from leadline.model import Query
from leadline.plan.splitting.rows import MISSING, Rows

LOOKED_AT = 300  # records of a cell
PAIRED = 2_000  # records that tell which attributes are bound to each other
TENTHS = 10
PAIRS = 3.0  # pairs' worth of belief that two attributes have nothing to do with each other
APART = 0.2  # times as often as by chance: so seldom do two that agree in a field in another
BELIEF = 60.0  # records' worth of belief in what a broader cell says
RANDOM = 40  # records that were not asked for by an attribute: its shares are taken from them
MOST = 20_000  # cells whose shares are kept
RENEW = 1.3  # times the records: then all is computed anew

Chances = dict[str, float]


class Likeness:
    """What records held tell of cells of which few are held."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows
        self._of = 0  # records held when it was computed
        self._bound: list[list[float]] = []
        self._chances: dict[tuple[int, Query], Chances] = {}

    def chances(self, position: int, query: Query) -> Chances:
        """The likely shares of values that records have, in a cell; what is met nowhere has none.

        The cell's own records are not looked at, only those of broader ones.
        """
        self._renew()
        by_weight = sorted(
            (pair for pair in query.predicates if self._rows.position[pair[0]] != position),
            key=lambda pair: -self._bound[position][self._rows.position[pair[0]]],
        )
        found = self._smoothed(position, Query(), {})
        for most in range(1, len(by_weight)):
            found = self._smoothed(position, Query(tuple(by_weight[:most])), found)
        return found

    def binding(self, position: int, other: int) -> float:
        """How much more often two records agree in one attribute if they agree in the other."""
        self._renew()
        return self._bound[position][other]

    def is_taken(self, query: Query) -> bool:
        """Whether a record is held that should be all that there is of a cell, or of one around it.

        It has two of the values, of fields that set records apart.
        """
        pairs = combinations(query.predicates, 2)
        return any(
            self.set_apart(*(self._rows.position[name] for name, _ in pair))
            and any(True for _ in self._rows.matching(Query(pair)))
            for pair in pairs
        )

    def set_apart(self, one: int, other: int) -> bool:
        """Whether two records hardly ever agree in both drop-downs, where many would by chance.

        So do a state and a year, where each state has a record a year.
        """
        if not self._bound or self._rows.ordered[one] or self._rows.ordered[other]:
            return False
        return self._bound[one][other] < APART

    def _renew(self) -> None:
        if len(self._rows) >= RENEW * self._of:
            self._of = max(len(self._rows), 1)
            self._chances.clear()
            self._bound = self._bindings()

    def _smoothed(self, position: int, query: Query, broader: Chances) -> Chances:
        key = position, query
        if key not in self._chances:
            if len(self._chances) >= MOST:
                self._chances.clear()
            self._chances[key] = smoothed(self._met(position, query), broader)
        return self._chances[key]

    def _met(self, position: int, query: Query) -> Counter[str]:
        sample: Sequence[int] = range(0, len(self._rows), max(1, len(self._rows) // LOOKED_AT))
        if query.predicates:
            sample = [*islice(self._rows.matching(query), LOOKED_AT)]
        return values_of(self._rows, position, sample)

    def _bindings(self) -> list[list[float]]:
        rows, every = self._rows, range(len(self._rows.attributes))
        step = max(1, len(rows) // PAIRED)
        sample = range(0, len(rows), step)
        labels = [self._labels(position, sample) for position in every]
        return [[_bound(labels[a], labels[b]) if a != b else 0.0 for b in every] for a in every]

    def _labels(self, position: int, sample: Sequence[int]) -> list[str | int]:
        rows = self._rows
        if not rows.ordered[position]:
            return [(rows.carried(position, row) or (MISSING,))[0] for row in sample]
        keys = sorted(k for row in sample if (k := rows.key(position, row)) is not None)
        cuts = keys[:: max(1, len(keys) // TENTHS)]
        found = (rows.key(position, row) for row in sample)
        return [-1 if key is None else bisect_right(cuts, key) for key in found]


def values_of(
    rows: Rows, position: int, sample: Sequence[int], enough: int | None = None
) -> Counter[str]:
    """How often values are met, by records that were not asked for by them if these are enough.

    Half of the sample is, or as many as tell by themselves, if nothing else is said.
    """
    random = [row for row in sample if rows.is_random(position, row)]
    least = min((len(sample) + 1) // 2, RANDOM) if enough is None else enough
    looked_at = random if len(random) >= least else sample
    return Counter(v for row in looked_at for v in rows.carried(position, row) or (MISSING,))


def smoothed(met: Counter[str], prior: Chances) -> Chances:
    """Shares of values met, with a belief in the shares that were thought before."""
    if not prior:
        return {value: times / met.total() for value, times in met.items()}
    everything = met.total() + BELIEF
    return {
        value: (met[value] + BELIEF * prior.get(value, 0.0)) / everything
        for value in dict.fromkeys((*met, *prior))
    }


def _bound(ones: Sequence[str | int], others: Sequence[str | int]) -> float:
    """How much more often pairs agree in both than by chance; few pairs say little."""
    pairs = len(ones) * (len(ones) - 1) / 2
    both = pairs * _agreement(Counter(zip(ones, others, strict=True)).values())
    chance = _agreement(Counter(ones).values()) * _agreement(Counter(others).values())
    return (both - sqrt(both) + PAIRS) / (pairs * chance + PAIRS)


def _agreement(times: Collection[int]) -> float:
    n = sum(times)
    return sum(t * (t - 1) for t in times) / max(n * (n - 1), 1)
