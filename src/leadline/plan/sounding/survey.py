"""Which value to open in order to learn its total, where there is no limit.

The broadest answer is the one to read whole, and a page each tells which it is: so every value that
may match more than the broadest one opened so far is opened first. Once that one was read, all that
is unseen lies outside of it (`outside.py`): of the values that are common there, those are opened
of which a larger share is outside than of any that was opened. For several attributes, and for
search boxes that find other than they show: in others it is weighed what a page that tells may save
(`breadth.py`).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.plan.knowledge import Knowledge
from leadline.plan.sounding.outside import Outside

BROAD = 0.5  # of the records: values that so many carry are candidates
BROAD_OUTSIDE = 0.15  # of the records outside
CLEARLY = 1.3  # times the share of any opened value: what is to be gained is worth a page
FEW = 5  # records outside that carry a value: fewer tell nothing


def candidate(known: Knowledge, outside: Outside, waiting: NDArray[Any]) -> int:
    """A value to open, of those that wait for it, or -1 where all are known well enough."""
    if outside.tells:
        return commonest(known, outside, waiting & _mostly_outside(known, outside))
    value = commonest(known, outside, waiting)
    if value < 0:
        return -1
    least = max(_share_to_beat(known) * known.records, 2 * known.interface.page_size)
    return value if known.local[value] >= least else -1


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


def _share_to_beat(known: Knowledge) -> float:
    """The share of the records that a value must carry to match more than any opened one may.

    The broadest one is judged by the records that came with other queries than its own.
    """
    if not known.queries:
        return BROAD
    query = int(np.argmax(np.where(known.value >= 0, known.total, -1)))
    others = known.records - int(known.brought[query])
    if known.total[query] <= 0 or not others:
        return BROAD
    share = (known.matches(query) - int(known.brought[query])) / others
    return float(max(BROAD, share - 0.5 / others**0.5))
