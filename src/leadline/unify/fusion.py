"""One record of several: of each attribute the value that most sources say; who says otherwise.

Values that only differ in format, in the order of words, or by rounding are the same. Of values
that as many sources say, the one that says more wins, then the older source's. Several values of a
set add up. Everything that differs is a conflict, kept with its sources.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from leadline.unify.attributes import Attribute
from leadline.unify.columns import Column, Kind, Values
from leadline.unify.dates import day
from leadline.unify.numbers import number
from leadline.unify.texts import plain, sorted_words, words

Meaning = tuple[str, ...] | float | date


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A record of an entity: its source, its key there, and its values."""

    source: int
    key: str
    fields: Mapping[str, Values]


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What a record says about an attribute that others say otherwise; whether that was chosen."""

    attribute: str
    source: int
    key: str
    value: str
    chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Fused:
    """An entity: its values by attribute, and what its records disagree on."""

    fields: tuple[tuple[str, str], ...]
    conflicts: tuple[Said, ...]


class Fusion:
    """Fuses records by the attributes of a unified table."""

    def __init__(self, attributes: Sequence[Attribute]) -> None:
        self._of = {
            (column.source, column.name): (attribute, column)
            for attribute in attributes
            for column in attribute.columns
        }
        self._places = {attribute.name: place for place, attribute in enumerate(attributes)}

    def fuse(self, members: Sequence[Member]) -> Fused:
        """The entity that these records are."""
        said: dict[str, list[tuple[Member, Attribute, Column, Values]]] = {}
        for member in members:
            for name, values in member.fields.items():
                if (found := self._of.get((member.source, name))) is not None:
                    said.setdefault(found[0].name, []).append((member, *found, values))
        fields: list[tuple[str, str]] = []
        conflicts: list[Said] = []
        for name in sorted(said, key=lambda name: self._places[name]):
            chosen, others = _choose(said[name])
            fields += [(name, value) for value in chosen]
            conflicts += others
        return Fused(fields=tuple(fields), conflicts=tuple(conflicts))


def _choose(
    said: Sequence[tuple[Member, Attribute, Column, Values]],
) -> tuple[list[str], list[Said]]:
    """The values of one attribute, and what is said otherwise."""
    attribute = said[0][1]
    if len(said) == 1 or attribute.kind is Kind.SET:
        return _once([value for *_, values in said for value in values]), []
    groups: list[list[tuple[Member, str, Meaning]]] = []
    for member, _, column, values in said:
        value = " ".join(values) if attribute.kind is Kind.LONG else values[0]
        meaning = meant(value, column, attribute.kind)
        _put(groups, (member, value, meaning))
    best = max(groups, key=lambda group: (_sources(group), max(_detail(one[1]) for one in group)))
    chosen = max((one[1] for one in best), key=_detail)
    if len(groups) == 1:
        return [chosen], []
    return [chosen], [
        Said(attribute=attribute.name, source=member.source, key=member.key, value=value,
             chosen=group is best)
        for group in groups for member, value, _ in group
    ]  # fmt: skip


def meant(value: str, column: Column, kind: Kind) -> Meaning:
    """What a value means, whatever its format."""
    if kind in (Kind.DATE, Kind.YEAR) and (at := day(value, column.day_first)) is not None:
        return at if kind is Kind.DATE else float(at.year)
    if kind in (Kind.NUMBER, Kind.YEAR) and (found := number(value)) is not None:
        return found
    return tuple(sorted_words(words(plain(value))).split(" "))


def _put(groups: list[list[tuple[Member, str, Meaning]]], one: tuple[Member, str, Meaning]) -> None:
    for group in groups:
        if _same(group[0][1:], one[1:]):
            group.append(one)
            return
    groups.append([one])


def _same(a: tuple[str, Meaning], b: tuple[str, Meaning]) -> bool:
    """Whether two values mean the same, one perhaps rounded."""
    if isinstance(a[1], float) and isinstance(b[1], float):
        step = max(_step(a[0]), _step(b[0]))
        return abs(a[1] - b[1]) <= step * 0.5000001 if step < 1 else a[1] == b[1]
    return a[1] == b[1]


def _step(text: str) -> float:
    """What the last digit of a number is worth: 0.01 of `1.25`."""
    digits = text.rpartition(".")[2] if "." in text else ""
    decimals = len(digits) if digits.isdecimal() else 0
    return float(10.0**-decimals)


def _sources(group: Sequence[tuple[Member, str, Meaning]]) -> int:
    return len({member.source for member, _, _ in group})


def _detail(value: str) -> int:
    return len(value)


def _once(values: Sequence[str]) -> list[str]:
    """Values without those that only differ in format from one before."""
    seen: dict[str, str] = {}
    for value in values:
        seen.setdefault(plain(value) or value, value)
    return list(seen.values())
