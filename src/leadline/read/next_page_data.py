"""Links to the following page that are data: in JSON bodies and in HTTP headers.

The header is `Link`, or one that is named like a key that JSON has for it. In JSON an address
counts if its key, or the relation it is listed under, is "next". Leaves out cursors, which are
values and no addresses (`query.paging_guess`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from leadline.document import Document
from leadline.read.word_sets import words

NEXT_KEYS = words("next nextpage nexturl nextlink nexthref nextpageurl odatanextlink nextpagelink")
_LINK_HEADER = re.compile(r"<([^<>]*)>([^<]*)")
_ADDRESS = re.compile(r"https?://|/|\?|\./")


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A link that may lead to the next page: how sure that is, and by what."""

    url: str
    score: float
    why: str
    text: str = ""


def header_links(document: Document) -> Iterator[Link]:
    """RFC 8288: Link: <address>; rel="next". Or a header of its own, `Next-Page: address`."""
    for href, parameters in _LINK_HEADER.findall(document.page.header("link")[:5_000]):
        relation = re.search(r"\brel\s*=\s*\"?([^\";]*)", parameters, re.IGNORECASE)
        url = document.resolve(href)
        if relation and "next" in relation[1].lower().split() and url and url != document.url:
            yield Link(url=url, score=0.95, why="header")
    for name, value in document.page.headers:
        named = re.sub(r"[\W_]", "", name.lower().removeprefix("x-"))
        url = document.resolve(value) if named in NEXT_KEYS and _ADDRESS.match(value) else None
        if url and url != document.url:
            yield Link(url=url, score=0.95, why="header")


def json_links(document: Document) -> Iterator[Link]:
    """The addresses that a JSON body calls its next page."""
    for path, value in _leaves(document.json):
        keys = [re.sub(r"[\W_]", "", key).lower() for key in path]
        if not keys or not isinstance(value, str) or not _ADDRESS.match(value):
            continue
        if keys[-1] in NEXT_KEYS or (keys[-1] in ("href", "url") and keys[-2:-1] == ["next"]):
            url = document.resolve(value)
            if url is not None and url != document.url:
                yield Link(url=url, score=0.95, why="json", text=".".join(path))


def _leaves(value: Any) -> Iterator[tuple[tuple[str, ...], Any]]:
    """The plain values of JSON objects within objects, and of lists of links."""
    waiting: list[tuple[tuple[str, ...], Any]] = [((), value)]
    for _ in range(5_000):
        if not waiting:
            return
        path, inner = waiting.pop()
        if path and path[-1].lower() in ("links", "link", "_links") and _are_related(inner):
            links = inner if isinstance(inner, list) else [inner]
            waiting += [((*path, rel), item) for rel, item in _by_relation(links)]
        elif isinstance(inner, dict) and len(path) < 6:
            waiting += [((*path, str(key)), item) for key, item in inner.items()]
        elif not isinstance(inner, dict | list):
            yield path, inner


def _are_related(links: Any) -> bool:
    """Whether these are links that each say what they are for, or one of them."""
    return isinstance(links, list) or (isinstance(links, dict) and "rel" in links)


def _by_relation(links: Iterable[Any]) -> Iterator[tuple[str, Any]]:
    for link in islice(links, 50):
        if isinstance(link, dict):
            yield str(link.get("rel") or link.get("relation") or ""), link
