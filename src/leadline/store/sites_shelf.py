"""The pages of one site while it is searched: an archive for `net.archive.Archived`.

Each request has its page under the site; all of them go when the site is done. Bodies are packed
as in `archive`, faster and looser, and small ones not at all.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import lru_cache
from hashlib import blake2b

from leadline.model import Page, Request
from leadline.store.archive import rewrapped
from leadline.store.cells import cell_json, json_cell, pairs
from leadline.store.sites_values import Sought

LEVEL = 1
SMALL = 16 << 10  # bytes that are not worth packing for the while
PUT = "INSERT OR REPLACE INTO held (site, request, sought, page, body) VALUES (?, ?, ?, ?, ?)"
WHOSE = "SELECT sought FROM held WHERE site = ? AND request = ?"
ALL = "SELECT request FROM held WHERE site = ?"
GET = "SELECT page, body FROM held WHERE site = ? AND request = ?"

Key = tuple[int, bytes]
Waiting = dict[Key, tuple[str, Page]]  # what the search was for, and the page
Reading = Callable[[], AbstractContextManager[sqlite3.Connection]]


class Shelf:
    """What was fetched of one site by a search; what waits is written with whatever comes next."""

    def __init__(self, site: int, sought: Sought, waiting: Waiting, reading: Reading) -> None:
        self._site, self._sought = site, sought
        self._waiting, self._reading = waiting, reading
        self._known: set[bytes] | None = None  # the requests that have a page

    def is_others(self, request: Request) -> bool:
        """Whether the other search has fetched this page."""
        key = (self._site, _digest(request))
        if key in self._waiting:
            return self._waiting[key][0] != self._sought.value
        with self._reading() as db:
            row = db.execute(WHOSE, key).fetchone()
        return row is not None and row[0] != self._sought.value

    def get(self, request: Request) -> Page | None:
        """The page kept for this request."""
        key = (self._site, _digest(request))
        if key in self._waiting:
            return self._waiting[key][1]
        if key[1] not in self._requests():
            return None
        with self._reading() as db:
            row = db.execute(GET, key).fetchone()
            return None if row is None else _page(request, *row)

    def put(self, page: Page) -> None:
        """Keep a page, in place of an earlier answer to the same request."""
        digest = _digest(page.request)
        self._requests().add(digest)
        self._waiting[self._site, digest] = (self._sought.value, page)

    def _requests(self) -> set[bytes]:
        """What was fetched of the site, by any search or run; looked up once."""
        if self._known is None:
            with self._reading() as db:
                self._known = {request for (request,) in db.execute(ALL, (self._site,))}
            self._known |= {digest for site, digest in self._waiting if site == self._site}
        return self._known


def write(db: sqlite3.Connection, waiting: Waiting) -> None:
    """Write the pages that wait, within a transaction."""
    rows = ((*key, sought, *_row(page)) for key, (sought, page) in waiting.items())
    db.executemany(PUT, rows)


def _row(page: Page) -> tuple[str, bytes]:
    about = (page.url, page.status, page.headers, page.fetched, page.seconds)
    level = LEVEL if len(page.body) > SMALL else 0
    return json_cell(about), rewrapped(page.packed, page.body) or zlib.compress(page.body, level)


@lru_cache(1024)  # looked for and put, while some hundred others are on their way
def _digest(request: Request) -> bytes:
    parts = (request.method, request.url, request.body, request.content_type, request.rendered)
    return blake2b(json_cell(parts).encode(), digest_size=16).digest()


def _page(request: Request, about: str, body: bytes) -> Page:
    url, status, headers, fetched, seconds = cell_json(about)
    return Page(
        request=request,
        url=url,
        status=status,
        headers=pairs(headers),
        body=zlib.decompress(body),
        fetched=fetched,
        seconds=seconds,
    )
