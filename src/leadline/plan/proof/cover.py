"""Whether the parts of a cell leave out nothing of it, and whether a query lies within another.

Intervals have to tile the cell's interval; of a drop-down every value has to be there, and no
record may show a value that it does not list; where the cell says nothing about the attribute, the
records that have none of it are a part, too.
"""

from __future__ import annotations

from collections.abc import Set

from leadline.intervals import WHOLE, Interval, tiles
from leadline.model import Interface, Kind, Query
from leadline.plan.proof.held import MISSING, Held

NAMED = 12  # values of a drop-down that are told by name


def value_of(query: Query, name: str) -> str | None:
    """What a query asks of an attribute."""
    return next((value for asked, value in query.predicates if asked == name), None)


def part(query: Query, name: str, value: str) -> Query:
    """The part of a query that has this value."""
    kept = tuple(pair for pair in query.predicates if pair[0] != name)
    return Query((*kept, (name, value)))


def holes(query: Query, name: str, values: Set[str], held: Held) -> list[str]:
    """What of a cell the parts with these values of an attribute leave out."""
    column, own = held.columns.get(name), value_of(query, name)
    if column is None:
        return [f"{query}: {name} cannot divide it"]
    without = [f"{query}: records without {name}"] if own is None and MISSING not in values else []
    if column.attribute.kind is Kind.RANGE:
        return [*_gaps(query, name, own, values - {MISSING}), *without]
    unlisted = [f"{query}: {name}={value}, which the form does not list"
                for value in column.unlisted if value not in values]  # fmt: skip
    never = _never_asked(query, name, own, column.attribute.domain or (), values)
    return [*never, *unlisted[:NAMED], *without]


def _gaps(query: Query, name: str, own: str | None, values: Set[str]) -> list[str]:
    whole = WHOLE if own is None else Interval.parse(own)
    intervals = [interval for value in values if (interval := Interval.parse(value)) is not None]
    if whole is not None and len(intervals) == len(values) and tiles(intervals, whole):
        return []
    return [f"{query}: the intervals of {name} leave gaps"]


def _never_asked(
    query: Query, name: str, own: str | None, domain: tuple[str, ...], values: Set[str]
) -> list[str]:
    if own is not None or not domain:
        return [f"{query}: nobody knows all values of {name}"]
    never = [value for value in domain if value not in values]
    if not never:
        return []
    told = ", ".join(never[:NAMED]) + (f", … ({len(never):,})" if len(never) > NAMED else "")
    return [f"{query}: values of {name} never asked: {told}"]


def lies_within(query: Query, other: Query, interface: Interface) -> bool:
    """Whether all records of a query are records of the other.

    A word more may find more: only predicates on values and ranges narrow a query for certain.
    """
    kinds = {attribute.name: attribute.kind for attribute in interface.attributes}
    added = set(query.predicates) - set(other.predicates)
    if any(kinds.get(name) not in (Kind.VALUE, Kind.RANGE) for name, _ in added):
        return False
    return all(_narrower(query, name, value, kinds[name]) if name in kinds else False
               for name, value in other.predicates)  # fmt: skip


def _narrower(query: Query, name: str, value: str, kind: Kind) -> bool:
    if (name, value) in query.predicates:
        return True
    own = value_of(query, name)
    if kind is not Kind.RANGE or own is None:
        return False
    inner, outer = Interval.parse(own), Interval.parse(value)
    return inner is not None and outer is not None and inner.within(outer)
