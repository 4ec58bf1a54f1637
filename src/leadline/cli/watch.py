"""Progress on the error stream: bars on a terminal, now and then a plain line elsewhere."""

from __future__ import annotations

import sys
import time
from typing import Protocol, Self

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

EVERY = 5.0  # seconds between two plain lines about the same thing


class Watcher(Protocol):
    """Told how far each of several things is; a context that ends when all are done."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...

    def at(self, label: str, pages: int, share: float) -> None:
        """This one has read so many pages and holds such a share."""

    def done(self, label: str) -> None:
        """This one is finished."""


def watcher() -> Watcher:
    """Bars if the error stream is a terminal, else lines."""
    console = Console(stderr=True)
    return Bars(console) if console.is_terminal else Lines()


class Bars:
    """A bar for each thing under way. Refreshed when told: a thread would not survive a fork."""

    def __init__(self, console: Console) -> None:
        self._progress = Progress(
            TextColumn("{task.description:<22}"),
            BarColumn(),
            TextColumn("{task.percentage:5.1f} %  {task.fields[pages]:>8,} pages"),
            TimeElapsedColumn(),
            console=console,
            auto_refresh=False,
            transient=True,
        )
        self._tasks: dict[str, TaskID] = {}
        self._drawn = 0.0

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def at(self, label: str, pages: int, share: float) -> None:
        """Move its bar."""
        if label not in self._tasks:
            self._tasks[label] = self._progress.add_task(label, total=1.0, pages=0)
        self._progress.update(self._tasks[label], completed=share, pages=pages)
        self._draw()

    def done(self, label: str) -> None:
        """Take its bar away."""
        if label in self._tasks:
            self._progress.remove_task(self._tasks.pop(label))
        self._draw()

    def _draw(self) -> None:
        if time.monotonic() - self._drawn > 0.1:
            self._drawn = time.monotonic()
            self._progress.refresh()


class Lines:
    """A line about each thing every few seconds, and one when it is done."""

    def __init__(self) -> None:
        self._said: dict[str, float] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def at(self, label: str, pages: int, share: float) -> None:
        """Say it, unless that was a moment ago."""
        now = time.monotonic()
        if now - self._said.setdefault(label, now) >= EVERY:
            self._said[label] = now
            print(f"{label}: {pages:,} pages, {share:.1%}", file=sys.stderr, flush=True)

    def done(self, label: str) -> None:
        """Say that it is done."""
        print(f"{label}: done", file=sys.stderr, flush=True)
