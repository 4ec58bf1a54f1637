"""Counts what really goes over the wire, and stops when the budget is spent.

Sits right around what sends, inside retries and redirects, so that each try, each hop and each
robots.txt is one request; a request that fails counts too. Outside of all that waits, `Punctual`
sees to it that no pause goes on beyond the end of a budget of time.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable
from dataclasses import dataclass

from leadline.errors import BudgetSpent
from leadline.model import Page, Request
from leadline.net.fetcher import Fetcher

GO_ON = "allow more and run it again, it goes on where it stopped"
LOOK_AGAIN = 0.2  # seconds


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
    sending: int = 0  # requests that are on their way
    whole: Budget | None = None

    @property
    def is_limited(self) -> bool:
        """Whether it has an end."""
        return any(one is not None for one in (self.max_requests, self.max_bytes, self.max_seconds))

    def left(self, now: float | None = None) -> float:
        """How many more requests it allows, if they take as much as those before them."""
        each, now = max(self.requests, 1), time.monotonic() if now is None else now
        ends = [
            math.inf if self.max_requests is None else self.max_requests - self.requests,
            _more(self.max_bytes, self.bytes, self.bytes / each),
            _more(self.max_seconds, self._passed(now), self._passed(now) / each),
        ]
        return max(0.0, min(ends))

    def seconds_left(self, now: float) -> float:
        """How long it goes on."""
        return math.inf if self.max_seconds is None else self.max_seconds - self._passed(now)

    def _passed(self, now: float) -> float:
        return 0.0 if self.began is None else now - self.began

    def take(self, now: float = 0.0) -> None:
        """Use up one request; raises BudgetSpent if there is none."""
        self.began = now if self.began is None else self.began
        if (spent := self._spent(now)) is not None:
            raise BudgetSpent(f"{spent} of the budget are spent; {GO_ON}")
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
        if self.seconds_left(now) <= 0:
            return f"all {self.max_seconds:,.0f} seconds"
        return None


def _more(most: float | None, spent: float, each: float) -> float:
    return math.inf if most is None else (most - spent) / each if each > 0 else most


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
        self._budget.sending += 1
        try:
            page = await self._fetcher.fetch(request)
            received = len(page.body)
            return page
        finally:
            self._budget.sending -= 1
            self._budget.spend(received, self._clock() - started)


class Punctual:
    """Ends with a budget of time, whatever is waited for; only what is on its way is let come."""

    def __init__(
        self, fetcher: Fetcher, budget: Budget, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._fetcher = fetcher
        self._budget = budget
        self._clock = clock

    async def fetch(self, request: Request) -> Page:
        """The page, if there is time for it."""
        if self._budget.max_seconds is None or self._budget.began is None:
            return await self._fetcher.fetch(request)
        coming = asyncio.ensure_future(self._fetcher.fetch(request))
        try:
            return await self._in_time(coming)
        finally:
            coming.cancel()

    async def _in_time(self, coming: asyncio.Future[Page]) -> Page:
        left = max(0.0, self._budget.seconds_left(self._clock()))
        await asyncio.wait({coming}, timeout=left)
        while not coming.done() and self._budget.sending:
            await asyncio.wait({coming}, timeout=LOOK_AGAIN)
        if not coming.done():
            raise BudgetSpent(
                f"all {self._budget.max_seconds:,.0f} seconds of the budget are spent; {GO_ON}"
            )
        return await coming
