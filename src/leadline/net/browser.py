"""Pages as a browser shows them, for sites that build them by script (Chromium, by Playwright).

The browser has no network of its own: it is started behind a proxy that leads nowhere, and every
request a page makes is answered from the wrapped fetcher. So each is counted, bounded and
kept out of private space like any other, also after redirects (`visit.py`). Nothing is downloaded,
dialogs are dismissed. JSON and pieces of HTML that the page loads are kept, and the page says in
its headers how they were asked for (`LOADED`): an address that yields the data itself is worth more
than the page.

A request with the method SCRIPT has a text typed into a box of the page, and Enter pressed
(`typist.py`); the tab then stays where it is, so that the next text and the next page cost no more
than what the page's script asks for. One with the method PRESS has elements of the page pressed,
one with the method SCROLL has it grow. Nothing of
Playwright is imported or started before the first page is drawn. Leaves out: web sockets, service
workers, cookies that scripts set.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from leadline.errors import LeadlineError, TooLarge, TooSlow, Unreachable
from leadline.model import Page, Request
from leadline.net.chromium import Chromium, NoBrowser
from leadline.net.fetcher import Fetcher, normal, shown
from leadline.net.pace import Pace, Paces
from leadline.net.redirects import Redirecting
from leadline.net.typist import Standing, brought_to, grown, next_button
from leadline.net.visit import HOP, Exchange, Visit, browser_error
from leadline.query.script import (
    LOADED,
    PRESS,
    SCRIPT,
    SCROLL,
    TURNS,
    Typed,
    asked_in,
    written,
)

if TYPE_CHECKING:
    from playwright.async_api import Page as Tab

_ACTED = (SCRIPT, PRESS)
_HTML = ("text/html", "application/xhtml+xml", "")
_REPLACED = frozenset({*HOP, "content-type", LOADED.lower(), TURNS.lower()})
_LOADED_MOST = 40  # requests for JSON that a page tells of
_BODY_MOST = 4_000  # characters that such a request may post
_SETTLE = 10.0  # seconds after loading; a page that still changes then is taken as it is
_NOTHING = "<!doctype html><title></title>"  # a page after the last
_QUIET = """([still, most]) => new Promise(done => {
  const began = performance.now();
  let changed = 0, timer = setTimeout(() => done(0), still);
  new MutationObserver(() => {
    changed = performance.now() - began;
    clearTimeout(timer);
    timer = setTimeout(() => done(changed), still);
  }).observe(document, {subtree: true, childList: true, characterData: true});
  setTimeout(() => done(changed), most);
})"""

Headers = tuple[tuple[str, str], ...]


class Rendered:
    """Loads requests that ask for it in a browser; the others go to the wrapped fetcher.

    `keep` is given every page of JSON that a drawn page loads. One tab is used again and again; the
    browser is started with the first page, and anew after `recycle` pages.
    """

    def __init__(
        self,
        fetcher: Fetcher,
        *,
        keep: Callable[[Page], None] | None = None,
        agent: str = "",
        timeout: float = 60.0,
        max_bytes: int = 32 << 20,
        still: float = 0.3,
        recycle: int = 50,
        executable: str | None = None,
    ) -> None:
        self._fetcher = fetcher
        self._parts = Redirecting(fetcher)
        self._keep = keep
        self._timeout = timeout
        self._max_bytes = max_bytes
        self._still = still
        self._recycle = recycle
        self._one = asyncio.Lock()
        self._chromium = Chromium(agent, executable)
        self._standing: Standing | None = None
        self._paces = Paces()

    async def fetch(self, request: Request) -> Page:
        """The page, as a browser shows it if asked for; a redirect or no HTML as it came."""
        if not request.rendered:
            return await self._fetcher.fetch(request)
        async with self._one:
            await self._chromium.start()
            if (visit := self._left_at(request)) is not None:
                return await self._load(visit)
        page = await self._fetcher.fetch(_opening(request))
        page = replace(page, request=request)
        if not _can_be_drawn(page):
            return page
        async with self._one:
            self._standing = None
            return await self._load(Visit(page, self._parts, self._max_bytes))

    def _left_at(self, request: Request) -> Visit | None:
        """The visit that goes on with this request, if the tab was left where it can."""
        at, wanted = self._standing, asked_in(request)
        if at is None or request.method not in _ACTED or not at.leads_to(request.url, wanted):
            return None
        anew = isinstance(wanted, Typed) and wanted.turn == 1
        if anew and self._chromium.opened >= self._recycle:
            return None
        at.visit.renew(replace(at.visit.page, request=request, seconds=0.0), self._max_bytes)
        return at.visit

    async def _load(self, visit: Visit) -> Page:
        started, page = time.monotonic(), visit.page
        try:
            tab = await self._ready()
            async with asyncio.timeout(self._timeout):
                url, text, turns = await self._show(tab, visit)
        except TimeoutError as error:
            await self.close()
            raise TooSlow(
                f"{shown(page.url)} was not drawn within {self._timeout:g} s; allow more time"
            ) from error
        except browser_error() as error:
            await self.close()
            raise Unreachable(
                f"{shown(page.url)}: the browser gave up on it; try without the browser"
            ) from error
        if visit.refusal is not None:
            raise visit.refusal
        told = [_told(exchange) for exchange in visit.exchanges[:_LOADED_MOST]]
        if self._keep is not None:
            for loaded in told:
                self._keep(loaded)
        drawn = self._drawn(page, url, text, time.monotonic() - started)
        return replace(drawn, headers=(*drawn.headers, *_headers(told), *turns))

    async def _show(self, tab: Tab, visit: Visit) -> tuple[str, str, Headers]:
        """The address and the text that a tab then has, and what else is said of the page."""
        try:
            if self._standing is None:
                await self._open_page(tab, visit)
            if visit.page.request.method in _ACTED:
                return await self._acted(tab, visit)
            if visit.page.request.method == SCROLL:
                await grown(tab, partial(self._settle, tab, visit))
            url, text = tab.url, await tab.content()
            await tab.goto("about:blank")  # nothing of it goes on running
            return url, text, ()
        finally:
            visit.over = True

    async def _open_page(self, tab: Tab, visit: Visit) -> None:
        await tab.unroute_all(behavior="ignoreErrors")
        await tab.route("**/*", visit.answer)
        await tab.goto(visit.page.url, wait_until="load", timeout=0)
        await self._paced(tab, visit, self._paces.of(visit.page.url), self._still)

    async def _paced(self, tab: Tab, visit: Visit, pace: Pace, most: float) -> None:
        """Wait as long as such pages take."""
        late = await self._settle(tab, visit, pace.still(most))
        with suppress(browser_error()):
            pace.note(late, await tab.content())

    async def _acted(self, tab: Tab, visit: Visit) -> tuple[str, str, Headers]:
        """The same after what the request says was typed or pressed; the tab stays there."""
        request, pages = visit.page.request, visit.pages
        wanted = asked_in(request)
        now = self._standing.done if self._standing is not None else None
        self._standing = None
        how = wanted.selector if isinstance(wanted, Typed) else PRESS
        pace = self._paces.of(request.url, how=how)
        if not await brought_to(tab, now, wanted, partial(self._paced, tab, visit, pace)):
            return tab.url, _NOTHING, ()
        if visit.pages == pages:
            self._standing = Standing(url=request.url, done=wanted, visit=visit)
        turns = ((TURNS, "yes"),) if await next_button(tab, wanted.turn + 1) is not None else ()
        return tab.url, await tab.content(), turns

    async def _settle(self, tab: Tab, visit: Visit, still: float) -> float:
        """Wait until nothing is on its way and nothing has changed for a while.

        Returns how late the last change came.
        """
        began, changed = time.monotonic(), 0.0
        while time.monotonic() < began + _SETTLE:
            waited = time.monotonic() - began
            try:
                late = await tab.evaluate(_QUIET, [still * 1000, _SETTLE * 1000])
            except browser_error():  # it went to another page meanwhile
                await asyncio.sleep(still)
                continue
            changed = waited + late / 1000 if late else changed
            if visit.asked == visit.answered and time.monotonic() - visit.latest >= still:
                break
        return changed

    def _drawn(self, page: Page, url: str, text: str, seconds: float) -> Page:
        body = text.encode("utf-8", errors="replace")
        if len(body) > self._max_bytes:
            raise TooLarge(f"{shown(page.url)} is larger than {self._max_bytes:,} bytes as drawn")
        with suppress(LeadlineError):
            page = replace(page, url=normal(url))
        others = tuple(h for h in page.headers if h[0].lower() not in _REPLACED)
        return replace(
            page,
            headers=(("Content-Type", "text/html; charset=utf-8"), *others),
            body=body,
            seconds=page.seconds + seconds,
        )

    async def _ready(self) -> Tab:
        if self._standing is None and self._chromium.opened >= self._recycle:
            await self.close()
        return await self._chromium.tab()

    async def close(self) -> None:
        """End the browser; the next page starts a new one."""
        self._standing = None
        await self._chromium.close()

    async def stop(self) -> None:
        """End the browser and all that drives it."""
        self._standing = None
        await self._chromium.stop()


def _opening(request: Request) -> Request:
    """The request of the page itself, whatever is then done to it."""
    if request.method not in (*_ACTED, SCROLL):
        return request
    return replace(request, method="GET", body="", content_type="")


def _told(exchange: Exchange) -> Page:
    """A page of data as the answer to what the script asked, whatever it was redirected to."""
    asked, page = exchange
    return replace(page, request=asked)


def _headers(loaded: list[Page]) -> Headers:
    asked = dict.fromkeys(page.request for page in loaded if len(page.request.body) <= _BODY_MOST)
    return tuple((LOADED, written(request)) for request in asked)


def _can_be_drawn(page: Page) -> bool:
    media = page.header("content-type").partition(";")[0].strip().lower()
    return media in _HTML and bool(page.body) and not 300 <= page.status < 400


@asynccontextmanager
async def open_browser(fetcher: Fetcher, **options: Any) -> AsyncIterator[Rendered]:
    """A browser around a fetcher, ended in the end; it starts with the first page it draws."""
    rendered = Rendered(fetcher, **options)
    try:
        yield rendered
    finally:
        await rendered.stop()


__all__ = ["NoBrowser", "Rendered", "open_browser"]
