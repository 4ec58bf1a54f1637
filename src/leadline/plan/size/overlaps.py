"""How many records are missing, by how often two values meet in one of them.

Totals say how many missing records have a value, S1 over several values, and, asked for two values
at once, how many have both, S2 over pairs. As of two lists of a census (Lincoln and Petersen), the
less they overlap the more there are: M is S1²/S2 times a factor, and the factor is known for
records held; those that came last are most like the missing. Two opinions on what both have in
common: if missing ones just have fewer known values, each left out by chance, the factor of pairs
stays the same; if they are as unlike each other as those held, that of all pairs, a value with
itself included. The estimate lies in the middle. Its doubt is half the distance, what changed
during the harvest, half of how unlike each other records are, and a share of how far one value that
was asked chose the records held. A value that most of its records are held for, because it was
asked, says nothing of missing ones and is left out. This counts records too that are never shown
under a limit, and those without any such value.

S2 is a sum over very many pairs: some are drawn in proportion to what is expected of them.
"""

from __future__ import annotations

import math
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.model import Answer, Count, Kind, Outcome, Step
from leadline.plan.knowledge import Knowledge
from leadline.plan.size.reading import WHY
from leadline.plan.size.spread import documents_of

Floats = NDArray[np.float64]
VALUES = 300  # those with most missing records
ROWS = 4_000  # records held, early or late, that values are seen together in
LATE = 0.25  # of the records held
DRAWS_A_PAGE = 5  # at most: a pair drawn again costs nothing
FEWEST = 5  # draws
MOSTLY = 0.5
CHOSEN = 0.2  # of the share by which one value chose the records held


@dataclass(frozen=True, slots=True)
class View:
    """How many records are missing, and the error of its logarithm."""

    missing: float
    error: float


@dataclass(frozen=True, slots=True)
class Together:
    """Of some records held, how many have each value, and each two values."""

    rows: int
    single: Floats
    double: Floats

    def factors(self) -> tuple[float, float]:
        """n·S2/S1² over pairs, and the same with half the pairs of a value with itself."""
        ones = max(float(self.single.sum()), 1.0)
        pairs = max(float(self.double.sum()) / 2, 0.5)
        return self.rows * pairs / ones**2, self.rows * (pairs + ones / 2) / ones**2


