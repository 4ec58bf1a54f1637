"""Which attributes of several sources are the same: one-to-one groups, the surest pairs first.

Two groups become one if no source is in both. A pair that is only the third best choice of its
columns loses to the better ones by the order alone. What finds no partner stays by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from leadline.read.details import GENERIC
from leadline.unify.alike import Evidence, compare
from leadline.unify.columns import Column, Kind

LEAST = 0.4  # score from which two attributes are taken for one
MOST = 80  # columns of a source that are compared, the fullest ones

Place = tuple[int, str]  # a source and the name of an attribute there


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """Two attributes that were taken for one, and why."""

    left: Place
    right: Place
    score: float
    evidence: Evidence


@dataclass(frozen=True, slots=True, kw_only=True)
class Attribute:
    """An attribute of the unified table: its name, its kind, and the columns that it is made of."""

    name: str
    kind: Kind
    columns: tuple[Column, ...]

    @property
    def is_shared(self) -> bool:
        """Whether several sources have it."""
        return len(self.columns) > 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Matching:
    """All attributes of the unified table, and the pairs that they were made of."""

    attributes: tuple[Attribute, ...]
    matches: tuple[Match, ...]


def match_attributes(columns: Sequence[Column]) -> Matching:
    """The attributes that the columns of several sources are."""
    groups = {(one.source, one.name): [one] for one in columns}
    matches = []
    for match in sorted(_candidates(columns), key=lambda match: -match.score):
        left, right = groups[match.left], groups[match.right]
        if {one.source for one in left} & {one.source for one in right}:
            continue
        matches.append(match)
        left += right
        groups |= {(one.source, one.name): left for one in right}
    return Matching(attributes=_named(groups), matches=tuple(matches))


def _candidates(columns: Sequence[Column]) -> list[Match]:
    by_source: dict[int, list[Column]] = {}
    for one in columns:
        by_source.setdefault(one.source, []).append(one)
    found = []
    for first, second in combinations(by_source.values(), 2):
        for a in first[:MOST]:
            found += [match for b in second[:MOST] if (match := _match(a, b)).score >= LEAST]
    return found


def _match(a: Column, b: Column) -> Match:
    evidence = compare(a, b)
    return Match(left=(a.source, a.name), right=(b.source, b.name),
                 score=round(evidence.score, 4), evidence=evidence)  # fmt: skip


def _named(groups: dict[Place, list[Column]]) -> tuple[Attribute, ...]:
    """The groups, those of most sources and records first, under names that differ."""
    once = {id(group): group for group in groups.values()}.values()
    ordered = sorted(once, key=lambda group: (-len(group), -sum(one.records for one in group)))
    taken: set[str] = set()
    found = []
    for group in ordered:
        name = _free(_name(group), taken)
        taken.add(name.casefold())
        columns = tuple(sorted(group, key=lambda one: one.source))
        found.append(Attribute(name=name, kind=_kind(columns), columns=columns))
    return tuple(found)


def _name(group: Sequence[Column]) -> str:
    """The name that most sources use, a real one before `text 2`, the fullest column's first."""
    names = [one.name for one in group]
    return min(
        group,
        key=lambda one: (
            bool(GENERIC.fullmatch(one.name)), -names.count(one.name), -one.records, one.source
        ),
    ).name  # fmt: skip


def _free(name: str, taken: set[str]) -> str:
    number, free = 1, name
    while free.casefold() in taken:
        number += 1
        free = f"{name} {number}"
    return free


def _kind(columns: Sequence[Column]) -> Kind:
    """How values of all these columns can be compared."""
    kinds = {one.kind for one in columns}
    if len(kinds) == 1:
        return kinds.pop()
    if kinds == {Kind.DATE, Kind.YEAR}:
        return Kind.YEAR
    if kinds == {Kind.NUMBER, Kind.YEAR}:
        return Kind.NUMBER
    return Kind.SET if Kind.SET in kinds else Kind.LONG if Kind.LONG in kinds else Kind.TEXT
