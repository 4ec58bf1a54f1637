"""What a conversation with a locator has shown: proven discs, what they leave, and known places.

A fold over turns. A question counts when its pages were read. If an answer tells that coordinates
stand elsewhere, or that records do not come nearest first, all that was concluded is withdrawn and
concluded anew from the answers.
"""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

import numpy as np

from leadline.model import Outcome, Query, Record, Step, Turn
from leadline.plan.knowledge import Knowledge, Shown
from leadline.plan.locator.coordinates import Columns, fitting, points, slack
from leadline.plan.locator.evidence import Asked, Sight, at_least, away, outwards, proven
from leadline.plan.locator.near import Disc, Near
from leadline.plan.locator.region import Region
from leadline.plan.locator.sphere import Floats, distances, vectors
from leadline.plan.locator.uncovered import Uncovered

TRIES = 2  # more, for a page that could not be had
MISSES = 30  # questions that did not cover the place they were meant for, before it is given up
USELESS = 30  # answers in a row that are refusals or failures, before the source is given up
SMALLEST = 0.01  # km: nobody asks for less; so many records at one place cannot be told apart
SHY = 1 - 1e-5  # of a radius is used, so that whoever checks the proof need not look without end


class Spots:
    """Points on the sphere with a number each, appended to."""

    def __init__(self) -> None:
        self.at: Floats = np.zeros((0, 3))
        self.worth: Floats = np.zeros(0)

    def __len__(self) -> int:
        return len(self.worth)

    def add(self, at: Floats, worth: float) -> None:
        """One point or several, all of the same worth."""
        rows = at.reshape(-1, 3)
        self.at = np.concatenate((self.at, rows))
        self.worth = np.concatenate((self.worth, np.full(len(rows), worth)))


class Chart:
    """The learner of the locator policy; `holes` is what was given up."""

    def __init__(self, limit: int | None, region: Region) -> None:
        self.limit = limit
        self.region = region
        self.sight = Sight()
        self.answers: list[Asked] = []
        self.useless = 0
        self._reading: Asked | None = None
        self._page, self._failed = 1, 0
        self._candidates: tuple[Columns, ...] | None = None
        self._clear()

    def _clear(self) -> None:
        first = self.answers[0].near if self.answers else None
        start = None if first is None else vectors(first.lat, first.lon)
        self.uncovered = Uncovered(self.region, start)
        self.discs: list[Disc] = []
        self.covered = Spots()  # centres of discs, and their radii
        self.counts: list[int] = []  # of the records that each disc's question showed
        self.full = Spots()  # centres of questions that had more to show, and radii beyond all
        self.places = Spots()  # 1: in a disc
        self._keys: set[str] = set()
        self.misses = 0
        self.holes = 0

    # --- the fold ---------------------------------------------------------------------------------

    def expect(self, known: Knowledge, query: int, step: Step) -> None:
        """Nothing is noted beforehand."""

    def learn(self, known: Knowledge, query: int, turn: Turn, shown: Shown) -> None:
        """Take in a page; conclude when it was the last of its question."""
        near = Near.of(turn.step.query)
        if near is None:
            return
        asked = self._reading if turn.step.page > 1 else None
        asked = asked or Asked(near=near, turn=turn.number)
        answer, self._reading = turn.answer, None
        if answer.outcome is Outcome.FAILED and self._failed < TRIES:
            self._failed, self._reading, self._page = self._failed + 1, asked, turn.step.page
            return
        self._failed = 0
        asked = replace(asked, turn=turn.number, records=(*asked.records, *answer.records))
        heard = answer.outcome in (Outcome.FOUND, Outcome.EMPTY)
        if heard and answer.more and answer.records:
            self._reading, self._page = asked, turn.step.page + 1
            return
        self.useless = 0 if heard else self.useless + 1
        self._conclude(replace(asked, ended=heard))

    def unfinished(self, last: Query) -> Step | None:
        """The page to read next of the question asked last, if it has one."""
        return Step(last, self._page) if self._reading is not None else None

    @property
    def proved(self) -> bool:
        """Whether discs cover the region, and nothing was given up."""
        return not len(self.uncovered) and not self.holes

    def _conclude(self, asked: Asked) -> None:
        self.answers.append(asked)
        before, self.sight = (self.sight.conclusive(), self.limit), self._look(asked)
        self.limit = at_least(self.limit, asked)
        if before == (self.sight.conclusive(), self.limit):
            self._note(asked)
            return
        self._clear()
        for earlier in self.answers:
            self._note(earlier)

    def _look(self, asked: Asked) -> Sight:
        """How records are to be read after this answer."""
        if not asked.records:
            return self.sight
        self._candidates = fitting(self._candidates, asked.near, asked.records)
        columns = next(iter(self._candidates), None)
        if columns is None:
            return Sight()
        exact = slack(columns, asked.records)
        if columns == self.sight.columns and exact >= self.sight.slack:
            return self._in_order(self.sight, asked)
        seen = [record for one in self.answers for record in one.records]
        sight = Sight(columns=columns, slack=slack(columns, seen), ordered=True)
        return reduce(self._in_order, self.answers, sight)

    @staticmethod
    def _in_order(sight: Sight, asked: Asked) -> Sight:
        far = away(asked, sight.columns)
        steps = sight.steps + max(0, len(far) - 1)
        return replace(sight, steps=steps, ordered=sight.ordered and outwards(far, sight.slack))

    # --- what follows from an answer --------------------------------------------------------------

    def _note(self, asked: Asked) -> None:
        target = self.uncovered.target() if len(self.uncovered) else None
        centre = vectors(asked.near.lat, asked.near.lon)
        radius = proven(asked, self.sight, self.limit)
        self._place(asked.records)
        if radius > 0:
            self._cover(asked, centre, radius)
        if asked.ended and not asked.complete(self.limit):
            self.full.add(centre, self._reach(asked, radius))
        if target is not None and len(self.uncovered):
            self._judge(target, asked.ended and self._reach(asked, radius) <= SMALLEST)

    def _reach(self, asked: Asked, radius: float) -> float:
        """Where an answer ended: at what it proved, or somewhere within what was asked for."""
        return radius if self.sight.trusted else asked.near.km

    def _place(self, records: tuple[Record, ...]) -> None:
        fresh = [record for record in records if record.key not in self._keys]
        self._keys.update(record.key for record in fresh)
        if self.sight.columns is not None:
            self.places.add(points(self.sight.columns, fresh)[1], 0)

    def _cover(self, asked: Asked, centre: Floats, radius: float) -> None:
        near = asked.near
        self.discs.append(Disc(lat=near.lat, lon=near.lon, km=radius, turn=asked.turn))
        self.covered.add(centre, radius)
        self.counts.append(len(asked.records))
        self.uncovered.cover(centre, radius * SHY)
        self.places.worth[distances(self.places.at, centre) <= radius] = 1

    def _judge(self, target: Floats, hopeless: bool) -> None:
        """Whether the answer covered what it was meant for; what cannot be covered is given up."""
        missed = bool((self.uncovered.target() == target).all())
        self.misses = self.misses + 1 if missed else 0
        if self.misses > MISSES or hopeless:
            self.holes += self.uncovered.drop(target, 2 * SMALLEST)
            self.misses = 0
