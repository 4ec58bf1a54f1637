"""Indexes of links, where nothing can be asked: authors, letters, years, each with its own list.

The links of a page that differ in the last part of their path, or in the value of one parameter,
are the values of an attribute, as the options of a drop-down would be. Whether they lead to lists
is found out by asking some of them. Leaves out indexes that lead to other indexes, and the numbers
of pages.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from urllib.parse import unquote, unquote_plus

from leadline.browse.find import safe, same_site
from leadline.document import Document
from leadline.interpret.attributes import Field, FieldKind
from leadline.interpret.find import Way
from leadline.interpret.study import Study
from leadline.model import Attribute, Query
from leadline.query.encode import Encoding

FEWEST = 2  # links that make an index, and lists that it must lead to
LINKS = 5_000  # of a page that are looked at
LONGEST = 80  # characters of a value
OWN = 0.3  # of the records of a list at most that are links of the index itself
HOLE = "{index}"

Shape = tuple[str, str]  # an address with a hole, and what the index is called


def index_ways(document: Document) -> tuple[Way, ...]:
    """The indexes of a page, the longest first."""
    groups: dict[Shape, dict[str, str]] = defaultdict(dict)
    for url, text in _links(document):
        for shape, value in _shapes(url):
            groups[shape].setdefault(text, value)
    found = [one for one in groups.items() if len(one[1]) >= FEWEST and not _are_pages(one[1])]
    found.sort(key=lambda one: -len(one[1]))
    return tuple(Way(encoding=_encoding(*one), page=document) for one in found)


def is_index(study: Study) -> bool:
    """Whether there are lists behind it, and of records, not of the links of the index again."""
    if len(study.source.first) < FEWEST:
        return False
    own = frozenset(addresses(study.source.encoding))
    links = [record.url for record in study.records if record.url]
    return sum(url in own for url in links) <= OWN * len(links)


def addresses(encoding: Encoding) -> Iterator[str]:
    """Where the values of an index lead."""
    for field in encoding.fields:
        for value in field.attribute.domain or ():
            yield encoding.encode(Query(((field.attribute.name, value),))).url


def _links(document: Document) -> Iterator[tuple[str, str]]:
    for link in document.tree.css("a[href]")[:LINKS] if document.is_html else ():
        url = document.resolve(link.attributes.get("href"))
        text = " ".join(link.text(separator=" ").split())
        if url is None or not text or len(text) > LONGEST or url.partition("#")[0] == document.url:
            continue
        if same_site(url, document.url) and safe(url, text):
            yield url.partition("#")[0], text


def _shapes(url: str) -> Iterator[tuple[Shape, str]]:
    """The addresses with a hole that a link could come from, and what would fill it."""
    place, _, search = url.partition("?")
    pairs = [part.partition("=") for part in search.split("&") if part]
    for number, (name, _, value) in enumerate(pairs):
        rest = ["".join(pair) for pair in pairs]
        rest[number] = f"{name}={HOLE}"
        if value:
            yield (f"{place}?{'&'.join(rest)}", unquote_plus(name)), unquote_plus(value)
    folder, _, last = place.rstrip("/").rpartition("/")
    if not search and last and folder.count("/") > 1:
        end = place[len(folder) + 1 + len(last) :]
        called = unquote(folder.rpartition("/")[2]) if folder.count("/") > 2 else "index"
        yield (f"{folder}/{HOLE}{end}", called), unquote(last)


def _are_pages(values: dict[str, str]) -> bool:
    """Whether these are the numbers of pages."""
    numbers = [int(value) for value in values.values() if value.isdecimal() and len(value) < 7]
    return len(numbers) >= len(values) - 1 and min(numbers, default=9) <= 2


def _encoding(shape: Shape, values: dict[str, str]) -> Encoding:
    action, name = shape
    attribute = Attribute(name=name, domain=tuple(values))
    field = Field(
        attribute=attribute,
        controls=(HOLE,),
        kind=FieldKind.CHOICE,
        any=None,
        codes=tuple(values.items()),
    )
    return Encoding(
        action=action, fixed=((HOLE, ""),), fields=(field,), order=(HOLE,), template=True
    )
