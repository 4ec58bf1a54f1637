"""Whether an answer goes on behind what its page shows, where no second page was found.

It does if it states more records than it shows, or if another answer is as long. A list without
words that a script asks for may, if its page shows all of it: then it is that page which may grow.
"""

from __future__ import annotations

from leadline.document import Document
from leadline.interpret.find import Way
from leadline.interpret.hits import Hits
from leadline.interpret.talk import Heard
from leadline.interpret.totals import reach_of
from leadline.model import Query, Request
from leadline.read.records import grow, text_of
from leadline.read.total import TotalRule

MANY = 5  # records of two answers that are as many only if pages end there
LONG = 250  # records that hardly any page of a list has


def stuck_at(way: Way, broad: Heard, hits: Hits, total: TotalRule | None) -> Heard | None:
    """The answer, or the page that its script shows it on, if there seems to be more of it."""
    if not way.data or broad.query.predicates:
        return broad if _goes_on(broad, hits, total) else None
    first = broad if hits.blank is None else hits.blank
    may_go_on = MANY <= len(broad.records) <= LONG and _is_all_shown(first, way.page)
    page = Heard(query=Query(), request=Request(url=way.page.url), document=way.page)
    return page if may_go_on or _goes_on(broad, hits, total) else None


def _is_all_shown(heard: Heard, page: Document) -> bool:
    """Whether a page shows all the records of an answer, as it would not of a whole list."""
    body = page.tree.body if page.is_html else None
    text = text_of(grow(body)) if body is not None else ""
    longest = (max((v for _, v in one.values), key=len, default="") for one in heard.records)
    return all(value in text for value in longest)


def _goes_on(broad: Heard, hits: Hits, total: TotalRule | None) -> bool:
    """Whether there is more than one page of it: by its total, or since others are as long."""
    shown = len(broad.records)
    as_long = sum(len(one.records) == shown for one in hits.answers if one.query != broad.query)
    return reach_of(broad, total) > shown or (shown >= MANY and as_long > 0)
