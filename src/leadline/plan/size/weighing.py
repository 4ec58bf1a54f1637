"""What one answer weighs in an audit: its records that are missing against its records held.

All weights are per weight that the query was drawn with, so that draws simply add up.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from leadline.model import Record
from leadline.plan.size.reading import Reading
from leadline.plan.size.spread import Spread, documents_in, documents_of

Floats = NDArray[np.float64]


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
