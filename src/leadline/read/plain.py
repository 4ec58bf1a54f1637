"""A turn as policies see it: values of ranges as plain numbers and ISO dates.

What is kept is what the site shows, "1,234 €"; what intervals are compared with is 1234.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from leadline.interpret.measures import Measure
from leadline.model import Kind, Record, Turn
from leadline.source import Source


def plainly(source: Source, turn: Turn) -> Turn:
    """The turn with the values that the interface's intervals are about."""
    measures = {
        field.attribute.name: field.measure
        for field in source.encoding.fields
        if field.attribute.kind is Kind.RANGE and field.measure is not None
    }
    if not measures or not turn.answer.records:
        return turn
    records = tuple(_plain(record, measures) for record in turn.answer.records)
    return replace(turn, answer=replace(turn.answer, records=records))


def _plain(record: Record, measures: dict[str, Measure]) -> Record:
    return replace(record, values=tuple(_values(record, measures)))


def _values(record: Record, measures: dict[str, Measure]) -> Iterator[tuple[str, str]]:
    for name, value in record.values:
        measure = measures.get(name)
        plain = value if measure is None else measure.plain(value)
        if plain is not None:
            yield name, plain
