"""Asks each site's robots.txt first, and does what it says (RFC 9309).

Fetched once per origin through the same fetcher as everything else, so it is paced and counted.
No such file (4xx) allows everything; a server that fails (5xx, 429) allows nothing; a site that
cannot be reached at all raises that, which is nearer to the truth than a refusal. Only the first
500 kB are read. Of many origins the one asked for longest ago is forgotten, and asked again.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass

from protego import Protego

from leadline.errors import PrivateAddress, RedirectLoop, RobotsDenied
from leadline.model import Page, Request
from leadline.net.fetcher import Fetcher, host_of, is_overloaded, origin_of, shown
from leadline.net.polite import Polite
from leadline.net.redirects import Redirecting

NAME = "Leadline"  # the product token that a robots.txt may name
_CAP = 500_000
_ORIGINS = 4096  # that are remembered


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What one robots.txt says to us."""

    file: Protego | None  # None: everything is allowed
    failing: int = 0  # the status of a server that fails, which allows nothing
    delay: float = 0.0
    sitemaps: tuple[str, ...] = ()

    def allow(self, url: str) -> bool:
        """Whether this address may be fetched."""
        return not self.failing and (self.file is None or self.file.can_fetch(url, NAME))


def read_rules(page: Page) -> Rules:
    """The rules that the answer to a request for robots.txt stands for."""
    if is_overloaded(page):
        return Rules(file=None, failing=page.status)
    if not 200 <= page.status < 300:
        return Rules(file=None)
    file = Protego.parse(page.body[:_CAP].decode("utf-8-sig", errors="replace"))
    return Rules(
        file=file, delay=float(file.crawl_delay(NAME) or 0.0), sitemaps=tuple(file.sitemaps)
    )


class Robots:
    """Fetches what robots.txt allows and raises RobotsDenied for the rest."""

    def __init__(self, fetcher: Fetcher, polite: Polite | None = None) -> None:
        self._fetcher = fetcher
        self._files = Redirecting(fetcher, most=5)
        self._polite = polite
        self._known = OrderedDict[str, Rules]()  # the last one asked for is the last
        self._asking = dict[str, asyncio.Lock]()

    async def fetch(self, request: Request) -> Page:
        """The page, if the site lets us have it."""
        rules = await self.rules(request.url)
        if not rules.allow(request.url):
            raise _denied(request, rules)
        if rules.delay and self._polite is not None:
            self._polite.at_least(host_of(request.url), rules.delay)
        return await self._fetcher.fetch(request)

    async def rules(self, url: str) -> Rules:
        """What the robots.txt that speaks for this address says, its sitemaps included."""
        origin = origin_of(url)
        if origin not in self._known:
            async with self._asking.setdefault(origin, asyncio.Lock()):
                if origin not in self._known:
                    await self._learn(origin)
        self._known.move_to_end(origin)
        return self._known[origin]

    async def _learn(self, origin: str) -> None:
        try:
            rules = await self._ask(origin)
        finally:
            self._asking.pop(origin, None)
        while len(self._known) >= _ORIGINS:
            self._known.popitem(last=False)
        self._known[origin] = rules

    async def _ask(self, origin: str) -> Rules:
        try:
            return read_rules(await self._files.fetch(Request(url=f"{origin}/robots.txt")))
        except (RedirectLoop, PrivateAddress):  # led astray: whether the page may be had is seen
            return Rules(file=None)  # RFC 9309 §2.3.1.2: as if there were none


def _denied(request: Request, rules: Rules) -> RobotsDenied:
    url = shown(request.url)
    if rules.failing:
        return RobotsDenied(
            f"{url}: the site's robots.txt answers {rules.failing}, so nothing may be fetched "
            "now; try later"
        )
    return RobotsDenied(
        f"{url}: the site's robots.txt asks us not to fetch this; ask its owner for permission"
    )
