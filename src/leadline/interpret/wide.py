"""Queries that match as much as a form lets one ask: everything from the least value seen on.

Where the empty form lists nothing, such an answer shows what answers to words may be too small for:
the result limit. From the median on, an answer is large as well, but never everything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from leadline.interpret.attributes import Field
from leadline.interpret.columns import normal, values_by_field
from leadline.interpret.measures import learn_measure
from leadline.intervals import Interval, order_key
from leadline.model import Kind, Query, Record


def wide_queries(
    fields: Sequence[Field], records: Sequence[Record], share: float = 1.0
) -> Iterator[Query]:
    """The upper part of each range, such a share of it, then each list's commonest option."""
    shown = {normal(name): values for name, values in values_by_field(records).items()}
    ranges = (field for field in fields if field.attribute.kind is Kind.RANGE)
    lists = (field for field in fields if field.attribute.kind is Kind.VALUE)
    for field in (*ranges, *lists):
        values = shown.get(normal(field.attribute.name), [])
        is_range = field.attribute.kind is Kind.RANGE
        value = _upper(values, share) if is_range else _commonest(field, values)
        if value is not None:
            yield Query(((field.attribute.name, value),))


def _upper(values: Sequence[str], share: float) -> str | None:
    measure = learn_measure(values)
    plain = [value for text in values if measure is not None and (value := measure.plain(text))]
    line = sorted(plain, key=order_key)
    return str(Interval(low=line[int((1 - share) * len(line))])) if line else None


def _commonest(field: Field, values: Sequence[str]) -> str | None:
    listed = set(field.attribute.domain or ())
    counted = Counter(value for value in values if value in listed).most_common(1)
    return counted[0][0] if counted else None
