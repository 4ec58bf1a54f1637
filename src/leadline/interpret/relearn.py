"""A site that looks different half-way: its records are learned anew from pages that are known.

When a page does not fit the wrapper, pages of queries that were answered before are asked again. If
the wrapper still reads them, the page is just odd. If not, the site has a new design: a wrapper is
learned from all of them, and taken if it finds the records that are known to be there, by the same
keys. Its fields get the names that the same values had before. Leaves out a new way of turning
pages, and designs in which records are known by something else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from leadline.document import Document
from leadline.errors import StoppedAnswering
from leadline.interpret.talk import Talk
from leadline.model import Outcome, Record, Turn
from leadline.query.ask import request_for
from leadline.query.paging import has_next
from leadline.read import Sample, Wrapper, induce
from leadline.read.outcome import judge
from leadline.read.outcome_words import EMPTY, says
from leadline.read.total import TotalRule, TotalSample, learn_total
from leadline.read.walls import wall
from leadline.source import Source

Known = tuple[Turn, Document]

UNREADABLE = "its pages have a new design, which cannot be read"


def relearn(source: Source, turns: Sequence[Turn], odd: Sample) -> Talk[Source | None]:
    """How the source is read by now; None if it is as before, or nobody can tell.

    The turns were answered before; the odd page is what the wrapper did not fit.
    """
    known: list[Known] = []
    for turn in turns:
        request = request_for(source, turn.step)
        document = (yield request) if request is not None else None
        if document is None:
            continue
        if document.page.status >= 400 or wall(document) is not None or _fits(source, document):
            return None
        known.append((turn, document))
    return _learned(source, known, odd) if known else None


def _learned(source: Source, known: Sequence[Known], odd: Sample) -> Source:
    samples = [Sample(document=document, words=_words(turn)) for turn, document in known]
    for some in ([*samples, odd], samples):
        wrapper = induce(some)
        if wrapper is not None and all(_finds(wrapper, *one) for one in known):
            columns, total = _columns(wrapper, known), _total(source, wrapper, known)
            return replace(source, wrapper=wrapper, columns=columns, total=total)
    raise StoppedAnswering(UNREADABLE)


def _words(turn: Turn) -> tuple[str, ...]:
    return tuple(value for _, value in turn.step.query.predicates)


def _fits(source: Source, document: Document) -> bool:
    """Whether a page is read as ever: it has records, or says that there are none."""
    extraction = source.wrapper.extract(document)
    if extraction.records:
        return extraction.healthy
    return says(document, EMPTY) or judge(document, 1, source.signs) is Outcome.EMPTY


def _finds(wrapper: Wrapper, turn: Turn, document: Document) -> bool:
    """Whether most of the records that were on a page are found on it."""
    keys = {record.key for record in wrapper.extract(document).records}
    return 2 * sum(record.key in keys for record in turn.answer.records) > len(keys) > 0


def _columns(wrapper: Wrapper, known: Sequence[Known]) -> tuple[tuple[str, str], ...]:
    """The names that the fields of known records had before, where they are called otherwise."""
    seen, same = Counter[str](), Counter[tuple[str, str]]()
    for turn, document in known:
        before = {record.key: record for record in turn.answer.records}
        for record in wrapper.extract(document).records:
            if record.key in before:
                seen.update({name for name, _ in record.values})
                same.update(_alike(record, before[record.key]))
    names: dict[str, str] = {}
    for (name, old), times in same.most_common():
        if 2 * times > seen[name] and name not in names and old not in names.values():
            names[name] = old
    return tuple((name, old) for name, old in names.items() if name != old)


def _alike(record: Record, before: Record) -> set[tuple[str, str]]:
    return {
        (name, old)
        for name, text in record.values
        for old, other in before.values
        if _plain(text) == _plain(other)
    }


def _plain(text: str) -> str:
    return "".join(c for c in text.casefold() if c.isalnum())


def _total(source: Source, wrapper: Wrapper, known: Sequence[Known]) -> TotalRule | None:
    """The rule for totals, if it still tells those that are known; else one that is learned."""
    counts = [len(wrapper.extract(document).records) for _, document in known]
    told = [
        source.total is not None and _tells(source.total, turn, document, count)
        for (turn, document), count in zip(known, counts, strict=True)
    ]
    if source.total is None or all(told):
        return source.total
    size = source.interface.page_size
    return learn_total(
        [
            TotalSample(
                document=document,
                records=count,
                page=turn.step.page,
                page_size=size,
                last=not has_next(document, document.page.request),
                words=_words(turn),
            )
            for (turn, document), count in zip(known, counts, strict=True)
        ]
    )


def _tells(rule: TotalRule, turn: Turn, document: Document, records: int) -> bool:
    claimed = rule.read(document, records)
    return (None if claimed is None else claimed[0]) == turn.answer.total
