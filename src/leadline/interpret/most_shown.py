"""The limit K of a form: where the pages of a broad answer end, or what it says of that."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, islice

from leadline.interpret.ends import limit_by_ends
from leadline.interpret.hits import Hits
from leadline.interpret.limit_words import said_limit
from leadline.interpret.pages import ROUND, Pages, learn_limit, page_at, verified_limit
from leadline.interpret.talk import Heard, Talk
from leadline.interpret.totals import reach_of
from leadline.interpret.wide import wide_queries
from leadline.query.encode import Encoding
from leadline.query.paging import Numbered, Single
from leadline.read.total import TotalRule

HALF = 0.5
WIDE = 3  # answers that are looked at for a limit, where words brought too little


def most_shown(
    encoding: Encoding, hits: Hits, pages: Pages, broad: Heard, total: TotalRule | None
) -> Talk[int | None]:
    """The most records shown for one query; if need be, wider ones are asked to learn it."""
    found = yield from _limit_of(hits, pages, broad, total)
    records = [record for one in (*hits.answers, *pages.read) for record in one.records]
    if found is None and total is None and isinstance(pages.paging, Numbered):
        half = wide_queries(encoding.fields, records, HALF)
        known = (one.query for one in hits.found if one.query != broad.query)
        found = yield from limit_by_ends(
            encoding, hits.wrapper, pages.paging, broad, chain(half, known)
        )
    if found is not None or not broad.query.predicates:
        return found
    for query in islice(wide_queries(encoding.fields, records), WIDE):
        request = encoding.encode(query)
        asking = replace(broad, query=query, request=request)
        wide = yield from page_at(hits.wrapper, asking, request, 1)
        if wide is not None and len(wide.records) >= len(broad.records):
            found = yield from _limit_of(hits, pages, wide, total)
        if found is not None:
            return found
    return None


def _limit_of(hits: Hits, pages: Pages, broad: Heard, total: TotalRule | None) -> Talk[int | None]:
    """Where the pages of an answer end, or what it says of that."""
    if isinstance(pages.paging, Numbered) and total is not None:
        matches = reach_of(broad, total)
        return (yield from learn_limit(hits.wrapper, pages.paging, broad, matches))
    if isinstance(pages.paging, Single) and _is_cut(broad, hits, total):
        return len(broad.records)
    said = said_limit(broad.document)
    if said is None or said <= len(broad.records):
        return None
    if not isinstance(pages.paging, Numbered):
        return said
    return (yield from verified_limit(hits.wrapper, pages.paging, broad, said))


def _is_cut(broad: Heard, hits: Hits, total: TotalRule | None) -> bool:
    """Whether an answer of one page shows a round number of the records that it counts."""
    shown = len(broad.records)
    longest = max(len(one.records) for one in (broad, *hits.answers))
    return shown == longest and shown % ROUND == 0 and 0 < shown < reach_of(broad, total)
