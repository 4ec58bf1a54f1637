"""The values of one attribute as a frame from which missing records are drawn.

Of values that were asked, totals say how many of their records are missing: one is drawn in
proportion to that, and of its answer a page that nobody has read. Of values that were not asked,
one is drawn in proportion to the records held that have it, and some more, and asked: its total,
over the chance of the draw, stands for all of them (Hansen and Hurwitz 1943); where totals are not
stated, it is learnt from the number of pages (`measuring`). Either shows missing records as they
are met through this attribute alone, whatever the harvest chose to ask. A record that has several
values of the attribute can be met through each, and counts as much less.

Values that don't visibly find the records that carry them are left out.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from leadline.model import Answer, Count, Outcome, Record, Step
from leadline.plan.knowledge import Knowledge
from leadline.plan.size.measuring import CLOSE, measure
from leadline.plan.size.reading import WHY
from leadline.plan.size.spread import documents_in
from leadline.plan.size.unread import Unread

Records = tuple[Record, ...]
LEAST = 2  # records held that have a value which is to be drawn
PRIOR = 0.5  # added to the records held: a value that few have may well have more missing ones
SHARE = 0.25  # of what the attribute's values have on average, added where a draw costs one page
FIRST = 3  # draws of values not asked, before others
FEW = 5  # values not asked: they all are
TRIES = 20  # to draw a value that was not asked before
VISIBLY = 0.8  # of the records a query returns carry what it asked for


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """One draw: what it says of all that is missing in its kind of values, and what it showed."""

    mass: float
    found: tuple[Record, ...]  # missing records shown

    @property
    def tells(self) -> bool:
        """Whether it would have shown a part that nobody knows, had it met one."""
        return bool(self.found) or not self.mass


class Learnt(NamedTuple):
    """What was learnt of one value: how many records have it, which were shown, and how surely."""

    total: float | None
    shown: Records
    variance: float = 0.0


class Frame:
    """One attribute's values that may have missing records."""

    def __init__(self, known: Knowledge, position: int, unseen: dict[int, int]) -> None:
        self.known, self.position = known, position
        self.name = known.interface.attributes[position].name
        self.asked = {v: n for v, n in unseen.items() if known.attribute[v] == position}
        self.of_asked: list[Draw] = []
        self.of_fresh: list[Draw] = []
        self.finds = 0  # draws that found what was looked for
        self.blur = 0.0  # the variance of what is certain, where no totals are stated
        own = _to_ask(known, position)
        self.fresh: list[int] = np.flatnonzero(own & (known.local >= LEAST)).tolist()
        self.rare: list[int] = np.flatnonzero(
            own & (known.local > 0) & (known.local < LEAST)
        ).tolist()
        self._prior = self._added()
        self._bounds = list(accumulate(known.local[v] + self._prior for v in self.fresh))
        self._drawn: dict[int, Draw | None] = {}
        self._unread = self._left_unread()

    def _added(self) -> float:
        """What is added to the records held of a value: its chance to be drawn is never small."""
        if not self.fresh or not self.known.states_totals:
            return PRIOR
        return PRIOR + SHARE * float(np.mean(self.known.local[self.fresh]))

    def _left_unread(self) -> Unread:
        known, found = self.known, Unread(self.known.interface)
        for value, missing in self.asked.items():
            query = int(known.query_of[value])
            rest = range(int(known.next_page[query]), known.last_page(query) + 1)
            found.add(known.queries[query], [*known.skipped.get(query, ()), *rest], missing)
        return found

    @property
    def values(self) -> list[int]:
        """The values that a record can be met through."""
        return [*self.asked, *self.fresh]

    @property
    def not_asked(self) -> int:
        """How many values that records held have were not asked."""
        return len(self.fresh) + len(self.rare)

    @property
    def promise(self) -> float:
        """The share of draws that found what was looked for."""
        return (1 + self.finds) / (2 + len(self.of_asked) + len(self.of_fresh))

    @property
    def certain(self) -> float:
        """Missing records of values that were asked, as totals say."""
        return float(sum(self.asked.values()))

    @property
    def guessed(self) -> float:
        """Missing records of values that were not asked, as long as none of these was drawn."""
        return self._mass_of_fresh() if self.fresh and not self.of_fresh else 0.0

    def ask_all(self, most: float) -> Generator[Step, Answer, None]:
        """Ask for every value that was not asked: then totals are known of all.

        The fewer there are of as many as could be asked, the more closely each is looked at.
        """
        close = CLOSE * self.not_asked / max(most, 1.0)
        for value in [*self.fresh, *self.rare]:
            total, _, variance = yield from self._learn(value, close)
            if total is not None:
                self.blur += variance
                held = int(self.known.local[value])
                self.asked[value] = max(int(total) - held, 0)
                self._unread.opened(self.known.query(value), int(total), held)
        self.fresh, self.rare, self._bounds = [], [], []

    def draw(self, rng: Random) -> Generator[Step, Answer, Draw | None]:
        """One draw, of the kind of values that has had fewer of them for what is missing there."""
        if self.fresh and (not self._unread or self._lacks_fresh()):
            return (yield from self._draw_fresh(rng))
        step = self._unread.draw(rng)
        if step is None:
            return None
        answer = yield step
        drawn = Draw(mass=self.certain, found=missing_in(self.known, answer.records))
        self.of_asked.append(drawn)
        return drawn

    def _lacks_fresh(self) -> bool:
        fresh, asked = len(self.of_fresh), len(self.of_asked)
        return fresh < FIRST or asked * self._mass_of_fresh() > fresh * self.certain

    def _mass_of_fresh(self) -> float:
        """What is missing of values not asked: by draws, before these as if like the others."""
        if self.of_fresh:
            return sum(draw.mass for draw in self.of_fresh) / len(self.of_fresh)
        held = float(self.known.local[list(self.asked)].sum()) if self.asked else 0.0
        return float(self._bounds[-1]) * (self.certain / held if held else 1.0)

    def _draw_fresh(self, rng: Random) -> Generator[Step, Answer, Draw | None]:
        for _ in range(TRIES if len(self._drawn) < len(self.fresh) else 0):
            value = rng.choices(self.fresh, cum_weights=self._bounds)[0]
            if value not in self._drawn:
                self._drawn[value] = drawn = yield from self._ask(value)
                if drawn is not None:
                    self.of_fresh.append(drawn)
                return drawn
            if (again := self._drawn[value]) is not None:
                self.of_fresh.append(again)
        return None

    def draw_rare(self, rng: Random) -> Generator[Step, Answer, Draw | None]:
        """A value that few records held have, for when nothing else is left: it may lead elsewhere.

        What it says of the attribute's missing records is not kept, as it was not drawn by these.
        """
        if not self.rare:
            return None
        value = self.rare.pop(rng.randrange(len(self.rare)))
        total, shown, _ = yield from self._learn(value)
        if total is None:
            return None
        mass = max(total - float(self.known.local[value]), 0.0)
        return Draw(mass=mass, found=missing_in(self.known, shown))

    def _ask(self, value: int) -> Generator[Step, Answer, Draw | None]:
        """Learn how many records of a value are missing, and see some."""
        held = int(self.known.local[value])
        total, shown, _ = yield from self._learn(value)
        if total is None:
            return None
        mass = max(total - held, 0.0) * self._bounds[-1] / (held + self._prior)
        return Draw(mass=mass, found=missing_in(self.known, shown))

    def _learn(self, value: int, close: float = CLOSE) -> Generator[Step, Answer, Learnt]:
        """How many records have a value, and those that were shown."""
        held = int(self.known.local[value])
        if self.known.states_totals:
            answer = yield Step(self.known.query(value), 1, WHY)
            return Learnt(self._total(answer, value), answer.records)
        measured = yield from measure(self.known, self.known.query(value), held, close)
        if measured is None:
            return Learnt(None, ())
        shown = tuple(measured.shown.values())
        total = measured.matching if self._is_carried(shown, value) else None
        return Learnt(total, shown, measured.variance)

    def _total(self, answer: Answer, value: int) -> float | None:
        """The total of a value, if it is stated exactly and its records visibly have the value."""
        if answer.outcome is not Outcome.FOUND or answer.count is not Count.EXACT:
            return None
        return answer.total if self._is_carried(answer.records, value) else None

    def _is_carried(self, records: Sequence[Record], value: int) -> bool:
        carrying = documents_in(self.known, records).carrying(value)
        return bool(carrying.sum() >= VISIBLY * len(carrying))


def missing_in(known: Knowledge, records: Sequence[Record]) -> tuple[Record, ...]:
    """Those of the records that are not held."""
    return tuple(record for record in records if known.row_of(record.key) < 0)


def _to_ask(known: Knowledge, position: int) -> NDArray[np.bool_]:
    """Which values of an attribute were not asked; without totals, or not read to their end."""
    own = known.attribute == position
    unasked = known.query_of < 0
    if known.states_totals or not known.queries:
        return np.asarray(own & unasked)
    return np.asarray(own & (unasked | (known.open & ~known.exact)[known.query_of]))
