"""Of what is left at a source, the portion that carries each value.

Records that a source has not shown carry no value that it was asked for. So of each attribute the
values of those held that carry none of these either tell how common the others are in the rest; as
far as there are few of them (a record has many words, and one is asked), all that are held do. By
this a value promises so much of what is left. It needs no examples, other than the regression in
`unseen`, which learns what attributes and values are worth: the more answers it has seen, the more
it is believed.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.plan.held import UNKNOWN
from leadline.plan.many.together import Together

Floats = NDArray[np.float64]
FEW = 5.0  # records that all that is held is worth
EXAMPLES = 20.0  # answers that the portions are worth beside the regression


def portions(together: Together, source: int) -> Floats:
    """For every value the share of what a source has not shown that carries it."""
    one, union = together.sources[source], together.union
    known = union.known
    asked = one.spread(one.known.query_of, UNKNOWN)[union.place] != UNKNOWN
    owner = np.repeat(np.arange(known.records), np.diff(known.start))
    attribute = known.attribute[known.terms]
    found = np.zeros(known.values)
    for a in range(len(known.interface.attributes)):
        carried = attribute == a
        rest = np.zeros(known.records, bool)
        rest[owner[carried]] = True
        rest[owner[carried & asked[known.terms]]] = False
        those = known.terms[carried & rest[owner]]
        outside = np.bincount(those, minlength=known.values)
        usual = np.where(known.attribute == a, known.local / max(known.records, 1), 0.0)
        found += (outside + FEW * usual) / (np.count_nonzero(rest) + FEW)
    return np.asarray(union.spread(found))


def blended(learnt: Floats, simple: Floats, examples: int) -> Floats:
    """Two forecasts as one, by the answers that the first was learnt from (geometric mean)."""
    trust = examples / (examples + EXAMPLES)
    return np.asarray(np.maximum(learnt, 1e-9) ** trust * np.maximum(simple, 1e-9) ** (1 - trust))
