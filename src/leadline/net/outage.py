"""Tells a page that fails from a site that is down, and waits for the site to come back.

When a page cannot be had (no connection, too slow, 429, 5xx, after all retries), the last page of
the same site that could be had is asked for, after longer and longer pauses until it comes. Then
the page is asked for once more; if it fails now, the failure is its own. A site that stays away
ends the run: what it did not answer must not be taken for an answer. Leaves out sites from which
nothing ever came.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

from leadline.errors import FetchError, StoppedAnswering, Unreachable
from leadline.model import Page, Request
from leadline.net.fetcher import Fetcher, is_overloaded, origin_of, shown

PAUSES = (5.0, 15.0, 45.0, 120.0, 300.0)  # seconds; about eight minutes in all
_ORIGINS = 4096

Told = Callable[[str], None]


def unheard(_: str) -> None:
    """For those who do not want to know."""


class Outlasting:
    """Fetches, and waits where a whole site fails; `told` hears what is waited for.

    `probe` asks for pages that could be had, to see whether the site is there.
    """

    def __init__(
        self,
        fetcher: Fetcher,
        *,
        probe: Fetcher | None = None,
        pauses: tuple[float, ...] = PAUSES,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
        told: Told = unheard,
    ) -> None:
        self._fetcher = fetcher
        self._probe = probe or fetcher
        self._pauses = pauses
        self._sleep = sleep
        self._told = told
        self._good = dict[str, Request]()

    async def fetch(self, request: Request) -> Page:
        """The page, or its own failure; raises StoppedAnswering if the site stays away."""
        page, failure = await _tried(self._fetcher, request)
        origin = origin_of(request.url)
        if failure is None:
            self._remember(origin, request)
        elif origin in self._good:
            await self._until_it_answers(self._good[origin], failure)
            page, failure = await _tried(self._fetcher, request)
        if page is None:
            assert failure is not None
            raise failure
        return page

    async def _until_it_answers(self, known: Request, failure: FetchError) -> None:
        """Wait for a page that could be had before; raises if it does not come back."""
        for pause in self._pauses:
            if await self._answers(known):
                return
            self._told(f"waiting {pause:g} s for the site to answer again ({failure})")
            await self._sleep(pause)
        if not await self._answers(known):
            raise StoppedAnswering(str(failure)) from failure

    async def _answers(self, known: Request) -> bool:
        return (await _tried(self._probe, known))[1] is None

    def _remember(self, origin: str, request: Request) -> None:
        if request.method != "GET":
            return
        while len(self._good) >= _ORIGINS:
            del self._good[next(iter(self._good))]
        self._good[origin] = replace(request, rendered=False) if request.rendered else request


async def _tried(fetcher: Fetcher, request: Request) -> tuple[Page | None, FetchError | None]:
    """The page, why it is none that will do, or both."""
    try:
        page = await fetcher.fetch(request)
    except FetchError as error:
        if error.transient or isinstance(error, Unreachable):
            return None, error
        raise
    if not is_overloaded(page):
        return page, None
    return page, FetchError(f"{shown(request.url)} cannot answer now ({page.status})")
