"""What a page asks for when it grows: the way behind lists that have no second page.

An answer that goes on behind what its page shows, with no link to a second page, is drawn once in
a browser, scrolled to its end, and its button for more pressed. The requests that this makes differ
in a number that counts records or pages, or in a cursor; set to the first page, they are a way to
ask that needs no browser. Leaves out forms of several fields, numbers in paths, and lists that grow
without a request.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from leadline.detect.boxes import is_scripted
from leadline.document import Document
from leadline.interpret.endpoint import endpoint, fixed
from leadline.interpret.find import Way
from leadline.interpret.talk import Heard, Talk
from leadline.model import Request
from leadline.query.paging_edit import Where, parts, put, values, whole
from leadline.query.paging_law import Numbered, law
from leadline.query.script import growing, loaded

First = tuple[Request, Numbered | None]


def grown_ways(stuck: Heard, box: str) -> Talk[tuple[Way, ...]]:
    """The ways that an answer's page goes when it grows; `box` is what takes words."""
    asked = dict(stuck.query.predicates)
    if stuck.request.method != "GET" or set(asked) - {box} or not is_scripted(stuck.document):
        return ()
    page = yield growing(stuck.request.url)
    return () if page is None else tuple(_ways(page, asked.get(box, "")))


def _ways(page: Document, word: str) -> Iterator[Way]:
    for first, paging in _firsts(loaded(page.page)):
        encoding = endpoint(first, word) if word else fixed(first)
        if encoding is not None:
            yield Way(encoding=encoding, page=page, data=True, paging=paging)


def _firsts(loads: Sequence[Request]) -> Iterator[First]:
    """The requests of first pages, each told by those of two later ones."""
    seen = set[tuple[str, str]]()
    for one, other in pairwise(loads):
        kind = one.method, parts(one.url)[1]
        if kind == (other.method, parts(other.url)[1]) and kind not in seen:
            seen.add(kind)
            yield from _before(one, other)


def _before(one: Request, other: Request) -> Iterator[First]:
    """The request of the page before two others, as their number or their cursor tells it."""
    paging = law(one, other)
    if paging is None and one.method == "GET":
        yield _without(one, values(other)), None
    if paging is not None and paging.where != "path" and paging.start >= paging.stride:
        paging = replace(paging, start=paging.start - paging.stride)
        yield put(one, paging.where, paging.name, str(paging.start)), paging


def _without(request: Request, others: Mapping[tuple[Where, str], str]) -> Request:
    """A request without the values that another has otherwise."""
    differing = {name for (_, name), own in values(request).items()
                 if others.get(("query", name)) != own}  # fmt: skip
    site, path, query = parts(request.url)
    kept = [pair for pair in query.split("&") if pair.partition("=")[0] not in differing]
    return replace(request, url=whole(site, path, "&".join(kept)))
