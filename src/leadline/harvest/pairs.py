"""Who has which value, with the query that tells it and whether anything else does, to be kept.

A value is hidden if neither the record's row nor its own page shows it. Own pages that were not
read are judged by a few that are: if all of them show a facet's value, the others will.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from leadline.document import Document
from leadline.errors import FetchError, MissingExtra
from leadline.interpret.facet_rows import plain, said
from leadline.model import Query, Request
from leadline.net.fetcher import Fetcher
from leadline.plan.facets.known import OWN
from leadline.plan.facets.known import Pair as Told
from leadline.store import Pair, Store, StoredRecord

SAMPLE = 3  # own pages that a facet is judged by
MOST = 8  # own pages that are read to judge facets
Values = Mapping[tuple[str, str], Told]


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """How many pairs there are, and how many of them only facets tell."""

    count: int = 0
    hidden: int = 0


def by_record(told: Iterable[Told]) -> dict[str, dict[tuple[str, str], Told]]:
    """What is told of each record, each value once."""
    found: dict[str, dict[tuple[str, str], Told]] = defaultdict(dict)
    for one in told:
        found[one.key].setdefault(one.value, one)
    return dict(found)


def keep_pairs(
    store: Store,
    number: int,
    found: Mapping[str, Values],
    fields: Mapping[str, str],
    paged: frozenset[str],
) -> Counted:
    """Keep what facets told and what rows show; `fields` of rows and own pages show some of it."""
    pairs = pairs_of(store.records(number), found, fields, paged)
    store.keep_pairs(number, pairs)
    return Counted(count=len(pairs), hidden=sum(pair.hidden for pair in pairs))


def pairs_of(
    records: Iterable[StoredRecord],
    found: Mapping[str, Values],
    fields: Mapping[str, str],
    paged: frozenset[str],
) -> list[Pair]:
    """Who of these has which value, by what facets told of them or their rows show."""
    return [
        pair
        for stored in records
        for pair in _pairs(stored, found.get(stored.record.key, {}), fields, paged)
    ]


def _pairs(
    stored: StoredRecord, told: Values, fields: Mapping[str, str], paged: frozenset[str]
) -> Iterator[Pair]:
    key, values = stored.record.key, (*stored.record.values, *stored.details)
    row = said(values)
    for (facet, text), one in told.items():
        shown = facet in fields or facet in paged or plain(text) in row
        yield Pair(
            key=key,
            attribute=facet,
            value=text,
            query=Query(tuple(one.under)) if one.page != OWN else Query(),
            page=0 if one.page == OWN else max(1, one.page),
            counted=one.page == 0,
            hidden=not shown,
        )
    have = {facet for facet, _ in told}
    for facet, name in fields.items():  # values that no panel named
        if facet not in have:
            texts = dict.fromkeys(value for field, value in values if field == name and value)
            yield from (Pair(key=key, attribute=facet, value=text) for text in texts)


async def shown_by_own_pages(
    store: Store, number: int, fetcher: Fetcher, found: Mapping[str, Values], *, rendered: bool
) -> frozenset[str]:
    """The facets whose values stand on records' own pages, as far as a few of these tell."""
    looked, lacking, read = Counter[str](), set[str](), 0
    for stored in _telling(store, number, found):
        told = found[stored.record.key]
        open_ = {facet for facet, _ in told if facet not in lacking and looked[facet] < SAMPLE}
        if not open_ or read >= MOST:
            continue
        texts = await _texts(fetcher, Request(url=stored.record.url, rendered=rendered))
        if texts is None:
            break
        read += 1
        looked.update(open_)
        lacking |= {facet for facet, value in told if facet in open_ and plain(value) not in texts}
    return frozenset(looked) - lacking


def _telling(store: Store, number: int, found: Mapping[str, Values]) -> list[StoredRecord]:
    """The records of which facets tell most, and which have pages of their own."""
    some = (s for s in store.records(number) if s.record.url and s.record.key in found)
    ordered = sorted(some, key=lambda s: -len({facet for facet, _ in found[s.record.key]}))
    return ordered[: 4 * MOST]


async def _texts(fetcher: Fetcher, request: Request) -> set[str] | None:
    """All that a page says, piece by piece; None if it cannot be had."""
    try:
        document = Document(await fetcher.fetch(request))
    except (FetchError, MissingExtra):
        return None
    if document.page.status >= 400 or not document.is_html:
        return None
    nodes = document.tree.root.traverse(include_text=True) if document.tree.root else ()
    texts = (node.text(deep=False) or "" for node in nodes if node.tag == "-text")
    return said(("", text) for text in texts if text.strip())
