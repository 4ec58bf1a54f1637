"""Records that no list shows and a site's map names: read from their own pages.

What such a page says is named as the rows of results have it, which the own pages of three known
records taught (`follow.py`). Each is kept before the next is asked for, and what is left is said.
Leaves out sources whose records are not known by their addresses.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass

from leadline.document import Document
from leadline.errors import BudgetSpent, FetchError, StoppedAnswering
from leadline.harvest.follow import FAILING, GAVE_UP, INTERRUPTED, Following
from leadline.model import Query, Record, Request
from leadline.read.details import DetailRule
from leadline.read.walls import wall
from leadline.read.wrapper import HtmlWrapper
from leadline.store import Listed

MOST = 2_000  # pages in one run; the next goes on
MAP = Query((("found by", "sitemap"),))  # what such records are found by


@dataclass(frozen=True, slots=True, kw_only=True)
class Mapped:
    """The addresses that are still missing, and why it ended early."""

    missing: tuple[str, ...]
    stopped: str = ""


async def read_mapped(
    following: Following, addresses: Sequence[str], told: Callable[[int], None]
) -> Mapped:
    """Read the pages at addresses that are like those of records, and keep these."""
    left, stopped = dict.fromkeys(addresses), ""
    try:
        async for number, url in _kept(following, addresses[:MOST]):
            del left[url]
            told(number)
    except BudgetSpent as error:
        stopped = str(error)
    except StoppedAnswering:
        stopped = GAVE_UP
    except asyncio.CancelledError:
        stopped = INTERRUPTED
    return Mapped(missing=tuple(left), stopped=stopped)


async def _kept(following: Following, addresses: Sequence[str]) -> AsyncIterator[tuple[int, str]]:
    """Addresses whose records were read and kept, numbered."""
    store, number = following.store, following.number
    before = sum(one.query == MAP for one in store.lists(number))
    rule, read, failing = await following.rule(), 0, 0
    for url in addresses if rule is not None else ():
        document = await _document(following, url)
        failing = failing + 1 if document is None else 0
        if failing >= FAILING:
            return
        record = _record(following, rule, document) if rule and document else None
        if document is not None and record is not None:
            read += 1
            listed = Listed(query=MAP, page=before + read, url=url)
            store.keep_list(number, listed, [record], document.page)
            yield read, url


async def _document(following: Following, url: str) -> Document | None:
    request = Request(url=url, rendered=following.source.rendered)
    try:
        document = Document(await following.fetcher.fetch(request))
    except FetchError:
        return None
    return document if wall(document) is None and document.page.status < 500 else None


def _record(following: Following, rule: DetailRule, document: Document) -> Record | None:
    """The record whose own page this is; None if it says nothing that records' pages say."""
    wrapper = following.source.wrapper
    values = rule.as_row(document) if document.page.status < 400 else ()
    if not values or not isinstance(wrapper, HtmlWrapper) or not wrapper.keys.by_link:
        return None
    text = " ".join(dict.fromkeys(value for _, value in values))
    key = wrapper.keys.key((), values, document.url, document.url)
    return Record(key, values, text, document.url)
