"""The level: how much is unseen, by now, of the values that were opened and hardly read.

A regression learns from what was unseen when a value was opened, so it lags behind: while the
broadest answer is read, what is unseen falls from nearly all to a tenth within a few values opened.
But the total of an opened value stays known, and so does, at any time, how much of it is unseen.
Taken together, over those of which less than half was read (their own pages say nothing about
others), that is what the unseen share of any value is expected to be, but for what tells it from
these. Where a site finds more than records show (parts of words), such an answer tells nothing.
Only of use where few answers are cut: else most that were opened were read. As long as few speak,
the size of the source counts too (`size.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.plan.knowledge import Knowledge
from leadline.plan.sounding.regression import logit

Floats = NDArray[np.float64]
MATCHES = 10.0  # of a value that is thought to be as unseen as the source is by its size


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """The log-odds of the unseen share, the values that show it, and the matches of each."""

    logit: float
    values: NDArray[Any]
    matches: Floats

    def unseen(self, records: int) -> float:
        """Records that are not held, of a source of which so many are, if all is like these."""
        return float(records * np.exp(self.logit))

    def part(self, value: int) -> float:
        """How much of the level is what this value says."""
        return float(self.matches[self.values == value].sum() / (self.matches.sum() + MATCHES))

    def mean(self, features: Floats) -> Floats:
        """The mean of these values' features, one row each, as far as they count for the level."""
        return np.asarray(self.matches @ features / max(float(self.matches.sum()), 1.0))


def level(known: Knowledge, share: float) -> Level:
    """The level by what is known now; `share` is the unseen share of the source, by its size."""
    hardly = np.flatnonzero((known.value >= 0) & (2 * known.shown < known.total))
    hardly = hardly[~known.hides(hardly)]
    values, matches = known.value[hardly], known.total[hardly].astype(float)
    unseen = known.unseen(hardly).sum()
    held = known.local[values] > 0
    return Level(
        logit=float(logit((unseen + MATCHES * share) / (matches.sum() + MATCHES))),
        values=values[held],
        matches=matches[held],
    )
