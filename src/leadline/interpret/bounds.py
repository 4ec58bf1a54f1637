"""Which column of the records a range asks about, and whether its ends belong to it.

By asking: from a value that some records show to the same value. If just such records come, column
and range belong together and both ends are included; if none come, an end that is one step further
away tells which of the two is left out. A range that no column answers to is no use for splitting,
and asked by single values only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from leadline.interpret.attributes import Field
from leadline.interpret.columns import normal, values_by_field
from leadline.interpret.measures import Measure, Scale, learn_measure
from leadline.interpret.names import says, vocabulary
from leadline.interpret.talk import Talk
from leadline.intervals import Interval
from leadline.model import Kind, Query, Record
from leadline.query.encode import Encoding
from leadline.read import Wrapper

COLUMNS = 3  # that are tried for a range
CLOSED = ((True, True), (True, False), (False, True), (False, False))
_YEAR = vocabulary("year, jahr, année, an, año, ano, anno, jaar, rok, год, 年, 年份, 년")

Columns = Mapping[str, Sequence[str]]


def learn_ranges(encoding: Encoding, wrapper: Wrapper, records: Sequence[Record]) -> Talk[Encoding]:
    """The encoding, with what its ranges are about; those nobody answers to as values."""
    shown = values_by_field(records)
    fields = list[Field]()
    for field in encoding.fields:
        if field.attribute.kind is Kind.RANGE:
            taken = {one.column for one in fields}
            left = {name: values for name, values in shown.items() if name not in taken}
            field = yield from _settled(encoding, wrapper, field, left)
        fields.append(field)
    return replace(encoding, fields=tuple(fields))


def as_values(encoding: Encoding) -> Encoding:
    """The encoding, with single values instead of intervals."""
    return replace(encoding, fields=tuple(map(_single, encoding.fields)))


def _single(field: Field) -> Field:
    if field.attribute.kind is not Kind.RANGE:
        return field
    return replace(field, attribute=replace(field.attribute, kind=Kind.VALUE))


def _settled(encoding: Encoding, wrapper: Wrapper, field: Field, shown: Columns) -> Talk[Field]:
    for column, measure in _candidates(field, shown):
        made = replace(field, column=column, measure=measure)
        value = _usual(shown[column], measure)
        closed = (yield from _closed(encoding, wrapper, made, value)) if value else None
        if closed is not None:
            return replace(made, closed=closed)
    return _single(field)


def _candidates(field: Field, shown: Columns) -> Iterator[tuple[str, Measure]]:
    """The columns that may show the range, those of a similar name first."""
    measured = ((name, learn_measure(values)) for name, values in shown.items())
    found = [(name, _suited(field, one)) for name, one in measured if one is not None]
    wanted = set(normal(field.attribute.name).split())

    def unlike(name: str) -> tuple[bool, int]:
        words = set(normal(name).split())
        return words != wanted, -len(words & wanted)

    yield from sorted(found, key=lambda pair: unlike(pair[0]))[:COLUMNS]


def _suited(field: Field, measure: Measure) -> Measure:
    """As fine as the form takes it; of dates only the year where that is asked."""
    if measure.scale is Scale.DATE and (
        field.attribute.domain or says(_YEAR, field.attribute.name)
    ):
        return replace(measure, scale=Scale.YEAR)
    declared = field.measure.decimals if field.measure is not None else 0
    return replace(measure, decimals=max(measure.decimals, declared))


def _usual(values: Sequence[str], measure: Measure) -> str | None:
    """The commonest value; not 0, which many forms take for nothing."""
    plain = (measure.plain(value) for value in values)
    counted = Counter(value for value in plain if value is not None and value.strip("-0."))
    return counted.most_common(1)[0][0] if counted else None


def _closed(
    encoding: Encoding, wrapper: Wrapper, field: Field, value: str
) -> Talk[tuple[bool, bool] | None]:
    """Which ends are included; None if the column has nothing to do with the range."""
    for closed in CLOSED:
        asking = replace(encoding, fields=(replace(field, closed=closed),))
        point = str(Interval.point(value))
        document = yield asking.encode(Query(((field.attribute.name, point),)))
        if document is None or document.page.status >= 400:
            continue
        found = _values(wrapper.extract(document).records, field)
        if found:
            return closed if found == {value} else None
    return None


def _values(records: Sequence[Record], field: Field) -> set[str | None]:
    """What the records show of a range, as plain values."""
    measure = field.measure or Measure()
    shown = values_by_field(records).get(field.column, [])
    return {measure.plain(value) for value in shown}
