"""Attributes that every record has exactly once: their totals add up to everything.

What their values leave unseen, by exact totals, is a certain lower bound of what is missing in all;
short of it are only records with values that were never seen. So of several the largest is taken.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.plan.knowledge import Knowledge
from leadline.plan.size.spread import documents_of

ONCE = 0.98  # of the records have the attribute exactly once
REST = 0.02  # of the records have values of it whose totals are not known


def whole_attributes(known: Knowledge, rows: NDArray[Any]) -> Iterator[NDArray[Any]]:
    """The values of each attribute that these records have once, most frequent first."""
    documents = documents_of(known, rows)
    for position in range(len(known.interface.attributes)):
        own = known.attribute[documents.terms] == position
        if (documents.sums(own.astype(float)) == 1).mean() >= ONCE:
            values = np.flatnonzero((known.attribute == position) & (known.local > 0))
            yield values[np.argsort(-known.local[values], kind="stable")]


def not_yet_asked(
    known: Knowledge, values: NDArray[Any], closed: NDArray[np.bool_], most: float
) -> list[int]:
    """Those of an attribute's values to ask so that all but a rest is counted, if so many may be.

    A value that few records held have may have many that are missing: if possible, all are asked.
    """
    rest = known.local[values][::-1].cumsum()[::-1]
    unasked = (known.query_of[values] < 0) & ~closed[values]
    enough = values[unasked & (rest > REST / 2 * known.records)]
    chosen: list[int] = (values[unasked] if unasked.sum() <= most else enough).tolist()
    return chosen


def largest(
    known: Knowledge, rows: NDArray[Any], unseen: dict[int, int], counted: NDArray[np.bool_]
) -> int | None:
    """The attribute, by position, of those whose totals are known, that leaves most unseen."""
    best, most = None, -1
    for values in whole_attributes(known, rows):
        missing = sum(unseen.get(v, 0) for v in values.tolist())
        uncounted = float(known.local[values[~counted[values]]].sum())
        if missing > most and uncounted <= REST * known.records:
            best, most = int(known.attribute[values[0]]), missing
    return best
