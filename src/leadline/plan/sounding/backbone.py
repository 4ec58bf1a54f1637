"""The backbone: prefer attributes whose values cut the source into whole, well-filled answers.

Reading across attributes fragments a partition that could be read once: each record of a half-read
partition comes again when the partition is completed. So a functional attribute (one value a
record) is worth more the more of the records held lie in values that fit under the limit, and the
fuller these values' pages are; all others are marked down by the difference to the best one.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.plan.knowledge import Knowledge

WEIGHT = 0.4
MULTIPLE = 0.001  # share of records with several values that a functional attribute may have


class Backbone:
    """A factor for each attribute, and one for what no partition can use."""

    def __init__(self, attributes: int) -> None:
        self.factor = np.ones(attributes)
        self.outside = 1.0

    def renew(self, known: Knowledge, matches: NDArray[Any]) -> None:
        """Weigh the attributes anew; `matches` are the expected matches of every value."""
        limit = known.interface.limit or np.inf
        size, count = known.interface.page_size, len(self.factor)
        held, attribute = known.local.astype(float), known.attribute
        fits = (matches <= limit) & (held > 0)
        whole = np.bincount(attribute, held * fits, count)
        with np.errstate(divide="ignore", invalid="ignore"):
            waste = np.where(fits, held * np.ceil(matches / size) / matches, 0.0)
        pages = np.bincount(attribute, waste, count)
        fill = np.where(pages > 0, whole / np.maximum(pages, 1e-9) / size, 0.0)
        worth = np.where(_functional(known, count), whole / max(known.records, 1) * fill, 0.0)
        self.factor = 1 - WEIGHT * (worth.max() - worth)
        self.outside = 1 - WEIGHT * float(worth.max())


def _functional(known: Knowledge, count: int) -> NDArray[Any]:
    """Attributes of which hardly any record has two values."""
    rows = np.repeat(np.arange(known.records), np.diff(known.start))
    pairs = rows * count + known.attribute[known.terms]
    several = np.bincount(pairs, minlength=known.records * count).reshape(-1, count) > 1
    carriers = np.bincount(known.attribute[known.terms], minlength=count)
    return np.asarray((several.sum(0) <= MULTIPLE * carriers) & (carriers > 0))
