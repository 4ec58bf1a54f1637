"""A record as cells that can be compared: for each shared attribute one, without its format.

Words become numbers (CRC-32), which compare faster and take less room. Words that very many values
of an attribute have tell nothing and are left out, unless nothing else is there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from zlib import crc32

from leadline.unify.attributes import Attribute
from leadline.unify.columns import Column, Kind, Values
from leadline.unify.dates import day
from leadline.unify.numbers import number
from leadline.unify.texts import plain, sorted_words, words

COMMON = 0.02  # of all values have the word
LONGEST = 200  # characters of a text that are compared letter by letter
MOST = 48  # words or elements that are compared


@dataclass(frozen=True, slots=True)
class Cell:
    """A value to compare: as a number, or as words in order, letters, and what tells it apart."""

    value: float | None = None
    sorted: str | None = None
    plain: str | None = None
    tokens: tuple[int, ...] = ()


EMPTY = Cell()
Make = Callable[[Values], Cell]


class Cells:
    """Makes the cells of one source's records, in the order of the attributes."""

    def __init__(self, source: int, attributes: Sequence[Attribute]) -> None:
        self._makers: list[tuple[str, Make] | None] = [
            _maker(attribute, source) for attribute in attributes
        ]

    def of(self, fields: Mapping[str, Values]) -> list[Cell]:
        """The cells of a record."""
        return [
            maker[1](fields[maker[0]]) if maker is not None and maker[0] in fields else EMPTY
            for maker in self._makers
        ]


def common_words(attribute: Attribute) -> frozenset[str]:
    """The words that tell nothing about an attribute's values, as they are in very many of them."""
    counts: Counter[str] = Counter()
    for column in attribute.columns:
        counts.update(column.words)
    total = sum(len(column.values) for column in attribute.columns)
    return frozenset(word for word, count in counts.items() if count > max(COMMON * total, 3))


def _maker(attribute: Attribute, source: int) -> tuple[str, Make] | None:
    column = next((one for one in attribute.columns if one.source == source), None)
    if column is None:
        return None
    common = common_words(attribute)
    makers: dict[Kind, Make] = {
        Kind.NUMBER: lambda values: Cell(value=number(values[0])),
        Kind.DATE: lambda values: Cell(value=_days(column, values[0])),
        Kind.YEAR: lambda values: Cell(value=_year(column, values[0])),
        Kind.TEXT: lambda values: _text(values[0], common),
        Kind.LONG: lambda values: _text(" ".join(values), common),
        Kind.SET: _set,
    }
    return column.name, makers[attribute.kind]


def _days(column: Column, value: str) -> float | None:
    at = day(value, column.day_first)
    return None if at is None else float(at.toordinal())


def _year(column: Column, value: str) -> float | None:
    if column.kind is Kind.YEAR:
        return number(value)
    at = day(value, column.day_first)
    return None if at is None else float(at.year)


def _text(value: str, common: frozenset[str]) -> Cell:
    bare = plain(value)
    if not bare:
        return EMPTY
    some = words(bare)
    telling = [word for word in some if word not in common] or some
    return Cell(sorted=sorted_words(some), plain=bare[:LONGEST], tokens=_numbers(telling))


def _set(values: Values) -> Cell:
    some = sorted(set(filter(None, map(plain, values))))
    return Cell(sorted="|".join(some), tokens=_numbers(some)) if some else EMPTY


def _numbers(some: Sequence[str]) -> tuple[int, ...]:
    return tuple(crc32(word.encode("utf-8", "replace")) for word in some[:MOST])
