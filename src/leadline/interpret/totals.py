"""How many records a form's answers say they have: on all pages, or at least on the first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from leadline.document import Document
from leadline.interpret.talk import Heard
from leadline.query.paging import has_next, size_of
from leadline.read.total import TotalRule, TotalSample, learn_total


def learn_total_of(heard: Iterable[Heard], empty: Iterable[Document]) -> TotalRule | None:
    """Where these answers state how many records match: on all pages, or at least on the first."""
    answers = list(heard)
    sizes = defaultdict[int, int](int)  # of pages, by the size that was asked for
    for one in answers:
        asked = size_of(one.request)
        sizes[asked] = max(sizes[asked], len(one.records))
    with_hits = [
        TotalSample(
            document=one.document,
            records=len(one.records),
            page=one.page,
            page_size=sizes[size_of(one.request)],
            last=not has_next(one.document, one.request),
            words=one.words,
        )
        for one in answers
    ]
    without = [
        TotalSample(document=one, records=0, page_size=max(sizes.values()), last=True, words=("",))
        for one in empty
    ]
    first = [one for one in with_hits if one.page == 1]
    return learn_total([*with_hits, *without]) or learn_total([*first, *without])


def reach_of(heard: Heard, total: TotalRule | None) -> int:
    """How many records an answer is known to have."""
    claimed = total.read(heard.document) if total is not None else None
    shown = len(heard.records) + has_next(heard.document, heard.request)
    return shown if claimed is None else max(shown, claimed[0])
