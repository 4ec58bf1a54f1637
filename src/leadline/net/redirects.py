"""Follows redirects as browsers do, one hop at a time through all that is wrapped.

Each hop is so checked, counted and slowed down like any request. A redirect that leads nowhere
(no Location, or one that is neither http nor https) is the answer; so is a page that sends its
reader on and on. Source: Fetch standard, §4.4 "HTTP-redirect fetch".
"""

from __future__ import annotations

from dataclasses import replace

import ada_url

from leadline.errors import NotAUrl, RedirectLoop, TooSlow
from leadline.model import Page, Request
from leadline.net.fetcher import Fetcher, normal, origin_of, shown
from leadline.net.meta_refresh import sent_on

_MOVED = frozenset({301, 302, 303, 307, 308})


class Redirecting:
    """Returns the page at the end of the redirects, as the answer to the first request."""

    def __init__(self, fetcher: Fetcher, *, most: int = 10, timeout: float = 60.0) -> None:
        self._fetcher = fetcher
        self._most = most
        self._timeout = timeout

    async def fetch(self, request: Request) -> Page:
        """The page the redirects end at; `seconds` are those of all hops."""
        page = await self._fetcher.fetch(request)
        return page if _next(page) is None else await self._follow(request, page)

    async def _follow(self, request: Request, page: Page) -> Page:
        seconds = page.seconds
        for _ in range(self._most):
            following = _next(page)
            if following is None:
                return replace(page, request=request, seconds=seconds)
            page = await self._fetcher.fetch(following)
            seconds += page.seconds
            if seconds > self._timeout:
                raise TooSlow(f"{shown(request.url)} redirects for {seconds:.0f} s; try later")
        if page.status in _MOVED and _next(page) is not None:
            raise RedirectLoop(
                f"{shown(request.url)} redirects more than {self._most} times; "
                "try the address it ends at in a browser"
            )
        return replace(page, request=request, seconds=seconds)


def _next(page: Page) -> Request | None:
    """The request a redirect asks for; None if it asks for none."""
    moved = page.status in _MOVED
    location = page.header("location").strip() if moved else sent_on(page)
    if not location:
        return None
    try:
        url = normal(str(ada_url.URL(location, base=page.url).href))
    except (NotAUrl, ValueError):
        return None
    request = page.request
    if not moved and url == page.url:
        return None
    if origin_of(url) != origin_of(request.url):
        request = replace(request, headers=())  # what a script adds is for its own site
    posted = request.method == "POST"
    if page.status == 303 or not moved or (posted and page.status in (301, 302)):
        return replace(request, url=url, method="GET", body="", content_type="")
    return replace(request, url=url)
