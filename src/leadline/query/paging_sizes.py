"""Requests for the same page with more records on it.

Menus and links of the page that offer sizes are taken at their word. Where a request or a link to
the next page carries a size without a menu, or links offer less and more, larger round ones are
tried. Leaves out sizes above 1,000, which are a burden on the site.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator
from itertools import islice

from selectolax.lexbor import LexborNode

from leadline.document import Document
from leadline.model import Form, Request
from leadline.query.paging_edit import Where, number, parts, put, values
from leadline.query.paging_law import is_size
from leadline.read.next_page import next_links
from leadline.read.next_page_runs import both_ends

LARGEST = 1_000
TRIED = (1_000, 100)  # the most, and what sites allow that refuse it
OFFERS = 8
Places = dict[tuple[Where, str], None]
_LABEL = re.compile(
    r"(?:show|display|anzeigen?|zeige|afficher|mostrar|mostra|toon|pokaż|показать)?\s*(\d{1,4})\s*"
    r"(?:(?:results?|items?|records?|hits?|treffer|ergebnisse|einträge|artikel|résultats|resultados"
    r"|risultati|resultaten|wyników)?\s*(?:/|per|pro|je|par|por|na|на|a|each)\s*"
    r"(?:page|seite|página|pagina|stron\w*|страниц\w*)|件(?:表示|ずつ)?|条/页|个/页)?",
    re.IGNORECASE,
)


def sizes(
    document: Document, request: Request, form: Form | None = None, records: int = 0
) -> tuple[Request, ...]:
    """Candidate requests for the same page with more records than it shows, the largest first."""
    onward = _onward(document, request)
    found = dict(_offered(document, request, form, records)) or dict(
        _extrapolated(
            request, _carried(request, onward) | _less_and_more(document, request, records)
        )
    )
    now = max(records, *(size_of(other) for other in (request, *onward)))
    larger = [(size, other) for other, size in found.items() if now < size <= LARGEST]
    ordered = sorted(larger, key=lambda pair: -pair[0])
    return tuple(other for _, other in ordered if other != request)[:OFFERS]


def size_of(request: Request) -> int:
    """How many records a page is asked to have; 0 if the request does not say."""
    said = [number(value) for (_, name), value in values(request).items() if is_size(name)]
    return next((size for size in said if size), 0)


def sized(request: Request, size: int) -> Request:
    """The request for a page of so many records, if it says how many."""
    for (where, name), value in values(request).items():
        if is_size(name) and number(value):
            return put(request, where, name, str(size))
    return request


def _offered(
    document: Document, request: Request, form: Form | None, records: int
) -> Iterator[tuple[Request, int]]:
    where: Where = "query" if request.method == "GET" else "body"
    for control in form.controls if form is not None else ():
        offers = [(option.value, number(option.value) or 0) for option in control.options]
        if _is_size(control.name, [size for _, size in offers], records):
            for value, size in offers:
                if size:
                    yield put(request, where, control.name, value), size
    if document.is_html:
        yield from _menus(document, request, where, records)
        yield from _links(document, request)


def _is_size(name: str, offers: Collection[int], records: int) -> bool:
    """Whether a menu is one of sizes: by its name, or since it offers what is shown now."""
    if is_size(name):
        return True
    few = 1 < len(offers) <= OFFERS and all(offers)
    return few and records in offers and 1 not in offers  # which pages to jump to have


def _menus(
    document: Document, request: Request, where: Where, records: int
) -> Iterator[tuple[Request, int]]:
    for select in islice(document.tree.css("select"), 100):
        name = select.attributes.get("name") or ""
        options = select.css("option")[:50]
        if not options or not all(_size(option) for option in options[:-1]):
            continue  # the last may be "all"
        sized = _is_size(name, [_size(option) for option in options[:-1]], records)
        for option in options:
            value, size = (option.attributes.get("value") or "").strip(), _size(option)
            if size and sized and "/" not in value + name and not value.startswith("?"):
                yield put(request, where, name, value or str(size)), size
            elif size:
                yield from _addressed(document, request, value, size)


def _size(option: LexborNode) -> int:
    label = _LABEL.fullmatch(" ".join(option.text()[:100].split()))
    return int(label[1]) if label else 0


def _links(document: Document, request: Request) -> Iterator[tuple[Request, int]]:
    for link in both_ends(document.tree.css("a[href]")):
        inner = islice(link.traverse(include_text=True), 10)
        text = "".join(n.text_content or "" for n in inner if n.tag == "-text")[:100]
        label = _LABEL.fullmatch(" ".join(text.split()))
        if label:
            href = link.attributes.get("href") or ""
            yield from _addressed(document, request, href, int(label[1]))


def _addressed(
    document: Document, request: Request, href: str, size: int
) -> Iterator[tuple[Request, int]]:
    """An address that carries a size: its parameter is set on the request itself."""
    url = document.resolve(href) if "/" in href or href.startswith("?") else None
    if url is None or parts(url)[:2] != parts(request.url)[:2]:
        return
    for (where, name), value in values(Request(url=url)).items():
        if is_size(name) and number(value) == size:
            yield put(request, where, name, value), size


def _extrapolated(request: Request, places: Places) -> Iterator[tuple[Request, int]]:
    for where, name in places:
        for size in TRIED:
            yield put(request, where, name, str(size)), size


def _onward(document: Document, request: Request) -> list[Request]:
    """The links to the next page that differ from the request in parameters only."""
    links = [Request(url=link.url) for link in next_links(document)[:3]]
    return [other for other in links if parts(other.url)[:2] == parts(request.url)[:2]]


def _carried(request: Request, onward: list[Request]) -> Places:
    """The sizes that the request, or a link to its next page, carries."""
    known = values(request)
    for other in onward:
        known = values(other) | known
    return dict.fromkeys(
        (place for place, value in known.items() if is_size(place[1]) and number(value))
    )


def _less_and_more(document: Document, request: Request, records: int) -> Places:
    """Parameters by which links offer a part of the records shown, and more than are shown."""
    offered: dict[tuple[Where, str], set[int]] = defaultdict(set)
    links = both_ends(document.tree.css("a[href]")) if document.is_html else ()
    now = values(request)
    for url in filter(None, (document.resolve(link.attributes.get("href")) for link in links)):
        if parts(url)[:2] == parts(request.url)[:2]:
            other = values(Request(url=url)).items() - now.items()
            offered |= {place: offered[place] | {number(said) or 0} for place, said in other}
    return dict.fromkeys(place for place, said in offered.items() if _are_sizes(said, records))


def _are_sizes(said: Collection[int], records: int) -> bool:
    parts_of = any(1 < size < records and records % size == 0 for size in said)
    return parts_of and max(said) > records and len(said) <= OFFERS
