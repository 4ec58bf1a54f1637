"""What a value promises at a source: how many match there, and how many of these are new.

- A value asked elsewhere matches here about as many as there, by the sizes of the sources
  (`elsewhere`); the share of new ones among them is that of the entities like those held (`reach`).
- Of a value asked nowhere, those like the ones held are counted the same way, and besides there is
  what nothing asked could have shown (`unseen`), as far as it is not too much for the value's
  frequency.
- What such forecasts were worth before is set right (`calibration`).

A value is known because a record that carries it was met, so of the l records held l - d speak of
its frequency, d being the attribute's discount for values met rarely (absolute discounting, Ney,
Essen & Kneser 1994): a title met once is not likely to be met again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.plan.many.calibration import Forecasts
from leadline.plan.many.elsewhere import Elsewhere
from leadline.plan.many.freshness import Freshness
from leadline.plan.many.overlap import Overlap
from leadline.plan.many.reach import Reach
from leadline.plan.many.smoothing import smoothed
from leadline.plan.many.together import Together
from leadline.plan.many.unseen import Unseen

Floats = NDArray[np.float64]
FAINT = 0.05  # new entities behind any value: no forecast is so sure that there is none
UNUSUAL = 1.5  # times the frequency of a value in what is held: more is not believed


@dataclass(frozen=True, slots=True)
class Promised:
    """For every value: matches, new entities among them, and whether it was asked elsewhere."""

    matches: Floats
    new: Floats
    told: NDArray[Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Promises:
    """What links the sources."""

    overlap: Overlap
    elsewhere: Elsewhere
    reach: Reach
    forecasts: Forecasts
    freshness: tuple[Freshness, ...]

    def of(self, together: Together, source: int) -> Promised:
        """The promise of every value at a source."""
        one, vocabulary = together.sources[source], together.vocabulary
        attribute, attributes = vocabulary.attribute, vocabulary.attributes
        every = together.union.spread(together.union.known.local)
        discount = discounts(every, attribute, attributes)[attribute]
        told = self.elsewhere.matches(together, source, discount)
        told = np.pad(told, (0, len(every) - len(told)), constant_values=-1.0)
        guess, fresh = self._guessed(together, source, every, discount)
        share = smoothed(self.reach.new(source, len(every)), self.reach.weights(len(every)),
                         attribute, attributes)  # fmt: skip
        known = told >= 0
        matches = np.where(known, told, guess)
        matches = np.maximum(matches, one.spread(one.known.local))
        new = np.where(known, told * share, fresh)
        new *= self.forecasts.factors(attribute, matches, known, attributes)
        faint = FAINT * self.forecasts.luck(attributes)[attribute]
        new = np.maximum(new, faint * np.minimum(matches, 1.0))
        return Promised(np.maximum(matches, new), new, known)

    def _guessed(
        self, together: Together, source: int, every: Floats, discount: Floats
    ) -> tuple[Floats, Floats]:
        """Matches, and new ones among them, of values asked nowhere."""
        speaking = np.maximum(1 - discount / np.maximum(every, 1.0), 0.0)
        speaking *= self.overlap.chance(source)
        reached = self.reach.weights(len(every)) * speaking
        hidden = self._hidden(together, source, reached, every)
        return reached + hidden, self.reach.new(source, len(every)) * speaking + hidden

    def _hidden(self, together: Together, source: int, reached: Floats, every: Floats) -> Floats:
        """What nothing asked could have shown, where something could have shown so many."""
        unseen: Unseen = together.union.known.learner
        logits = together.union.spread(unseen.values.logits, -10.0)
        size = unseen.size.records * self.overlap.share(source)
        usual = size * every / max(together.records, 1)
        hidden = reached * np.exp(np.minimum(logits, 10.0))
        return np.asarray(np.minimum(hidden, UNUSUAL * usual))

    def newness(self, together: Together, source: int, queries: NDArray[Any]) -> Floats:
        """Of what is new to the source in the rest of each query, the share new to the union."""
        forecast = self.forecast(together, source, queries)
        return self.freshness[source].shares(queries, forecast)

    def forecast(self, together: Together, source: int, queries: NDArray[Any]) -> Floats:
        """The same, but for what the pages of each query brought: all but what others have too."""
        one = together.sources[source]
        known = one.known
        shares = np.full(len(queries), 1 - self.overlap.of(source))
        told = np.flatnonzero((known.value[queries] >= 0) & (known.total[queries] > 0))
        values, total = known.value[queries[told]], known.total[queries[told]]
        common = self.reach.common(source, one.place[values])
        unseen = np.maximum(total - known.local[values], 1)
        shares[told] = np.clip(1 - common / unseen, 0.0, 1.0)
        return shares


def discounts(counts: Floats, attribute: NDArray[Any], attributes: int) -> Floats:
    """The discount of each attribute: n1 / (n1 + 2 n2) of the values met once and twice."""
    once = np.bincount(attribute, counts == 1, attributes)
    twice = np.bincount(attribute, counts == 2, attributes)
    return np.asarray((once + 0.5) / (once + 2 * twice + 1.0))
