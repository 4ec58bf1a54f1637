"""Predicting the unseen share of a value that was never asked.

Features of a value: how many of its records are held, how often queries returned them
(capture-recapture, after Chao 1984, shrunken to the whole vocabulary), the unseen share of the
region where it occurs, the length of its records, and how long it has been known. Opened values
are exact examples, so the weights are learnt while crawling. Each attribute adds an offset of its
own and its leave-one-out yield.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.plan.knowledge import Knowledge
from leadline.plan.sounding.leave_one_out import LeaveOneOut
from leadline.plan.sounding.region import Region
from leadline.plan.sounding.regression import Regression, logit

Floats = NDArray[np.float64]
import os
SCALE=int(os.environ.get('SCALE','0'))
COMMON = np.array(eval(os.environ.get('PRI','[1.0, 0.0, 0.5, 0.3, 0.0, 0.0, 0.0,0,0,0]')))


class Values:
    """The features of values, and the regression on them."""

    def __init__(self, attributes: int) -> None:
        self.region = Region()
        self.yields = LeaveOneOut(attributes)
        self.attributes = attributes
        offsets = attributes if attributes > 1 else 0
        self.model = Regression(np.concatenate((COMMON, np.zeros(offsets))))

    def features(self, known: Knowledge, values: NDArray[Any]) -> Floats:
        """One row per value, all of which must be held at least once."""
        region = self.region
        held = known.local[values].astype(float)
        once, twice = known.once[values], known.twice[values]
        ratio = (known.twice_in_all + 1) / max(known.once_in_all, 1)
        missed = once * (once + 5.0) / (2 * (twice + 5 * ratio))
        found = np.zeros((len(values), len(self.model.beta)))
        found[:, 0] = 1.0
        found[:, 1] = np.log(held)
        found[:, 2] = np.log((missed + 0.05) / held)
        found[:, 3] = logit((region.soft[values] + region.mean) / (held + 1))
        found[:, 4] = (region.lengths[values] + region.mean_length) / (held + 1)
        found[:, 4] -= region.mean_length
        found[:, 5] = known.since[values] / max(known.records, 1)
        if SCALE: found[:, 4:6] *= 1 - region.mean
        found[:, 7] = logit((region.sharp[values] + region.mean) / (held + 1)) - found[:, 3]
        found[:, 8] = np.log((region.rare[values] + 0.02) / held + 0.01) + 3
        found[:, 9] = found[:, 1] ** 2 / 10
        if self.attributes > 1:
            attribute = known.attribute[values]
            found[:, 6] = self.yields.logits(attribute, held)
            found[np.arange(len(values)), len(COMMON) + attribute] = 1.0
        return found
