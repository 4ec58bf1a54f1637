"""Answers the requests that one page makes while a browser draws it, from a fetcher.

Pictures, fonts, media, sockets and whatever neither gets nor posts are refused; how many requests
a page may make, how many at once and how many bytes they may bring are bounded. Redirects are
followed by the fetcher: the browser never sees one, since it would follow it unasked.
"""

from __future__ import annotations

import asyncio
import html
import time
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from leadline.document import Document
from leadline.errors import FetchError, LeadlineError
from leadline.model import Page, Request
from leadline.net.fetcher import Fetcher, normal

if TYPE_CHECKING:
    from playwright.async_api import Route

Exchange = tuple[Request, Page]

HOP = frozenset({"content-encoding", "content-length", "transfer-encoding", "connection"})
_UNWANTED = frozenset({"image", "font", "media", "texttrack", "eventsource", "websocket",
                       "manifest", "ping", "cspviolationreport"})  # fmt: skip
_ORDINARY = frozenset({"host", "connection", "content-length", "content-type", "user-agent",
                       "accept-encoding", "accept-language", "cookie", "referer", "origin",
                       "upgrade-insecure-requests", "cache-control", "pragma",
                       "priority"})  # fmt: skip
_LOADING = ("xhr", "fetch", "script")
_PARTS = 200
_AT_ONCE = 6


def browser_error() -> type[Exception]:
    """What Playwright raises, which is imported only when there is a browser."""
    from playwright.async_api import Error

    return Error


class Visit:
    """Answers the requests that one page makes while it is drawn."""

    def __init__(self, page: Page, fetcher: Fetcher, max_bytes: int) -> None:
        self._fetcher = fetcher
        self._few = asyncio.Semaphore(_AT_ONCE)
        self.pages = 0  # that the tab or its frames went to
        self.asked = self.answered = 0
        self.latest = 0.0  # when one was answered
        self.renew(page, max_bytes)

    def renew(self, page: Page, max_bytes: int) -> None:
        """Begin anew at a page that is there already, or is to come."""
        self.page = page
        self.exchanges = list[Exchange]()
        self.refusal: LeadlineError | None = None
        self.over = False
        self._most = self.asked + _PARTS
        self._bytes_left = max_bytes

    async def answer(self, route: Route) -> None:
        """Answer one request of the page."""
        self.asked += 1
        with suppress(browser_error()):  # the tab went on without waiting for it
            await self._answer(route)
        self.answered += 1
        self.latest = time.monotonic()

    async def _answer(self, route: Route) -> None:
        asked = _request(route)
        if asked is None or self.over or self.asked > self._most or self._bytes_left <= 0:
            await route.abort()
            return
        self.pages += route.request.is_navigation_request()
        if self.pages == 1 and route.request.is_navigation_request():
            await _fulfil(route, self.page)
        else:
            await self._pass_on(route, asked)

    async def _pass_on(self, route: Route, asked: Request) -> None:
        try:
            async with self._few:
                page = await self._fetcher.fetch(asked)
        except FetchError:
            await route.abort()
            return
        except LeadlineError as error:  # the budget is spent: the caller must know
            self.refusal = error
            await route.abort()
            return
        self._bytes_left -= len(page.body)
        if _is_data(page, route.request.resource_type):
            self.exchanges.append((asked, page))
        if route.request.is_navigation_request() and page.url != normal(asked.url):
            page = _forward(page)
        await _fulfil(route, page)


def _is_data(page: Page, kind: str) -> bool:
    """Whether a script, or what one asked for, is data or a piece of a page."""
    document = Document(page)
    return kind in _LOADING and (document.is_json or (kind != "script" and document.is_html))


def _request(route: Route) -> Request | None:
    """What a page asks for, if it may be asked."""
    request = route.request
    if request.resource_type in _UNWANTED or request.method not in ("GET", "POST"):
        return None
    if not request.url.startswith(("http://", "https://")):
        return None
    try:
        body = (request.post_data_buffer or b"").decode()
    except UnicodeDecodeError:
        return None
    return Request(
        url=request.url.partition("#")[0],
        method=request.method,
        body=body,
        content_type=request.headers.get("content-type", "") if body else "",
        headers=_added(request.headers),
    )


def _added(headers: dict[str, str]) -> tuple[tuple[str, str], ...]:
    """The headers that a script added to those of any browser."""
    ordinary = _ORDINARY | ({"accept"} if "*/*" in headers.get("accept", "*/*") else set())
    return tuple(
        sorted((k, v) for k, v in headers.items() if k not in ordinary and k[:4] != "sec-")
    )


async def _fulfil(route: Route, page: Page) -> None:
    headers = dict[str, str]()
    for name, value in page.headers:
        key = name.lower()
        if key not in HOP:
            separator = "\n" if key == "set-cookie" else ", "
            headers[key] = f"{headers[key]}{separator}{value}" if key in headers else value
    if origin := route.request.headers.get("origin"):  # the site was not told who asks
        headers.setdefault("access-control-allow-origin", origin)
    await route.fulfill(status=page.status, headers=headers, body=page.body)


def _forward(page: Page) -> Page:
    """A page that leads the browser to where the redirects ended, so that links are right."""
    target = html.escape(page.url)
    body = f'<meta http-equiv="refresh" content="0;url={target}">'.encode()
    return replace(page, status=200, headers=(("Content-Type", "text/html"),), body=body)
