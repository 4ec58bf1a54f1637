"""The archive: every page that was fetched, packed, under the request that it answers.

Pages with the same body share it. A request that was made again has several pages; the latest is
the answer. A body that came as gzip (RFC 1952) is not packed again: it only gets the wrapping of
zlib (RFC 1950) around the same deflated bytes.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterator
from functools import lru_cache
from hashlib import blake2b
from struct import pack
from typing import Any
from zlib import adler32, crc32

from leadline.model import Page, Request
from leadline.store.cells import cell_pairs, cell_text, json_cell, text_cell
from leadline.store.protocol import ReadFrom

LEVEL = 3  # half the time of zlib's own choice, 6, for a tenth more room on HTML
CHUNK = 100
DIGEST = 16
GZIP = b"\x1f\x8b\x08\x00"  # without a name or a comment, which hardly any server sends
ZLIB = b"\x78\x9c"

ADD = """INSERT INTO pages (request, method, asked, sent, content_type, rendered, url, status,
    headers, body, fetched, seconds) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
LATEST = "SELECT max(id) FROM pages WHERE request = ?"
TURNS = """SELECT number, archived FROM turns WHERE source = ? AND number > ?
    ORDER BY number LIMIT ?"""
READ = """SELECT pages.id, method, asked, sent, content_type, rendered, url, status, headers,
    fetched, seconds, packed FROM pages JOIN bodies ON bodies.id = pages.body """


def put(db: sqlite3.Connection, page: Page) -> None:
    """Keep a page, within a transaction."""
    asked = page.request
    db.execute(
        ADD,
        (_digest(asked), *map(text_cell, (asked.method, asked.url, asked.body, asked.content_type)),
         asked.rendered, text_cell(page.url), page.status, json_cell(page.headers),
         _body(db, page), page.fetched, page.seconds),
    )  # fmt: skip


def get(db: sqlite3.Connection, request: Request) -> Page | None:
    """The latest page for a request."""
    row = db.execute(READ + f"WHERE pages.id = ({LATEST})", (_digest(request),)).fetchone()
    return None if row is None else _page(row)


def number(db: sqlite3.Connection, page: Page | None) -> int | None:
    """The row of the latest page for the same request, if there is one."""
    if page is None:
        return None
    (found,) = db.execute(LATEST, (_digest(page.request),)).fetchone()
    return None if found is None else int(found)


def pages_after(db: sqlite3.Connection, last: int) -> Iterator[tuple[int, Page]]:
    """Some of the pages that were kept after a row, with their rows."""
    rows = db.execute(READ + "WHERE pages.id > ? ORDER BY pages.id LIMIT ?", (last, CHUNK))
    return ((row[0], _page(row)) for row in rows.fetchall())


def read_after(db: sqlite3.Connection, source: int, last: int) -> list[tuple[int, ReadFrom]]:
    """The pages of some of the turns that follow a turn, with the numbers of the turns."""
    turns = db.execute(TURNS, (source, last, CHUNK)).fetchall()
    rows = (db.execute(READ + "WHERE pages.id = ?", (page,)).fetchone() for _, page in turns)
    pages = (None if row is None else _page(row) for row in rows)
    return [(turn, ReadFrom(turn, page)) for (turn, _), page in zip(turns, pages, strict=True)]


def _body(db: sqlite3.Connection, page: Page) -> int:
    digest = blake2b(page.body, digest_size=DIGEST).digest()
    known = db.execute("SELECT id FROM bodies WHERE hash = ?", (digest,)).fetchone()
    if known is not None:
        return int(known[0])
    add = "INSERT INTO bodies (hash, size, packed) VALUES (?, ?, ?)"
    packed = rewrapped(page.packed, page.body) or zlib.compress(page.body, LEVEL)
    return db.execute(add, (digest, len(page.body), packed)).lastrowid or 0


def rewrapped(packed: bytes, body: bytes) -> bytes:
    """A body that is packed as gzip, as zlib would have it; nothing if it is not this body."""
    if not body or not packed.startswith(GZIP):
        return b""
    if packed[-8:] != pack("<LL", crc32(body), len(body)):
        return b""
    return ZLIB + packed[len(GZIP) + 6 : -8] + pack(">L", adler32(body))


@lru_cache(64)  # looked for, put, and pointed to, all within moments
def _digest(request: Request) -> bytes:
    parts = (request.method, request.url, request.body, request.content_type, request.rendered)
    return blake2b(json_cell(parts).encode(), digest_size=DIGEST).digest()


def _page(row: tuple[Any, ...]) -> Page:
    _, method, asked, sent, content_type, rendered, url, status, headers, fetched, seconds, body = (
        row
    )
    return Page(
        request=Request(
            url=cell_text(asked),
            method=cell_text(method),
            body=cell_text(sent),
            content_type=cell_text(content_type),
            rendered=bool(rendered),
        ),
        url=cell_text(url),
        status=status,
        headers=cell_pairs(headers),
        body=zlib.decompress(body),
        fetched=fetched,
        seconds=seconds,
    )
