"""What several words mean to a search box, and whether it can be made to list everything.

By asking: two words that one record carries, each of which also matches without the other. Fewer
results than for one word alone, all of which carry both: the site joins words with AND. A sign
before the second word leaves it out if what it leaves is exactly the difference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from leadline.document import Document
from leadline.interpret.columns import normal
from leadline.interpret.talk import Heard, Talk
from leadline.interpret.words import nonsense
from leadline.model import Count, Query, Record
from leadline.plan.words import words
from leadline.query.encode import Encoding
from leadline.read import Wrapper
from leadline.read.total import TotalRule

WILDCARDS = {"*": 2, "%": 2, "-" + nonsense(0): 1}  # the last: whatever has not this word
EXCLUDING = ("-", "NOT ")  # signs before a word that records must not have
SHORTEST = 3
BOTH = 0.5  # of the records shown carry both words where excerpts may hide one


def learn_joining(
    encoding: Encoding, wrapper: Wrapper, total: TotalRule | None, found: Sequence[Heard]
) -> Talk[bool | None]:
    """Whether two words mean AND; None if it could not be told."""
    for first, word in _pairs(found):
        (box, _), *_ = first.query.predicates
        document = yield encoding.encode(first.query.with_(box, word))
        if document is not None and document.page.status < 400:
            return _narrows(first, document, wrapper, total, word)
    return None


def learn_exclusion(encoding: Encoding, total: TotalRule, found: Sequence[Heard]) -> Talk[str]:
    """What is typed before a word that records must not have; nothing if nothing does that."""
    for first, word in _pairs(found):
        (box, _), *_ = first.query.predicates
        alone = _counted(total, first.document)
        both = yield from _asked(encoding, total, first.query.with_(box, word))
        if alone is None or both is None or not 0 < both < alone:
            continue
        for sign in EXCLUDING:
            less = yield from _asked(encoding, total, first.query.with_(box, sign + word))
            if less == alone - both:
                return sign
        return ""
    return ""


def _asked(encoding: Encoding, total: TotalRule, query: Query) -> Talk[int | None]:
    document = yield encoding.encode(query)
    return None if document is None else _counted(total, document)


def _counted(total: TotalRule, document: Document) -> int | None:
    """How many records an answer has, if it says so exactly."""
    claimed = total.read(document)
    return claimed[0] if claimed is not None and claimed[1] is Count.EXACT else None


def _pairs(found: Sequence[Heard]) -> Iterator[tuple[Heard, str]]:
    """An answer, and a word that some of its records carry and others don't."""
    for heard in found:
        if len(heard.query.predicates) != 1:
            continue
        box, asked = heard.query.predicates[0][0], heard.query.predicates[0][1].lower()
        counted = Counter(chain.from_iterable(words(_searched(r, box)) for r in heard.records))
        for word, count in counted.most_common():
            if 1 <= count <= len(heard.records) / 2 and len(word) >= SHORTEST and word != asked:
                yield heard, word
                break


def _searched(record: Record, box: str) -> str:
    """What a box looks into: the field that it is named after, else all of the text."""
    own = [value for name, value in record.values if normal(name) == normal(box)]
    return " ".join(own) if own else record.text


def _narrows(
    first: Heard, document: Document, wrapper: Wrapper, total: TotalRule | None, word: str
) -> bool:
    records = wrapper.extract(document).records
    alone = total.read(first.document) if total is not None else None
    both = total.read(document) if total is not None else None
    if alone is not None and both is not None and alone[0] != both[0]:
        return both[0] < alone[0]
    carrying = sum(word in words(record.text) for record in records)
    return bool(records) and carrying >= BOTH * len(records)


def learn_wildcard(
    encoding: Encoding, wrapper: Wrapper, box: str, most: Heard, total: TotalRule | None
) -> Talk[tuple[str, Heard] | None]:
    """What is typed to list everything: what matches (so many times) more than any word did."""
    for sign, times in WILDCARDS.items():
        query = Query(((box, sign),))
        request = encoding.encode(query)
        document = yield request
        if document is None or document.page.status >= 400:
            continue
        records = wrapper.extract(document).records
        heard = Heard(query=query, request=request, document=document, records=records)
        if records and _matches(heard, total) > times * _matches(most, total):
            return sign, heard
    return None


def _matches(heard: Heard, total: TotalRule | None) -> int:
    claimed = total.read(heard.document) if total is not None else None
    return claimed[0] if claimed is not None else 0
