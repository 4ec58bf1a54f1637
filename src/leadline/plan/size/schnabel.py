"""Schnabel's estimate from the harvest's own captures, for comparison.

Every query is an occasion: of C records shown, R were marked, that is held, when M were held in
all. N̂ = Σ C·M / (Σ R + 1), with the Poisson interval of Σ R (Schnabel 1938, Chapman's correction).
Queries are taken as read in one go, in the order in which they were opened.
"""

from __future__ import annotations

import math

import numpy as np

from leadline.plan.knowledge import Knowledge
from leadline.plan.size.student import NORMAL
from leadline.plan.size.value import Size


def schnabel(known: Knowledge) -> Size:
    """The size by what was held already of what each query showed."""
    shown, brought = known.shown.astype(float), known.brought.astype(float)
    marked = np.cumsum(brought) - brought
    above, again = float(np.sum(shown * marked)), float(np.sum(shown - brought))
    spread = NORMAL * math.sqrt(again + 1)
    least = float(known.records)
    return Size(
        estimate=max(least, above / (again + 1)),
        low=max(least, above / (again + 1 + spread)),
        high=max(least, above / max(again + 1 - spread, 0.5)),
    )
