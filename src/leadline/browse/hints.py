"""Addresses that a site gives away without a link: sitemaps, and descriptions of its search.

A sitemap lists pages, or further sitemaps; an OpenSearch description names the address that answers
a search, and so does schema.org markup. Neither is a page of the site, but asking for one costs as
much. Of a long sitemap the addresses that promise most are kept, and few of one shape.
Source: sitemaps.org protocol 0.9; OpenSearch 1.1. Leaves out packed sitemaps that arrive packed.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterable, Iterator

from leadline.browse.arms import shape
from leadline.browse.find import promise
from leadline.browse.links import origin
from leadline.browse.safety import safe
from leadline.document import Document
from leadline.interpret.templates import TemplateKind, descriptions, read_description, templates

MOST = 30  # addresses of a sitemap that are kept
ALIKE = 3  # of one shape
LISTED = 50_000  # that a sitemap may have
HEAD = 5_000  # characters in which it says that it is one
_MAP = re.compile(r"<(?:\w+:)?(urlset|sitemapindex)\b", re.I)
_LOC = re.compile(r"<(?:\w+:)?loc\s*>\s*([^<]{1,2000}?)\s*</", re.I)


def is_sitemap(document: Document) -> bool:
    """Whether a page is a sitemap, or an index of them."""
    head = document.page.body[:HEAD].lower()  # nearly no page has to be searched
    return (b"urlset" in head or b"sitemapindex" in head) and _found(document) is not None


def is_index(document: Document) -> bool:
    """Whether a sitemap lists other sitemaps."""
    found = _found(document)
    return found is not None and found[1].lower() == "sitemapindex"


def _found(document: Document) -> re.Match[str] | None:
    return _MAP.search(document.text, 0, HEAD)


def listed(document: Document) -> tuple[str, ...]:
    """The most promising addresses of a sitemap, on its own site."""
    here = origin(document.url)
    urls = (url for url in locations(document) if origin(url) == here and safe(url))
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
    for count, found in enumerate(_LOC.finditer(document.text)):
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
