"""What a server remembers of one page must not change what the others show.

Some sites keep choices in the session: a link such as `/choose?colour=red` sends the browser back
to the list, which from then on shows red things only, at the same address. So where an address that
was had before shows other links after one was sent back to it, the session is given up, and the
next page begins a new one. A page that has grown by much was a gate, and the session its key.
Leaves out servers that remember without sending one back, and what only scripts do.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

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

    async def fetch(self, request: Request) -> Page:
        """The page that answers this request."""
        page = await self._fetcher.fetch(request)
        if request.method != "GET" or request.rendered or page.status != 200:
            return page
        links = _links_of(page)
        if normal(request.url) == page.url:
            self._remember(page.url, links)
        elif _is_swayed(self._links.get(page.url, links), links):
            self._forget(host_of(page.url))
        return page

    def _remember(self, url: str, links: Links) -> None:
        self._links.setdefault(url, links)
        if len(self._links) > MOST:
            self._links.popitem(last=False)


def _links_of(page: Page) -> Links:
    found = frozenset(_LINK.findall(page.body) or _CAPITALS.findall(page.body))
    return Links(len(found), hash(found))


def _is_swayed(before: Links, after: Links) -> bool:
    return before != after and after.number < GROWN * before.number
