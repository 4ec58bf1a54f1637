"""One line on the error stream: what is being done. Live on a terminal, else now and then."""

from __future__ import annotations

import math
import sys
import time
from typing import Self

from rich.console import Console
from rich.live import Live
from rich.text import Text

EVERY = 5.0  # seconds between two plain lines
SHORT = 0.1  # between two changes of the live line


class Line:
    """Shows the latest of many texts, as often as one can read them."""

    def __init__(self, *, quiet: bool = False) -> None:
        console = Console(stderr=True)
        self._live = Live(console=console, auto_refresh=False, transient=True)
        self._terminal = console.is_terminal and not quiet
        self._quiet = quiet
        # what ends within moments needs no progress: its last line says it all
        self._said = 0.0 if self._terminal else time.monotonic()

    def __enter__(self) -> Self:
        if self._terminal:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._terminal:
            self._live.stop()

    def say(self, text: str) -> None:
        """Show this now: nothing else may happen for a while."""
        self._said = -math.inf
        self.show(text)

    def show(self, text: str) -> None:
        """Show this, if it is time."""
        now = time.monotonic()
        if self._quiet or now - self._said <= (SHORT if self._terminal else EVERY):
            return
        self._said = now
        if self._terminal:
            self._live.update(Text(text, no_wrap=True), refresh=True)
        else:
            print(text, file=sys.stderr, flush=True)
