"""Pages as a browser shows them, for sites that build them by script (Chromium, by Playwright).

The browser has no network of its own: it is started behind a proxy that leads nowhere, and every
request a page makes is answered from the wrapped fetcher. So each is counted, bounded and
kept out of private space like any other, also after redirects (`visit.py`). Nothing is downloaded,
dialogs are dismissed. JSON that the page loads is kept, and the page says in its headers how it was
asked for (`LOADED`): an address that yields the data itself is worth more than the page.

A request with the method SCRIPT has a text typed into a box of the page, and Enter pressed; its
body is the box, as a selector, and the text. Nothing of Playwright is imported or started before
the first page is drawn. Leaves out: web sockets, service workers, cookies that scripts set.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from leadline.errors import FetchError, LeadlineError, MissingExtra, TooLarge, TooSlow, Unreachable
from leadline.model import Page, Request
from leadline.net.fetcher import Fetcher, normal, shown
from leadline.net.redirects import Redirecting
from leadline.net.visit import HOP, Exchange, Visit, browser_error
from leadline.query.script import LOADED, SCRIPT, typed_in, written

if TYPE_CHECKING:
    from playwright.async_api import Browser, Playwright, ProxySettings
    from playwright.async_api import Page as Tab

_FLAGS = (
    "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update",
    "--disable-dev-shm-usage", "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
)  # fmt: skip
_NOWHERE: ProxySettings = {"server": "http://127.0.0.1:9", "bypass": "<-loopback>"}
_HTML = ("text/html", "application/xhtml+xml", "")
_REPLACED = frozenset({*HOP, "content-type", LOADED.lower()})
_LOADED_MOST = 40  # requests for JSON that a page tells of
_BODY_MOST = 4_000  # characters that such a request may post
_SETTLE = 10.0  # seconds after loading; a page that still changes then is taken as it is
_TYPING = 5_000  # milliseconds until a box that cannot be typed into is given up
_QUIET = """([still, most]) => new Promise(done => {
  let timer = setTimeout(done, still);
  new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(done, still); })
    .observe(document, {subtree: true, childList: true, characterData: true});
  setTimeout(done, most);
})"""


class NoBrowser(FetchError):
    """A page that only a browser can show, and there is none, or none may be used."""


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
        self._agent = agent
        self._timeout = timeout
        self._max_bytes = max_bytes
        self._still = still
        self._recycle = recycle
        self._executable = executable or shutil.which("chromium") or shutil.which("google-chrome")
        self._one = asyncio.Lock()
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None
        self._tab: Tab | None = None
        self._shown = 0

    async def fetch(self, request: Request) -> Page:
        """The page, as a browser shows it if asked for; a redirect or no HTML as it came."""
        if not request.rendered:
            return await self._fetcher.fetch(request)
        async with self._one:
            await self._start()
        page = await self._fetcher.fetch(_opening(request))
        page = replace(page, request=request)
        if not _can_be_drawn(page):
            return page
        async with self._one:
            return await self._load(page)

    async def _load(self, page: Page) -> Page:
        started = time.monotonic()
        visit = Visit(page, self._parts, self._max_bytes)
        try:
            tab = await self._ready()
            async with asyncio.timeout(self._timeout):
                url, text = await self._show(tab, visit)
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
        return replace(drawn, headers=(*drawn.headers, *_headers(told)))

    async def _show(self, tab: Tab, visit: Visit) -> tuple[str, str]:
        await tab.unroute_all(behavior="ignoreErrors")
        await tab.route("**/*", visit.answer)
        try:
            await tab.goto(visit.page.url, wait_until="load", timeout=0)
            await self._settle(tab, visit)
            if visit.page.request.method == SCRIPT:
                await self._type(tab, visit)
            url, text = tab.url, await tab.content()
            await tab.goto("about:blank")  # nothing of it goes on running
            return url, text
        finally:
            visit.over = True

    async def _type(self, tab: Tab, visit: Visit) -> None:
        """Type what the request says and wait for what comes of it; nothing if there is no box."""
        selector, text = typed_in(visit.page.request)
        box = tab.locator(selector).first
        with suppress(browser_error()):
            await box.fill(text, timeout=_TYPING)
            await box.press("Enter", timeout=_TYPING)
        await self._settle(tab, visit)

    async def _settle(self, tab: Tab, visit: Visit) -> None:
        """Wait until nothing is on its way and nothing has changed for a while."""
        latest = time.monotonic() + _SETTLE
        while time.monotonic() < latest:
            answered = visit.answered
            try:
                await tab.evaluate(_QUIET, [self._still * 1000, _SETTLE * 1000])
            except browser_error():  # it went to another page meanwhile
                await asyncio.sleep(self._still)
                continue
            if visit.asked == visit.answered == answered:
                return

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
        if self._shown >= self._recycle:
            await self.close()
        if self._tab is None:
            self._tab = await self._open()
        self._shown += 1
        return self._tab

    async def _open(self) -> Tab:
        self._browser = await self._launched()
        context = await self._browser.new_context(
            accept_downloads=False,
            service_workers="block",
            user_agent=self._agent or None,
        )
        tab = await context.new_page()
        tab.on("dialog", _dismiss)
        context.on("page", _close_others(tab))
        return tab

    async def _start(self) -> None:
        if self._playwright is not None:
            return
        try:
            from playwright.async_api import async_playwright
        except ImportError as error:
            raise MissingExtra("playwright", "browser") from error
        self._playwright = await async_playwright().start()

    async def _launched(self) -> Browser:
        assert self._playwright is not None, "it is started before a page is opened"
        try:
            return await self._playwright.chromium.launch(
                executable_path=self._executable,
                args=list(_FLAGS),
                proxy=_NOWHERE,
                chromium_sandbox=os.geteuid() != 0,  # Chromium has none for root
            )
        except browser_error() as error:
            raise NoBrowser(
                "no browser could be started; install Chromium, or run: playwright install chromium"
            ) from error

    async def close(self) -> None:
        """End the browser; the next page starts a new one."""
        browser, self._browser, self._tab, self._shown = self._browser, None, None, 0
        if browser is not None:
            with suppress(browser_error()):
                await browser.close()

    async def stop(self) -> None:
        """End the browser and all that drives it."""
        await self.close()
        playwright, self._playwright = self._playwright, None
        if playwright is not None:
            await playwright.stop()


def _opening(request: Request) -> Request:
    """The request of the page itself, whatever is then typed into it."""
    if request.method != SCRIPT:
        return request
    return replace(request, method="GET", body="", content_type="")


def _told(exchange: Exchange) -> Page:
    """A page of JSON as the answer to a plain request, without the headers of the script."""
    asked, page = exchange
    plain = Request(
        url=asked.url, method=asked.method, body=asked.body, content_type=asked.content_type
    )
    return replace(page, request=plain)


def _headers(loaded: list[Page]) -> tuple[tuple[str, str], ...]:
    asked = dict.fromkeys(page.request for page in loaded if len(page.request.body) <= _BODY_MOST)
    return tuple((LOADED, written(request)) for request in asked)


def _can_be_drawn(page: Page) -> bool:
    media = page.header("content-type").partition(";")[0].strip().lower()
    return media in _HTML and bool(page.body) and not 300 <= page.status < 400


async def _dismiss(dialog: Any) -> None:
    with suppress(browser_error()):
        await dialog.dismiss()


def _close_others(tab: Any) -> Any:
    async def close(opened: Any) -> None:
        if opened is not tab:
            with suppress(browser_error()):
                await opened.close()

    return close


@asynccontextmanager
async def open_browser(fetcher: Fetcher, **options: Any) -> AsyncIterator[Rendered]:
    """A browser around a fetcher, ended in the end; it starts with the first page it draws."""
    rendered = Rendered(fetcher, **options)
    try:
        yield rendered
    finally:
        await rendered.stop()
