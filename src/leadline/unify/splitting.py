"""Attributes that hold what is several attributes elsewhere: `Heathrow (LHR)`, `Ford, John`.

Twins tell them: the values of some attributes of the other source stand in the value, side by side,
and what stands between them is the same nearly everywhere. That makes a pattern, by which all
values of the attribute are cut. A value that it does not fit stays whole, as the largest part.
One part may be unknown elsewhere. Patterns with parts that are sometimes missing are not told, nor
is more than one for an attribute.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations, product

from leadline.unify.agreement import FEW
from leadline.unify.columns import PART, REST, Column, Kind, Profile, Values
from leadline.unify.texts import plain
from leadline.unify.twins import Twin, twins

MOSTLY = 0.6  # of the twins show it
WHOLE = 0.3  # of the twins have the same value: it is one attribute
CHANCE = 0.2  # of the others may show it, too
FITS = 0.5  # of the twins are cut into what the other one says
MOST = 3  # parts: values of a hostile source cost no more than the square of their length
SHORTEST = 2  # characters of a value that is looked for in another one
LONGEST = 300  # characters of a value that is cut
SLOT = "\x00"
ANY = ("(.+)", "(.+?)")  # a part up to the last sign that may follow it, or up to the first

Fields = Mapping[str, Values]


@dataclass(frozen=True, kw_only=True)
class Pattern:
    """How the values of an attribute are cut, and what the parts are called."""

    column: str
    regex: str
    parts: tuple[str, ...]
    largest: int  # the part that a value belongs to that cannot be cut

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self.regex, re.DOTALL)

    def cut(self, values: Values) -> Iterable[tuple[str, Values]]:
        """The parts of a value, those that are there."""
        match = self._compiled.fullmatch(values[0].strip()) if len(values[0]) <= LONGEST else None
        if match is None or len(values) > 1:
            return [(self.parts[self.largest], values)]
        return [(name, (part,)) for name, part in zip(self.parts, match.groups(), strict=True)]


@dataclass(frozen=True, slots=True)
class Cuts:
    """The patterns of one source."""

    patterns: tuple[Pattern, ...] = ()

    def of(self, fields: Fields) -> Fields:
        """A record with parts in place of the attributes that hold several."""
        if not any(pattern.column in fields for pattern in self.patterns):
            return fields
        by_name = {pattern.column: pattern for pattern in self.patterns}
        found: dict[str, Values] = {}
        for name, values in fields.items():
            found |= by_name[name].cut(values) if name in by_name else {name: values}
        return found


def find_cuts(profiles: Sequence[Profile]) -> dict[int, Cuts]:
    """What is to be cut, by source; sources of which nothing is are left out."""
    found: dict[int, list[Pattern]] = {}
    for one, other in permutations(profiles, 2):
        pairs = twins(one.sketch, other.sketch)
        for column in one.columns:
            taken = any(pattern.column == column.name for pattern in found.get(one.source, ()))
            if taken or not _may_be_cut(column, other.columns, pairs):
                continue
            if (pattern := _pattern(column, other.columns, pairs)) is not None:
                found.setdefault(one.source, []).append(pattern)
    return {source: Cuts(tuple(patterns)) for source, patterns in found.items()}


def _may_be_cut(column: Column, others: Sequence[Column], pairs: Sequence[Twin]) -> bool:
    """A text that is not the whole of what the other source has in an attribute."""
    if column.kind not in (Kind.TEXT, Kind.LONG):
        return False
    held = [twin for twin in pairs if column.name in twin.left]
    return not any(
        sum(plain(twin.left[column.name][0]) == plain(twin.right.get(other.name, ("",))[0])
            for twin in held) >= WHOLE * len(held)
        for other in others
    )  # fmt: skip


def _pattern(column: Column, others: Sequence[Column], pairs: Sequence[Twin]) -> Pattern | None:
    """The pattern of a column, by the attributes of the other source that stand in it."""
    held = [twin for twin in pairs if column.name in twin.left]
    texts = [twin.left[column.name][0].replace(SLOT, " ").strip()[:LONGEST] for twin in held]
    slots = list[str]()
    for other in sorted(others, key=lambda one: -_length(one)):
        cut = _cut(texts, held, column.name, other.name, len(slots))
        if cut is not None:
            texts = cut
            slots.append(other.name)
        if len(slots) == MOST:
            break
    whole = _common(column.name, texts, held, slots) if len(slots) > 1 else None
    if whole is not None or not 0 < len(slots) < MOST:
        return whole
    return _common(column.name, [_rest(text, len(slots)) for text in texts], held, [*slots, REST])


def _length(column: Column) -> float:
    return sum(map(len, column.values)) / max(len(column.values), 1)


def _cut(
    texts: Sequence[str], held: Sequence[Twin], name: str, other: str, slot: int
) -> list[str] | None:
    """The texts with a slot in place of the value of another attribute; None if it is not there."""
    says = [place for place, twin in enumerate(held)
            if other in twin.right and twin.tells(name, other)]  # fmt: skip
    if len(says) < FEW:
        return None
    cut = [_without(text, twin.right.get(other, ("",))[0], slot)
           for text, twin in zip(texts, held, strict=True)]  # fmt: skip
    found = sum(cut[place] != texts[place] for place in says)
    apart = zip(says, (*says[1:], says[0]), strict=True)
    chance = sum(
        _without(texts[a], held[b].right[other][0], slot) != texts[a] for a, b in apart
    )  # fmt: skip
    if found < MOSTLY * len(says) or chance > CHANCE * found:
        return None
    return cut


def _without(text: str, value: str, slot: int) -> str:
    """The text with a slot where a value stands in it as words of its own."""
    value, low = value.strip().lower(), text.lower()
    if len(value) < SHORTEST or len(low) != len(text):
        return text
    at = low.find(value)
    while at >= 0:
        before, after = text[:at], text[at + len(value) :]
        if not before[-1:].isalnum() and not after[:1].isalnum():
            return f"{before}{SLOT}{slot}{SLOT}{after}"
        at = low.find(value, at + 1)
    return text


def _rest(text: str, slot: int) -> str:
    """The text with a slot in place of what stands behind the others, or else before them."""
    first, last = text.find(SLOT), text.rfind(SLOT) + 1
    if not last:
        return text
    if (match := re.search(r"\w(?:.*\w)?", text[last:], re.DOTALL)) is not None:
        start, end = last + match.start(), last + match.end()
    elif (match := re.search(r"\w(?:.*\w)?", text[:first], re.DOTALL)) is not None:
        start, end = match.span()
    else:
        return text
    return f"{text[:start]}{SLOT}{slot}{SLOT}{text[end:]}"


def _common(
    column: str, texts: Sequence[str], held: Sequence[Twin], slots: Sequence[str]
) -> Pattern | None:
    """The pattern that most of the texts with slots have."""
    whole = [text for text in texts if text.count(SLOT) == 2 * len(slots)]
    if not whole:
        return None
    shape, count = Counter(whole).most_common(1)[0]
    pieces = re.split(f"{SLOT}(\\d+){SLOT}", shape)
    order = [slots[int(number)] for number in pieces[1::2]]
    if count < MOSTLY * len(texts) or not all(_apart(pieces[2:-1:2], order)):
        return None
    parts = tuple(f"{column}{PART}{name}" for name in order)
    patterns = [
        Pattern(column=column, regex=_regex(pieces, (*ways, ANY[0])), parts=parts,
                largest=order.index(slots[0]))
        for ways in product(ANY, repeat=len(order) - 1)
    ]  # fmt: skip
    fit, best = max(
        ((sum(_fits(one, twin, order) for twin in held), one) for one in patterns),
        key=lambda one: one[0],
    )
    return best if fit >= FITS * len(held) else None


def _apart(between: Sequence[str], order: Sequence[str]) -> list[str]:
    """What stands between parts; a blank does not tell where a part ends that nobody knows."""
    beside = zip(between, order, order[1:], strict=False)
    return [piece.strip() if REST in parts else piece for piece, *parts in beside]


def _regex(pieces: Sequence[str], ways: Sequence[str]) -> str:
    first, *signs = (re.escape(piece) for piece in pieces[::2])
    return first + "".join(way + sign for way, sign in zip(ways, signs, strict=True))


def _fits(pattern: Pattern, twin: Twin, order: Sequence[str]) -> bool:
    """Whether the pattern finds what the other record says."""
    parts = dict(pattern.cut(twin.left[pattern.column]))
    return all(
        parts.get(part, ("",))[0].casefold() == twin.right.get(name, ("",))[0].strip().casefold()
        for part, name in zip(pattern.parts, order, strict=True)
        if name != REST
    )
