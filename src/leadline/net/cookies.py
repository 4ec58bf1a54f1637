"""The cookies of a run as plain values, so that the next run can go on with the same session.

What is kept are the lines that sites sent, the latest of each name and site (RFC 6265 §5.3 decides
what they mean, when they are given back). Leaves out the cookies that scripts set in a browser.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from http.cookies import CookieError, SimpleCookie

from aiohttp.abc import AbstractCookieJar
from yarl import URL

from leadline.net.fetcher import host_of

MOST = 300
LONGEST = 4096  # characters of a line, as browsers have it

Kept = list[list[str]]


class Cookies:
    """Takes note of cookies, and gives those of an earlier run back."""

    def __init__(self, kept: Iterable[Iterable[str]] = (), *, now: Callable[[], float] = time.time):
        self._now = now
        self._lines: dict[tuple[str, str], tuple[str, str, float]] = {}
        for entry in kept:
            url, line, at = entry
            self._note(url, line, float(at))

    def note(self, url: str, lines: Iterable[str]) -> None:
        """Take note of the cookies that came with a page."""
        for line in lines:
            self._note(url, line, self._now())

    def _note(self, url: str, line: str, at: float) -> None:
        key = host_of(url), line.partition("=")[0].strip()
        self._lines.pop(key, None)
        if len(line) <= LONGEST:
            self._lines[key] = url, line, at
        if len(self._lines) > MOST:
            del self._lines[next(iter(self._lines))]

    def forget(self, host: str) -> None:
        """Take back what was noted of a host."""
        self._lines = {key: line for key, line in self._lines.items() if key[0] != host}

    def give(self, jar: AbstractCookieJar) -> None:
        """Put them into a jar, those that have lived long enough left out."""
        for url, line, at in self._lines.values():
            with suppress(CookieError, ValueError):
                cookies = SimpleCookie(line)
                for morsel in cookies.values():
                    if (age := morsel["max-age"]) and (left := at + int(age) - self._now()) > 0:
                        morsel["max-age"] = str(int(left) + 1)
                    elif age:
                        morsel["max-age"] = "0"
                jar.update_cookies(cookies, URL(url, encoded=True))

    def kept(self) -> Kept:
        """All of them, as JSON values."""
        return [[url, line, f"{at:.0f}"] for url, line, at in self._lines.values()]
