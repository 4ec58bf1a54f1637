"""Check a proof that a locator was crawled completely, from its discs and the turns alone.

Nothing of how the discs were found is used, only how records are read. Every disc must follow from
the pages of the question it names: its radius from an answer that had room left, or from the
distance of the last record where all records of all answers come nearest first. And the discs must
cover the region: boxes are quartered until one disc contains each of them, all boxes of one size at
a time, each with the discs that touch it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from leadline.model import Answer, Outcome, Query, Record, Turn
from leadline.plan.locator.coordinates import Columns, fitting, slack
from leadline.plan.locator.evidence import SURE
from leadline.plan.locator.near import Disc, Near
from leadline.plan.locator.region import Region
from leadline.plan.locator.sphere import MARGIN, RADIUS, Floats, distances, vectors

Numbers = NDArray[np.int64]

QUARTER = 90.0
DEEPEST = 34  # times that a quarter of the Earth is quartered: to less than a millimetre
ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a proof holds; if not, what is wrong with it."""

    holds: bool
    why: str = ""


@dataclass(slots=True)
class _Question:
    near: Near
    pages: dict[int, Answer] = field(default_factory=dict)
    turns: set[int] = field(default_factory=set)

    def read(self) -> tuple[list[Record], bool]:
        """The records of its pages from the first on, and whether that is all it showed."""
        records, page = list[Record](), 1
        while (answer := self.pages.get(page)) and answer.outcome in (
            Outcome.FOUND,
            Outcome.EMPTY,
        ):
            records += answer.records
            if not (answer.more and answer.records):
                return records, True
            page += 1
        return records, False


def verify(
    turns: Iterable[Turn], discs: Sequence[Disc], region: Region, limit: int | None
) -> Verdict:
    """Whether these discs follow from the turns, and cover the region."""
    wrong = next(wrong_discs(turns, discs, limit), None) or uncovered(discs, region)
    return Verdict(not wrong, wrong)


def wrong_discs(turns: Iterable[Turn], discs: Sequence[Disc], limit: int | None) -> Iterator[str]:
    """What is wrong with each disc that does not follow from the turns."""
    questions = _questions(turns)
    columns = _columns(questions)
    bound = _Bound(_limit(questions, limit), columns, _slack(questions, columns))
    ordered = columns is not None and bound.nearest_first(questions)
    for disc in discs:
        if (wrong := _wrong(disc, questions, bound, ordered)) is not None:
            yield f"the disc of turn {disc.turn}: {wrong}"


def uncovered(discs: Sequence[Disc], region: Region) -> str:
    """What no disc covers; nothing if they cover the region."""
    hole = uncovered_point(discs, region)
    return "" if hole is None else f"no disc covers {hole[0]:.6f}, {hole[1]:.6f}"


def _limit(questions: list[_Question], told: int | None) -> int | None:
    """The most records that an answer shows: as told, unless one has shown more."""
    shown = (len({record.key for record in question.read()[0]}) for question in questions)
    return None if told is None else max(told, max(shown, default=0))


def _questions(turns: Iterable[Turn]) -> list[_Question]:
    found: dict[Query, _Question] = {}
    for turn in turns:
        query, near = turn.step.query, Near.of(turn.step.query)
        if near is None:
            continue
        question = found.setdefault(query, _Question(near))
        question.turns.add(turn.number)
        if turn.answer.outcome is not Outcome.FAILED:
            question.pages.setdefault(turn.step.page, turn.answer)
    return list(found.values())


def _columns(questions: list[_Question]) -> Columns | None:
    candidates: tuple[Columns, ...] | None = None
    for question in questions:
        if records := question.read()[0]:
            candidates = fitting(candidates, question.near, records)
    return candidates[0] if candidates else None


def _slack(questions: list[_Question], columns: Columns | None) -> float:
    seen = (record for question in questions for record in question.read()[0])
    return 0.0 if columns is None else slack(columns, seen)


