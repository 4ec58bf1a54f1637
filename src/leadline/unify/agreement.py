"""Whether two attributes agree on records that are one thing, beyond what chance would do.

Values that are equal without their formats agree; words that are mostly the same, and numbers that
are near, agree in part. The same attributes of records that are *not* twins tell how much of that
is chance (as in Cohen's kappa).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from leadline.unify.columns import Column, Kind, Values
from leadline.unify.numbers import number
from leadline.unify.texts import words
from leadline.unify.twins import Fields, Twin

FEW = 8  # twins, below which nothing is told by them
NEAR = 0.01  # of a number, that another may be off
REORDERED = 0.9  # what the same words in another order are worth of an equal value


@dataclass(frozen=True, slots=True)
class _Face:
    """A value as it is compared."""

    whole: str
    words: frozenset[str]
    number: float | None


class Agreement:
    """What the twins of two sources say about their attributes."""

    def __init__(self, twins: Sequence[Twin]) -> None:
        self._twins = twins
        self._faces: dict[tuple[int, int, str], _Face] = {}

    def of(self, a: Column, b: Column) -> float | None:
        """How far two attributes agree, from 0 for chance to 1; None if nothing tells it."""
        faces = [
            (self._face(place, 0, a, twin.left), self._face(place, 1, b, twin.right))
            for place, twin in enumerate(self._twins)
            if a.name in twin.left and b.name in twin.right and twin.tells(a.name, b.name)
        ]
        if len(faces) < FEW:
            return None
        others = [face for _, face in (*faces[1:], faces[0])]
        agreed = sum(_alike(one, other) for one, other in faces) / len(faces)
        chance = sum(_alike(one, other) for (one, _), other in zip(faces, others, strict=True))
        chance = min(chance / len(faces), 0.999)
        return max((agreed - chance) / (1.0 - chance), 0.0)

    def _face(self, place: int, side: int, column: Column, fields: Fields) -> _Face:
        key = place, side, column.name
        if (found := self._faces.get(key)) is None:
            found = self._faces[key] = _face(column, fields[column.name])
        return found


def _face(column: Column, values: Values) -> _Face:
    whole = sorted(filter(None, map(column.canonical, values)))
    ordered = column.kind in (Kind.NUMBER, Kind.YEAR)
    return _Face(
        whole="\x1f".join(whole),
        words=frozenset(whole if column.is_set else words(" ".join(whole))),
        number=number(values[0]) if ordered else None,
    )


def _alike(a: _Face, b: _Face) -> float:
    if a.whole == b.whole:
        return 1.0
    if a.number is not None and b.number is not None:
        return 0.8 * (abs(a.number - b.number) <= NEAR * max(abs(a.number), abs(b.number)))
    shared = len(a.words & b.words) / max(len(a.words | b.words), 1)
    return REORDERED * shared if shared >= 0.5 else 0.0
