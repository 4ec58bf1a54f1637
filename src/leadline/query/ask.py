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
    if not query.predicates and source.everything:
        box = next(a.name for a in source.interface.attributes if a.kind is Kind.KEYWORD)
        return source.encoding.encode(Query(((box, source.everything),)))
    return source.encoding.encode(query)


def request_for(source: Source, step: Step) -> Request | None:
    """The request of a step; None where only the page before it tells."""
    first = opening(source, step.query)
    if step.page == 1:
        return first
    if isinstance(source.paging, Numbered):
        return source.paging.request(first, step.page)
    return None
