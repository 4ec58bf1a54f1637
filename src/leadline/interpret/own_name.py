"""A search box that is named like a field of the records, and looks into more than that field.

What is asked of a box are the words of the field with its name, where records have one. That is
right for a box which looks into titles alone, and leaves most words unasked if a box called "Title"
looks into everything: such a box gets a name of its own.
"""

from __future__ import annotations

from dataclasses import replace

from leadline.interpret.columns import normal, searched_field
from leadline.interpret.hits import Hits, keyword_of
from leadline.interpret.talk import Heard
from leadline.model import Query
from leadline.query.encode import KEYWORDS, Encoding


def with_own_name(encoding: Encoding, hits: Hits) -> tuple[Encoding, Hits]:
    """The same, the box named apart from a field that it does not keep to."""
    box = keyword_of(encoding)
    found = [
        (value, record)
        for one in hits.found
        for name, value in one.query.predicates
        for record in one.records
        if name == box
    ]
    shown = {normal(name) for _, record in found for name, _ in record.values}
    taken = shown | {normal(field.attribute.name) for field in encoding.fields}
    if normal(box) not in shown or KEYWORDS in taken or searched_field(box, found) is not None:
        return encoding, hits
    return _renamed(encoding, box), replace(
        hits, found=tuple(_asked(one, box) for one in hits.found)
    )


def _renamed(encoding: Encoding, box: str) -> Encoding:
    fields = tuple(
        replace(field, attribute=replace(field.attribute, name=KEYWORDS))
        if field.attribute.name == box
        else field
        for field in encoding.fields
    )
    return replace(encoding, fields=fields)


def _asked(heard: Heard, box: str) -> Heard:
    pairs = heard.query.predicates
    return replace(
        heard, query=Query(tuple((KEYWORDS if name == box else name, v) for name, v in pairs))
    )
