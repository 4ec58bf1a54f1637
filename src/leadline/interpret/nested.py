"""Indexes of indexes: letters lead to authors, authors to the lists of their books.

Upwards: an index may stand on a page that is itself one of several which another index leads to;
then all of those are read, and their links are the values of one index. Downwards: entries that are
bare links may lead to lists of their own. Leaves out more than two levels, and an upper index of
more than three hundred links.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import islice

from leadline.document import Document
from leadline.interpret.find import Way
from leadline.interpret.hits import MANY_OPTIONS, options
from leadline.interpret.indexes import addresses, index_ways, leads_to, links
from leadline.interpret.study import Study
from leadline.interpret.talk import Talk
from leadline.model import Request
from leadline.query.paging import guess, has_next

UPPER = 300  # links of an index whose pages are all read
PAGES = 20  # of one of them
MOST = 0.5  # of the lines of a page are links of an index; of the records behind it have links
FEWEST = 2  # records of the longest list behind an inner index
LONG = 10  # the same of records without links


def widened(way: Way, pages: Sequence[Document]) -> Talk[Way]:
    """An index with the values of all pages that have one like it, if another leads to them."""
    for page in pages:
        for upper in index_ways(page) if page.url != way.page.url else ():
            requests = list(addresses(upper.encoding))
            if upper.encoding.action == way.encoding.action or len(requests) > UPPER:
                continue
            if leads_to(upper.encoding, [way.page.url]):
                return _spread(way, (yield from _read(requests)), links(page))
    return way


def _spread(way: Way, documents: Sequence[Document], known: Collection[str]) -> Way:
    """The longest index of several pages that leads to all that this one does."""
    own = [request.url for request in addresses(way.encoding)]
    ways = index_ways(way.page, *documents, known=known)
    return next((one for one in ways if leads_to(one.encoding, own) == len(own)), way)


def _read(requests: Sequence[Request]) -> Talk[list[Document]]:
    """All pages behind an index, with those that follow them."""
    documents = list[Document]()
    for request in requests:
        following: Request | None = request
        asked = set[str]()
        while following is not None and len(asked) < PAGES and following.url not in asked:
            asked.add(following.url)
            document = yield following
            if document is None or not document.is_html or document.page.status >= 400:
                break
            documents.append(document)
            following = _next(document, following)
    return documents


def _next(document: Document, request: Request) -> Request | None:
    return next(iter(guess(document, request)), None) if has_next(document, request) else None


def inner_ways(outer: Way) -> Talk[tuple[Way, ...]]:
    """The indexes on the pages that an index leads to, where those say no more than links do."""
    asked = islice(options(outer.encoding, MANY_OPTIONS), MANY_OPTIONS)
    documents = yield from _read([outer.encoding.encode(query) for query in asked])
    if not documents:
        return ()
    known = frozenset(_lines(outer.page))
    own = [line for document in documents for line in _lines(document) if line not in known]
    said = sum(not line.strip("()[] ").isdecimal() for line in own) - len(documents)  # headings
    found = index_ways(*documents, known=links(outer.page))
    ways = (way for way in found if _is_inner(way, outer))
    return tuple(way for way in ways if len(list(addresses(way.encoding))) > MOST * said)


def _is_inner(way: Way, outer: Way) -> bool:
    """Whether it is another index than the one that led to it, and has none of its links."""
    old = [request.url for request in addresses(outer.encoding)]
    return way.encoding.action != outer.encoding.action and not leads_to(way.encoding, old)


def _lines(document: Document) -> list[str]:
    body = document.tree.body
    text = body.text(separator="\n") if body is not None else ""
    return [line for line in (" ".join(one.split()) for one in text.split("\n")) if line]


def leads_to_lists(inner: Study) -> bool:
    """Whether there are lists behind it, and not what one record has to say."""
    linked = sum(bool(record.url) for record in inner.records)
    return inner.reach >= (FEWEST if linked > MOST * len(inner.records) else LONG)


def tells_facts(index: Study) -> Talk[bool]:
    """Whether its lists are what pages of single records say: the same names on each of them."""
    said = list[list[str]]()
    for query in index.source.first[:2]:
        document = yield index.source.encoding.encode(query)
        records = index.source.wrapper.extract(document).records if document is not None else ()
        said.append([value for record in records for _, value in record.values[:1]])
    return len(said) == 2 and len(said[0]) > 1 and said[0] == said[1]
