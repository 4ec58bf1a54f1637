"""The list on a page where there is nothing to ask.

One that only a script shows, whose pages a browser turns; one that its page consists of, all at
once, of which a script may show and search a part at a time; or one in the data that a page hands
to its script.
"""

from __future__ import annotations

from leadline.detect.boxes import is_scripted
from leadline.document import Document
from leadline.interpret.facet_lists import learn_list
from leadline.interpret.listing import listing_on, studied
from leadline.interpret.pages import Pages, learn_paging_of_long
from leadline.interpret.study import Study
from leadline.interpret.talk import Heard, Talk
from leadline.model import Query, Request
from leadline.query.paging import Single
from leadline.query.script import Pressed, pressing
from leadline.read import Sample
from leadline.read.records import grow, is_said, text_of
from leadline.read.structured_induce import induce_json

ALONE = 20  # records of a list that has no second page
MOST = 0.5  # of what its page says that such a list makes up


def drawn_listing(url: str, front: Document) -> Talk[Study | None]:
    """The list that a script shows on a page, turned by its button for the next page."""
    document = (yield pressing(front.url, Pressed())) if is_scripted(front) else None
    if document is None or not document.is_html or document.page.status >= 400:
        return None
    studied = yield from listing_on(url, document, None)
    return None if studied is None else studied.drawn()


def find_lone_list(url: str, page: Document) -> Talk[Study | None]:
    """The list that a page consists of, if it is long and all of it is there."""
    wrapper = learn_list([page])
    if wrapper is None:
        return None
    records = wrapper.extract(page).records
    first = Heard(query=Query(), request=Request(url=page.url), document=page, records=records)
    if len(first.keys) < ALONE or not _makes_up(first):
        return None
    pages = yield from learn_paging_of_long(wrapper, first, first)
    return (yield from studied(url, wrapper, first, pages, None))


def find_list_behind(url: str, page: Document, search: Study) -> Talk[Study | None]:
    """The list that a page consists of, if all is in it, or in its data, that a search showed."""
    if not search.records or not page.is_html or page.tree.body is None:
        return None
    said = text_of(grow(page.tree.body))
    if all(value in said for record in search.records for _, value in record.values):
        return (yield from find_lone_list(url, page))
    return (yield from find_list_inside(url, page, search))


def find_list_inside(url: str, page: Document, shown: Study | None) -> Talk[Study | None]:
    """The list that a page hands to its script, if it is long and has all that the script shows."""
    wrapper = induce_json([Sample(document=page)]) if page.is_html else None
    if wrapper is None:
        return None
    request = Request(url=page.url)
    records = wrapper.extract(page).records
    first = Heard(query=Query(), request=request, document=page, records=records)
    if len(first.keys) < ALONE or not _makes_up(first):
        return None
    if shown is not None and not _says_all(first, shown):
        return None
    return (yield from studied(url, wrapper, first, Pages(paging=Single()), None))


def _says_all(inside: Heard, shown: Study) -> bool:
    """Whether something of each record that a script shows stands in data."""
    said = "\n".join(record.text for record in inside.records)
    return all(is_said(record, said) for record in shown.records)


def _makes_up(listed: Heard) -> bool:
    """Whether a list is most of what its page says."""
    body = listed.document.tree.body if listed.document.is_html else None
    said = sum(len(record.text) for record in listed.records)
    return body is not None and said >= MOST * len(text_of(grow(body)))
