"""How much each source still hides, by what its answers brought to itself.

What forecasts were worth is pooled over all sources (`calibration`), and late in a harvest a value
promises a few hundredths of an entity: a hundred answers would have to be read to see that they are
too many for one source. But an answer shows what its source had not shown before, new to the union
or not. Where thirty answers in a row brought nothing to their source it is nearly held, and values
are better asked elsewhere. So forecasts are multiplied with the records brought over those expected
of a source, relative to all sources.
"""

from __future__ import annotations

import numpy as np

from leadline.plan.many.calibration import Place, add_fading, compared

CAUTION = 4.0  # records that it is worth that all sources hide as much as was expected
LEAST, MOST = 0.1, 3.0  # factors


class Hidden:
    """Records expected of answers and brought by them, source by source."""

    def __init__(self, sources: int) -> None:
        self._brought = np.zeros(sources)
        self._expected = np.zeros(sources)
        self._open: dict[Place, float] = {}

    def open(self, place: Place, expected: float) -> None:
        """An answer is opened that is to bring so many records to its source."""
        self._open[place] = expected

    def close(self, place: Place, brought: float) -> None:
        """An answer brings so many in all."""
        if (forecast := self._open.pop(place, None)) is None:
            return
        realised, expected = compared(forecast, brought)
        add_fading(self._brought, (place[0],), realised)
        add_fading(self._expected, (place[0],), expected)

    def factor(self, source: int) -> float:
        """What to multiply the forecasts of a source with."""
        usual = (self._brought.sum() + CAUTION) / (self._expected.sum() + CAUTION)
        own = (self._brought[source] + CAUTION * usual) / (self._expected[source] + CAUTION)
        return float(np.clip(own / usual, LEAST, MOST))
