"""One request at a time per host, with a pause between them that follows how the host is doing.

The pause is at least `delay` (or the site's Crawl-delay), grows to the time the host takes to
answer, doubles when it says 429 or 503 or takes too long, and shrinks by a tenth per good answer,
by half if it is very long. A host that cannot be reached is tried again after a pause that doubles,
too, and is forgotten as soon as it answers. Retry-After is honoured, up to ten minutes at a time.
With a delay of 0 only the host's own "not now" and silence make us wait. Of many hosts those asked
longest ago are forgotten, once nobody waits for them and their pause is over. Leaves out: hosts
that share a machine.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from email.utils import parsedate_to_datetime

from leadline.errors import FetchError, Unreachable
from leadline.model import Page, Request
from leadline.net.fetcher import Fetcher, host_of

_LONGEST = 600.0
_SLOWEST = 60.0
_RECOVERY = 0.9
_LONG = 10.0  # a pause above this shrinks by half
_UNREACHED = 8.0  # the longest pause before a host that cannot be reached is tried again
_NOTHING = 0.01  # seconds; a shorter pause than this is none
_LANES = 4096  # that are remembered
_TRIED = 4  # that are looked at to make room for one more


class _Lane:
    """The way to one host: who is on it, from when it is free, and the pause it keeps."""

    __slots__ = ("floor", "free", "lost", "pause", "turn", "users")

    def __init__(self, at_once: int, floor: float) -> None:
        self.turn = asyncio.Semaphore(at_once)
        self.floor = self.pause = floor
        self.free = self.lost = 0.0
        self.users = 0  # on it or waiting

    def went_well(self, now: float, latency: float) -> None:
        wanted = max(self.floor, min(latency, _SLOWEST)) if self.floor else 0.0
        self.lost = 0.0
        self.pause = max(wanted, self.pause * (_RECOVERY if self.pause <= _LONG else 0.5))
        if self.pause < _NOTHING:
            self.pause = 0.0
        self.free = max(self.free, now + self.pause)

    def went_nowhere(self, now: float) -> None:
        self.lost = min(_UNREACHED, max(1.0, 2 * self.pause, 2 * self.lost))
        self.free = max(self.free, now + max(self.pause, self.lost))

    def went_badly(self, now: float, asked: float) -> None:
        self.pause = max(self.floor, min(_SLOWEST, max(1.0, 2 * self.pause)))
        self.free = max(self.free, now + max(self.pause, min(asked, _LONGEST)))


class Polite:
    """Lets requests to one host pass in turn, each after a pause."""

    def __init__(
        self,
        fetcher: Fetcher,
        *,
        delay: float = 1.0,
        at_once: int = 1,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._fetcher = fetcher
        self._delay = delay
        self._at_once = at_once
        self._clock = clock
        self._sleep = sleep
        self._now = now
        self._lanes = OrderedDict[str, _Lane]()  # the last one used is the last

    def at_least(self, host: str, delay: float) -> None:
        """Never pause less than this on a host: what its robots.txt asks for."""
        lane = self._lane(host)
        lane.floor = max(lane.floor, min(delay, _SLOWEST))
        raised = max(0.0, lane.floor - lane.pause)
        lane.pause += raised
        lane.free += raised

    async def fetch(self, request: Request) -> Page:
        """The page, when it is its turn."""
        lane = self._lane(host_of(request.url))
        lane.users += 1
        try:
            async with lane.turn:
                await self._wait(lane)
                return await self._on(lane, request)
        finally:
            lane.users -= 1

    async def _wait(self, lane: _Lane) -> None:
        now = self._clock()
        start = max(now, lane.free)
        lane.free = start + lane.pause  # the next one, if several may be on their way at once
        if start > now:
            await self._sleep(start - now)

    async def _on(self, lane: _Lane, request: Request) -> Page:
        started = self._clock()
        try:
            page = await self._fetcher.fetch(request)
        except FetchError as error:
            if isinstance(error, Unreachable):
                lane.went_nowhere(self._clock())
            elif error.transient:
                lane.went_badly(self._clock(), 0.0)
            raise
        ended = self._clock()
        if page.status in (429, 503):
            lane.went_badly(ended, retry_after(page, self._now()))
        else:
            lane.went_well(ended, ended - started)
        return page

    def _lane(self, host: str) -> _Lane:
        lane = self._lanes.get(host)
        if lane is None:
            self._make_room()
            lane = self._lanes[host] = _Lane(self._at_once, self._delay)
        else:
            self._lanes.move_to_end(host)
        return lane

    def _make_room(self) -> None:
        """Forget the host asked longest ago; one that still counts is as if it were asked now."""
        for _ in range(_TRIED):
            if len(self._lanes) < _LANES:
                return
            host, lane = self._lanes.popitem(last=False)
            if lane.users or lane.free > self._clock():
                self._lanes[host] = lane


def retry_after(page: Page, now: float) -> float:
    """The seconds that a page asks to wait (a number, or a date), 0 if none (RFC 9110 §10.2.3)."""
    value = page.header("retry-after").strip()
    if value.isascii() and value.isdigit():
        return float(value[:9])
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - now)
    except (ValueError, TypeError, IndexError, OverflowError):
        return 0.0
