"""Addresses that a site gives away without a link: sitemaps, and descriptions of its search.

A sitemap lists pages, or further sitemaps; an OpenSearch description names the address that answers
a search, and so does schema.org markup. Neither is a page of the site, but asking for one costs as
much. Of a long sitemap the addresses that promise most are kept, and few of one shape. It may be a
packed file, and in any Unicode.
Source: sitemaps.org protocol 0.9; OpenSearch 1.1. Leaves out sitemaps that are plain lists.
"""

from __future__ import annotations

import html
import re
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache

from leadline.browse.arms import shape
from leadline.browse.find import promise
from leadline.browse.links import origin
from leadline.browse.safety import safe
from leadline.charset import decode
from leadline.document import Document
from leadline.interpret.templates import TemplateKind, descriptions, read_description, templates

MOST = 30  # addresses of a sitemap that are kept
ALIKE = 3  # of one shape
LISTED = 50_000  # that a sitemap may have
HEAD = 5_000  # characters in which it says that it is one
LARGEST = 16 << 20  # bytes of it, unpacked, that are read
GZIP, ANY = b"\x1f\x8b", 31  # how a packed file begins; what zlib calls its kind
_MAP = re.compile(r"<(?:\w+:)?(urlset|sitemapindex)\b", re.I)
_LOC = re.compile(r"<(?:\w+:)?loc\s*>\s*([^<]{1,2000}?)\s*</", re.I)


def is_sitemap(document: Document) -> bool:
    """Whether a page is a sitemap, or an index of them."""
    head = _unpacked(document.page.body)[:HEAD]  # nearly no page has to be searched
    head = head.replace(b"\0", b"").lower()  # in UTF-16 every other byte is 0
    return (b"urlset" in head or b"sitemapindex" in head) and _found(document) is not None


def is_index(document: Document) -> bool:
    """Whether a sitemap lists other sitemaps."""
    found = _found(document)
    return found is not None and found[1].lower() == "sitemapindex"


def _found(document: Document) -> re.Match[str] | None:
    return _MAP.search(_text(document), 0, HEAD)


def listed(document: Document) -> tuple[str, ...]:
    """The most promising addresses of a sitemap, on its own site."""
    here, files = origin(document.url), is_index(document)  # sitemaps are files, and no pages
    urls = (url for url in locations(document) if origin(url) == here and (files or safe(url)))
    return tuple(_varied(sorted(dict.fromkeys(urls), key=lambda url: -promise(url, "", False))))


def search_pages(document: Document) -> tuple[str, ...]:
    """The addresses that answer searches, by what a page or a description says, without words."""
    here = origin(document.url)
    named = (*templates(document), *read_description(document))
    found = (t.url.partition("?")[0] for t in named if t.kind is TemplateKind.HTML)
    plain = (url for url in found if "{" not in url and origin(url) == here)
    return tuple(dict.fromkeys(plain))


def described(document: Document) -> tuple[str, ...]:
    """Where a page says that a description of its search is."""
    here = origin(document.url)
    return tuple(t.url for t in descriptions(document) if origin(t.url) == here)


def locations(document: Document) -> Iterator[str]:
    """All addresses of a sitemap."""
    for count, found in enumerate(_LOC.finditer(_text(document))):
        if count == LISTED:
            return
        url = document.resolve(html.unescape(found[1]))
        if url is not None:
            yield url


def _varied(urls: Iterable[str]) -> Iterator[str]:
    """The first, few of each shape."""
    shapes = Counter[str]()
    for url in urls:
        kind = shape(url)
        if shapes[kind] < ALIKE:
            shapes[kind] += 1
            yield url
        if shapes.total() == MOST:
            return


def _text(document: Document) -> str:
    body = document.page.body
    return decode(_unpacked(body)) if body.startswith(GZIP) else document.text


def _unpacked(body: bytes) -> bytes:
    return _content(body) if body.startswith(GZIP) else body


@lru_cache(1)  # it is asked what it is, then what it lists
def _content(body: bytes) -> bytes:
    try:
        return zlib.decompressobj(ANY).decompress(body, LARGEST)
    except zlib.error:
        return b""
