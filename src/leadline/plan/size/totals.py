"""Which totals an audit asks for, one page each, to calibrate to.

Best is an attribute that every record has once: its totals add up to everything. If the values of
one that are not asked yet fit into the pages, they are asked. Else those frequent values to which
the calibration would give most weight.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.plan.knowledge import Knowledge
from leadline.plan.size.calibration import FEATURES, fit, unseen_by_total
from leadline.plan.size.whole import not_yet_asked, whole_attributes

Floats = NDArray[np.float64]
WHOLE = 0.6  # of the pages, for all values of attributes
SOME = 0.4  # of the pages, for the most useful values
LITTLE = 0.002  # of the records: a value that would explain less is not worth a page


def worth_asking(
    known: Knowledge, closed: NDArray[np.bool_], rows: NDArray[Any], trust: Floats, pages: int
) -> list[int]:
    """The values whose totals are worth a page each, best first."""
    most = WHOLE * pages
    whole = [not_yet_asked(known, v, closed, most) for v in whole_attributes(known, rows)]
    chosen = list[int]()
    for values in sorted(whole, key=len):
        if len(chosen) + len(values) <= most:
            chosen += values
    if any(len(values) <= most for values in whole):
        return chosen
    return _most_useful(known, closed, rows, trust)[: int(SOME * pages)]


def _most_useful(
    known: Knowledge, closed: NDArray[np.bool_], rows: NDArray[Any], trust: Floats
) -> list[int]:
    asked = _frequent(known, np.array(list(unseen_by_total(known, {})), np.int64))
    fresh = _frequent(known, np.flatnonzero((known.query_of < 0) & ~closed & (known.local > 0)))
    weights = fit(known, np.concatenate((asked, fresh)), rows, trust)[len(asked) :]
    gain = np.abs(weights) * known.local[fresh]
    order = np.argsort(-gain, kind="stable")
    chosen: list[int] = fresh[order[gain[order] > LITTLE * known.records]].tolist()
    return chosen


def _frequent(known: Knowledge, values: NDArray[Any]) -> NDArray[Any]:
    return values[np.argsort(-known.local[values], kind="stable")][:FEATURES]
