"""A query's only match, shown by its own page in place of a list of one.

Such a page was not asked for, has an address like those of records' own pages, and none of what
pages of results say. It is read like them, with the names that rows have for the same things.
Leaves out sources whose records are not known by their addresses, and own pages that are shown
under the address of the search.
"""

from __future__ import annotations

from leadline.document import Document
from leadline.model import Record, Request
from leadline.read.outcome import is_single_hit
from leadline.read.wrapper import HtmlWrapper
from leadline.source import Source


def may_be_single(source: Source, document: Document, request: Request) -> bool:
    """Whether a page could be a record's own, by all that is known without such pages."""
    wrapper = source.wrapper
    return (
        isinstance(wrapper, HtmlWrapper)
        and wrapper.keys.by_link
        and is_single_hit(document, request, source.signs)
    )


def single_hit(source: Source, document: Document, request: Request) -> Record | None:
    """The record whose own page this is; None if it is none, or own pages are not known."""
    rule, wrapper = source.details, source.wrapper
    if rule is None or rule.addresses is None or not rule.addresses.fits(document.url):
        return None
    if not isinstance(wrapper, HtmlWrapper) or not may_be_single(source, document, request):
        return None
    values = rule.as_row(document)
    key = wrapper.keys.key((), values, document.url, request.url)
    text = " ".join(dict.fromkeys(value for _, value in values))
    return Record(key, values, text, document.url)
