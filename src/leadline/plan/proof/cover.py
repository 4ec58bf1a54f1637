"""Whether the parts of a cell leave out nothing of it.

Intervals have to tile the cell's interval; of a drop-down every value has to be there, and no
record may show a value that it does not list; where the cell says nothing about the attribute, the
records that have none of it are a part, too. Of words, what has one and what has it not are all.
"""

from __future__ import annotations

from collections.abc import Set

from leadline.intervals import WHOLE, Interval, tiles
from leadline.model import Attribute, Interface, Kind, Query
from leadline.plan.proof.evidence import Evidence
from leadline.plan.proof.held import MISSING
from leadline.plan.proof.within import value_of

NAMED = 12  # values of a drop-down that are told by name


def named(interface: Interface, name: str) -> Attribute | None:
    """The attribute of that name, if there is one."""
    return next((one for one in interface.attributes if one.name == name), None)


def part(query: Query, attribute: Attribute, value: str) -> Query:
    """The part of a query that has this value; a word comes on top of others."""
    name, words = attribute.name, attribute.kind is Kind.KEYWORD
    kept = tuple(pair for pair in query.predicates if words or pair[0] != name)
    return Query((*kept, (name, value)))


def holes(query: Query, name: str, values: Set[str], evidence: Evidence) -> list[str]:
    """What of a cell the parts with these values of an attribute leave out."""
    attribute, column = named(evidence.interface, name), evidence.held.columns.get(name)
    if attribute is not None and attribute.kind is Kind.KEYWORD:
        return _apart(query, attribute, values, evidence)
    own = value_of(query, name)
    if column is None:
        return [f"{query}: {name} cannot divide it"]
    without = [f"{query}: records without {name}"] if own is None and MISSING not in values else []
    if column.attribute.kind is Kind.RANGE:
        return [*_gaps(query, name, own, values - {MISSING}), *without]
    unlisted = [f"{query}: {name}={value}, which the form does not list"
                for value in column.unlisted if value not in values]  # fmt: skip
    never = _never_asked(query, name, own, column.attribute.domain or (), values)
    return [*never, *unlisted[:NAMED], *without]


def _apart(query: Query, box: Attribute, values: Set[str], evidence: Evidence) -> list[str]:
    """Whether these are a word and the same word left out, and their counts do not deny it."""
    word = min(values, key=len, default="")
    if not box.without or values != {word, box.without + word}:
        return [f"{query}: no word and its opposite divide it"]
    whole, *halves = (
        _total(one, evidence) for one in (query, *(part(query, box, v) for v in values))
    )
    if whole is None or None in halves or whole == sum(one or 0 for one in halves):
        return []
    return [
        f"{query}: it has {whole} records, with and without {word} {sum(h or 0 for h in halves)}"
    ]


def _total(query: Query, evidence: Evidence) -> int | None:
    asked = evidence.asked.get(query)
    return None if asked is None else asked.total


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
