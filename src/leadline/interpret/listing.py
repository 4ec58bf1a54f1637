"""A list of everything that a page links to, as a way in beside the search or in place of one.

Many sites let visitors turn the pages of their whole catalogue. Such a list takes as few requests
as there must be, so it is read instead of asking, provided that it shows the same kind of records
as the search and at least as many as the largest answer seen. A short list is read to its end
before it is trusted: it must hold all that the search found. Looked for on the first page, on those
that were seen on the way to a search, and on a few that the first one links to. Data that has all
its records on one page is such a list, too. For pages where nothing can
be asked see `lone_list`.
Leaves out lists that are spread over several categories.
"""

from __future__ import annotations

from collections.abc import Sequence

from leadline.browse.find import rank_links
from leadline.browse.spoken import search_like
from leadline.detect.facets import facets
from leadline.document import Document
from leadline.interpret.alike import same_kind
from leadline.interpret.facet_lists import learn_list
from leadline.interpret.pages import (
    Pages,
    learn_limit,
    learn_longer,
    learn_paging_of_long,
    page_at,
    shows,
    shows_others,
)
from leadline.interpret.study import Study, page_size_of
from leadline.interpret.talk import Heard, Talk
from leadline.interpret.totals import learn_total_of, reach_of
from leadline.model import Form, Interface, Query, Request, Step
from leadline.query.ask import opening, request_for
from leadline.query.encode import Encoding
from leadline.query.paging import Numbered, Single, guess, has_next, next_request
from leadline.query.paging_edit import number, put, values
from leadline.query.paging_law import PAGE
from leadline.query.script import PRESS
from leadline.read import Wrapper
from leadline.read.keys import parameters
from leadline.read.outcome import learn_signs
from leadline.read.total import TotalRule
from leadline.source import Source

LOOKS = 4  # pages that are looked at besides the first
PROMISING = 1.0  # what a link must score
FEWEST = 5  # records on the first page of a list
WITNESSES = 3  # answers of the search that may be longer
SHORT = 40  # pages of a list that is read before it is trusted, and then not again


def find_listing(
    url: str, front: Document, search: Study | None, seen: Sequence[Document] = ()
) -> Talk[Study | None]:
    """The first list that has all that the search has; without a search, that of the first page,
    or the longest of those seen, or any of some pages."""
    if (listed := (yield from list_on(url, front, search))) is not None:
        return listed
    lists = list[Study]()
    for document in seen:
        if (listed := (yield from list_on(url, document, search))) is not None:
            lists.append(listed)
            if search is not None:
                break
    if lists:
        return max(lists, key=lambda one: one.reach)
    for address in _addresses(front, search, {document.url for document in seen}):
        other = yield Request(url=address)
        if other is None or not (other.is_html or other.is_json) or other.page.status >= 400:
            continue
        if (listed := (yield from list_on(url, other, search))) is not None:
            return listed
    return None


def list_on(url: str, document: Document, search: Study | None) -> Talk[Study | None]:
    """The list on a page, if it has all that the search has."""
    listed = yield from listing_on(url, document, search)
    if listed is None or search is None or (yield from has_all(listed, search)):
        return listed
    return None


def has_all(listed: Study, search: Study) -> Talk[bool]:
    """Whether nothing speaks for records that the search has and the list has not."""
    counted = listed.source.total is not None
    if listed.reach < search.reach:
        return False
    if counted and (yield from _goes_beyond(search, listed.reach)):
        return False
    keys = yield from _keys(listed.source)
    if keys is None:
        return True
    if not {record.key for record in search.records} <= keys:
        return False
    return counted or not (yield from _goes_beyond(search, len(keys)))


def _goes_beyond(search: Study, reach: int) -> Talk[bool]:
    """Whether an answer that nobody counts has more pages than so many records would fill."""
    source = search.source
    page = reach // source.interface.page_size + 2
    for query in source.first[:WITNESSES] if source.total is None else ():
        request = request_for(source, Step(query, page))
        document = (yield request) if request is not None else None
        if document is None or document.page.status >= 400:
            continue
        if source.wrapper.extract(document).records:
            return True
    return False


def _keys(source: Source) -> Talk[frozenset[str] | None]:
    """The records of a short list; None if it is long."""
    keys = set[str]()
    request: Request | None = opening(source, Query())
    for page in range(1, SHORT + 1):
        document = (yield request) if request is not None else None
        if request is None or document is None or document.page.status >= 400:
            return frozenset(keys)
        records = {record.key for record in source.wrapper.extract(document).records}
        if records <= keys:
            return frozenset(keys)
        keys |= records
        step = Step(Query(), page + 1)
        request = request_for(source, step) or next_request(source.paging, document, request)
    return None


def _addresses(front: Document, search: Study | None, seen: set[str]) -> list[str]:
    """Where the first page's links lead to lists, the most promising first.

    Not those that ask the search for something, nor one of several values that are counted.
    """
    form = search.source.form if search is not None else None
    parts = _counted_parts(front)
    told = [
        one.url
        for one in rank_links(front, {front.url, *seen})
        if one.score >= PROMISING and not search_like(one.url) and one.url not in parts
    ]
    return [url for url in told if form is None or not _asks(form, url)][:LOOKS]