@dataclass(frozen=True, slots=True)
class _Bound:
    """How far an answer proves that nothing is missing."""

    limit: int | None
    columns: Columns | None
    slack: float

    def nearest_first(self, questions: list[_Question]) -> bool:
        steps = 0
        for question in questions:
            far, most = self.far(question.near, question.read()[0]), 0.0
            for km in far:
                if km < most * (1 - 2 * MARGIN) - self.slack:
                    return False
                most = max(most, km)
            steps += max(0, len(far) - 1)
        return steps >= SURE

    def far(self, near: Near, records: list[Record]) -> list[float]:
        if self.columns is None:
            return []
        found = (self.columns.read(record) for record in records)
        return [_haversine(near.lat, near.lon, *at) for at in found if at is not None]

    def of(self, question: _Question, ordered: bool) -> float:
        records, ended = question.read()
        within = question.near.km * (1 - MARGIN)
        if ended and (self.limit is None or len({r.key for r in records}) < self.limit):
            return within
        far = self.far(question.near, records) if ordered else []
        return min(far[-1] * (1 - 2 * MARGIN) - self.slack, within) if far else 0.0


def _haversine(lat: float, lon: float, other_lat: float, other_lon: float) -> float:
    first, second = math.radians(lat), math.radians(other_lat)
    up, along = math.sin((second - first) / 2), math.sin(math.radians(other_lon - lon) / 2)
    chord = up * up + math.cos(first) * math.cos(second) * along * along
    return 2 * RADIUS * math.asin(math.sqrt(min(1.0, chord)))


def _wrong(disc: Disc, questions: list[_Question], bound: _Bound, ordered: bool) -> str | None:
    question = next((one for one in questions if disc.turn in one.turns), None)
    if question is None:
        return "there is no such question"
    if (question.near.lat, question.near.lon) != (disc.lat, disc.lon):
        return "its question was asked elsewhere"
    proven = bound.of(question, ordered)
    if not disc.km <= proven * (1 + ROUNDING) + ROUNDING:
        return f"its answer proves {proven:.6f} km, not {disc.km:.6f}"
    return None


# --- the cover ------------------------------------------------------------------------------------


def uncovered_point(discs: Sequence[Disc], region: Region) -> tuple[float, float] | None:
    """A point of the region that no disc seems to cover, or None if they cover all of it."""
    boxes = np.array(region.boxes(QUARTER))
    at = vectors([disc.lat for disc in discs], [disc.lon for disc in discs]).reshape(-1, 3)
    km = np.array([disc.km for disc in discs])
    box: Numbers = np.repeat(np.arange(len(boxes)), len(discs))
    disc: Numbers = np.tile(np.arange(len(discs)), len(boxes))
    for _ in range(DEEPEST):
        middles, reach = _bounds(boxes)
        away = distances(middles[box], at[disc])
        inside, touching = np.zeros(len(boxes), bool), np.zeros(len(boxes), bool)
        inside[box[away + reach[box] <= km[disc]]] = True
        kept = (away - reach[box] <= km[disc]) & ~inside[box]
        touching[box[kept]] = True
        if inside.all():
            return None
        if not (inside | touching).all():
            return _middle(boxes[~(inside | touching)][0])
        boxes, box, disc = _quartered(boxes, touching, box[kept], disc[kept])
    return _middle(boxes[0])


def _bounds(boxes: Floats) -> tuple[Floats, Floats]:
    """Middles of boxes, and how far from there the farthest of their corners is."""
    south, west, north, east = boxes.T
    middles = vectors((south + north) / 2, (west + east) / 2)
    corners = [(south, west), (south, east), (north, west), (north, east)]
    far = [distances(middles, vectors(lat, lon)) for lat, lon in corners]
    return middles, np.max(far, axis=0)


def _quartered(
    boxes: Floats, open_: NDArray[np.bool_], box: Numbers, disc: Numbers
) -> tuple[Floats, Numbers, Numbers]:
    """The quarters of the boxes that are open, each with the discs that touched the whole."""
    south, west, north, east = boxes[open_].T
    lat, lon = (south + north) / 2, (west + east) / 2
    quarters = np.concatenate([
        np.stack(edges, axis=1)
        for edges in ((south, west, lat, lon), (south, lon, lat, east),
                      (lat, west, north, lon), (lat, lon, north, east))
    ])  # fmt: skip
    count = len(south)
    moved = (np.cumsum(open_) - 1)[box]
    return quarters, np.concatenate([moved + n * count for n in range(4)]), np.tile(disc, 4)


def _middle(box: Floats) -> tuple[float, float]:
    south, west, north, east = box.tolist()
    return (south + north) / 2, ((west + east) / 2 + 180) % 360 - 180
