"""What a server remembers of one page must not change what the others show.

Some sites keep choices in the session: a link such as `/choose?colour=red` sends the browser back
to the list, which from then on shows red things only, at the same address. So where an address that
was had before shows other links after one was sent back to it, the session is given up, and the
next page begins a new one. A page that has grown by much was a gate, and the session its key.

Other servers remember without sending one back: after `?colour=red` the list of everything has red
things only. So where a host gives cookies, the first page that asks something of a path which was
had without asking has that path looked at again, once. If it shows other links then, and the former
ones without the session, every page of this host is had without one from there on; unless something
was posted to it, which may need one. Leaves out what only scripts do.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

from leadline.errors import FetchError
from leadline.model import Page, Request
from leadline.net.fetcher import Fetcher, host_of, normal

MOST = 2_000  # addresses whose links are remembered
GROWN = 2  # times as many links as before
_WHERE = rb"""\s*=\s*["']?([^"'?#\s>]+)"""
_LINK, _CAPITALS = re.compile(b"href" + _WHERE), re.compile(b"HREF" + _WHERE)


class Links(NamedTuple):
    """How many links a page has, and a hash of where they lead."""

    number: int
    hash: int


class Unswayed:
    """Begins a new session when a server lets one page change another."""

    def __init__(self, fetcher: Fetcher, forget: Callable[[str], None]) -> None:
        self._fetcher, self._forget = fetcher, forget
        self._links: OrderedDict[str, Links] = OrderedDict()
        self._given = set[str]()  # hosts that gave cookies
        self._seen = set[str]()  # hosts that were looked at again, or posted to
        self._swaying = set[str]()  # hosts that are asked without a session

    async def fetch(self, request: Request) -> Page:
        """The page that answers this request."""
        host = host_of(request.url)
        if request.method == "POST":
            self._seen.add(host)
            self._swaying.discard(host)
        elif host in self._swaying:
            self._forget(host)
        page = await self._fetcher.fetch(request)
        self._given |= {host} if page.header("set-cookie") else set()
        if request.method != "GET" or request.rendered or page.status != 200:
            return page
        links = _links_of(page)
        if normal(request.url) == page.url:
            self._remember(page.url, links)
            await self._look_again(page.url, host)
        elif _is_swayed(self._links.get(page.url, links), links):
            self._forget(host_of(page.url))
        return page

    async def _look_again(self, url: str, host: str) -> None:
        """Whether the path of an address shows something else since it was asked something."""
        path, asks, _ = url.partition("?")
        before = self._links.get(path) if asks else None
        if before is None or host not in self._given or host in self._seen:
            return
        self._seen.add(host)
        if _is_swayed(before, await self._links_at(path, before)):
            self._forget(host)
            if await self._links_at(path, before) == before:
                self._swaying.add(host)

    async def _links_at(self, url: str, before: Links) -> Links:
        """The links of a page as it is now; those of before if it cannot be had."""
        try:
            page = await self._fetcher.fetch(Request(url=url))
        except FetchError:
            return before
        return _links_of(page) if page.status == 200 else before

    def _remember(self, url: str, links: Links) -> None:
        self._links.setdefault(url, links)
        if len(self._links) > MOST:
            self._links.popitem(last=False)


def _links_of(page: Page) -> Links:
    found = frozenset(_LINK.findall(page.body) or _CAPITALS.findall(page.body))
    return Links(len(found), hash(found))


def _is_swayed(before: Links, after: Links) -> bool:
    return before != after and after.number < GROWN * before.number
