"""The result limit of a site that neither counts nor says it: where different answers all end.

The end of a broad answer is searched for by doubling the page number, then by halving. If another
answer, which cannot have as many matches by anything but chance, ends after just as many records,
that is the limit. Of sites that repeat their last page for ever none is found.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import islice

from leadline.interpret.pages import FEWEST, Between, further_page, learn_shown, page_at, shows
from leadline.interpret.talk import Heard, Talk
from leadline.model import Query
from leadline.query.encode import Encoding
from leadline.query.paging import Numbered
from leadline.read import Wrapper

FARTHEST = 1024  # pages that are looked at: larger limits hardly matter
OTHERS = 3  # answers that are compared


def limit_by_ends(
    encoding: Encoding, wrapper: Wrapper, paging: Numbered, first: Heard, queries: Iterable[Query]
) -> Talk[int | None]:
    """K, if one of these queries has an answer that ends where the first one does."""
    end = yield from learn_end(wrapper, paging, first)
    if end is None or end <= FEWEST * len(first.records):
        return None
    for query in islice(queries, OTHERS):
        request = encoding.encode(query)
        asking = replace(first, query=query, request=request)
        other = yield from page_at(wrapper, asking, request, 1)
        if other is not None and (yield from _ends_at(wrapper, paging, other, first, end)):
            return end
    return None


def learn_end(wrapper: Wrapper, paging: Numbered, first: Heard) -> Talk[int | None]:
    """How many records its pages show; None if very many, or if it repeats its last for ever."""
    low, high, last = 1, 2, first  # page `low`, the last one, shows records
    while (page := (yield from further_page(wrapper, paging, first, high))) is not None:
        if high > FARTHEST or page.keys == last.keys:
            return None
        low, high, last = high, 2 * high, page
    return (yield from learn_shown(wrapper, paging, first, Between(low, high, len(last.records))))


def _ends_at(
    wrapper: Wrapper, paging: Numbered, other: Heard, first: Heard, end: int
) -> Talk[bool]:
    size = len(first.records)
    if len(other.records) != size or other.keys == first.keys:
        return False
    last, rows = -(-end // size), (end - 1) % size + 1
    if (yield from shows(wrapper, paging, other, last)) != rows:
        return False
    return not (yield from shows(wrapper, paging, other, last + 1))
