"""Dividing a cell of records that are held: into two halves by an ordered attribute, or by values.

Halves meet at the median of the records held, so that each level of a descent halves what is
left, and what the first half says tells the second.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log2

from leadline.intervals import WHOLE, Interval, order_key
from leadline.model import Attribute, Interface, Kind, Query, Record
from leadline.plan.refresh.cell import Cell
from leadline.plan.refresh.held import MISSING, Held
from leadline.plan.refresh.suspicion import suspected

TRIED = 200  # records of a cell that tell by which attribute it is divided best
MOST = 3  # parts of an ordered attribute, with the records that have no value there
WORTH = 0.3  # times that a count should halve the cell, at least


@dataclass(frozen=True, slots=True)
class Way:
    """The parts of a cell in the order in which they are asked, and how many of them are."""

    parts: list[Query]
    most: int


def ways_to_divide(
    cell: Cell, held: Held, interface: Interface, cells: Mapping[Query, Cell]
) -> list[Way]:
    """The parts that a cell can be divided into by each attribute, the most telling first."""
    ways = []
    for attribute in _by_fineness(cell.query, held, interface):
        if attribute.kind is Kind.RANGE:
            way = Way(_halves(cell.query, attribute, held, cells), MOST)
        else:
            way = _by_value(cell, attribute, held, cells)
        parts = [part for part in way.parts if interface.can_ask(part)]
        if len(parts) > 1 and way.most:
            ways.append(Way(parts, way.most))
    return ways


def equal_parts(attribute: Attribute, held: Held, many: int) -> list[Query]:
    """A whole ordered attribute in about so many intervals with equally many records."""
    line = held.line(attribute.name, Query())
    cuts = [line[place * len(line) // many] for place in range(1, many)] if line else []
    bounds = [None, *dict.fromkeys(cut for cut in cuts if order_key(cut) > order_key(line[0]))]
    intervals = [Interval(low, high, False, True) for low, high in pairwise(bounds)]
    return [_with(Query(), attribute.name, i) for i in (*intervals, Interval(bounds[-1], None))]


def box_of(records: Sequence[Record], held: Held, without: str) -> Query:
    """The narrowest cell that these records would be in if one attribute did not count."""
    asked = (a for a in held.attributes.values() if a.name != without)
    pairs = ((a.name, _span(a, records, held)) for a in asked)
    return Query(tuple((name, value) for name, value in pairs if value is not None))


def contains(whole: Query, part: Query) -> bool:
    """Whether all that a query asks for is asked by the other one as well, or less than that."""
    narrower = dict(part.predicates)
    return all(
        name in narrower and _is_within(narrower[name], value) for name, value in whole.predicates
    )


def _is_within(value: str, other: str) -> bool:
    inner, outer = Interval.parse(value), Interval.parse(other)
    return value == other if inner is None or outer is None else inner.within(outer)


def _span(attribute: Attribute, records: Sequence[Record], held: Held) -> str | None:
    """What they have in common; None if that cannot be asked."""
    carried = [held.carried(record, attribute.name) for record in records]
    if not carried or attribute.kind not in (Kind.RANGE, Kind.VALUE):
        return None
    if not any(carried) and attribute.missing:
        return MISSING
    if not all(carried):
        return None
    if attribute.kind is Kind.RANGE:
        line = sorted((values[0] for values in carried), key=order_key)
        return str(Interval(line[0], line[-1]))
    shared = [v for v in carried[0] if all(v in values for values in carried)]
    return shared[0] if shared else None


def _by_fineness(query: Query, held: Held, interface: Interface) -> list[Attribute]:
    """The attributes that can divide it: ordered ones first, then those that tell most apart."""
    asked = {name for name, _ in query.predicates}
    some = [held.now[key] for key in held.keys(query)[:TRIED]]

    def fineness(attribute: Attribute) -> tuple[bool, bool, int]:
        ordered = attribute.kind is Kind.RANGE
        met = {held.carried(record, attribute.name) for record in some}
        return ordered, ordered and attribute.name in asked, len(met)

    able = [
        a for a in interface.attributes
        if a.kind is Kind.RANGE or (a.kind is Kind.VALUE and a.name not in asked)
    ]  # fmt: skip
    return sorted(able, key=fineness, reverse=True)


def _halves(
    query: Query, attribute: Attribute, held: Held, cells: Mapping[Query, Cell]
) -> list[Query]:
    value = dict(query.predicates).get(attribute.name)
    whole = WHOLE if value is None else Interval.parse(value)
    line = held.line(attribute.name, query)
    if whole is None or len(line) < 2 or order_key(line[0]) == order_key(line[-1]):
        return []
    cut = line[len(line) // 2]
    if order_key(cut) == order_key(line[0]):
        cut = next(v for v in line if order_key(v) > order_key(cut))
    halves = [whole.below(cut), whole.from_(cut)]
    parts = [_with(query, attribute.name, half) for half in halves]
    without, everywhere = query.with_(attribute.name, MISSING), Query(((attribute.name, MISSING),))
    lacking = attribute.missing and value is None and bool(held.keys(without))
    as_before = everywhere in cells and not cells[everywhere].off
    return [*parts, without] if lacking and not as_before else parts


def _by_value(cell: Cell, attribute: Attribute, held: Held, cells: Mapping[Query, Cell]) -> Way:
    """One part a value, those first in which the difference should be."""
    values = Counter(
        value
        for key in held.keys(cell.query)
        for value in held.carried(held.now[key], attribute.name) or (MISSING,)
    )
    shares = suspected(cell, attribute.name, values, held, cells)
    order = sorted(values, key=lambda value: (-shares[value], -values[value], value))
    parts = [cell.query.with_(attribute.name, value) for value in order]
    return Way(parts, _paying([(shares[v], values[v]) for v in order], values.total()))


def _paying(parts: Iterable[tuple[float, int]], whole: int) -> int:
    """How many parts to ask, one after the other, so that each count halves the cell most."""
    best, most, missed, counts, halvings = WORTH, 0, 1.0, 0.0, 0.0
    for place, (share, size) in enumerate(parts, 1):
        counts += missed
        halvings += share * log2(whole / size)
        missed = max(missed - share, 0.0)
        if halvings / counts >= best:
            best, most = halvings / counts, place
    return most


def _with(query: Query, name: str, interval: Interval) -> Query:
    kept = tuple(pair for pair in query.predicates if pair[0] != name)
    return Query((*kept, (name, str(interval))))