def _counted_parts(front: Document) -> frozenset[str]:
    """The links of values that have fewer records than the others of their group together."""
    found = set[str]()
    for panel in facets(front):
        counts = [choice.count or 0 for choice in panel.choices]
        found |= {
            choice.url
            for choice, count in zip(panel.choices, counts, strict=True)
            if choice.url and count < sum(counts) - count
        }
    return frozenset(found)


def _asks(form: Form, url: str) -> bool:
    """Whether an address is what a form sends when one of its fields is filled in."""
    place, _, query = url.partition("?")
    asked = {name for name, value in parameters(query) if value}
    names = {control.name for control in form.controls if control.kind != "hidden"}
    return place == form.action.partition("?")[0] and bool(asked & names)


def listing_on(url: str, document: Document, search: Study | None) -> Talk[Study | None]:
    """The list on a page, if it has further pages and its records are those of the search."""
    first = yield from _first_page(document, search)
    if first is None:
        return None
    wrapper, short = first
    short = (yield from _beginning(wrapper, short)) or short
    longer = yield from learn_longer(wrapper, short, None)
    pages = yield from learn_paging_of_long(wrapper, short, longer or short)
    goes_on = pages.read or (longer is not None and not isinstance(pages.paging, Single))
    if not goes_on and (search is not None or not document.is_json):
        return None
    return (yield from studied(url, wrapper, longer or short, pages, search))


def _beginning(wrapper: Wrapper, seen: Heard) -> Talk[Heard | None]:
    """The first page of a list that was met at a later one, as behind "load more"."""
    found: Heard | None = None
    for (where, name), value in values(seen.request).items():
        at = (number(value) or 0) if where == "query" and PAGE.search(name) else 0
        for earlier in (1, 0)[at <= 1 :] if at else ():
            request = put(seen.request, where, name, str(earlier))
            first = yield from page_at(wrapper, seen, request, 1)
            if first is None or not shows_others(first, (found or seen).keys):
                break
            found = first
    return found


def _first_page(document: Document, search: Study | None) -> Talk[tuple[Wrapper, Heard] | None]:
    """The records of the page, and how they are read."""
    request = document.page.request
    if request.method != PRESS:
        request = Request(url=document.url)
    if not has_next(document, request) and not document.is_json:
        return None
    for wrapper in (yield from _wrappers(document, request, search)):
        records = wrapper.extract(document).records
        heard = Heard(query=Query(), request=request, document=document, records=records)
        if len(heard.keys) >= FEWEST and _belongs(heard, wrapper, search):
            return wrapper, heard
    return None


def _belongs(heard: Heard, wrapper: Wrapper, search: Study | None) -> bool:
    if search is None:
        return True
    return same_kind(search.records, heard.records, wrapper == search.source.wrapper)


def _wrappers(document: Document, request: Request, search: Study | None) -> Talk[list[Wrapper]]:
    """How the records might be read: as those of the search, or as what differs on page two."""
    known = [search.source.wrapper] if search is not None else []
    if known and len(known[0].extract(document).records) >= FEWEST:
        return known
    learnt: Wrapper | None = None
    for following in guess(document, request)[:1]:
        second = yield following
        if second is not None and second.page.status < 400:
            learnt = learn_list([document, second])
    if learnt is None and document.is_json:
        learnt = learn_list([document])
    return [] if learnt is None else [learnt]


def studied(
    url: str, wrapper: Wrapper, first: Heard, pages: Pages, search: Study | None
) -> Talk[Study | None]:
    """A list as a source, by its first page and by how its pages follow each other."""
    heard = (first, *pages.read)
    total = learn_total_of(heard, ())
    reach = reach_of(first, total)
    if isinstance(pages.paging, Numbered):
        if total is not None:
            limit = yield from learn_limit(wrapper, pages.paging, first, reach)
            reach = reach if limit is None else limit
        elif search is not None:
            reach = yield from _reached(wrapper, pages.paging, first, search.reach)
    return Study(
        source=_source(url, wrapper, first, pages, total),
        reach=reach,
        records=tuple(record for one in heard for record in one.records),
    )


def _reached(wrapper: Wrapper, paging: Numbered, first: Heard, wanted: int) -> Talk[int]:
    """So many records as are wanted, if an uncounted list goes as far; else those of a page."""
    size = len(first.records)
    page = max(2, -(-wanted // size))
    found = yield from shows(wrapper, paging, first, page)
    return max(wanted, (page - 1) * size + found) if found else size


def _source(
    url: str, wrapper: Wrapper, first: Heard, pages: Pages, total: TotalRule | None
) -> Source:
    return Source(
        url=url,
        encoding=Encoding(action=first.request.url, method=first.request.method, template=True),
        interface=Interface(
            attributes=(),
            page_size=page_size_of(first, pages),
            browsable=True,
            any_page=pages.any_page,
        ),
        paging=pages.paging,
        wrapper=wrapper,
        signs=learn_signs((), [one.document for one in (first, *pages.read)]),
        total=total,
        first=(Query(),),
        findings=(f"everything is listed at {first.request.url}",),
        links_more=has_next(first.document, first.request),
    )
