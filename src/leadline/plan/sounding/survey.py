"""Which value to open in order to learn its total, where there is no limit.

The broadest answer is the one to read whole, and a page each tells which it is: so every value that
may match more than the broadest one opened so far is opened first. Once that one was read, the same
is done for the records outside of it (`outside.py`), where all that is unseen lies.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.plan.knowledge import Knowledge
from leadline.plan.sounding.outside import Outside

BROAD = 0.5  # of the records: values that so many carry are candidates
BROAD_OUTSIDE = 0.25  # of the records outside
FEW = 5  # records outside that carry a value: fewer tell nothing


def candidate(known: Knowledge, outside: Outside, waiting: NDArray[Any]) -> int:
    """A value to open, of those that wait for it, or -1 where all are known well enough."""
    value = commonest(known, outside, waiting)
    if value < 0:
        return -1
    if not outside.empty:
        return value if outside.held[value] >= max(BROAD_OUTSIDE * outside.records, FEW) else -1
    least = max(_share_to_beat(known) * known.records, 2 * known.interface.page_size)
    return value if known.local[value] >= least else -1


def commonest(known: Knowledge, outside: Outside, waiting: NDArray[Any]) -> int:
    """The waiting value that most records carry, where there may be more; -1 if none waits."""
    held = np.where(waiting, known.local if outside.empty else outside.held, 0)
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
