"""How a harvest goes, on the error stream: a live line on a terminal, else one now and then."""

from __future__ import annotations

import sys
import time
from collections import deque

from rich.console import Console
from rich.live import Live
from rich.text import Text

from leadline.harvest import Progress
from leadline.net.budget import Budget

EVERY = 5.0  # seconds between two plain lines
RECENT = 50  # pages that the rates are taken from


class HarvestWatch:
    """Shows requests, records, new per request, estimated coverage and the time left."""

    def __init__(self, budget: Budget, *, quiet: bool = False) -> None:
        console = Console(stderr=True)
        self._live = Live(console=console, auto_refresh=False, transient=True)
        self._terminal = console.is_terminal and not quiet
        self._quiet, self._budget = quiet, budget
        self._seen: deque[tuple[float, int, int]] = deque(maxlen=RECENT)
        # what ends within moments needs no progress: its last line says it all
        self._said = 0.0 if self._terminal else time.monotonic()

    def __enter__(self) -> HarvestWatch:
        if self._terminal:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._terminal:
            self._live.stop()

    def __call__(self, progress: Progress) -> None:
        """Take note, and show it if it is time."""
        now = time.monotonic()
        self._seen.append((now, self._budget.requests, progress.records))
        if self._terminal and now - self._said > 0.1:
            self._said = now
            self._live.update(Text(self.line(progress), no_wrap=True), refresh=True)
        elif not (self._terminal or self._quiet) and now - self._said > EVERY:
            self._said = now
            print(self.line(progress), file=sys.stderr, flush=True)

    def line(self, progress: Progress) -> str:
        """All of it in one line."""
        parts = [f"{progress.doing}: {self._budget.requests:,} requests"]
        if progress.records:
            parts.append(f"{progress.records:,} records")
            parts.append(f"{self._new_per_request():.1f} new/request")
        if progress.size is not None:
            share = progress.size.coverage(progress.records)
            about = "" if progress.size.counted else "about "
            parts.append(f"{share:.0%} of {about}{progress.size.estimate:,.0f}")
            parts.append(self._left(progress))
        return " · ".join(part for part in parts if part)

    def _new_per_request(self) -> float:
        (_, requests, records), (_, requests_now, records_now) = self._seen[0], self._seen[-1]
        return (records_now - records) / max(requests_now - requests, 1)

    def _left(self, progress: Progress) -> str:
        """The time it takes at the going rate; the last records take longer than that."""
        (then, _, records), (now, _, records_now) = self._seen[0], self._seen[-1]
        if progress.size is None or records_now <= records:
            return ""
        rate = (records_now - records) / max(now - then, 1e-6)
        return f"{duration((progress.size.estimate - records_now) / rate)} left at least"


def duration(seconds: float) -> str:
    """So many seconds as people say it."""
    if seconds < 90:
        return f"{max(seconds, 0):.0f} s"
    if seconds < 5400:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
