"""How a harvest goes, on the error stream: a live line on a terminal, else one now and then."""

from __future__ import annotations

import time
from collections import deque

from leadline.cli.duration import duration
from leadline.cli.line import Line
from leadline.harvest.plan import Progress
from leadline.net.budget import Budget

RECENT = 50  # pages that the rates are taken from


class HarvestWatch(Line):
    """Shows requests, records, new per request, estimated coverage and the time left."""

    def __init__(self, budget: Budget, *, quiet: bool = False, replay: bool = False) -> None:
        super().__init__(quiet=quiet)
        self._budget = budget
        self._replay, self._unit = replay, "page" if replay else "request"
        self._seen: deque[tuple[float, int, int]] = deque(maxlen=RECENT)

    def __call__(self, progress: Progress) -> None:
        """Take note, and show it if it is time."""
        if progress.records:
            self._seen.append((time.monotonic(), self._cost(progress), progress.records))
        self.show(self.line(progress))

    def line(self, progress: Progress) -> str:
        """All of it in one line."""
        parts = [f"{progress.doing}: {self._cost(progress):,} {self._unit}s"]
        if progress.records:
            parts.append(f"{progress.records:,} records")
            parts.append(f"{self._new_for_one():.1f} new/{self._unit}")
        if progress.size is not None:
            share = progress.size.coverage(progress.records)
            about = "" if progress.size.counted else "about "
            parts.append(f"{share:.0%} of {about}{progress.size.estimate:,.0f}")
            parts.append(self._left(progress))
        return " · ".join(part for part in parts if part)

    def _cost(self, progress: Progress) -> int:
        """Requests, or pages where nothing is requested."""
        return progress.pages if self._replay else self._budget.requests

    def _new_for_one(self) -> float:
        (_, cost, records), (_, cost_now, records_now) = self._seen[0], self._seen[-1]
        return (records_now - records) / max(cost_now - cost, 1)

    def _left(self, progress: Progress) -> str:
        """The time it takes at the going rate; the last records take longer than that."""
        if progress.size is None or not self._seen:
            return ""
        (then, _, records), (now, _, records_now) = self._seen[0], self._seen[-1]
        if records_now <= records:
            return ""
        rate = (records_now - records) / max(now - then, 1e-6)
        return f"{duration((progress.size.estimate - records_now) / rate)} left at least"
