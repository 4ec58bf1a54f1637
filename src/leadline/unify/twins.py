"""Records of two sources that are surely one thing, told before any attribute is matched.

A word or value that is once in each of two sources, in whatever attribute, makes twins of the two
records that have it. Of these the most alike are kept; what attributes and parts of attributes
agree on them are one. After Bilke & Naumann, "Schema matching using duplicates" (ICDE 2005), who
compare whole records. Of a large source a part of the words is looked at, the same part in all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from zlib import crc32

from leadline.unify.texts import plain, words

KEPT = 20_000  # words and values of a source
MOST = 200  # twins
DIGITS = 5  # of a number that says something by itself
LONGEST = 400  # characters of a value that are looked at

Fields = Mapping[str, Sequence[str]]
Via = frozenset[tuple[str, str]]  # attributes of both that a shared word stands in


@dataclass(frozen=True, slots=True, kw_only=True)
class Twin:
    """Two records of different sources that are taken for one thing, and what told that."""

    left: Fields
    right: Fields
    via: Via

    def tells(self, left: str, right: str) -> bool:
        """Whether it says something about two attributes: something else told it, or not all."""
        wordy = " " in self.left[left][0].strip() and " " in self.right[right][0].strip()
        return wordy or bool(self.via - {(left, right)})


class Sketch:
    """The words and values of a source with the lowest marks, and the record that has each.

    What several records have is known to be so, as far as it is kept at all (Broder 1997).
    """

    __slots__ = ("_held", "_least")

    def __init__(self) -> None:
        self._held: dict[int, Fields | None] = {}
        self._least = 1 << 32

    def see(self, fields: Fields) -> None:
        """Take note of a record."""
        for mark in {mark for values in fields.values() for mark in _marks(values)}:
            if mark < self._least:
                self._held[mark] = None if mark in self._held else fields
        if len(self._held) > 2 * KEPT:
            kept = sorted(self._held)[: KEPT + 1]
            self._least = kept.pop()
            self._held = {mark: self._held[mark] for mark in kept}

    def shared(self, other: Sketch) -> Iterator[tuple[int, Fields, Fields]]:
        """What is once in both: its mark, and the two records."""
        for mark, own in self._held.items():
            theirs = other._held.get(mark)
            if own is not None and theirs is not None:
                yield mark, own, theirs


def twins(a: Sketch, b: Sketch) -> list[Twin]:
    """The records of two sources that are most surely the same, the surest first."""
    found: dict[tuple[int, int], tuple[_Words, _Words, set[int]]] = {}
    known: dict[int, _Words] = {}
    for mark, left, right in a.shared(b):
        own, theirs = (_words(known, one) for one in (left, right))
        found.setdefault((id(left), id(right)), (own, theirs, set()))[2].add(mark)
    alike = sorted(found.values(), key=lambda one: -_alike(one[0], one[1]))
    return list(_once(_twin(*one) for one in alike))[: min(MOST, (len(alike) + 1) // 2)]


def _words(known: dict[int, _Words], fields: Fields) -> _Words:
    if (found := known.get(id(fields))) is None:
        found = known[id(fields)] = _Words(fields)
    return found


class _Words:
    """A record with the marks of each attribute."""

    __slots__ = ("fields", "marks")

    def __init__(self, fields: Fields) -> None:
        self.fields = fields
        self.marks = {name: frozenset(_marks(values)) for name, values in fields.items()}

    def all(self) -> frozenset[int]:
        return frozenset().union(*self.marks.values())

    def having(self, mark: int) -> list[str]:
        return [name for name, marks in self.marks.items() if mark in marks]


def _twin(left: _Words, right: _Words, marks: set[int]) -> Twin:
    via = {(a, b) for mark in marks for a in left.having(mark) for b in right.having(mark)}
    return Twin(left=left.fields, right=right.fields, via=frozenset(via))


def _once(some: Iterable[Twin]) -> Iterator[Twin]:
    """Each record in one twin only."""
    left, right = set[int](), set[int]()
    for twin in some:
        if id(twin.left) not in left and id(twin.right) not in right:
            left.add(id(twin.left))
            right.add(id(twin.right))
            yield twin


def _alike(left: _Words, right: _Words) -> float:
    """The share of the words of the shorter record that the other one has."""
    first, second = left.all(), right.all()
    return len(first & second) / max(min(len(first), len(second)), 1)


def _marks(values: Sequence[str]) -> Iterator[int]:
    """What stands for the values and their words; small numbers are everywhere."""
    for value in values:
        bare = plain(value[:LONGEST])
        for word in {bare, *words(bare)}:
            if not word.isdecimal() or len(word) >= DIGITS:
                yield crc32(word.encode("utf-8", "replace"))
