"""Indexes of links, where nothing can be asked: authors, letters, years, each with its own list.

The links of a page that differ in the last part of their path, or in the value of one parameter,
are the values of an attribute, as the options of a drop-down would be. Whether they lead to lists
is found out by asking some of them. Leaves out the numbers and sizes of pages and sort orders; for
indexes that lead to other indexes see `nested`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from urllib.parse import unquote, unquote_plus

from leadline.browse.address import same_site
from leadline.browse.safety import safe
from leadline.detect.doing import says_what_to_do
from leadline.document import Document
from leadline.interpret.attributes import Field, FieldKind
from leadline.interpret.find import Way
from leadline.interpret.presentation import as_control, is_presentation
from leadline.interpret.study import Study
from leadline.model import Attribute, Query, Request
from leadline.query.encode import Encoding

FEWEST = 2  # links that make an index, and lists that it must lead to
LISTED = 5  # records that are lists, even if each has but one or two
LINKS = 5_000  # of a page that are looked at
LONGEST = 80  # characters of a value
OWN = 0.3  # of the records of a list at most that are links of the index itself
TURNS = 4  # links of a pager that are words: first, previous, next, last
HOLE = "{index}"
DEEP = "{+index}"
HERE = "."  # a folder among those in it

Shape = tuple[str, str]  # an address with a hole, and what the index is called


def index_ways(*documents: Document, known: Collection[str] = ()) -> tuple[Way, ...]:
    """The indexes of a page, or of several together, the longest first; not of known links.

    On several pages an index may lie below each of them: `us/texas`, `ca/alberta`.
    """
    groups = _groups(documents, known)
    found = [(shape, named) for shape, named in groups.items() if _is_list(shape, named)]
    found.sort(key=lambda one: -len(one[1]))
    return tuple(Way(encoding=_encoding(*one), page=documents[0]) for one in found)


def links(document: Document) -> frozenset[str]:
    """Where the links of a page lead, and the page itself."""
    return frozenset((document.url, *(url for url, _ in _links(document))))


def _groups(documents: Sequence[Document], known: Collection[str]) -> dict[Shape, dict[str, str]]:
    """The values of each index, and what they are called."""
    groups: dict[Shape, dict[str, str]] = defaultdict(dict)
    for document in documents:
        for url, text in _links(document):
            below = _below(url) if len(documents) > 1 else ()
            for shape, value in (*_shapes(url), *below) if url not in known else ():
                groups[shape].setdefault(value, text)
    return groups


def _below(url: str) -> Iterator[tuple[Shape, str]]:
    """The same for the last two parts of a path."""
    place = url.partition("?")[0]
    folder, *last = place.rstrip("/").rsplit("/", 2)
    if url == place and len(last) == 2 and all(last) and folder.count("/") > 1:
        end = place[len("/".join((folder, *last))) :]
        yield (f"{folder}/{DEEP}{end}", _called(folder)), unquote("/".join(last))


def _is_list(shape: Shape, named: dict[str, str]) -> bool:
    return len(named) >= FEWEST and not _are_pages(named) and not _only_shows(shape, named)


def _only_shows(shape: Shape, named: dict[str, str]) -> bool:
    """Whether a parameter says how records are shown, as a control of a form may, or what to do."""
    action, name = shape
    shows = says_what_to_do(name) or is_presentation(as_control(name, named.items()))
    return "?" in action and shows


def is_index(study: Study) -> bool:
    """Whether there are lists behind it, and of records, not of the links of the index again."""
    found = {record.key for record in study.records}
    if len(study.source.first) < FEWEST or (len(found) < LISTED and study.reach <= FEWEST):
        return False
    links = [record.url for record in study.records if record.url]
    return leads_to(study.source.encoding, links) <= OWN * len(links)


def with_own(study: Study, page: Document) -> Study:
    """An index of folders, with the folder that has it, if that has records of its own."""
    source = study.source
    field = source.encoding.fields[0]
    if source.encoding.action.partition(HOLE)[0] != page.url:
        return study
    own = {one.url for one in source.wrapper.extract(page).records if one.url}
    if len(own) - leads_to(source.encoding, own) < FEWEST:
        return study
    attribute = replace(field.attribute, domain=(*(field.attribute.domain or ()), HERE))
    fields = (replace(field, attribute=attribute, codes=(*field.codes, (HERE, HERE))),)
    encoding = replace(source.encoding, fields=fields)
    interface = replace(source.interface, attributes=(attribute,))
    return replace(study, source=replace(source, encoding=encoding, interface=interface))


def addresses(encoding: Encoding) -> Iterator[Request]:
    """Where the values of an index lead."""
    for field in encoding.fields:
        for value in field.attribute.domain or ():
            yield encoding.encode(Query(((field.attribute.name, value),)))


def leads_to(encoding: Encoding, urls: Collection[str]) -> int:
    """How many of these addresses an index leads to, however they are escaped."""
    own = {unquote_plus(request.url) for request in addresses(encoding)}
    return sum(unquote_plus(url) in own for url in urls)


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
    yield from _matrix(place) if not search else ()
    folder, _, last = place.rstrip("/").rpartition("/")
    if not search and last and folder.count("/") > 1:
        end = place[len(folder) + 1 + len(last) :]
        yield (f"{folder}/{HOLE}{end}", _called(folder)), unquote(last)


def _called(folder: str) -> str:
    return unquote(folder.rpartition("/")[2]) if folder.count("/") > 2 else "index"


def _matrix(place: str) -> Iterator[tuple[Shape, str]]:
    """The same of `…/list;genre=drama`: parameters inside the last part of a path."""
    start, *pairs = place.rpartition("/")[2].split(";")
    for number, pair in enumerate(pairs):
        name, _, value = pair.partition("=")
        if value:
            rest = ";".join((start, *pairs[:number], f"{name}={HOLE}", *pairs[number + 1 :]))
            yield (f"{place.rpartition('/')[0]}/{rest}", unquote(name)), unquote(value)


def _are_pages(named: dict[str, str]) -> bool:
    """Whether these are the numbers of pages: most of them say so, but for "next" and its like."""
    numbers = [int(value) for value in named if value.isdecimal() and len(value) < 7]
    worded = sum(any(sign.isalpha() for sign in text) for text in named.values())
    if worded > max(TURNS, len(named) // 2):
        return False
    return len(numbers) >= len(named) - 1 and min(numbers, default=9) <= 2


def _encoding(shape: Shape, named: dict[str, str]) -> Encoding:
    action, name = shape
    hole = DEEP if DEEP in action else HOLE
    often = Counter(named.values())
    codes = {text if often[text] == 1 else value: value for value, text in named.items()}
    attribute = Attribute(name=name, domain=tuple(codes))
    field = Field(
        attribute=attribute,
        controls=(hole,),
        kind=FieldKind.CHOICE,
        any=None,
        codes=tuple(codes.items()),
    )
    return Encoding(
        action=action, fixed=((hole, ""),), fields=(field,), order=(hole,), template=True
    )
