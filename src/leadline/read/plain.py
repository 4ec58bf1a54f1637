"""A turn as policies see it: values of ranges as plain numbers and ISO dates, options one by one.

What is kept is what the site shows, "1,234 €" and "Comedy, Drama"; what intervals are compared with
is 1234, and what drop-downs list are comedies and dramas. Fields that a search box does not look
into are no text. Where a site counts no further than its
limit, a total as high as that is the least that there are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from leadline.interpret.attributes import Field
from leadline.interpret.columns import options_in
from leadline.interpret.measures import Measure
from leadline.model import Count, Kind, Record, Turn
from leadline.source import Source

Read = Callable[[str], Sequence[str]]


def plainly(source: Source, turn: Turn) -> Turn:
    """The turn with the values that the interface asks for, and totals as far as they go."""
    if source.capped and (turn.answer.total or 0) >= (source.interface.limit or 0):
        turn = replace(turn, answer=replace(turn.answer, count=Count.LEAST))
    fields = (field for field in source.encoding.fields if turn.answer.records)
    readers: dict[str, Read] = {name: partial(_measured, one) for name, one in source.measures}
    readers |= {f.attribute.name: read for f in fields if (read := _reader(f)) is not None}
    if not readers and not source.unsearched:
        return turn
    records = tuple(
        _plain(_searched(record, source.unsearched), readers) for record in turn.answer.records
    )
    return replace(turn, answer=replace(turn.answer, records=records))


def _searched(record: Record, unsearched: Sequence[str]) -> Record:
    """The record with no more text than a search looks into."""
    if not any(name in unsearched for name, _ in record.values):
        return record
    kept = (value for name, value in record.values if name not in unsearched)
    return replace(record, text=" ".join(value for value in kept if value in record.text))


def _reader(field: Field) -> Read | None:
    if field.attribute.kind is Kind.RANGE and field.measure is not None:
        return partial(_measured, field.measure)
    if field.attribute.kind is Kind.VALUE and field.attribute.domain:
        return partial(_listed, frozenset(field.attribute.domain))
    return None


def _measured(measure: Measure, value: str) -> Sequence[str]:
    plain = measure.plain(value)
    return () if plain is None else (plain,)


def _listed(options: frozenset[str], value: str) -> Sequence[str]:
    return options_in(value, options) or (value,)


def _plain(record: Record, readers: dict[str, Read]) -> Record:
    values = (
        (name, plain)
        for name, value in record.values
        for plain in (readers[name](value) if name in readers else (value,))
    )
    return replace(record, values=tuple(values))
