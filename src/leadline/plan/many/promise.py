"""What a value promises at a source: how many match there, and how many of these are new.

- A value asked elsewhere matches here about as many as there, by the sizes of the sources
  (`elsewhere`). Those that another source has too were shown there; the rest is new as far as
  other answers could not have shown it, by the entities like those held (`reach`).
- Of a value asked nowhere, those like the ones held are counted the same way, and besides there is
  what nothing asked could have shown (`unseen`), as far as it is not too much for the value's
  frequency.
- What such forecasts were worth before is set right (`calibration`).

A value is known because a record that carries it was met: a title met once is not likely to be met
again, so it is discounted (`smoothing`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.plan.held import UNKNOWN
from leadline.plan.many.calibration import Forecasts, Kinds
from leadline.plan.many.elsewhere import Elsewhere
from leadline.plan.many.freshness import Freshness
from leadline.plan.many.hidden import Hidden
from leadline.plan.many.overlap import Overlap
from leadline.plan.many.portion import Portions, Trust
from leadline.plan.many.reach import Reach
from leadline.plan.many.sizes import Sizes
from leadline.plan.many.smoothing import discounts, smoothed
from leadline.plan.many.together import Together
from leadline.plan.many.unseen import Unseen

Floats = NDArray[np.float64]
FAINT = 0.05  # new entities behind any value: no forecast is so sure that there is none
UNUSUAL = 1.5  # times the frequency of a value in what is held: more is not believed


@dataclass(frozen=True, slots=True)
class Guess:
    """For every value, were it asked nowhere: matches, new entities among them, and these by what
    was learnt (`unseen`) and by what is left alone (`portion`)."""

    matches: Floats
    new: Floats
    learnt: Floats
    simple: Floats


@dataclass(frozen=True, slots=True)
class Promised:
    """For every value: matches, new entities among them, and whether it was asked elsewhere.

    `forecast` are the new entities before that was set right by what forecasts were worth, `met` is
    how many entities of each are held, and `here` how many records the source has not shown.
    """

    matches: Floats
    new: Floats
    told: NDArray[Any]
    forecast: Floats
    met: Floats
    here: Floats
    guess: Guess


@dataclass(frozen=True, slots=True, kw_only=True)
class Promises:
    """What links the sources."""

    overlap: Overlap
    elsewhere: Elsewhere
    reach: Reach
    forecasts: Forecasts
    hidden: Hidden
    freshness: tuple[Freshness, ...]
    sizes: Sizes
    trust: Trust
    portions: Portions

    def of(self, together: Together, source: int) -> Promised:
        """The promise of every value at a source."""
        one, vocabulary = together.sources[source], together.vocabulary
        attribute, attributes = vocabulary.attribute, vocabulary.attributes
        every = together.union.spread(together.union.known.local)
        asked = together.union.spread(together.union.known.query_of, UNKNOWN) != UNKNOWN
        discount = discounts(every, attribute, attributes, asked)[attribute]
        told = self.elsewhere.matches(together, source, discount)
        told = np.pad(told, (0, len(every) - len(told)), constant_values=-1.0)
        speaking = np.maximum(1 - discount / np.maximum(every, 1.0), 0.0)
        guess = self._guessed(together, source, every, speaking)
        known = told >= 0
        matches = np.where(known, told, guess.matches)
        matches = np.maximum(matches, one.spread(one.known.local))
        forecast = np.where(known, told * self._share(together, source), guess.new)
        likely = np.minimum(matches, 1.0)
        of = Kinds(told=known, attribute=attribute, forecast=forecast, met=every)
        new = self.forecasts.corrected(of, likely * speaking, attributes)
        new = np.maximum(new, FAINT * self.forecasts.luck(attributes)[attribute] * likely)
        here = matches - one.spread(one.known.local)
        here = np.minimum(here, self.sizes.hidden(together, source))
        new = np.minimum(new * self.hidden.factor(source), np.maximum(here, forecast))
        new = np.minimum(new, self.sizes.hidden(together, source))
        return Promised(np.maximum(matches, new), new, known, forecast, every, here, guess)

    def _share(self, together: Together, source: int) -> Floats:
        """The share of new ones among what a source has of each value.

        Values that it was asked for have none any more, and say nothing about the others.
        """
        one, vocabulary = together.sources[source], together.vocabulary
        values = len(vocabulary)
        untold, asked = self.reach.untold(source, values), one.spread(one.known.query_of, UNKNOWN)
        new = np.where(asked < 0, self.reach.new(source, values), 0.0)
        weights = np.where(asked < 0, self.reach.weights(values) * untold, 0.0)
        share = smoothed(new, weights, vocabulary.attribute, vocabulary.attributes)
        return np.asarray(untold * np.minimum(share, 1.0))

    def _guessed(self, together: Together, source: int, every: Floats, speaking: Floats) -> Guess:
        """What is thought of values asked nowhere."""
        chance = self.overlap.share(source)
        weights, new = self.reach.weights(len(every)), self.reach.new(source, len(every))
        hidden = self._hidden(together, source, weights * chance, every)
        within = new * speaking * chance
        learnt = within + hidden
        simple = self.left(together, source) * self.portions.of(together, source) * speaking
        fresh = self.trust.blended(learnt, simple)
        matches = weights * speaking * chance + np.maximum(fresh - within, 0.0)
        return Guess(matches, fresh, learnt, simple)

    def _hidden(self, together: Together, source: int, reached: Floats, every: Floats) -> Floats:
        """What nothing asked could have shown, where something could have shown so many."""
        unseen: Unseen = together.union.known.learner
        logits = together.union.spread(unseen.values.logits, -10.0)
        size = self.size(together) * self.overlap.share(source)
        usual = size * every / max(together.records, 1)
        hidden = reached * np.exp(np.minimum(logits, 10.0))
        return np.asarray(np.minimum(hidden, UNUSUAL * usual))

    def size(self, together: Together) -> float:
        """How many entities there are in all."""
        unseen: Unseen = together.union.known.learner
        told = self.sizes.union(self.overlap.shares())
        return unseen.size.records if told is None else told

    def left(self, together: Together, source: int) -> float:
        """How many entities that are not held a source is thought to have."""
        unseen: Unseen = together.union.known.learner
        guess = unseen.size.unseen(together.records) * self.overlap.share(source)
        told = self.sizes.hidden(together, source) - self.reach.lacking(source)
        return float(min(guess, max(told, 1.0)))

    def rest(self, together: Together, source: int, query: int) -> tuple[float, float]:
        """What the rest of an opened answer would show that is new to the source, and to all."""
        known = together.sources[source].known
        if not known.open[query]:
            return 0.0, 0.0
        one, shown, total = np.array([query]), int(known.shown[query]), int(known.total[query])
        visible = (min(total, known.interface.limit or total) - shown) / max(total - shown, 1)
        rest = float(known.unseen(one)[0]) * max(visible, 0.0)
        return rest, rest * float(self.newness(together, source, one)[0])

    def newness(self, together: Together, source: int, queries: NDArray[Any]) -> Floats:
        """Of what is new to the source in the rest of each query, the share new to the union."""
        forecast = self.forecast(together, source, queries)
        others = [shown for i, shown in enumerate(together.belongs) if i != source]
        return self.freshness[source].shares(queries, forecast, others)

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
