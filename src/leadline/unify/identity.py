"""Which records of several sources are one entity, told while they come in: by what names them.

Of the attributes that sources share, those are taken whose values together tell the records of each
source apart, the ones first whose values sources have in common. Records that agree on all of them
count as one entity. That is enough to choose what is asked next; the table itself is made by a
proper linkage once all is in (`leadline.linking.unifying`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from leadline.unify.attributes import Attribute, Matching
from leadline.unify.columns import Column, Kind, Values

Fields = Mapping[str, Values]
NAMING = (Kind.TEXT, Kind.NUMBER, Kind.YEAR, Kind.DATE)
APART = 0.95  # of the records of a source have a name of their own: that is enough
GAIN = 0.05  # of the records that another attribute has to tell apart besides
LEAST = 0.5  # of the records: below, nothing names them
FILLED = 0.5  # of the records of a source have an attribute that names them


@dataclass(frozen=True, slots=True)
class Identity:
    """The attributes that name an entity, each with its column in every source that has it."""

    columns: tuple[dict[int, Column], ...] = ()

    def name(self, source: int, fields: Fields) -> str:
        """What a record is named by; empty if it does not say."""
        said = []
        for columns in self.columns:
            column = columns.get(source)
            values = fields.get(column.name, ()) if column is not None else ()
            if column is None or not values:
                return ""
            said.append(column.canonical(values[0]))
        return "\x1f".join(said)


def identity(matching: Matching, samples: Mapping[int, Sequence[Fields]]) -> Identity:
    """What names entities, told by the records of each source."""
    shared = [_columns(one) for one in matching.attributes if _may_name(one)]
    chosen, apart = Identity(), 0.0
    for columns in sorted(shared, key=lambda one: -_worth(one, samples)):
        more = Identity((*chosen.columns, columns))
        if (told := _told_apart(more, samples)) > apart + GAIN:
            chosen, apart = more, told
        if apart >= APART:
            break
    return chosen if apart >= LEAST else Identity()


def _may_name(attribute: Attribute) -> bool:
    return attribute.is_shared and attribute.kind in NAMING


def _columns(attribute: Attribute) -> dict[int, Column]:
    return {column.source: column for column in attribute.columns if column.filled >= FILLED}


def _worth(columns: Mapping[int, Column], samples: Mapping[int, Sequence[Fields]]) -> float:
    """How well an attribute names: values that sources have in common, and how different."""
    return _in_common(list(columns.values())) * _told_apart(Identity((dict(columns),)), samples)


def _in_common(columns: Sequence[Column]) -> float:
    """The mean share of the values of the smaller of two sources that the other has too."""
    shares = [
        len(a.plain.keys() & b.plain.keys()) / max(min(len(a.plain), len(b.plain)), 1)
        for a, b in combinations(columns, 2)
    ]
    return sum(shares) / len(shares) if shares else 0.0


def _told_apart(one: Identity, samples: Mapping[int, Sequence[Fields]]) -> float:
    """The share of records with a name of their own, of the source where that is least."""
    shares = []
    for source, records in samples.items():
        names = [name for fields in records if (name := one.name(source, fields))]
        if records and all(source in columns for columns in one.columns):
            shares.append(len(set(names)) / len(records))
    return min(shares) if len(shares) > 1 else 0.0
