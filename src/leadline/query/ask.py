"""From a step to the request that asks it."""

from __future__ import annotations

from dataclasses import replace

from leadline.model import Kind, Query, Request, Step
from leadline.query.paging import Numbered
from leadline.source import Source


def opening(source: Source, query: Query) -> Request:
    """The request of a query's first page."""
    request = _encoded(source, query)
    return replace(request, rendered=True) if source.rendered else request


def _encoded(source: Source, query: Query) -> Request:
    if not source.everything:
        return source.encoding.encode(query)
    box = next(a for a in source.interface.attributes if a.kind is Kind.KEYWORD)
    words = [value for name, value in query.predicates if name == box.name]
    if not query.predicates or (words and box.without and _only_exclude(words, box.without)):
        query = Query(((box.name, source.everything), *query.predicates), query.order)
    return source.encoding.encode(query)


def _only_exclude(words: list[str], sign: str) -> bool:
    """Whether nothing is asked for: words are only left out, of everything."""
    return all(word.startswith(sign) for word in words)


def request_for(source: Source, step: Step) -> Request | None:
    """The request of a step; None where only the page before it tells."""
    first = opening(source, step.query)
    if step.page == 1:
        return first
    if isinstance(source.paging, Numbered):
        return source.paging.request(first, step.page)
    return None
