"""Which attributes of several sources are the same: one-to-one groups, the surest pairs first.

Names and values speak for a pair (`alike`), and whether they agree where records are one thing
(`twins`). Two groups become one if no source is in both. A pair that is only the third best choice
of its columns loses to the better ones by the order alone. What finds no partner stays by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from leadline.read.details import GENERIC
from leadline.unify.agreement import Agreement
from leadline.unify.alike import Evidence, compare
from leadline.unify.columns import PART, REST, Column, Kind, Profile
from leadline.unify.twins import twins

LEAST = 0.4  # score from which two attributes are taken for one
SURE = 0.5  # how far some attributes must agree on twins, for others to be denied by them
DENIED = 0.1
ALIKE = 0.5  # names that are no accident
APART = 0.9  # of the values of a column are different
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


def match_attributes(profiles: Sequence[Profile]) -> Matching:
    """The attributes that the columns of several sources are."""
    groups = {(one.source, one.name): [one] for profile in profiles for one in profile.columns}
    matches = []
    for match in sorted(_candidates(profiles), key=lambda match: -match.score):
        left, right = groups[match.left], groups[match.right]
        if {one.source for one in left} & {one.source for one in right}:
            continue
        matches.append(match)
        left += right
        groups |= {(one.source, one.name): left for one in right}
    return Matching(attributes=_named(groups), matches=tuple(matches))


def _candidates(profiles: Sequence[Profile]) -> list[Match]:
    found = []
    for first, second in combinations(profiles, 2):
        told = Agreement(twins(first.sketch, second.sketch))
        pairs = [
            (a, b, _match(a, b, told.of(a, b)))
            for a in first.columns[:MOST] for b in second.columns[:MOST]
        ]  # fmt: skip
        sure = any((match.evidence.twins or 0.0) >= SURE for _, _, match in pairs)
        found += [
            match
            for a, b, match in pairs
            if match.score >= LEAST
            and not (sure and _denied(a, b, match.evidence))
            and not (_is_rest(a) or _is_rest(b))
        ]
    return found


def _is_rest(column: Column) -> bool:
    """Whether it is what was left of an attribute: no source has anything like it."""
    return column.name.endswith(PART + REST)


def _denied(a: Column, b: Column, evidence: Evidence) -> bool:
    """Whether twins say that it is by chance that two columns look alike.

    That the same thing has another price elsewhere denies nothing, another number of its own does.
    """
    if evidence.twins is None or evidence.twins >= DENIED:
        return False
    return (evidence.name or 0.0) < ALIKE or min(a.apart, b.apart) >= APART


def _match(a: Column, b: Column, agreed: float | None) -> Match:
    evidence = compare(a, b, agreed)
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

    def order(one: Column) -> tuple[bool, bool, int, int, int]:
        generic, part = bool(GENERIC.fullmatch(one.name)), PART in one.name
        return generic, part, -names.count(one.name), -one.records, one.source

    return min(group, key=order).name


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
