"""What every fetcher is, and the few things all of them need to know about addresses."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Protocol

import ada_url

from leadline.errors import NotAUrl
from leadline.model import Page, Request


class Fetcher(Protocol):
    """Whoever turns a request into a page.

    A page is returned for every status, 404 and 503 too; a `FetchError` says that there was no
    answer at all, and `BudgetSpent` that none may be asked for any more.
    """

    async def fetch(self, request: Request) -> Page:
        """The page that answers this request."""
        ...


def is_overloaded(page: Page) -> bool:
    """Whether the site says: not now (429 or 5xx)."""
    return page.status == 429 or page.status >= 500


_SITE = re.compile(r"https?://[\w.:-]+", re.ASCII)
_PLAIN = re.compile(r"(?:/[\w~-]+)+/?(?:\?[\w=&~-]*)?", re.ASCII)  # has one spelling


def normal(url: str) -> str:
    """The one spelling of an address (WHATWG), without its fragment."""
    end = url.find("/", 8)
    try:
        if end > 0 and _PLAIN.fullmatch(url, end) and _SITE.fullmatch(url, 0, end):
            return _parsed(url[:end])[0] + url[end:]
        href = str(ada_url.URL(url).href)
    except ValueError as error:
        raise NotAUrl(f"{shown(url)} is no address; it should look like https://…") from error
    if not href.startswith(("http://", "https://")):
        raise NotAUrl(f"{shown(url)} is neither http nor https; nothing else is fetched")
    return href.partition("#")[0]


def origin_of(url: str) -> str:
    """Scheme, host and port: whom a robots.txt speaks for."""
    return _authority(url)[0]


def host_of(url: str) -> str:
    """The host of an address, in its one spelling."""
    return _authority(url)[1]


def host_key(host: str) -> str:
    """A host as it is compared: no brackets, no final dot, lower case."""
    return host.strip("[]").rstrip(".").lower()


def shown(url: str) -> str:
    """An address on one line, for people."""
    if len(url) <= 200 and url.isprintable():
        return url
    line = "".join(c if c.isprintable() else "?" for c in url[:300])
    return line if len(line) <= 200 else line[:200] + "…"


def _authority(url: str) -> tuple[str, str]:
    # Addresses of one site share all that is before the path: parsed once, remembered.
    end = url.find("/", 8)
    try:
        return _parsed(url[:end] if end > 0 else url)
    except NotAUrl:
        return _parsed(url)


@lru_cache(4096)
def _parsed(url: str) -> tuple[str, str]:
    parsed = ada_url.URL(normal(url))
    return f"{parsed.protocol}//{parsed.host}", host_key(parsed.hostname)
