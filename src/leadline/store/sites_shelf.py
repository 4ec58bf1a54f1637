"""The pages of one site while it is searched: an archive for `net.archive.Archived`.

Each request has its page under the site; all of them go when the site is done. Bodies are packed
as in `archive`, faster and looser.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Callable
from contextlib import AbstractContextManager
from hashlib import blake2b

from leadline.model import Page, Request
from leadline.store.archive import rewrapped
from leadline.store.cells import cell_json, json_cell, pairs
from leadline.store.sites_values import Sought

LEVEL = 1
PUT = "INSERT OR REPLACE INTO held (site, request, sought, page, body) VALUES (?, ?, ?, ?, ?)"
WHOSE = "SELECT sought FROM held WHERE site = ? AND request = ?"
GET = "SELECT page, body FROM held WHERE site = ? AND request = ?"

Key = tuple[int, bytes]
Waiting = dict[Key, tuple[str, Page]]  # what the search was for, and the page
Reading = Callable[[], AbstractContextManager[sqlite3.Connection]]


class Shelf:
    """What was fetched of one site by a search; what waits is written with whatever comes next."""

    def __init__(self, site: int, sought: Sought, waiting: Waiting, reading: Reading) -> None:
        self._site, self._sought = site, sought
        self._waiting, self._reading = waiting, reading

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
        with self._reading() as db:
            row = db.execute(GET, key).fetchone()
            return None if row is None else _page(request, *row)

    def put(self, page: Page) -> None:
        """Keep a page, in place of an earlier answer to the same request."""
        self._waiting[self._site, _digest(page.request)] = (self._sought.value, page)


def write(db: sqlite3.Connection, waiting: Waiting) -> None:
    """Write the pages that wait, within a transaction."""
    for (site, digest), (sought, page) in waiting.items():
        about = (page.url, page.status, page.headers, page.fetched, page.seconds)
        body = rewrapped(page.packed, page.body) or zlib.compress(page.body, LEVEL)
        db.execute(PUT, (site, digest, sought, json_cell(about), body))


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
