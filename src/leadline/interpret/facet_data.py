"""Faceted lists that a script shows: the JSON behind the page is read and asked instead.

The page is drawn once by a browser, which tells what JSON it loads; the load with facets and
records in it is the list of everything. How a facet is asked is found by trying: the endpoint is
asked for one value under the names that stand around the facet, until the list has as many
as its count says. After that no browser is needed. A talk: it yields requests. Leaves out endpoints
that are posted to, and facets that are asked in other ways than by a parameter of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from leadline.detect.facet_json import DataFacet, DataValue, data_facets
from leadline.document import Document
from leadline.interpret.facet_lists import learn_results
from leadline.interpret.facet_trial import Lists
from leadline.interpret.talk import Talk
from leadline.model import Request
from leadline.plan.facets.lists import Link, Shown, Value
from leadline.query.paging import Paging, Single, guess, next_request, propose
from leadline.query.script import loaded
from leadline.read import Wrapper
from leadline.read.total import TotalRule, TotalSample, learn_total

LOADS = 12  # requests for JSON that are looked at
FACETS = 2  # for which no way is found, then the others are not tried
TRIES = 12  # names under which a facet is asked
PATTERNS = ("{}", "{}[]", "filter[{}]", "f[{}]", "filters[{}]", "facet.{}", "f.{}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """How a facet is asked: its parameter, and which of a value's names is sent."""

    param: str
    place: int

    def url(self, url: str, value: DataValue) -> str:
        """The address of a list with a value more."""
        sent = value.sent[min(self.place, len(value.sent) - 1)]
        parts = urlsplit(url)
        pairs = [*parse_qsl(parts.query, keep_blank_values=True), (self.param, sent)]
        return urlunsplit(parts._replace(query=urlencode(pairs)))

    def is_in(self, url: str) -> bool:
        """Whether a list is already narrowed by the facet."""
        return any(name == self.param for name, _ in parse_qsl(urlsplit(url).query))


@dataclass(frozen=True, slots=True, kw_only=True)
class DataPages:
    """How the lists of an endpoint are read and asked; `document` is that of everything."""

    document: Document
    wrapper: Wrapper
    total: TotalRule
    asked: dict[str, Asked]
    paging: Paging

    def shown(self, document: Document) -> Shown:
        """What a page of a list says."""
        keys = self.keys(document)
        told = self.total.read(document, len(keys))
        following = next_request(self.paging, document, document.page.request)
        return Shown(
            keys=keys,
            url=document.url,
            total=told[0] if told is not None else None,
            panel=dict(self._panel(document)),
            following=following.url if following is not None and keys else "",
        )

    def keys(self, document: Document) -> tuple[str, ...]:
        """What the records on a page are known by."""
        return keys_of(self.wrapper, document)

    def _panel(self, document: Document) -> Iterator[tuple[Value, Link]]:
        for facet in data_facets(document.json):
            way = self.asked.get(facet.name)
            if way is not None and not way.is_in(document.url):
                for value in facet.values:
                    yield (
                        (facet.name, value.text),
                        Link(url=way.url(document.url, value), count=value.count),
                    )


def data_pages(front: Document) -> Talk[DataPages | None]:
    """How the lists behind a page are read and asked; None if it has none with facets."""
    drawn = yield Request(url=front.url, rendered=True)
    if drawn is None:
        return None
    asked = [request for request in loaded(drawn.page) if request.method == "GET"]
    for request in asked[:LOADS]:
        document = yield request
        if document is not None and document.is_json and data_facets(document.json):
            found = yield from _understood(document)
            if found is not None:
                return found
    return None


def _understood(document: Document) -> Talk[DataPages | None]:
    """A list of everything, once it is known how it is read and asked."""
    wrapper = learn_results(document)
    if wrapper is None:
        return None
    keys = keys_of(wrapper, document)
    total = learn_total([TotalSample(document=document, records=len(keys), page_size=len(keys))])
    if total is None:
        return None
    lists = Lists(keys=lambda one: keys_of(wrapper, one), total=total)
    asked: dict[str, Asked] = {}
    for place, facet in enumerate(data_facets(document.json)):
        if place >= FACETS and not asked:
            break
        way = yield from _way(document, facet, lists, [*asked.values()])
        if way is not None:
            asked[facet.name] = way
    if not asked:
        return None
    paging = yield from _paging(document, lists)
    return DataPages(document=document, wrapper=wrapper, total=total, asked=asked, paging=paging)


def _way(
    document: Document, facet: DataFacet, lists: Lists, known: list[Asked]
) -> Talk[Asked | None]:
    """How a facet is asked: the first way that leaves as many as it counts, and fewer than all."""
    size = lists.size(document)
    values = [value for value in facet.values if size is None or 0 < value.count < size]
    value = min(values, key=lambda one: one.count, default=None)
    if value is None:
        return None
    for way in list(dict.fromkeys(_ways(facet, value, known)))[:TRIES]:
        answer = yield Request(url=way.url(document.url, value))
        if answer is not None and answer.is_json and lists.size(answer) == value.count:
            return way
    return None


def _ways(facet: DataFacet, value: DataValue, known: list[Asked]) -> Iterator[Asked]:
    """Ways to ask for a facet; first in the manner of those that are known."""
    idents = dict.fromkeys(name for said in facet.idents for name in (said, said.lower()))
    places = dict.fromkeys([*(way.place for way in known), *range(len(value.sent))])
    for pattern in PATTERNS:
        for ident in idents:
            yield from (Asked(param=pattern.format(ident), place=place) for place in places)


def _paging(document: Document, lists: Lists) -> Talk[Paging]:
    """How the second page is asked: by what brings records that the first has not."""
    first, seen = document.page.request, set(lists.keys(document))
    if len(seen) >= (lists.size(document) or 0):
        return Single()
    for request in guess(document, first):
        answer = yield request
        if answer is not None and set(lists.keys(answer)) - seen and answer.page.status < 400:
            return propose(first, document, request)
    return Single()


def keys_of(wrapper: Wrapper, document: Document) -> tuple[str, ...]:
    """What the records on a page are known by: their addresses, else their keys."""
    found = wrapper.extract(document).records
    return tuple(dict.fromkeys(record.url or record.key for record in found))
