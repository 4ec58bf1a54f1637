"""How a harvest goes, on the error stream: a live line on a terminal, else one now and then."""

from __future__ import annotations

import math
import sys
import time
from collections import deque

from rich.console import Console
from rich.live import Live
from rich.text import Text

from leadline.cli.duration import duration
from leadline.harvest import Progress
from leadline.net.budget import Budget

EVERY = 5.0  # seconds between two plain lines
SHORT = 0.1  # between two changes of the live line
RECENT = 50  # pages that the rates are taken from


class HarvestWatch:
    """Shows requests, records, new per request, estimated coverage and the time left."""

    def __init__(self, budget: Budget, *, quiet: bool = False, replay: bool = False) -> None:
        console = Console(stderr=True)
        self._live = Live(console=console, auto_refresh=False, transient=True)
        self._terminal = console.is_terminal and not quiet
        self._quiet, self._budget = quiet, budget
        self._replay, self._unit = replay, "page" if replay else "request"
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
        self._seen.append((time.monotonic(), self._cost(progress), progress.records))
        self._show(self.line(progress))

    def say(self, text: str) -> None:
        """Show this now: nothing else may happen for a while."""
        self._said = -math.inf
        self._show(text)

    def _show(self, line: str) -> None:
        now = time.monotonic()
        if self._quiet or now - self._said <= (SHORT if self._terminal else EVERY):
            return
        self._said = now
        if self._terminal:
            self._live.update(Text(line, no_wrap=True), refresh=True)
        else:
            print(line, file=sys.stderr, flush=True)

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
        (then, _, records), (now, _, records_now) = self._seen[0], self._seen[-1]
        if progress.size is None or records_now <= records:
            return ""
        rate = (records_now - records) / max(now - then, 1e-6)
        return f"{duration((progress.size.estimate - records_now) / rate)} left at least"
