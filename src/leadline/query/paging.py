"""How the n-th page of a query is asked: by number, by following links, by cursor, or not at all.

guess(document, first)               what might bring the second page
propose(first, document, second)     the way of paging, once a second page was found
follow(document, second)             the same where only links are trusted
has_next(document, request)          whether a page links to another after it, or has a button
sizes(document, first, form)         the same page with more records
"""

from __future__ import annotations

from dataclasses import dataclass

from leadline.document import Document
from leadline.model import Request
from leadline.query.paging_edit import number, values
from leadline.query.paging_guess import Cursor, guess, learn_cursor, linked
from leadline.query.paging_law import Numbered, law
from leadline.query.paging_sizes import size_of, sized, sizes
from leadline.query.script import PRESS, SCRIPT
from leadline.read.next_page import next_place


@dataclass(frozen=True, slots=True, kw_only=True)
class Linked:
    """Each page says by a link or a button how the next is asked; the links stand at `place`."""

    place: str = ""

    def next_request(self, document: Document, request: Request) -> Request | None:
        """The request of the page after this one; None if this is the last."""
        others = linked(document, request, self.place)
        return next((other for other in others if other != request), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Single:
    """A query has one page."""

    def next_request(self, document: Document, request: Request) -> Request | None:
        """None: there is no next page."""
        return None


Paging = Numbered | Linked | Cursor | Single


def propose(first: Request, document: Document, second: Request) -> Paging:
    """How pages are asked, given the first page and the request that brought the second."""
    numbered = law(first, second) if first.method not in (SCRIPT, PRESS) else None
    if numbered is not None:
        return numbered
    cursor = learn_cursor(first, document, second)
    if cursor is not None:
        return cursor
    return follow(document, second) if second in set(linked(document, first)) else Single()


def follow(document: Document, second: Request) -> Linked:
    """Following links, given a page and the request of the one after it."""
    return Linked(place=next_place(document, second.url) if second.method == "GET" else "")


def has_next(document: Document, request: Request) -> bool:
    """Whether a page says that there is another after it."""
    return any(other != request for other in linked(document, request))


def next_request(paging: Paging, document: Document, request: Request) -> Request | None:
    """The request of the page after this one, by any way of paging."""
    if isinstance(paging, Numbered):
        return _following(paging, request)
    return paging.next_request(document, request)


def _following(paging: Numbered, request: Request) -> Request | None:
    """One stride on; a path says its own number only if all pages have one."""
    if paging.where == "path":
        return None
    now = number(values(request).get((paging.where, paging.name)))
    value = (paging.start if now is None else now) + paging.stride
    return paging.at(paging.moved(request), value)


__all__ = [
    "Cursor", "Linked", "Numbered", "Paging", "Single", "follow", "guess", "has_next", "law",
    "next_request", "propose", "size_of", "sized", "sizes",
]  # fmt: skip
