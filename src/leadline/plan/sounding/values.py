"""Values never asked: predicting the unseen share of each.

Features of a value: how many of its records are held, how often queries returned them (capture-
recapture, after Chao 1984, shrunken to the whole vocabulary), the unseen share of the region where
it occurs, the length of its records, how long it has been known, how rare its company is, and, in a
search box, how little of its company was asked. Opened values are exact examples, so the weights
are learnt while crawling. Where there are several attributes, each adds an offset of its own and
its leave-one-out yield, and in a small source the share of it that is unseen counts beside the
regression (`models.py`). Where there is one, a value unlike all that were opened is taken at the
upper side of what it may be (LinUCB, Li et al. 2010): a model that expects nothing of common words
would never open one. Where few answers are cut either, the share is predicted relative to the
opened values' (`level.py`), by a regression of its own; and once nearly all that is held came with
a broad answer, how many of a value's records lie outside of it takes the place of how often they
were returned (`outside.py`).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.plan.columns import Column
from leadline.plan.knowledge import Knowledge
from leadline.plan.sounding.leave_one_out import LeaveOneOut
from leadline.plan.sounding.level import Level
from leadline.plan.sounding.outside import Outside
from leadline.plan.sounding.region import Region
from leadline.plan.sounding.regression import Regression, logit

Floats = NDArray[np.float64]
# one, log l, Chao, region, length, since, rare company, sharp region, log² l,
# leave-one-out or level, outside, company never asked
PRIOR = np.array([1.0, 0.0, 0.5, 0.3, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.5])
LEVELLED = np.array([0.0, 0.0, 0.3, 0.3, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.8, 0.5])
LEVEL = 9  # the feature that is the level
RELATIVE = [2, 3, 10]  # features of which the difference to those of the opened values counts
FEW_OUTSIDE = 20  # records outside of broad answers: fewer tell nothing about words
BEYOND = 1.05  # a share of company asked that none comes to
OPTIMISM = 0.5  # standard deviations: what no example speaks about is worth a look
BLOCK = 2_000  # values at a time: their features stay in the cache, and BLAS on one thread


class Values:
    """The features of values, the regression on them, and the log-odds it gives."""

    def __init__(self, attributes: int, *, levelled: bool = False) -> None:
        self.region = Region()
        self.several = attributes > 1
        self.outside = Outside(0 if self.several else FEW_OUTSIDE)
        self.yields = LeaveOneOut(attributes)
        self.levelled = levelled and not self.several  # which model is in use
        self.level = 0.0  # log-odds of the unseen share of what was opened, or of the source
        self.hearsay = 0.0  # how far the share of the source speaks for each of several attributes
        self._usual = np.zeros(len(RELATIVE))
        own = np.zeros(attributes if self.several else 0)
        plain, relative = (Regression(np.append(prior, own)) for prior in (PRIOR, LEVELLED))
        self.model, self._other = (relative, plain) if self.levelled else (plain, relative)
        self._logits = Column(np.float64)

    @property
    def logits(self) -> NDArray[Any]:
        """Log-odds of the unseen share of every value, as last predicted."""
        return self._logits.array

    def grow(self, known: Knowledge) -> None:
        """Make room for new values."""
        self._logits.grow(known.values)
        self.region.grow(known)
        self.outside.grow(known)

    def renew(
        self, known: Knowledge, broad: tuple[float, float], level: Level | None = None
    ) -> None:
        """Recompute what the features rest on, and predict all values anew.

        `broad` says which answers others may lie outside of (`outside.py`).
        """
        self.region.renew(known)
        self.outside.renew(known, *broad)
        if self.levelled != (level is not None):
            self.levelled = not self.levelled
            self.model, self._other = self._other, self.model
        if level is not None:
            self._take_level(known, level)
        if self.several:
            self.yields.renew(known)
        self.predict(known, unasked(known))

    def _take_level(self, known: Knowledge, level: Level) -> None:
        self.level, self._usual = level.logit, np.zeros_like(self._usual)
        if len(level.values):
            self._usual = level.mean(self.features(known, level.values)[:, RELATIVE])

    def learn(self, value: int, features: Floats, share: float, level: Level | None) -> None:
        """A value was opened that had these features, and so much of it was unseen.

        Relative to a level, it is learnt relative to the one that it speaks for by now. A broad one
        moves the level: learnt against the one before, its surprise would count twice.
        """
        if level is not None:
            features = features.copy()
            features[LEVEL] = level.logit
            features[RELATIVE] *= 1 - level.part(value)
        self.model.learn(features, share)

    def predict(self, known: Knowledge, values: NDArray[Any]) -> None:
        """Predict these values, all of which must be held, anew."""
        for first in range(0, len(values), BLOCK):
            block = values[first : first + BLOCK]
            features = self.features(known, block)
            self.logits[block] = self.model.logits(features)
            if self.several:
                self.logits[block] += self.hearsay * (self.level - self.logits[block])
            else:
                self.logits[block] += OPTIMISM * self.model.doubts(features)

    def _missed(self, known: Knowledge, values: NDArray[Any]) -> Any:
        """Unseen records of each value by how often those held were returned (Chao, shrunken)."""
        once, twice, ratio = self._captures(known, values)
        return once * (once + 5.0) / (2 * (twice + 5 * ratio))

    def _captures(self, known: Knowledge, values: NDArray[Any]) -> tuple[Any, Any, float]:
        """Records that one query returned, that two did, and twice over once for all values."""
        if not self.outside.tells:
            ratio = (known.twice_in_all + 1) / max(known.once_in_all, 1)
            return known.once[values], known.twice[values], ratio
        once, twice = self.outside.once, self.outside.twice
        ratio = float((twice.sum() + 5) / (once.sum() + 10))
        return once[values], twice[values], ratio

    def features(self, known: Knowledge, values: NDArray[Any]) -> Floats:
        """One row per value, all of which must be held at least once."""
        region = self.region
        near, company = region.near(values), region.company(values)
        held = known.local[values].astype(float)
        found = np.zeros((len(values), len(self.model.beta)))
        found[:, 0] = 1.0
        found[:, 1] = np.log(held)
        if self.levelled and self.outside.small:
            unseen = known.records * np.exp(self.level)
            found[:, 10] = np.log(self.outside.missed(known, values, unseen) / held)
        else:
            found[:, 2] = np.log((self._missed(known, values) + 0.05) / held)
        found[:, 3] = logit((near.real + region.mean) / (held + 1))
        mean_length = (region.lengths[values] + region.mean_length) / (held + 1)
        found[:, 4] = mean_length - region.mean_length
        found[:, 5] = known.since[values] / max(known.records, 1)
        found[:, 6] = np.log((company.real + 0.02) / held + 0.01) + 3
        found[:, 7] = logit((near.imag + region.mean) / (held + 1)) - found[:, 3]
        found[:, 8] = found[:, 1] ** 2 / 10
        if self.levelled:
            found[:, RELATIVE] -= self._usual
            found[:, LEVEL] = self.level
        if self.several:
            attribute = known.attribute[values]
            found[:, 9] = self.yields.logits(attribute, held)
            found[np.arange(len(values)), len(PRIOR) + attribute] = 1.0
        else:
            asked = (company.imag + region.mean_asked) / (held + 1)
            found[:, 11] = np.log((BEYOND - asked) / (BEYOND - region.mean_asked))
        return found


def unasked(known: Knowledge) -> NDArray[Any]:
    """The values that were met but never asked alone."""
    return np.flatnonzero((known.query_of < 0) & (known.local > 0))
