"""The archive as WARC 1.1 (ISO 28500), gzipped: a request and a response for each page.

Bodies are kept unpacked, so the headers that told how they were packed on the way are kept under
names of their own. A page as a browser showed it is a resource, not a response.
"""

from __future__ import annotations

import string
from datetime import UTC, datetime
from http.client import responses
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from leadline.errors import MissingExtra
from leadline.model import Page
from leadline.store.protocol import Store

PACKING = ("content-encoding", "transfer-encoding", "content-length")


def write(store: Store, source: int, path: Path) -> int:
    """Write all archived pages, whichever source they are of; how many they are."""
    warcio = _warcio("warcwriter")
    count = 0
    with path.open("wb") as out:
        warc = warcio.WARCWriter(out, gzip=True, warc_version="1.1")
        for page in store.pages():
            for record in _records(warc, page):
                warc.write_record(record)
            count += 1
    return count


def _records(warc: Any, page: Page) -> tuple[Any, ...]:
    date = {"WARC-Date": _date(page.fetched)}
    if page.request.rendered:
        media = {**date, "Content-Type": _line(page.header("content-type")) or "text/html"}
        return (_record(warc, page, "resource", page.body, None, media),)
    response = _record(warc, page, "response", page.body, _answered(page), date)
    link = {**date, "WARC-Concurrent-To": response.rec_headers.get_header("WARC-Record-ID")}
    sent = page.request.body.encode("utf-8", "replace")
    return response, _record(warc, page, "request", sent, _asked(page), link)


def _record(
    warc: Any, page: Page, kind: str, body: bytes, http: Any, headers: dict[str, str]
) -> Any:
    address = _ascii(page.request.url if kind == "request" else page.url)
    return warc.create_warc_record(
        address,
        kind,
        payload=BytesIO(body),
        length=len(body),
        http_headers=http,
        warc_headers_dict=headers,
    )


def _answered(page: Page) -> Any:
    headers = [(_renamed(_ascii(name)), _line(value)) for name, value in page.headers]
    length = [("Content-Length", str(len(page.body)))]
    status = f"{page.status} {responses.get(page.status, '')}".strip()
    return _warcio("statusandheaders").StatusAndHeaders(
        status, headers + length, protocol="HTTP/1.1"
    )


def _asked(page: Page) -> Any:
    try:
        parts = urlsplit(page.request.url)
        path, host = parts._replace(scheme="", netloc="", fragment="").geturl() or "/", parts.netloc
    except ValueError:
        path, host = page.request.url, ""
    headers = [("Host", _ascii(host))]
    if page.request.content_type:
        headers.append(("Content-Type", _line(page.request.content_type)))
    line = f"{_ascii(page.request.method)} {_ascii(path)} HTTP/1.1"
    return _warcio("statusandheaders").StatusAndHeaders(line, headers, is_http_request=True)


def _warcio(name: str) -> Any:
    """A module of warcio, which ships no types."""
    try:
        return import_module(f"warcio.{name}")
    except ImportError as error:
        raise MissingExtra("warcio", "warc") from error


def _renamed(name: str) -> str:
    return f"X-Archive-Orig-{name}" if name.lower() in PACKING else name


def _line(text: str) -> str:
    """The text as one line that can be written."""
    return " ".join(text.encode("utf-8", "replace").decode().split())


def _ascii(text: str) -> str:
    """The text as one line of ASCII, the rest escaped as addresses do it."""
    return quote(_line(text), safe=string.printable)


def _date(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
