"""The whole way to the network, put together from the manners of a run.

    Archived(Punctual(Renewing(Outlasting(Redirecting(Robots(Retrying(Polite(Rendered(
        Budgeted(Http)))))))))))

An archived page costs nothing; each hop of a redirect asks robots.txt, waits its turn and is
counted; so is each retry, each robots.txt and each part of a page that is drawn in a browser,
though these parts do not wait.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from aiohttp.abc import AbstractResolver

from leadline.model import Page, Request
from leadline.net.addresses import Guard
from leadline.net.archive import Archive, Archived
from leadline.net.browser import NoBrowser, open_browser
from leadline.net.budget import Budget, Budgeted, Punctual
from leadline.net.cookies import Cookies
from leadline.net.fetcher import Fetcher, host_of, shown
from leadline.net.http import Http, open_session, user_agent
from leadline.net.outage import Outlasting, Told, unheard
from leadline.net.polite import Polite
from leadline.net.redirects import Redirecting
from leadline.net.renewing import Renewing
from leadline.net.retry import Retrying
from leadline.net.robots import Robots
from leadline.net.unswayed import Unswayed


class Browser(StrEnum):
    """When pages are shown in a real browser first."""

    AUTO = "auto"  # where a page has nothing to ask or to read without it
    NEVER = "never"
    ALWAYS = "always"


@dataclass(frozen=True, slots=True, kw_only=True)
class Manners:
    """How a run behaves; the defaults are what any site may expect of us."""

    delay: float = 1.0  # seconds between two requests to a host; 0: no politeness
    at_once: int = 1  # requests on their way to one host
    max_requests: int | None = None
    contact: str = ""  # an address or URL, said in the user agent
    obey_robots: bool = True
    timeout: float = 60.0
    max_bytes: int = 32 << 20
    tries: int = 3
    browser: Browser = Browser.AUTO
    patient: bool = True  # a site that goes away is waited for


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """A run's way to the network: pages, what they cost, and what the sites say about robots."""

    archived: Fetcher
    budget: Budget
    robots: Robots | None = None
    drawn: bool = False  # every page is shown in a browser
    live: Fetcher | None = None  # past the archive; None without the network

    async def fetch(self, request: Request) -> Page:
        """The page that answers this request."""
        return await self.archived.fetch(self._as_shown(request))

    async def fetch_anew(self, request: Request) -> Page:
        """The page as it is now, whatever is archived; without the network, as archived."""
        return await (self.live or self.archived).fetch(self._as_shown(request))

    def _as_shown(self, request: Request) -> Request:
        return replace(request, rendered=True) if self.drawn else request

    async def sitemaps(self, url: str) -> tuple[str, ...]:
        """The sitemaps that the site of this address names in its robots.txt."""
        return (await self.robots.rules(url)).sitemaps if self.robots is not None else ()


@asynccontextmanager
async def open_fetcher(
    manners: Manners,
    *,
    seeds: tuple[str, ...] = (),
    archive: Archive | None = None,
    offline: bool = False,
    budget: Budget | None = None,
    resolver: AbstractResolver | None = None,
    told: Told | None = None,
    cookies: Cookies | None = None,
    guard: Guard | None = None,
) -> AsyncIterator[Door]:
    """The door for one run, closed in the end.

    `seeds` are the addresses the user gave, the only ones that may be in private space, unless a
    `guard` is given, which knows; `budget` is given to go on with the counts of an earlier run;
    `told` hears when a site is waited for; `cookies` are those of an earlier run, and take note of
    those of this one.
    """
    spent = budget or Budget(max_requests=manners.max_requests)
    if offline:
        assert archive is not None, "offline there is only an archive"
        yield Door(archived=Archived(None, archive), budget=spent, drawn=_drawn(manners))
        return
    async with AsyncExitStack() as stack:
        checked = guard or Guard(host_of(seed) for seed in seeds)
        yield await _online(stack, manners, checked, archive, spent, resolver, told, cookies)


async def _online(
    stack: AsyncExitStack,
    manners: Manners,
    guard: Guard,
    archive: Archive | None,
    budget: Budget,
    resolver: AbstractResolver | None,
    told: Told | None,
    cookies: Cookies | None,
) -> Door:
    agent = user_agent(manners.contact)
    session = await stack.enter_async_context(open_session(guard, agent, resolver))
    if cookies is not None:
        cookies.give(session.cookie_jar)
    bounds: dict[str, Any] = {"timeout": manners.timeout, "max_bytes": manners.max_bytes}
    http = Http(session, guard, cookies=cookies, **bounds)
    wire = Budgeted(http, budget)
    shows: Fetcher = Undrawn(wire)
    if manners.browser is not Browser.NEVER:
        keep = archive.put if archive is not None else None
        browser = open_browser(wire, keep=keep, agent=agent, **bounds)
        shows = await stack.enter_async_context(browser)
    polite = Polite(shows, delay=manners.delay, at_once=manners.at_once)
    calm = Retrying(polite, tries=manners.tries)
    robots = Robots(calm, polite) if manners.obey_robots else None
    site = Unswayed(Redirecting(robots or calm, timeout=manners.timeout), http.forget)
    probe = Redirecting(polite, timeout=manners.timeout)
    lasting = Outlasting(site, probe=probe, told=told or unheard)
    live = Punctual(Renewing(lasting if manners.patient else site), budget)
    return Door(
        archived=Archived(live, archive) if archive is not None else live,
        budget=budget,
        robots=robots,
        drawn=_drawn(manners),
        live=live,
    )


def _drawn(manners: Manners) -> bool:
    return manners.browser is Browser.ALWAYS


class Undrawn:
    """Refuses what only a browser could show."""

    def __init__(self, fetcher: Fetcher) -> None:
        self._fetcher = fetcher

    async def fetch(self, request: Request) -> Page:
        """The page as it comes."""
        if request.rendered:
            raise NoBrowser(
                f"{shown(request.url)} may be made by scripts; --browser auto would show it"
            )
        return await self._fetcher.fetch(request)
