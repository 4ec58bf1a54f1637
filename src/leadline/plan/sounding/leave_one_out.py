"""Per-attribute leave-one-out yields: what the others alone would have known of an opened query.

For an opened query, le = l - (records that only it returned) is what the crawl would hold of it
had it never been asked; the rest of its m matches would be new. Pooled by attribute and by log le
this says how much a value of that attribute hides at that size; keys come out at nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.plan.knowledge import Knowledge
from leadline.plan.sounding.regression import logit

BUCKETS = 24
PRIOR = 2.0  # unseen per held record, worth half a query
NEAR = 0.25  # weight of the next bucket, its square that of the one after, …


class LeaveOneOut:
    """A table of unseen over held by (attribute, log2 of held)."""

    def __init__(self, attributes: int) -> None:
        self.ratio = np.full((attributes, BUCKETS), PRIOR)

    def renew(self, known: Knowledge) -> None:
        """Pool all opened values anew."""
        opened = np.flatnonzero((known.value >= 0) & known.exact & (known.total > 0))
        values = known.value[opened]
        others = np.maximum(known.local[values] - known.alone[opened], 0)
        place = (known.attribute[values], _bucket(others))
        unseen, held = np.zeros_like(self.ratio), np.zeros_like(self.ratio)
        np.add.at(unseen, place, known.total[opened] - others)
        np.add.at(held, place, np.maximum(others, 0.5))
        self.ratio = _smooth(np.maximum(unseen, 0), held)

    def logits(self, attribute: NDArray[Any], held: NDArray[Any]) -> NDArray[Any]:
        """Log-odds of the unseen share of values of these attributes and sizes."""
        ratio = self.ratio[attribute, _bucket(held.astype(np.int64))]
        return np.asarray(logit(ratio / (1 + ratio)))


def _bucket(held: NDArray[Any]) -> NDArray[Any]:
    return np.asarray(np.minimum(np.frexp(held)[1], BUCKETS - 1))


def _smooth(unseen: NDArray[Any], held: NDArray[Any]) -> NDArray[Any]:
    """Shrink each bucket to its neighbours, and these to the prior."""
    size = 2.0 ** (np.arange(BUCKETS) - 1)
    apart = np.abs(np.arange(BUCKETS)[:, None] - np.arange(BUCKETS)[None, :])
    near = np.where(apart == 0, 0.0, NEAR**apart)
    with np.errstate(divide="ignore"):
        mass = np.minimum(1.0, 2 * size[None, :, None] / held[:, None, :])
    weight = near[None] * np.where(held[:, None, :] > 0, mass, 0.0)
    near_unseen = (weight * unseen[:, None, :]).sum(2)
    near_held = (weight * held[:, None, :]).sum(2)
    prior = 0.5 * size[None, :]
    mean = (near_unseen + prior * PRIOR) / (near_held + prior)
    pull = np.minimum(near_held + prior, 2 * size[None, :])
    return np.asarray((unseen + pull * mean) / (held + pull))
