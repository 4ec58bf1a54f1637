"""How many records sources have, where that is known before they are asked.

Sizes are estimated beforehand in Xian et al. 2012 (§6.1), and a site may list everything. Then it
is known how sources compare before anything was asked of two of them, how much each still hides,
and, by what they share, how many entities there are in all.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from leadline.plan.many.together import Together

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Sizes:
    """The records of each source; none: nothing is known."""

    records: tuple[float, ...] = ()

    def relative(self, sources: int) -> Floats:
        """The sizes over their mean; equal ones where they are not known."""
        if not self.records:
            return np.ones(sources)
        return np.asarray(np.array(self.records) / np.mean(self.records))

    def hidden(self, together: Together, source: int) -> float:
        """The records that a source has not shown; without bound where its size is not known."""
        if not self.records:
            return np.inf
        return max(self.records[source] - together.sources[source].known.records, 0.0)

    def union(self, shares: Floats) -> float | None:
        """The entities of all sources, of which each has such a share; None: not known."""
        if not self.records:
            return None
        return float(
            np.clip(sum(self.records) / shares.sum(), max(self.records), sum(self.records))
        )


NOT_TOLD = Sizes()