class Overlaps:
    """Pairs of values, drawn and asked for their totals."""

    def __init__(self, known: Knowledge, unseen: dict[int, int], rng: np.random.Generator) -> None:
        self._known, self._rng = known, rng
        fair = [v for v in unseen if not _is_why_held(known, v)]
        self._values = np.array(sorted(fair, key=lambda v: -unseen[v])[:VALUES], np.int64)
        self._unseen = np.array([unseen[v] for v in self._values.tolist()], float)
        late = int((1 - LATE) * known.records)
        self._early = _together(known, self._values, _some(0, late, rng))
        self._late = _together(known, self._values, _some(late, known.records, rng))
        self._chances = self._expected()
        self._ratios: list[float] = []  # of the missing records of a pair to its chance
        self._misled = False

    def steps(self, pages: int) -> Generator[Step, Answer, None]:
        """Yields at most so many steps and is sent their answers."""
        if self._chances.sum() <= 0:
            return
        told: dict[int, float | None] = {}
        bounds = np.cumsum(self._chances)
        for point in self._rng.random(DRAWS_A_PAGE * pages) * bounds[-1]:
            pair = int(np.searchsorted(bounds, point, side="right"))
            if pair not in told:
                if len(told) >= pages or self._misled:
                    return
                told[pair] = yield from self._ask(pair)
            if (missing := told[pair]) is not None:
                self._ratios.append(missing / float(self._chances[pair]))

    def view(self) -> View | None:
        """What the pairs say; None if too few were asked, or two values are not asked for both."""
        single, pairs = float(self._unseen.sum()), _mean(self._ratios)
        if self._misled or len(self._ratios) < FEWEST or pairs <= 0:
            return None
        apart, alike = (single**2 / pairs, single**2 / (pairs + single / 2))
        (first_apart, first_alike), (last_apart, last_alike) = (
            self._early.factors(),
            self._late.factors(),
        )
        estimate = math.sqrt(apart * last_apart * alike * last_alike)
        doubts = (
            math.log(apart * last_apart / (alike * last_alike)) / 2,
            math.log(last_apart * last_alike / (first_apart * first_alike)) / 2,
            math.log(2 * last_alike) / 2,
            float(np.std(self._ratios)) / pairs / math.sqrt(len(self._ratios) - 1),
            CHOSEN * self._chosen(estimate),
        )
        return View(estimate, math.hypot(*doubts))

    def _chosen(self, missing: float) -> float:
        """By how much more of the records held than of the missing have a value that was asked."""
        known = self._known
        asked = np.flatnonzero((known.value >= 0) & known.exact)
        if not len(asked):
            return 0.0
        held = known.local[known.value[asked]]
        unseen = np.maximum(known.total[asked] - held, 0)
        return max(float(np.max(held / known.records - unseen / missing)), 0.0)

    def _ask(self, pair: int) -> Generator[Step, Answer, float | None]:
        known, places = self._known, divmod(pair, len(self._values))
        values = [int(self._values[place]) for place in places]
        answer = yield Step(known.query(*values), 1, WHY)
        failed = answer.outcome in (Outcome.FAILED, Outcome.REFUSED)
        if failed or answer.total is None or answer.count is not Count.EXACT:
            return None
        missing = answer.total - len(known.rows_matching(values))
        self._misled |= missing > min(self._unseen[place] for place in places)
        return float(max(missing, 0))

    def _expected(self) -> Floats:
        """The chance of each pair: as many missing records have both as chance and habit make."""
        if not len(self._values):
            return np.zeros(0)
        early, late = self._early, self._late
        single, double = early.single + late.single, early.double + late.double
        by_chance = np.outer(single, single) / max(early.rows + late.rows, 1)
        habit = (double + 1) / (by_chance + 1)
        askable = np.triu(_askable(self._known, self._values), 1)
        expected = np.outer(self._unseen, self._unseen) * habit * askable
        return np.asarray(expected.ravel() / max(float(expected.sum()), 1e-12))


def _is_why_held(known: Knowledge, value: int) -> bool:
    """Whether most of the records that have a value are held because it was asked."""
    query = int(known.query_of[value])
    return query >= 0 and bool(known.alone[query] > MOSTLY * known.local[value])


def _some(first: int, end: int, rng: np.random.Generator) -> NDArray[Any]:
    return np.sort(first + rng.choice(end - first, min(ROWS, end - first), replace=False))


def _askable(known: Knowledge, values: NDArray[Any]) -> NDArray[np.bool_]:
    """Which two of the values can be asked at once: not two of one field that takes one value."""
    single = np.array([a.kind is not Kind.KEYWORD for a in known.interface.attributes])
    own = known.attribute[values]
    same = (own[:, None] == own[None, :]) & single[own][:, None]
    return np.asarray(~same & ~np.eye(len(values), dtype=bool))


def _together(known: Knowledge, values: NDArray[Any], rows: NDArray[Any]) -> Together:
    """How many of these records held have each value, and each two that can be asked at once."""
    documents = documents_of(known, rows)
    column = np.full(known.values, -1)
    column[values] = np.arange(len(values))
    where = column[documents.terms]
    row = np.repeat(np.arange(len(documents)), np.diff(documents.start))
    table = np.zeros((len(documents), len(values)), np.float32)
    table[row[where >= 0], where[where >= 0]] = 1.0
    both = (table.T @ table).astype(float) * _askable(known, values)
    return Together(len(rows), np.asarray(table.sum(axis=0, dtype=float)), both)


def _mean(numbers: list[float]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0
