"""What one answer weighs in an audit: its records that are missing against its records held.

All weights are per weight that the query was drawn with, so that draws simply add up. A missing
record also stands for those like it of whose values none is known: with k values, each of them
known with the chance that such values are known at all, 1 − Π(1 − κ) of them are within reach.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from leadline.model import Record
from leadline.plan.knowledge import Knowledge
from leadline.plan.size.reading import Reading
from leadline.plan.size.spread import Spread, documents_in, documents_of, values_in

Floats = NDArray[np.float64]
PRIOR = 2.0  # values known out of as many, before any was looked at


@dataclass(frozen=True, slots=True)
class Missing:
    """Missing records of one answer: what each weighs, and which."""

    weights: Floats
    records: tuple[Record, ...]
    held: float  # what those weigh that are held, 1 if the source finds all of them
    guessed: float = 0.0  # weight of missing records that were counted but not seen


def weigh(spread: Spread, query: tuple[int, ...], reading: Reading) -> Missing:
    """The weights in one answer."""
    known = spread.known
    rows = known.rows_matching(query)
    drawn = float(spread.shares(query, documents_of(known, rows)).sum())
    records = tuple(record for record, _ in reading.unseen)
    stands_for = np.array([number for _, number in reading.unseen])
    weights = spread.shares(query, documents_in(known, records)) * stands_for / drawn
    scale, found = _rest(reading, len(rows)), _findable(reading, len(rows))
    unseen = 0 if reading.total is None else max(reading.total - len(rows), 0)
    if unseen and not records and not reading.complete:
        return Missing(weights, records, found, unseen / len(rows))
    return Missing(weights * scale, records, found)


def _rest(reading: Reading, held: int) -> float:
    """By what to multiply the missing records seen to have all of them."""
    if reading.complete:
        return 1.0
    seen = sum(number for _, number in reading.unseen)
    if reading.total is not None:
        return max(reading.total - held, 0) / seen if seen else 0.0
    return max(1.0, held / max(1.0, sum(number for _, number in reading.held)))


def _findable(reading: Reading, held: int) -> float:
    """The share of the records held that should match which the source did find."""
    if reading.total is not None:
        return min(1.0, reading.total / held)
    return min(1.0, len(reading.held) / held) if reading.complete else 1.0


def reach(known: Knowledge, records: Iterable[Record]) -> Floats:
    """For each of these records, the share of records like it that have any known value."""
    return reach_by(len(known.interface.attributes), [values_in(known, r) for r in records])


def reach_by(attributes: int, counted: list[list[tuple[int, int]]]) -> Floats:
    """The same, of records by the attribute and the number of each value, -1 if it is not known."""
    known_share = _known_shares(attributes, counted)
    none = [np.prod([1 - known_share[position] for position, _ in values]) for values in counted]
    return np.maximum(1.0 - np.array(none, float), 0.1)


def _known_shares(attributes: int, counted: list[list[tuple[int, int]]]) -> Floats:
    """For each attribute, the chance that a value is known, where another of the record's is."""
    tally = np.full((2, attributes), PRIOR)
    for values in counted:
        known = sum(number >= 0 for _, number in values)
        for position, number in values:
            if known - (number >= 0) > 0:
                tally[:, position] += (number >= 0, 1)
    return np.asarray(tally[0] / tally[1])
