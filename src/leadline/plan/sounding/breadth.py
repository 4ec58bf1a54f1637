"""Whether to open a word of a search box just to learn how many records match it.

The broadest answer is the one to read whole: once it is, a page of any other word brings the share
of its records that the broadest has not, and a record outside costs as many more pages than one
inside. So a broader answer saves, for each record that it has more, what that record would cost
outside, less its place on a page of its own. A word that may be the broadest is opened if what its
answer is expected to have more (expected improvement, Mockus 1975) saves more than the page costs,
and that is the share of it that is held already: the rest would have to be read anyway. (All of it
where pages must be read in order: what answers begin with is mostly held.) What is saved sinks
while the broadest answer is read, so nothing is compared when it is over, and little in a source of
a few pages, or where pages are long.
"""

from __future__ import annotations

import math

import numpy as np

from leadline.plan.knowledge import Knowledge


def pays(known: Knowledge, value: int) -> bool:
    """Whether knowing the total of this word is expected to save more than its page costs."""
    query = int(np.argmax(np.where(known.value >= 0, known.total, -1)))
    total = int(known.total[query])
    if total <= 0:
        return False
    share, sample = _share_of(known, query)
    size = total / share
    unseen = 1 - known.records / size
    saved = (unseen / (1 - share) - 1) / known.interface.page_size  # pages, for each record more
    price = 1 - unseen if known.interface.any_page else 1.0
    return saved > 0 and _more(known, value, total, size, sample) * saved > price


def _share_of(known: Knowledge, query: int) -> tuple[float, int]:
    """The share of the records that match a query, and how many tell it (Laplace's rule).

    It is judged by the records that came with other queries than its own.
    """
    brought = int(known.brought[query])
    sample = known.records - brought + 2
    return (known.matches(query) - brought + 1) / sample, sample


def _more(known: Knowledge, value: int, total: int, size: float, sample: int) -> float:
    """How many records more than `total` a word may match, in a source of that size."""
    share = float(known.local[value] / known.records)
    spread = share * (1 - share) / sample * (1 - known.records / size)
    return improvement(share * size - total, size * spread**0.5)


def improvement(ahead: float, deviation: float) -> float:
    """The mean of what is above zero of a normal distribution."""
    if deviation <= 0:
        return max(ahead, 0.0)
    z = ahead / deviation
    density = math.exp(-z * z / 2) / math.sqrt(2 * math.pi)
    return deviation * density + ahead * (1 + math.erf(z / math.sqrt(2))) / 2
