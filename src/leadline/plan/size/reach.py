"""How many records have no value that is known: nothing that can be asked leads to them.

A value that several records held have is known to whoever holds a part of the source; one that few
have is known by chance. So a record with a common value is within reach anyway. Of the others, held
or not, by the number L of their values, f(k) have k that another record held has; those with none
are at least (L − 1)/L · f(1)²/(2·f(2)) (Chao 1987, for L trials each). A record of a single value
is like the rarer one of two: known as often as both of two are.

Titles of one or two words are what it is for: their words are rarer than those of longer ones, so
that all lengths together say far too little. Where records have many values, next to none is out of
reach.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from leadline.model import Record
from leadline.plan.knowledge import Knowledge
from leadline.plan.size.spread import values_in

Floats = NDArray[np.float64]
COMMON = 4  # other records held that have a value: one that more have is known anyway
LONGEST = 20  # values of a record: of longer ones next to none is out of reach


def out_of_reach(
    known: Knowledge, records: Sequence[Record], stand_for: Floats, least: int = 1
) -> float:
    """How many records no known value leads to, if so many are missing like each of these.

    A value counts as known that at least so many other records held have.
    """
    times, most = _of_held(known, least), np.ones(LONGEST + 1)
    for record, number in zip(records, stand_for.tolist(), strict=True):
        values = [value for _, value in values_in(known, record)]
        others = [n for v in values if v >= 0 and (n := int(known.local[v])) >= least]
        if len(values) <= LONGEST and max(others, default=0) <= COMMON:
            times[len(values), len(others)] += number
            most[len(values)] = max(most[len(values)], number)
    none = _without(times, most)
    both = (times[2, 2] + most[2]) / (times[2].sum() + none[2] + most[2])
    return float(times[1, 1] * (1 / both - 1) + none[2:].sum())


def _of_held(known: Knowledge, least: int) -> Floats:
    """How many records held have so many values, and so many that others have; none common."""
    lengths = np.diff(known.start[: known.records + 1])
    row = np.repeat(np.arange(known.records), lengths)
    others = known.local[known.terms[: len(row)]] - 1
    degrees = np.bincount(row, others >= least, known.records).astype(np.int64)
    common = np.bincount(row, others > COMMON, known.records) > 0
    own = ~common & (lengths <= LONGEST)
    times = np.zeros((LONGEST + 1, LONGEST + 1))
    np.add.at(times, (lengths[own], degrees[own]), 1.0)
    return times


def _without(times: Floats, most: Floats) -> Floats:
    """Of each number of values the records that have none which is known, at least.

    One more record like the one that stands for `most` may have had two.
    """
    length = np.maximum(np.arange(LONGEST + 1), 1)
    return (length - 1) / length * times[:, 1] ** 2 / (2 * (times[:, 2] + most))
