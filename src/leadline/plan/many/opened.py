"""What of each value lies within answers that are open: there it can be read on, without a query.

Two broad answers of one source show mostly the same records, and where a source has one order for
all of them even on the same pages. So the share of the entities held of a value that match an open
answer of a source, read to no end and not cut at a limit, counts for less when that value is asked
there: reading on has the same records.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.plan.knowledge import Knowledge
from leadline.plan.many.together import Together

Floats = NDArray[np.float64]


def covered(together: Together, source: int) -> Floats:
    """For every value, the share of its entities held that match an open answer of a source."""
    one, union = together.sources[source], together.union
    known = union.known
    open_values = np.zeros(len(together.vocabulary), bool)
    open_values[one.place[_whole(one.known)]] = True
    hits = open_values[union.place[known.terms]]
    owner = known.owners
    matching = np.bincount(owner, hits, known.records) > 0
    within = np.bincount(known.terms, matching[owner], known.values)
    return np.asarray(union.spread(within / np.maximum(known.local, 1)))


def _whole(known: Knowledge) -> NDArray[Any]:
    """The values of one source whose answers are open and not cut."""
    limit = known.interface.limit or np.inf
    queries = np.flatnonzero(known.open & (known.value >= 0) & (known.total <= limit))
    return np.asarray(known.value[queries])
