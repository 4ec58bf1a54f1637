"""The proof that a locator was crawled completely, as it is kept: made, checked, to JSON and back.

The region, the discs that cover it, and how far the ledger went. What is no such proof gives None,
whatever it is. To those who know proofs of other sources, each disc is a cell.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from leadline.model import Turn
from leadline.plan.locator.chart import Chart
from leadline.plan.locator.near import Disc
from leadline.plan.locator.region import Region
from leadline.plan.locator.thin import thinned
from leadline.plan.locator.verify import uncovered, wrong_discs
from leadline.plan.proof.as_json import whole
from leadline.plan.proof.value import Cell, Ground, Proof, Verdict

MOST_NAMED = 20  # problems of a kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """Discs and the region that they are said to cover, after so many turns and records."""

    region: Region
    discs: tuple[Disc, ...]
    turns: int
    records: int


def certified(chart: Chart, turns: Iterable[Turn]) -> Certificate:
    """What a crawl proves, after these turns."""
    last, keys = _last(turns)
    discs = tuple(thinned(chart.discs, chart.region))
    return Certificate(region=chart.region, discs=discs, turns=last, records=len(keys))


def judged(one: Certificate, turns: Sequence[Turn], limit: int | None) -> Verdict:
    """Whether a certificate follows from the turns, and whether nothing can be missing."""
    told = [turn for turn in turns if turn.number <= one.turns]
    _, keys = _last(told)
    problems = tuple(_problems(one, told, len(keys), limit))[:MOST_NAMED]
    hole = "" if problems else uncovered(one.discs, one.region)
    complete = not problems and not hole
    return Verdict(
        holds=not problems,
        complete=complete,
        low=len(keys),
        high=len(keys) if complete else None,
        problems=problems,
        uncovered=(hole,) if hole else (),
    )


def _problems(
    one: Certificate, turns: Sequence[Turn], records: int, limit: int | None
) -> Iterator[str]:
    there = {turn.number for turn in turns}
    absent = [number for number in range(1, one.turns + 1) if number not in there]
    yield from (f"turn {number} is missing" for number in absent[:MOST_NAMED])
    if records != one.records:
        yield f"it speaks of {one.records} records; the turns show {records}"
    yield from wrong_discs(turns, one.discs, limit)


def as_proof(one: Certificate, turns: Iterable[Turn]) -> Proof:
    """The same, with a cell for each disc: the question that proves it."""
    by_number = {turn.number: turn for turn in turns}
    named = [by_number[disc.turn] for disc in one.discs if disc.turn in by_number]
    return Proof(turns=one.turns, records=one.records, cells=tuple(map(_cell, named)))


def _cell(turn: Turn) -> Cell:
    count = len(turn.answer.records)
    ground = Ground.WHOLE if count else Ground.EMPTY
    return Cell(query=turn.step.query, ground=ground, count=count, turns=(turn.number,))


def _last(turns: Iterable[Turn]) -> tuple[int, set[str]]:
    """The number of the last turn, and the records that all of them showed."""
    last, keys = 0, set[str]()
    for turn in turns:
        last = max(last, turn.number)
        keys.update(record.key for record in turn.answer.records)
    return last, keys


def to_json(one: Certificate) -> dict[str, Any]:
    """A certificate as JSON values."""
    region = one.region
    return {
        "region": [region.south, region.west, region.north, region.east],
        "discs": [[disc.lat, disc.lon, disc.km, disc.turn] for disc in one.discs],
        "turns": one.turns,
        "records": one.records,
    }


def from_json(data: Any) -> Certificate | None:
    """The certificate that `to_json` wrote; None if that is none."""
    try:
        region = Region(*_numbers(data["region"], 4))
        discs = tuple(_disc(one) for one in data["discs"])
        turns, records = whole(data["turns"]), whole(data["records"])
    except (TypeError, ValueError, LookupError, AttributeError, OverflowError):
        return None
    sound = -90 <= region.south < region.north <= 90 and abs(region.west) <= 180
    if not sound or not region.west < region.east <= region.west + 360:
        return None
    return Certificate(region=region, discs=discs, turns=turns, records=records)


def _disc(data: Any) -> Disc:
    lat, lon, km = _numbers(data[:3], 3)
    if len(data) != 4 or abs(lat) > 90 or abs(lon) > 180 or km < 0:
        raise ValueError(data)
    return Disc(lat=lat, lon=lon, km=km, turn=whole(data[3]))


def _numbers(data: Any, count: int) -> list[float]:
    found = [float(one) for one in data]
    if len(found) != count or not all(map(math.isfinite, found)):
        raise ValueError(data)
    return found
