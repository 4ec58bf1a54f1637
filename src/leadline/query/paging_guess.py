"""Which requests might bring the second page of a query, given the first; the likeliest first.

What the page links to comes first, then its "next" buttons, then the cursors of data (JSON, or XML
as that of OAI-PMH and SRU), and last what the request's own values suggest. Whether a candidate is
right is seen by asking it: its records must be new.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from leadline.codec import parsed
from leadline.document import Document
from leadline.model import Request
from leadline.query.paging_edit import Where, is_json, leaves, number, put, values, without
from leadline.query.paging_forms import next_forms
from leadline.query.paging_law import CURSOR, OFFSET, PAGE, ends_page, is_size, last_part
from leadline.query.script import turned
from leadline.read.next_page import next_links

CANDIDATES = 12
HEADER, LAST = "header:", "last:"
_CURSOR_KEY = re.compile(
    r"^(?:next|end|forward)?[_-]?(?:page)?[_-]?(?:cursor|token|continuation|after|bookmark|marker"
    r"|scroll_?id|key|search_?after|offset|page|start)$|^next$|^continuation|^nextlink$"
    r"|^resumptiontoken$|^nextrecordposition$",
    re.IGNORECASE,
)
_TAKER = re.compile(r"\w*(?:after|cursor|token|continuation|bookmark|marker|scroll_?id)", re.I)
_TAKEN_BY = {"nextrecordposition": "startRecord"}  # SRU 1.1, section "Response Parameters"
_ALONE = {"resumptiontoken": "verb"}  # OAI-PMH 2.0, section 3.5: with no other value but this
_POSTED = re.compile(r"Page\$(\d{1,6})")  # as ASP.NET numbers the pages of a table
_NOT_NEXT = re.compile(r"^(?:page|offset|start|key|after|token)$|prev|first|last$", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cursor:
    """Each page of data names the next: the value at `path` is sent as `name`, without `drop`.

    A path that begins with `header:` is that of a header, with `last:` of the last record.
    """

    path: str
    where: Where
    name: str
    drop: tuple[str, ...] = ()

    def next_request(self, document: Document, request: Request) -> Request | None:
        """The request of the page after this one; None if this is the last."""
        value = dict((*_of_last(document), *_named(document))).get(self.path)
        if not value or value == values(request).get((self.where, self.name)):
            return None
        return put(without(request, self.drop), self.where, self.name, value)


def guess(document: Document, request: Request) -> tuple[Request, ...]:
    """Candidate requests for the second page of a query, given its first."""
    found = dict.fromkeys((*linked(document, request), *_cursors(document, request)))
    if document.is_json or not found:
        found |= dict.fromkeys(_counted(document, request))
    return tuple(other for other in found if other != request)[:CANDIDATES]


def linked(document: Document, request: Request, where: str = "") -> Iterator[Request]:
    """What the page itself offers as its next: links, those at a place if it has some; buttons."""
    yield from turned(document.page, request)
    for link in next_links(document, where)[:CANDIDATES]:
        yield Request(url=link.url, rendered=request.rendered)
    for other in next_forms(document, current_page(request)):
        yield Request(
            url=other.url, method=other.method, body=other.body,
            content_type=other.content_type, rendered=request.rendered,
        )  # fmt: skip


def current_page(request: Request) -> int:
    """The number of the page a request asks for, if it says so; else 1."""
    known = values(request).items()
    said = [number(v) for (_, name), v in known if PAGE.search(last_part(name))]
    said += [number(match[1]) for _, v in known if (match := _POSTED.fullmatch(v))]
    return next((n for n in said if n), 1)


def learn_cursor(first: Request, document: Document, second: Request) -> Cursor | None:
    """Where a JSON page names the value by which the second request differs from the first."""
    old = values(first)
    changed = {place: v for place, v in values(second).items() if old.get(place) != v}
    for (where, name), value in changed.items():
        asks = CURSOR.search(last_part(name)) is not None
        for path, named in (*_named(document), *(_of_last(document) if asks else ())):
            if named == value and (asks or _is_cursor(path) or len(value) > 3):
                drop = tuple(own for place, own in old if (place, own) not in values(second))
                return Cursor(path=path, where=where, name=name, drop=drop)
    return None


def _named(document: Document) -> Iterator[tuple[str, str]]:
    """The values a JSON page has outside its lists, as text; and cursors among its headers."""
    if document.is_json:
        headers = ((f"{HEADER}{name.lower()}", value) for name, value in document.page.headers)
        yield from ((path, value) for path, value in headers if _is_cursor(path))
        for path, value in leaves(document.json):
            if isinstance(value, str | int) and len(str(value)[:3_000]) < 2_000:
                yield ".".join(path), str(value)


def _of_last(document: Document) -> Iterator[tuple[str, str]]:
    """The values of the last record, where a list goes on after it."""
    records = _longest(document.json if document.is_json else None)
    for path, value in leaves(records[-1]) if records else ():
        if isinstance(value, str | int):
            yield LAST + ".".join(path), str(value)


def _key(path: str) -> str:
    return re.sub(f"^{HEADER}(?:x-)?", "", path.rpartition(".")[2])


def _is_cursor(path: str) -> bool:
    last = _key(path)
    return bool(_CURSOR_KEY.match(last)) and not _NOT_NEXT.search(last)


def _cursors(document: Document, request: Request) -> Iterator[Request]:
    where: Where = "json" if is_json(request) and request.method != "GET" else "query"
    for path, value in _named(document):
        if _is_cursor(path) and value and "://" not in value and not value.startswith(("/", "?")):
            key = _key(path)
            others = _others(key, request)
            for name in (*_takers(request), *_names(key)):
                yield put(without(request, others), where, name, value)


def _takers(request: Request) -> Iterator[str]:
    """The values of JSON that is posted which wait for a cursor; on a first page they are empty."""
    for path, value in leaves(parsed(request.body), nulls=True) if is_json(request) else ():
        if value in (None, "") and _TAKER.fullmatch(path[-1]):
            yield ".".join(path)


def _others(key: str, request: Request) -> tuple[str, ...]:
    """The values that may not be sent along with that of a key."""
    kept = _ALONE.get(key.lower())
    return tuple(name for _, name in values(request) if name != kept) if kept else ()


def _names(key: str) -> dict[str, None]:
    """What the parameter may be called that takes the value of a key such as nextPageToken."""
    if (taken := _TAKEN_BY.get(key.lower())) is not None:
        return {taken: None}
    short = re.sub(r"^(?:next|end|forward)[_-]?", "", key, flags=re.IGNORECASE)
    lowered = short[:1].lower() + short[1:]
    return dict.fromkeys(name for name in (lowered, key, "cursor") if name)


def _counted(document: Document, request: Request) -> Iterator[Request]:
    """The next value of what the request counts; for JSON, also of what it might."""
    known = values(request)
    size = next((n for (_, name), v in known.items() if is_size(name) and (n := number(v))), 0)
    step = size or len(_longest(document.json if document.is_json else None))
    for (where, name), text in known.items():
        value = number(text)
        if value is None or is_size(name):
            continue
        if PAGE.search(last_part(name)):
            yield put(request, where, name, str(value + 1))
        elif OFFSET.search(last_part(name)) and step:
            moved = put(request, where, name, str(value + step))
            yield _with_end(moved, where, value, step)
    if document.is_json and step:
        yield from _usual(request, step)


def _with_end(request: Request, where: Where, first: int, step: int) -> Request:
    """The request with the value that ends the page moved along, if there is one."""
    for (place, name), text in values(request).items():
        value = number(text)
        if place == where and value is not None and ends_page(name, value - first, step):
            return put(request, where, name, str(value + step))
    return request


def _usual(request: Request, step: int) -> Iterator[Request]:
    where: Where = "json" if is_json(request) and request.method != "GET" else "query"
    present = {name for place, name in values(request) if place == where}
    for name, value in (("page", 2), ("offset", step), ("start", step), ("from", step)):
        if name not in present:
            yield put(request, where, name, str(value))


def _longest(data: Any) -> list[Any]:
    """The longest list of a JSON answer, which is likely its records."""
    best, waiting, looked = list[Any](), [data], 0
    while waiting and looked < 2_000:
        value = waiting.pop()
        looked += 1
        if isinstance(value, list):
            best = max(best, value, key=len)
        elif isinstance(value, dict):
            waiting += list(value.values())[:500]
    return best
