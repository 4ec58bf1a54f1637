"""Which totals an audit asks for, one page each, to calibrate to.

Those frequent values that were not asked yet and to which the calibration would give most weight.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.plan.knowledge import Knowledge
from leadline.plan.size.calibration import FEATURES, fit, unseen_by_total

Floats = NDArray[np.float64]
SOME = 0.4  # of the pages
LITTLE = 0.002  # of the records: a value that would explain less is not worth a page


def worth_asking(
    known: Knowledge, closed: NDArray[np.bool_], rows: NDArray[Any], trust: Floats, pages: int
) -> list[int]:
    """The values whose totals are worth a page each, best first."""
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
