"""Which field of the records a box for values asks about, where no name tells.

By asking: a value that some field shows. If most of what comes shows it in that field, box and
field belong together. Only where words are looked for in one field: where they are looked for in
all that records say, such a box finds nothing more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, takewhile

from leadline.interpret.columns import MOSTLY, normal, values_by_field
from leadline.interpret.talk import Talk
from leadline.model import Attribute, Kind, Query, Record
from leadline.query.encode import Encoding
from leadline.read import Wrapper

BOXES = 3  # that are looked at
FIELDS = 3  # that are tried for each
LONGEST = 60  # characters of a value

Columns = tuple[tuple[str, str], ...]


def asked_columns(
    encoding: Encoding, wrapper: Wrapper, records: Sequence[Record], columns: Columns
) -> Talk[Columns]:
    """The columns, with those of boxes for values that asking tells."""
    if not _searches_one_field(encoding, columns):
        return columns
    shown = values_by_field(records)
    for attribute in islice(_unmatched(encoding, columns), BOXES):
        taken = {field for field, _ in columns}
        for field in _candidates(attribute, {f: v for f, v in shown.items() if f not in taken}):
            if (yield from _answers(encoding, wrapper, attribute, field, shown[field])):
                columns = (*columns, (field, attribute.name))
                break
    return columns


def _searches_one_field(encoding: Encoding, columns: Columns) -> bool:
    boxes = {f.attribute.name for f in encoding.fields if f.attribute.kind is Kind.KEYWORD}
    return not boxes or any(name in boxes for _, name in columns)


def _unmatched(encoding: Encoding, columns: Columns) -> Iterator[Attribute]:
    known = {name for _, name in columns}
    for field in encoding.fields:
        attribute = field.attribute
        if attribute.kind is Kind.VALUE and not attribute.domain and attribute.name not in known:
            yield attribute


def _candidates(attribute: Attribute, shown: dict[str, list[str]]) -> list[str]:
    """The fields that may show it: those of a similar name first, then those that vary most."""
    wanted = normal(attribute.name)

    def unlike(field: str) -> tuple[int, int]:
        pairs = zip(wanted, normal(field), strict=False)
        alike = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        return -alike, -len(set(shown[field]))

    return sorted(shown, key=unlike)[:FIELDS]


def _answers(
    encoding: Encoding, wrapper: Wrapper, attribute: Attribute, field: str, values: Sequence[str]
) -> Talk[bool]:
    counted = Counter(value for value in values if len(value) <= LONGEST)
    for value, _ in counted.most_common(1):
        document = yield encoding.encode(Query(((attribute.name, value),)))
        if document is None or document.page.status >= 400:
            return False
        records = wrapper.extract(document).records
        showing = sum((field, value) in record.values for record in records)
        return bool(records) and showing >= MOSTLY * len(records)
    return False
