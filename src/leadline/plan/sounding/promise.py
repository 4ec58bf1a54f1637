"""What a cell is worth: the unseen share of a conjunction, predicted from both sides of it.

The unseen share of a cell (an overflowing query and a value) is predicted from those of the query,
which is exactly known, of the value, and of the region, by a regression of its own that starts as
naive Bayes. Leaves out which cells there are (`cells.py`).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.plan.asked import ALL
from leadline.plan.knowledge import Knowledge
from leadline.plan.sounding.fairness import Fairness
from leadline.plan.sounding.index import Setting, index_table, look_up, matches_of
from leadline.plan.sounding.regression import Regression, logit
from leadline.plan.sounding.values import Values

Floats = NDArray[np.float64]
# one, share of the parent and of the value against the level, region, log l, the level
PRIOR = np.array([0.0, 1.0, 1.0, 0.3, 0.0, 1.0])
TWICE = 2  # as many as an answer shows that is cut, and that nobody counts


class Promise:
    """The regression, and the index of a cell by what it predicts."""

    def __init__(self, values: Values) -> None:
        self.model = Regression(PRIOR)
        self.fairness = Fairness(by_pages=True)
        self.level = 0.0  # log-odds of the unseen share of all overflowing queries
        self._values = values
        self._setting: Setting | None = None
        self._table: Floats | None = None

    def judge(self, held: int, logits: float, share: float) -> None:
        """A cell that was offered turned out like this; only words' cells are marked down."""
        if self._setting is not None and not self._values.several:
            self.fairness.learn(held, logits, share, self._setting)

    def price(self, known: Knowledge, setting: Setting) -> None:
        """What the index of cells depends on from now on; marked down by what the latest brought.

        Cells are many and predicted from little, so that the best of them look far too good.
        """
        self._setting = setting
        self._table = index_table(setting, known.records) * self.fairness.factor

    def features(
        self, known: Knowledge, queries: NDArray[Any], values: NDArray[Any], held: Floats,
        region: Floats,
    ) -> Floats:  # fmt: skip
        """One row for each cell: of each of these queries, or of the only one, and a value."""
        mean = self._values.region.mean
        found = np.empty((len(values), len(PRIOR)))
        found[:, 0] = 1.0
        found[:, 1] = _share(totals_of(known, queries), known.matched(queries)) - self.level
        found[:, 2] = self._own(known, values) - self.level
        found[:, 3] = logit((region + mean) / (held + 1)) - logit(mean)
        found[:, 4] = np.log(np.maximum(held, 1)) - 2
        found[:, 5] = self.level
        return found

    def _own(self, known: Knowledge, values: NDArray[Any]) -> Floats:
        """Log-odds of the values' own unseen shares: exact where opened, else predicted."""
        found: Floats = self._values.logits[values].astype(float)
        own = known.query_of[values]
        opened = (own >= 0) & (known.total[own] > 0)
        if opened.any():
            found[opened] = _share(known.total[own[opened]], known.local[values[opened]])
        return found

    def worth(self, held: Floats, logits: Floats, most: float) -> Floats:
        """The index of each cell; nothing where more than `most` records may match."""
        if self._table is None:
            return np.zeros(len(held))
        overflows = matches_of(held, logits) > most
        return np.where(overflows, 0.0, look_up(self._table, held, logits))


def totals_of(known: Knowledge, queries: Any = ALL) -> Any:
    """Stated totals; of an answer as long as the limit that nobody counts, twice what is known."""
    total, limit = known.total[queries], known.interface.limit
    if (total >= 0).all():
        return total
    shown = known.shown[queries]
    cut = (total < 0) & (shown >= (np.inf if limit is None else limit))
    return np.where(cut, TWICE * shown, total)


def _share(total: Any, held: Any) -> Any:
    return logit(np.maximum(total - held, 0) / np.maximum(total, 1))
