"""Choices that change the order of results and nothing else, learnt by asking for them.

With totals, a choice is one of order if none of its options changes how many records match and
some change which come first, if it looks like one or records are seen to be sorted. Without totals,
it is one if two of its options sort the same column from opposite ends. What an option sorts by is
the column of which all records shown have a value, rising or falling. Two options that sort one
column in opposite ways are the reverse of each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from leadline.interpret.columns import values_by_field
from leadline.interpret.measures import Measure, learn_measure
from leadline.interpret.order_choices import Choice, choices
from leadline.interpret.pages import page_at
from leadline.interpret.talk import Heard, Talk
from leadline.intervals import Key, order_key
from leadline.model import Count, Form, Order, Query, Record, Step
from leadline.query.ask import request_for
from leadline.query.encode import Encoding
from leadline.query.wire import Pairs
from leadline.read import Wrapper
from leadline.read.total import TotalRule
from leadline.source import Source

DISTINCT = 4  # values on a page, at least, that show what it is sorted by


@dataclass(frozen=True, slots=True, kw_only=True)
class Ordering:
    """The orders found, what each sends, and how the columns that they sort by are read.

    `names` are the controls that they take: what is asked with these is no attribute.
    """

    orders: tuple[Order, ...] = ()
    sent: tuple[tuple[str, Pairs], ...] = ()
    measures: tuple[tuple[str, Measure], ...] = ()
    names: frozenset[str] = frozenset()

    def asked_by(self, encoding: Encoding) -> Encoding:
        """The encoding that can ask for these orders, and for no attribute that is one."""
        fields = (f for f in encoding.fields if self.names.isdisjoint(f.controls))
        return replace(encoding, fields=tuple(fields), orders=self.sent)

    def known_as(self, columns: Sequence[tuple[str, str]]) -> Ordering:
        """The same with columns called as the attributes that they show."""
        name = dict(columns)
        return replace(
            self,
            orders=tuple(replace(one, by=name.get(one.by, one.by)) for one in self.orders),
            measures=tuple((column, m) for column, m in self.measures if column not in name),
        )


def learn_orders(
    encoding: Encoding,
    wrapper: Wrapper,
    broad: Heard,
    total: TotalRule | None,
    form: Form | None,
) -> Talk[Ordering]:
    """The orders in which results can be had; none if no choice is just that."""
    counted = _matches(broad, total) is not None
    for choice in choices(form, encoding, broad):
        if not counted and not choice.hinted:
            continue
        heard = yield from _heard(encoding, wrapper, broad, total, choice)
        found = _ordering(choice, broad, heard)
        if _is_telling(found, choice, counted):
            return found
    return Ordering()


def with_orders(source: Source) -> Talk[Source]:
    """A source that lists everything, with the orders in which that can be had."""
    query = Query()
    request = request_for(source, Step(query))
    document = (yield request) if request is not None else None
    if request is None or document is None:
        return source
    records = source.wrapper.extract(document).records
    broad = Heard(query=query, request=request, document=document, records=records)
    way = source.encoding, source.wrapper, broad, source.total, source.form
    ordering = (yield from learn_orders(*way)).known_as(source.columns)
    return replace(
        source,
        encoding=replace(source.encoding, orders=ordering.sent),
        interface=replace(source.interface, orders=ordering.orders),
    )


def _is_telling(found: Ordering, choice: Choice, counted: bool) -> bool:
    """Whether it is one of order: it looks like one or is seen to sort, and nothing is left out."""
    sorts = any(one.by for one in found.orders)
    turns = any(one.reverse for one in found.orders)
    return bool(found.orders) and (turns or (counted and (choice.hinted or sorts)))


def _heard(
    encoding: Encoding, wrapper: Wrapper, broad: Heard, total: TotalRule | None, choice: Choice
) -> Talk[dict[str, Heard]]:
    """The answers to a broad query with each option; none if one of them selects."""
    asking, heard = replace(encoding, orders=choice.options), dict[str, Heard]()
    matches = _matches(broad, total)
    for name, _ in choice.options:
        request = asking.encode(Query(broad.query.predicates, name))
        one = yield from page_at(wrapper, broad, request, 1)
        if one is None or _matches(one, total) != matches or len(one.keys) != len(broad.keys):
            return {}
        heard[name] = one
    return heard


def _matches(heard: Heard, total: TotalRule | None) -> int | None:
    """How many records an answer has, if it says so exactly."""
    claimed = total.read(heard.document) if total is not None else None
    return claimed[0] if claimed is not None and claimed[1] is Count.EXACT else None


def _ordering(choice: Choice, broad: Heard, heard: dict[str, Heard]) -> Ordering:
    """What the options that change something sort by."""
    usual, kept, measures = _sequence(broad), list[Order](), dict[str, Measure]()
    seen = {usual}
    for name, one in heard.items():
        if (sequence := _sequence(one)) in seen:
            continue
        seen.add(sequence)
        column = next(_sorting(one.records, broad.records), None)
        if column is not None and column.measure is not None:
            measures[column.name] = column.measure
        by = column.name if column is not None else ""
        down = column is not None and column.descending
        kept.append(Order(name=name, by=by, descending=down))
    names = {one.name for one in kept}
    return Ordering(
        orders=tuple(replace(one, reverse=_reverse(one, kept)) for one in kept),
        sent=tuple((name, sent) for name, sent in choice.options if name in names),
        measures=tuple(measures.items()),
        names=choice.names,
    )


def _sequence(heard: Heard) -> tuple[str, ...]:
    return tuple(record.key for record in heard.records)


def _reverse(order: Order, others: Sequence[Order]) -> str:
    same = (one for one in others if one.by and one.by == order.by)
    return next((one.name for one in same if one.descending is not order.descending), "")


@dataclass(frozen=True, slots=True)
class _Column:
    name: str
    descending: bool
    measure: Measure | None = None


def _sorting(records: Sequence[Record], before: Sequence[Record]) -> Iterator[_Column]:
    """The columns that records are sorted by, and were not before."""
    shown, unsorted = values_by_field(records), values_by_field(before)
    for name, values in shown.items():
        if len(values) != len(records):
            continue
        measure = learn_measure(values)
        for one in (measure, None) if measure is not None else (None,):
            down = _direction(values, one)
            if down is not None and down != _direction(unsorted.get(name, []), one):
                yield _Column(name, down, one)
                break


def _direction(values: Sequence[str], measure: Measure | None) -> bool | None:
    """Whether values fall; None if they neither rise nor fall, or are too few to tell."""
    plain = [value if measure is None else measure.plain(value) for value in values]
    keys: list[Key] = [order_key(value) for value in plain if value is not None]
    if len(keys) < len(values) or len(set(keys)) < DISTINCT:
        return None
    if all(a <= b for a, b in pairwise(keys)):
        return False
    return True if all(a >= b for a, b in pairwise(keys)) else None
