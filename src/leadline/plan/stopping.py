"""When a harvest is over: the target is reached, or asking no longer pays."""

from __future__ import annotations

from collections import deque

from leadline.plan.knowledge import Knowledge
from leadline.plan.size import estimate_size, is_proved

WINDOW = 40  # pages looked back on
PAYS = 0.02  # of a page new: the least that a page should bring
EVERY = 10  # pages between two estimates


class Stopping:
    """Told how a harvest goes, it says why to stop, if so."""

    def __init__(self, target: float | None, page_size: int) -> None:
        self._target, self._page_size = target, page_size
        self._records: deque[int] = deque(maxlen=WINDOW + 1)

    def reason(self, known: Knowledge) -> str | None:
        """Why to stop after this turn."""
        self._records.append(known.records)
        if known.pages % EVERY == 0 and (reason := self._reached(known)):
            return reason
        return "asking no longer pays" if self._target is None and self._dry() else None

    def _reached(self, known: Knowledge) -> str | None:
        size = estimate_size(known)
        if is_proved(known, size):
            return "everything is held"
        if self._target is None or size is None:
            return None
        reached = known.records >= self._target * size.estimate
        return f"target of {self._target:.0%} reached" if reached else None

    def _dry(self) -> bool:
        if len(self._records) <= WINDOW:
            return False
        return self._records[-1] - self._records[0] < PAYS * self._page_size * WINDOW
