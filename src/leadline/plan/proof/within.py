"""Whether a query lies within another: all of its records are records of the other."""

from __future__ import annotations

from leadline.intervals import Interval
from leadline.model import Interface, Kind, Query

EVERYTHING = Query()


def value_of(query: Query, name: str, whole: Query = EVERYTHING) -> str | None:
    """What a query asks of an attribute; of several words the one that the whole does not ask."""
    values = [pair for pair in query.predicates if pair[0] == name]
    own = [pair for pair in values if pair not in whole.predicates] or values
    return own[0][1] if own else None


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
