"""Asks again after failures that may pass: no connection, too slow, 429 and 5xx.

The waiting time doubles; what the site itself asks for (Retry-After) is `polite.py`'s to keep.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from leadline.errors import FetchError
from leadline.model import Page, Request
from leadline.net.fetcher import Fetcher, is_overloaded

_NEVER = frozenset({501, 505})  # the server cannot, and will not later


class Retrying:
    """Returns the first good page, or else the last one, or else raises the last error."""

    def __init__(
        self,
        fetcher: Fetcher,
        *,
        tries: int = 3,
        pause: float = 1.0,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._fetcher = fetcher
        self._tries = tries
        self._pause = pause
        self._sleep = sleep

    async def fetch(self, request: Request) -> Page:
        """The page, after at most so many tries."""
        for attempt in range(self._tries - 1):
            try:
                page = await self._fetcher.fetch(request)
                if not is_overloaded(page) or page.status in _NEVER:
                    return page
            except FetchError as error:
                if not error.transient:
                    raise
            await self._sleep(self._pause * 2**attempt)
        return await self._fetcher.fetch(request)
