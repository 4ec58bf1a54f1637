"""Which value to open in order to learn its total, where there is no limit.

The broadest answer is the one to read whole, and a page each tells which it is: so a value that
may match more than the broadest one opened so far is opened first, if that is worth the page. In a
source of a hundred records it mostly is not. Once the broadest was read, all that
is unseen lies outside of it (`outside.py`): of the values that are common there, those are opened
of which a larger share is outside than of any that was opened.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.plan.knowledge import Knowledge
from leadline.plan.sounding.outside import Outside

BROAD = 0.5  # of the records: values that so many carry are candidates
BROAD_OUTSIDE = 0.15  # of the records outside
CLEARLY = 1.3  # times the share of any opened value: what is to be gained is worth a page
WORTH = 1.0  # records more than the broadest has: worth a page that tells
NEARLY = 0.5  # deviations below the share of the broadest: it may be as common
FEW = 5  # records outside that carry a value: fewer tell nothing


def candidate(known: Knowledge, outside: Outside, waiting: NDArray[Any]) -> int:
    """A value to open, of those that wait for it, or -1 where all are known well enough."""
    if outside.tells:
        return commonest(known, outside, waiting & _mostly_outside(known, outside))
    value = commonest(known, outside, waiting)
    if value < 0 or known.local[value] < 2 * known.interface.page_size:
        return -1
    share = float(known.local[value] / known.records)
    return value if share >= BROAD and _gain(known, share) >= WORTH else -1


def _mostly_outside(known: Knowledge, outside: Outside) -> NDArray[Any]:
    """Values that are common outside, and of which more is there than of any opened one."""
    common = outside.held >= max(BROAD_OUTSIDE * outside.records, FEW)
    share = np.where(common, outside.held / np.maximum(known.local, 1), 0.0)
    most = share[known.query_of >= 0].max(initial=0.0)
    return np.asarray(common & (share > CLEARLY * most))


def commonest(known: Knowledge, outside: Outside, waiting: NDArray[Any]) -> int:
    """The waiting value that most records carry, where there may be more; -1 if none waits."""
    held = np.where(waiting, outside.common(known), 0)
    return int(np.argmax(held)) if held.any() else -1


def _gain(known: Knowledge, share: float) -> float:
    """How many records more than the broadest opened value one of this share may match.

    The expected improvement of Mockus (1975), or 0 where it is clearly rarer. The broadest one is
    judged by the records that came with other queries than its own (Laplace's rule of succession);
    the fewer these are, the less is sure, and the more is held of the source, the more.
    """
    query = int(np.argmax(np.where(known.value >= 0, known.total, -1)))
    brought, total = int(known.brought[query]), int(known.total[query])
    if total <= 0:
        return np.inf
    others = known.records - brought + 2
    to_beat = (known.matches(query) - brought + 1) / others
    if share < to_beat - NEARLY / others**0.5:
        return 0.0
    size = total / to_beat
    unsure = share * (1 - share) / others * max(1 - known.records / size, 0.0)
    return _improvement((share - to_beat) * size, size * unsure**0.5)


def _improvement(ahead: float, deviation: float) -> float:
    """The mean of what is above zero of a normal distribution."""
    if deviation <= 0:
        return max(ahead, 0.0)
    z = ahead / deviation
    density = math.exp(-z * z / 2) / math.sqrt(2 * math.pi)
    return deviation * density + ahead * (1 + math.erf(z / math.sqrt(2))) / 2
