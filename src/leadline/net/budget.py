"""Counts what really goes over the wire, and stops when the budget is spent.

Sits right around what sends, inside retries and redirects, so that each try, each hop and each
robots.txt is one request; a request that fails counts too.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from leadline.errors import BudgetSpent
from leadline.model import Page, Request
from leadline.net.fetcher import Fetcher


@dataclass(slots=True, kw_only=True)
class Budget:
    """What may be spent (None: no end) and what was: requests, bytes of bodies, seconds.

    What is spent of a part is spent of the whole.
    """

    max_requests: int | None = None
    max_bytes: int | None = None
    max_seconds: float | None = None  # on the clock, from the first request on
    requests: int = 0
    bytes: int = 0
    seconds: float = 0.0
    began: float | None = None
    whole: Budget | None = None

    def take(self, now: float = 0.0) -> None:
        """Use up one request; raises BudgetSpent if there is none."""
        self.began = now if self.began is None else self.began
        if (spent := self._spent(now)) is not None:
            raise BudgetSpent(
                f"{spent} of the budget are spent; "
                "allow more and run it again, it goes on where it stopped"
            )
        if self.whole is not None:
            self.whole.take(now)
        self.requests += 1

    def spend(self, received: int, seconds: float) -> None:
        """What a request took besides."""
        self.bytes += received
        self.seconds += seconds
        if self.whole is not None:
            self.whole.spend(received, seconds)

    def _spent(self, now: float) -> str | None:
        if self.max_requests is not None and self.requests >= self.max_requests:
            return f"all {self.max_requests:,} requests"
        if self.max_bytes is not None and self.bytes >= self.max_bytes:
            return f"all {self.max_bytes:,} bytes"
        passed = now - (self.began or 0.0)
        if self.max_seconds is not None and passed >= self.max_seconds:
            return f"all {self.max_seconds:,.0f} seconds"
        return None


class Budgeted:
    """Charges each request to a budget before it is sent."""

    def __init__(
        self, fetcher: Fetcher, budget: Budget, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._fetcher = fetcher
        self._budget = budget
        self._clock = clock

    async def fetch(self, request: Request) -> Page:
        """The page, and its price on the budget."""
        started, received = self._clock(), 0
        self._budget.take(started)
        try:
            page = await self._fetcher.fetch(request)
            received = len(page.body)
            return page
        finally:
            self._budget.spend(received, self._clock() - started)
