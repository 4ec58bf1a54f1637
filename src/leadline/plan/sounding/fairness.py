"""Whether opened values were worth what they were offered for.

The best of many forecasts is mostly one that is too high. Once a value is opened, what it is worth
is known: the same index with the share that is unseen instead of the predicted one. If forecasts
are fair a page of it is worth the index, on average; where the latest ones fell short, those to
come are marked down, so that an opened answer is read on in time. Each opening of a word counts
once, however long the answer was thought to be: one broad answer would speak for all. Conjunctions
fit under the limit, and count by the pages that were spent on them: one that turned out to be small
has cost little.
"""

from __future__ import annotations

from leadline.plan.sounding.index import Setting, forecast, outcome

FADE = 0.9
PRIOR = 3.0  # openings that went as expected


class Fairness:
    """Realised over expected worth of the latest openings."""

    def __init__(self, *, by_pages: bool = False) -> None:
        self._by_pages = by_pages
        self._realised = self._expected = PRIOR

    @property
    def factor(self) -> float:
        """What to multiply an index with."""
        return min(1.0, self._realised / self._expected)

    def learn(self, held: int, logits: float, share: float, setting: Setting) -> None:
        """A value of which so much was held, and so much thought unseen, turned out like this."""
        new, cost = forecast(held, logits, setting)
        if new <= 0:
            return
        worth, price = outcome(held, share, setting)
        weight = price / cost if self._by_pages else 1.0
        rate = (worth / price) / (new / cost)
        self._realised = FADE * self._realised + (1 - FADE) * PRIOR + weight * rate
        self._expected = FADE * self._expected + (1 - FADE) * PRIOR + weight
