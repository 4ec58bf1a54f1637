"""How the further pages of an answer are asked, how long they can be made, and where they end.

Each finding is verified by what it brings: page two shows other records than page one, a longer
page more of them, and the limit K is the last page that still shows any.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from leadline.interpret.talk import Heard, Talk
from leadline.model import Form, Request
from leadline.query.paging import (
    Cursor,
    Linked,
    Numbered,
    Paging,
    Single,
    follow,
    guess,
    has_next,
    propose,
    size_of,
    sized,
    sizes,
)
from leadline.read import Wrapper

GUESSES = 4
LONGER = 3  # page sizes that are tried
RECURRING = 0.7  # of a page's records at most that another page showed
ROUND = 5  # the most records that a site puts on a page is a multiple of it
FEWEST = 3  # pages of an answer below which no limit can show


Seen = Numbered | Cursor | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pages:
    """How pages follow each other, and those that were read to find out."""

    paging: Paging
    read: tuple[Heard, ...] = ()

    @property
    def any_page(self) -> bool:
        """Whether a page can be asked without those before it."""
        return isinstance(self.paging, Numbered)


def learn_paging(wrapper: Wrapper, first: Heard, seen: Seen = None) -> Talk[Pages]:
    """How the pages of this answer are asked; `Single` if what might be a second one is none.

    Where nothing even looks like one, links are followed as soon as some page has one. `seen` is
    how the site itself was seen to ask for them.
    """
    known = _second(seen, first)
    guesses = (*filter(None, (known,)), *guess(first.document, first.request)[:GUESSES])
    for request in guesses:
        second = yield from page_at(wrapper, first, request, 2)
        if second is not None and shows_others(second, first.keys):
            paging = propose(first.request, first.document, request)
            if isinstance(paging, Numbered):
                return (yield from _verified(wrapper, paging, first, second))
            return Pages(paging=paging, read=(second,))
    return Pages(paging=Single() if guesses else Linked())


def _second(seen: Seen, first: Heard) -> Request | None:
    """The request of the second page, as the site itself asks for it."""
    if isinstance(seen, Numbered):
        return seen.request(first.request, 2)
    return None if seen is None else seen.next_request(first.document, first.request)


def learn_paging_of_long(
    wrapper: Wrapper, short: Heard, long: Heard, seen: Seen = None
) -> Talk[Pages]:
    """The same where pages were made longer: perhaps only the short ones have successors."""
    pages = yield from learn_paging(wrapper, long, seen)
    if pages.read or short is long or not has_next(short.document, short.request):
        return pages
    shorter = yield from learn_paging(wrapper, short)
    if not isinstance(shorter.paging, Numbered):
        return Pages(paging=shorter.paging)
    return Pages(paging=shorter.paging.resized(size_of(long.request)))


def _verified(wrapper: Wrapper, paging: Numbered, first: Heard, second: Heard) -> Talk[Pages]:
    """The law of pages one and two, if page three obeys it; else links are followed."""
    if not has_next(second.document, second.request):
        return Pages(paging=paging, read=(second,))
    third = yield from page_at(wrapper, first, paging.request(first.request, 3), 3)
    if third is None or not shows_others(third, first.keys | second.keys):
        return Pages(paging=follow(first.document, second.request), read=(second,))
    return Pages(paging=paging, read=(second, third))


def shows_others(page: Heard, before: frozenset[str]) -> bool:
    """Whether a page has other records than those before, not just more of them.

    Some may recur: the same advertisement, or records that the site sorts as it likes.
    """
    if before and before <= page.keys:
        return False
    return len(page.keys & before) <= RECURRING * len(page.keys)


def page_at(wrapper: Wrapper, first: Heard, request: Request, page: int) -> Talk[Heard | None]:
    """One more page of an answer, if it shows records."""
    document = yield request
    if document is None or document.page.status >= 400:
        return None
    records = wrapper.extract(document).records
    heard = Heard(query=first.query, request=request, document=document, records=records, page=page)
    return heard if records else None


def learn_longer(wrapper: Wrapper, first: Heard, form: Form | None) -> Talk[Heard | None]:
    """The same page with more records on it, if the site can be asked for that."""
    for request in sizes(first.document, first.request, form, len(first.records))[:LONGER]:
        longer = yield from page_at(wrapper, first, request, 1)
        if longer is not None and len(longer.keys) > len(first.keys) and first.keys <= longer.keys:
            return (yield from _as_long_as_it_is(wrapper, longer))
    return None


def _as_long_as_it_is(wrapper: Wrapper, longer: Heard) -> Talk[Heard]:
    """A page that a site cut to its own most, asked for in that length: offsets go by it."""
    shown = len(longer.records)
    if shown % ROUND or shown >= size_of(longer.request):
        return longer
    again = yield from page_at(wrapper, longer, sized(longer.request, shown), 1)
    return longer if again is None or again.keys != longer.keys else again


def learn_limit(wrapper: Wrapper, paging: Numbered, first: Heard, total: int) -> Talk[int | None]:
    """K, the most records shown for one query: where the pages of a broad answer end."""
    size = len(first.records)
    last = -(-total // size)
    if last <= FEWEST:
        return None
    if (yield from shows(wrapper, paging, first, last)):
        return None
    found = yield from learn_shown(wrapper, paging, first, Between(1, last, size))
    return found if found < total else None


class Between(NamedTuple):
    """Where an answer ends: page `low` shows so many rows, page `high` none."""

    low: int
    high: int
    rows: int


def learn_shown(wrapper: Wrapper, paging: Numbered, first: Heard, where: Between) -> Talk[int]:
    """How many records an answer shows on all its pages, by halving.

    A page may have a row among its records that is none, so the longest tells how long pages are.
    """
    low, high, rows = where
    size = max(len(first.records), rows)
    while high - low > 1:
        middle = (low + high) // 2
        shown = yield from shows(wrapper, paging, first, middle)
        low, high, rows = (middle, high, shown) if shown else (low, middle, rows)
        size = max(size, shown)
    return (low - 1) * size + rows


def verified_limit(wrapper: Wrapper, paging: Numbered, first: Heard, said: int) -> Talk[int | None]:
    """K as a page states it, if the pages of a broad answer end there, or before it."""
    last = -(-said // len(first.records))
    if (yield from shows(wrapper, paging, first, last + 1)):
        return None
    return said if (yield from shows(wrapper, paging, first, last)) else None


def shows(wrapper: Wrapper, paging: Numbered, first: Heard, page: int) -> Talk[int]:
    """How many records a page of the answer shows; none if it is page one again."""
    heard = yield from further_page(wrapper, paging, first, page)
    return 0 if heard is None else len(heard.records)


def further_page(wrapper: Wrapper, paging: Numbered, first: Heard, page: int) -> Talk[Heard | None]:
    """A page of an answer, if it shows records that the first one has not."""
    heard = yield from page_at(wrapper, first, paging.request(first.request, page), page)
    return heard if heard is not None and shows_others(heard, first.keys) else None
