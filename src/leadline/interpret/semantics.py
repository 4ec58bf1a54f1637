"""What several words mean to a search box, and whether it can be made to list everything.

By asking: two words that one record carries, each of which also matches without the other. Fewer
results than for one word alone, all of which carry both: the site joins words with AND.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from leadline.document import Document
from leadline.interpret.columns import normal
from leadline.interpret.talk import Heard, Talk
from leadline.model import Query, Record
from leadline.plan.words import words
from leadline.query.encode import Encoding
from leadline.read import Wrapper
from leadline.read.total import TotalRule

WILDCARDS = ("*", "%")
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
    """What is typed to list everything: a wildcard that matches more than any word did."""
    for sign in WILDCARDS:
        query = Query(((box, sign),))
        request = encoding.encode(query)
        document = yield request
        if document is None or document.page.status >= 400:
            continue
        records = wrapper.extract(document).records
        heard = Heard(query=query, request=request, document=document, records=records)
        if records and _matches(heard, total) > 2 * _matches(most, total):
            return sign, heard
    return None


def _matches(heard: Heard, total: TotalRule | None) -> int:
    claimed = total.read(heard.document) if total is not None else None
    return claimed[0] if claimed is not None else 0
