"""From a page to the answer it gives to a step."""

from __future__ import annotations

from dataclasses import dataclass, replace

from leadline.document import Document
from leadline.model import Answer, Count, Outcome, Record, Request, Step
from leadline.query.paging import Numbered, has_next, next_request
from leadline.read.outcome import judge
from leadline.read.single import single_hit
from leadline.source import Source

BEYOND = (404, 410)  # what a page behind the last one is answered with
BEYOND_DATA = (*BEYOND, 400, 416, 422)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """An answer, the request of the page after it where only this page tells, and whether the
    wrapper still fits."""

    answer: Answer
    next: Request | None = None
    healthy: bool = True


def read(source: Source, document: Document, request: Request, step: Step) -> Reading:
    """What a page says to a step."""
    if (only := single_hit(source, document, request)) is not None:
        return Reading(answer=Answer(records=(_with_attributes(source, only),), total=1))
    extraction = source.wrapper.extract(document)
    records = extraction.records
    if source.columns:
        records = tuple(_with_attributes(source, record) for record in records)
    if source.passing:
        records = tuple(_lasting(source, record) for record in records)
    if not records and not _is_beyond_end(document, step):
        outcome = judge(document, 0, source.signs)
        if outcome in (Outcome.REFUSED, Outcome.FAILED):
            return Reading(answer=Answer(outcome=outcome))
    total = _total(source, document, len(records), step.page)
    follows = _following(source, document, request) if records else None
    answer = Answer(
        records=records,
        total=total[0] if total else None,
        count=total[1] if total else Count.EXACT,
        more=bool(records)
        and (follows is not None or _more(source, document, len(records), total, step.page)),
        outcome=Outcome.FOUND if records else Outcome.EMPTY,
    )
    return Reading(answer=answer, next=follows, healthy=extraction.healthy)


def _is_beyond_end(document: Document, step: Step) -> bool:
    """Whether a further page is said not to exist: some sites have no other word for an end."""
    said = BEYOND_DATA if document.is_json else BEYOND
    return step.page > 1 and document.page.status in said


def _total(source: Source, document: Document, records: int, page: int) -> tuple[int, Count] | None:
    """What the page claims; a page without records disproves a claim of more than came before.

    Of a page that was read in part it is known that there is more.
    """
    claimed = source.total.read(document, records) if source.total is not None else None
    before = (page - 1) * source.interface.page_size
    if records and claimed is None and document.is_html and document.is_cut:
        return before + records + 1, Count.LEAST
    if records or claimed is None:
        return claimed
    return claimed if claimed[0] <= before else (0, Count.EXACT) if page == 1 else None


def _following(source: Source, document: Document, request: Request) -> Request | None:
    if isinstance(source.paging, Numbered):
        return None
    return next_request(source.paging, document, request)


def _more(
    source: Source, document: Document, records: int, total: tuple[int, Count] | None, page: int
) -> bool:
    """Whether a numbered page has another after it."""
    if not isinstance(source.paging, Numbered):
        return False
    size, limit = source.interface.page_size, source.interface.limit
    if limit is not None and page * size >= limit:
        return False
    if total is not None and total[1] is Count.EXACT:
        return page * size < total[0]
    if source.links_more:
        return has_next(document, document.page.request)
    return records >= size


def _lasting(source: Source, record: Record) -> Record:
    """The record without what depends on the question."""
    kept = tuple(pair for pair in record.values if pair[0] not in source.passing)
    return replace(record, values=kept)


def _with_attributes(source: Source, record: Record) -> Record:
    """The record, with the fields that show an attribute named like it."""
    names = dict(source.columns)
    values = tuple((names.get(name, name), value) for name, value in record.values)
    return replace(record, values=values)
