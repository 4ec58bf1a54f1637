"""The first answers of a form, and what of it need not, or must, be filled in to get any.

Ranges that may not be left open are filled in as wide as they go; a box that finds not even what
records say is left alone where choices bring lists. A form that shows the same few things whatever
it is asked is none to harvest.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from leadline.document import Document
from leadline.interpret.everything_between import needs_ranges, with_wide_ranges
from leadline.interpret.find import Way
from leadline.interpret.hits import Hits, ask, common_words, first_hits, keyword_of
from leadline.interpret.talk import Heard, Talk
from leadline.model import Query, Record
from leadline.query.encode import Encoding

MANY = 5  # records that make a list
DIGITS = re.compile(r"\d+")
HEARD = 3  # words of records that a box is tried with


def begun(encoding: Encoding, way: Way, words: Sequence[str]) -> Talk[tuple[Encoding, Hits] | None]:
    """The first answers; if there are none, or ranges must be given, with those wide open."""
    wide = with_wide_ranges(encoding)
    ways = (encoding, wide) if not needs_ranges(encoding, way.form) else (wide, encoding)
    for one in (one for one in ways if one is not None):
        hits = yield from first_hits(one, way.page, words)
        if hits is not None and not _is_deaf(hits, way):
            return (yield from _hearing(one, hits)), hits
    return None


def _is_deaf(hits: Hits, way: Way) -> bool:
    """Whether the same is shown whatever is asked for, even if it is nonsense, and is no list."""
    blank = () if hits.blank is None else (hits.blank,)
    if _are_furniture(hits, hits.found or blank):
        return True
    answers = {one.keys for one in hits.found or blank}
    if len(answers) > 1:
        return False
    if keyword_of(way.encoding) and not hits.found:  # no word found any of it
        return way.form is None or answers == _read(hits, (way.page,))
    if any(len(keys) >= MANY for keys in answers):
        return False
    return answers == _read(hits, hits.empty or (way.page,))


def _are_furniture(hits: Hits, answers: Sequence[Heard]) -> bool:
    """Whether nonsense shows the same as every answer, but for its numbers, as of a clock."""
    nothing = [_said(hits.wrapper.extract(document).records) for document in hits.empty]
    return bool(nothing) and all(_said(one.records) in nothing for one in answers)


def _said(records: Sequence[Record]) -> Counter[str]:
    return Counter(DIGITS.sub("", record.text) for record in records)


def _read(hits: Hits, documents: Sequence[Document]) -> set[frozenset[str]]:
    read = (hits.wrapper.extract(document).records for document in documents)
    return {frozenset(record.key for record in records) for records in read}


def _hearing(encoding: Encoding, hits: Hits) -> Talk[Encoding]:
    """Without a box that finds not even what records say, where choices brought lists."""
    box = keyword_of(encoding)
    asked = {name for one in hits.found for name, _ in one.query.predicates}
    if not box or hits.blank is not None or box in asked:
        return encoding
    for word in common_words(hits)[:HEARD]:
        heard = yield from ask(encoding, Query(((box, word),)))
        if heard is not None and hits.wrapper.extract(heard.document).records:
            return encoding
    kept = tuple(field for field in encoding.fields if field.attribute.name != box)
    return replace(encoding, fields=kept)
