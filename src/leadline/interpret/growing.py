"""What a page asks for when it grows: the way behind lists that have no second page.

An answer that goes on behind what its page shows, with no link to a second page, is drawn once in
a browser, scrolled to its end, and its button for more pressed. The requests that this makes differ
in a number that counts records or pages, or in a cursor that the answer before named; set to the
first page, they are a way to ask that needs no browser. So is a page grown where nothing else is
found. Leaves out forms of several fields, and lists that grow without a request.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from leadline.detect.boxes import is_scripted
from leadline.document import Document
from leadline.interpret.endpoint import endpoint, fixed
from leadline.interpret.find import Way
from leadline.interpret.talk import Heard, Talk
from leadline.model import Request
from leadline.query.paging_edit import Where, parts, values, whole
from leadline.query.paging_guess import Cursor, learn_cursor
from leadline.query.paging_law import Numbered, law
from leadline.query.script import growing, loaded

First = tuple[Request, Numbered | Cursor | None]


def grown_ways(stuck: Heard, box: str = "") -> Talk[tuple[Way, ...]]:
    """The ways that an answer's page goes when it grows; `box` is what takes words."""
    asked = dict(stuck.query.predicates)
    if stuck.request.method != "GET" or set(asked) - {box} or not is_scripted(stuck.document):
        return ()
    page = yield growing(stuck.request.url)
    return () if page is None else (yield from _ways(page, asked.get(box, "")))


def _ways(page: Document, word: str) -> Talk[tuple[Way, ...]]:
    ways = list[Way]()
    for one, other in _alike(loaded(page.page)):
        first, paging = yield from _first(one, other)
        encoding = endpoint(first, word) if word else fixed(first)
        if encoding is not None:
            ways.append(Way(encoding=encoding, page=page, data=True, paging=paging))
    return tuple(ways)


def _alike(loads: Sequence[Request]) -> Iterator[tuple[Request, Request]]:
    """The first two requests of each kind that follow each other."""
    seen = set[tuple[str, str]]()
    for one, other in pairwise(loads):
        if _kind(one) == _kind(other) not in seen:
            seen.add(_kind(one))
            yield one, other


def _kind(request: Request) -> tuple[str, str]:
    return request.method, re.sub(r"\d+", "", parts(request.url)[1])


def _first(one: Request, other: Request) -> Talk[First]:
    """The request of the first page, as the number or the cursor of two pages tells it.

    It may be the one before them, if that has as much as they have.
    """
    document = yield one
    paging = law(one, other)
    if document is None or (paging is None and one.method != "GET"):
        return one, None
    if paging is None:
        return _without(one, values(other)), learn_cursor(one, document, other)
    if paging.start < paging.stride:
        return one, paging
    earlier = replace(paging, start=paging.start - paging.stride)
    before = yield earlier.at(one, earlier.start)
    if before is None or before.page.status >= 400 or _says_less(before, document):
        return one, paging
    return before.page.request, earlier


def _says_less(before: Document, document: Document) -> bool:
    """Whether a page is the same as another, or hardly anything."""
    least = len(document.page.body) // 2
    return before.page.body == document.page.body or len(before.page.body) < least


def _without(request: Request, others: Mapping[tuple[Where, str], str]) -> Request:
    """A request without the values that another has otherwise."""
    differing = {name for (_, name), own in values(request).items()
                 if others.get(("query", name)) != own}  # fmt: skip
    site, path, query = parts(request.url)
    kept = [pair for pair in query.split("&") if pair.partition("=")[0] not in differing]
    return replace(request, url=whole(site, path, "&".join(kept)))
