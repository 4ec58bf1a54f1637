"""An audit of a form with several fields, where totals are stated: each field checks the others.

Missing records are drawn through each attribute in turn (`frames`). If there is an attribute that
every record has once and that has few values, all of these are asked for their totals, and draws
through the other attributes look for those not known (`parts`). How the lists of missing records
that each attribute has overlap is a second opinion (`lists`), and the only one where there is no
such attribute.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from random import Random

import numpy as np

from leadline.model import Answer, Count, Query, Step
from leadline.plan.knowledge import Knowledge
from leadline.plan.size.frames import FEW, Draw, Frame
from leadline.plan.size.linkage import Linkage, linkage
from leadline.plan.size.lists import by_lists
from leadline.plan.size.measuring import measure
from leadline.plan.size.opinion import Opinion
from leadline.plan.size.parts import Parts
from leadline.plan.size.reading import WHY
from leadline.plan.size.samples import List, lists_of
from leadline.plan.size.student import CONFIDENCE, NORMAL
from leadline.plan.size.value import Size

DRAWS_A_PAGE = 5  # at most: what was asked before costs nothing
ONCE = 0.998  # of the records held have it exactly once; more of the missing ones may not
MOSTLY = 0.9  # of the records are in the largest parts
COARSE = 100  # parts that are the largest, at most
KNOWN = 0.6  # of the pages, at most, for totals of parts that are known
NEW = 0.4  # and for those of new ones
TO_MEASURE = 4  # pages, more or less, where totals are not stated
OF_PARTS = 0.3  # of the pages, for draws of known parts that are too many to ask them all


class Crossing:
    """The conversation, and what comes of it."""

    def __init__(self, known: Knowledge, unseen: dict[int, int], pages: int, rng: Random) -> None:
        self._known, self._pages, self._rng = known, pages, rng
        positions = range(len(known.interface.attributes))
        self._all = [Frame(known, position, unseen) for position in positions]
        self._frames = [frame for frame in self._all if frame.values]
        self._whole = self._coarsest(self._all)
        self._each = 1 if known.states_totals else TO_MEASURE  # pages that a total takes
        self._parts = Parts(self._whole.name) if self._whole is not None else None
        self._rare = 0  # draws of values that one record held has

    def steps(self) -> Generator[Step, Answer, None]:
        """Yields steps and is sent their answers."""
        for frame in self._frames:
            if frame.not_asked <= (most := self._most_asked(frame)):
                yield from frame.ask_all(most)
        if self._whole is not None and self._whole.fresh:
            for _ in range(int(OF_PARTS * self._pages)):
                yield from self._whole.draw(self._rng)
        for turn in range(DRAWS_A_PAGE * self._pages if self._frames else 0):
            frame = self._promising() if turn % 2 else self._frames[turn // 2 % len(self._frames)]
            drawn = yield from frame.draw(self._rng)
            if drawn is not None:
                yield from self._meet(frame, drawn)
        yield from self._draw_rare()

    def _draw_rare(self) -> Generator[Step, Answer, None]:
        """Where nothing else is left to draw, ask values that one record held has."""
        while left := [f for f in self._all if f.rare and f is not self._whole]:
            frame = self._rng.choice(left)
            drawn = yield from frame.draw_rare(self._rng)
            if drawn is not None:
                self._rare += 1
                yield from self._meet(frame, drawn)

    def _promising(self) -> Frame:
        """A frame at random: the more often, the more of its draws showed what is looked for."""
        return self._rng.choices(self._frames, [frame.promise for frame in self._frames])[0]

    def _most_asked(self, frame: Frame) -> float:
        if frame is self._whole:
            return KNOWN * self._pages / self._each
        return FEW if self._known.states_totals else 0

    def _meet(self, frame: Frame, drawn: Draw) -> Generator[Step, Answer, None]:
        """Note what a draw found: new parts, if parts are looked for, else missing records."""
        if self._parts is None or self._whole is None:
            frame.finds += bool(drawn.found)
        elif frame is not self._whole:
            known = {self._known.names[value] for value in self._whole.values}
            self._parts.draws += drawn.tells
            first = self._parts.meet(drawn.found, known)
            frame.finds += bool(first)
            for value in first:
                if len(self._parts.counted) < NEW * self._pages / self._each:
                    yield from self._count(self._parts, value)

    def _count(self, parts: Parts, value: str) -> Generator[Step, Answer, None]:
        number = self._known.id_of(parts.attribute, value)
        held = int(self._known.local[number]) if number >= 0 else 0
        total = yield from self._total(Query(((parts.attribute, value),)), held)
        if total is not None:
            parts.counted[value] = max(int(total) - held, 0)

    def _total(self, query: Query, held: int) -> Generator[Step, Answer, float | None]:
        if not self._known.states_totals:
            measured = yield from measure(self._known, query, held)
            return None if measured is None else measured.matching
        answer = yield Step(query, 1, WHY)
        return answer.total if answer.count is Count.EXACT else None

    def size(self, found: int) -> Size | None:
        """The size, with so many missing records met; None if nothing can be said."""
        lists = lists_of(self._frames)
        opinion, least = by_lists(lists), max(float(found), self._of_one_value())
        if self._parts is not None and self._whole is not None:
            counted = float(sum(self._parts.counted.values()))
            surely = self._whole.certain - NORMAL * math.sqrt(self._whole.blur)
            least = max(least, surely + counted)
            opinion = self._by_both(self._parts, self._whole, lists, counted)
        if opinion is None:
            return self._nothing_missing(found)
        return opinion.size(self._known.records, least)

    def _of_one_value(self) -> float:
        """The missing records of the value that most of them have, as its total says."""
        if not self._known.states_totals:
            return 0.0
        return float(max((n for frame in self._frames for n in frame.asked.values()), default=0))

    def _by_both(
        self, parts: Parts, whole: Frame, lists: Sequence[List], counted: float
    ) -> Opinion | None:
        """What parts say, so many records of new ones being counted, and what lists say."""
        certain, variance = self._in_known_parts(whole, lists)
        beyond, links = self._beyond(whole, lists), self._linkage(certain)
        by_parts = parts.opinion(certain, variance, beyond, links)
        both = by_parts
        if whole.fresh or parts.met:
            position = whole.position if whole in self._frames else None
            second = by_lists(lists, position, certain + counted)
            both = by_parts.with_(second) if by_parts and second else by_parts or second
        return both and both.unless(links.unmet)

    def _nothing_missing(self, found: int) -> Size | None:
        """What is held, if draws found nothing else: as many as might all the same have missed."""
        kept = sum(len(frame.of_asked) + len(frame.of_fresh) for frame in self._frames)
        draws = kept + self._rare
        if not draws:
            return None
        held = float(self._known.records + found)
        chance = -math.log((1 - CONFIDENCE) / 2) / draws
        unmet = NORMAL * self._linkage(0.0).unmet
        return Size(estimate=held, low=held, high=held * (1 + chance) + unmet)

    def _in_known_parts(self, whole: Frame, lists: Sequence[List]) -> tuple[float, float]:
        """The missing records of parts that were known, and the variance."""
        own = [one for one in lists if one.position == whole.position]
        if whole.fresh and own:
            return own[0].size, own[0].variance * own[0].size ** 2
        return whole.certain + whole.guessed, whole.guessed**2 + whole.blur

    def _linkage(self, certain: float) -> Linkage:
        """What draws may not have met, if so many records of known parts are missing."""
        if self._whole is None or self._parts is None:
            return Linkage()
        missing = certain / max(self._known.records, 1)
        parts, position = self._parts, self._whole.position
        return linkage(self._known, position, missing, parts.draws, len(parts.met))

    def _beyond(self, whole: Frame, lists: Sequence[List]) -> float:
        """The share of missing records in known parts that no other attribute leads to."""
        return next((one.alone for one in lists if one.position == whole.position), 0.0)

    def _coarsest(self, frames: Sequence[Frame]) -> Frame | None:
        """The frame of an attribute that divides the records into few parts, most of them asked."""
        most = math.inf if self._known.states_totals else KNOWN * self._pages / TO_MEASURE
        coarse = [frame for frame in frames if frame.not_asked <= most and self._is_coarse(frame)]
        return min(coarse, key=lambda f: (f.not_asked, len(f.asked)), default=None)

    def _is_coarse(self, frame: Frame) -> bool:
        known = self._known
        row = known.owners
        own = known.attribute[known.terms] == frame.position
        once = np.bincount(row[own], minlength=known.records) == 1
        sizes = np.sort(known.local[known.attribute == frame.position])[::-1]
        largest = int(np.searchsorted(np.cumsum(sizes), MOSTLY * known.records)) + 1
        return bool(once.mean() >= ONCE) and largest <= COARSE
