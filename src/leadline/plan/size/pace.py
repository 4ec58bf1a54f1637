"""How much may be missing by how fast records still come in, in shares of those held.

Three views, of which the largest counts:

- Twice the work. As many pages again as were asked, each as good as those of the latest fifth,
  would bring so much. Pages get worse, so at the end this is mostly too much.
- Saturation. If pages were drawn at random, what they bring would fall off exponentially: from how
  much the latest fifth brings for each page, over what all pages brought, follows how far that has
  gone. As long as pages bring as much as ever, there is no telling how much there is.
- The share of new ones. Pages are chosen because much of them is thought new: which share of the
  latest fifth really was bounds the share of all records that is missing.

All speak of what asking leads to. What no known value leads to is `beyond`'s.
"""

from __future__ import annotations

import math

from leadline.plan.knowledge import Knowledge

LATEST = 5  # a fifth of the pages
FEWEST = 10  # pages that are looked at
NEARLY_ALL = 0.9  # of the latest is new, or as good as ever: then there is no telling
ROUNDS = 60
FARTHEST = 50.0


def most_by_pace(known: Knowledge) -> float:
    """The most that may be missing for each record held; infinite if there is no telling."""
    pages = min(max(FEWEST, known.pages // LATEST), known.pages - 1)
    if pages < FEWEST or not known.records:
        return math.inf
    new = known.records - int(known.held[-1 - pages])
    share = new / (pages * known.interface.page_size)
    pace = new / pages * known.pages / known.records
    if max(share, pace) >= NEARLY_ALL:
        return math.inf
    return max(pace, by_saturation(pace), share / (1 - share))


def by_saturation(pace: float) -> float:
    """What is missing for each record held, if the latest pages bring so much of what all did.

    With 1 − exp(−x) of all records held, the pace is x / (exp(x) − 1), from which x follows.
    """
    low, high = 0.0, FARTHEST
    for _ in range(ROUNDS):
        middle = (low + high) / 2
        low, high = (middle, high) if middle / math.expm1(middle) > pace else (low, middle)
    return 1 / math.expm1(high)
