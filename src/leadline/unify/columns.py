"""What an attribute of one source looks like: how often it is there, its kind, its values.

A column is told from a bounded sample of its values, drawn evenly over the source by `Profiler`;
counts of how many records have it are exact.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from random import Random
from zlib import crc32

from leadline.unify.dates import day, is_day_first
from leadline.unify.numbers import number
from leadline.unify.texts import plain, words
from leadline.unify.twins import Sketch

SAMPLE = 10_000  # values of a column that are kept
MARKS = 2000
MOSTLY = 0.9  # of the values are of the column's kind
SEVERAL = 0.05  # of the records have more than one value: a set
WORDY = 14  # words on average, from which a text is long
FIRST, LAST = 1000, 2100  # years
PART = " › "  # between an attribute and what a part of it is elsewhere
REST = "rest"  # what a part is called that nobody knows elsewhere

Values = Sequence[str]


class Kind(StrEnum):
    """How the values of an attribute are compared."""

    NUMBER = "number"
    DATE = "date"
    YEAR = "year"
    TEXT = "text"
    LONG = "long text"
    SET = "set"


@dataclass(frozen=True, kw_only=True)
class Column:
    """An attribute of a source: how many records have it, with several values, and a sample."""

    source: int
    name: str
    records: int
    several: int
    size: int  # records of the source
    values: tuple[str, ...]
    marks: frozenset[int] = frozenset()  # of the values with the lowest ones: the same everywhere
    least: int = 0  # all values with marks below this are in `marks`

    @cached_property
    def is_set(self) -> bool:
        """Whether records have several values of it."""
        return self.several > SEVERAL * self.records

    @cached_property
    def day_first(self) -> bool:
        """Whether numeric dates begin with the day."""
        return is_day_first(self.values)

    @cached_property
    def numbers(self) -> tuple[float, ...]:
        """The sampled values that are numbers."""
        return tuple(n for n in map(number, self.values) if n is not None)

    @cached_property
    def days(self) -> tuple[int, ...]:
        """The sampled values that are dates, as day numbers."""
        some = (day(value, self.day_first) for value in self.values)
        return tuple(one.toordinal() for one in some if one is not None)

    @cached_property
    def kind(self) -> Kind:
        """What most of its values are."""
        enough = MOSTLY * len(self.values)
        if self.is_set:
            return Kind.SET
        if self.values and len(self.numbers) >= enough:
            return Kind.YEAR if self._are_years(enough) else Kind.NUMBER
        if self.values and len(self.days) >= enough:
            return Kind.DATE
        total = sum(value.count(" ") + 1 for value in self.values)
        return Kind.LONG if total > WORDY * max(len(self.values), 1) else Kind.TEXT

    def _are_years(self, enough: float) -> bool:
        return sum(n.is_integer() and FIRST <= n <= LAST for n in self.numbers) >= enough

    @cached_property
    def plain(self) -> Counter[str]:
        """The sampled values without their formats, and how often each is there."""
        return Counter(filter(None, (self.canonical(value) for value in self.values)))

    def canonical(self, value: str) -> str:
        """A value in the one form that all its formats share."""
        if self.kind in (Kind.NUMBER, Kind.YEAR) and (n := number(value)) is not None:
            return f"{n:.10g}"
        if self.kind is Kind.DATE and (at := day(value, self.day_first)) is not None:
            return at.isoformat()
        return plain(value)

    @cached_property
    def words(self) -> Counter[str]:
        """The words of the sampled values, and in how many each is."""
        found: Counter[str] = Counter()
        for value, times in self.plain.items():
            for word in words(value):
                found[word] += times
        return found

    @property
    def apart(self) -> float:
        """The share of the sampled values that are different."""
        return len(self.plain) / max(self.plain.total(), 1)

    @property
    def filled(self) -> float:
        """The share of the records that have it."""
        return self.records / max(self.size, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """A source: its columns, the fullest first, and what its records can be told by elsewhere."""

    source: int
    columns: tuple[Column, ...]
    sketch: Sketch


class _Marks:
    """The lowest hashes of values, of which two columns keep the same (Broder 1997)."""

    __slots__ = ("held", "least")

    def __init__(self) -> None:
        self.held: set[int] = set()
        self.least = 1 << 32

    def see(self, value: str) -> None:
        mark = crc32(
            "".join(filter(str.isalnum, value[:100].casefold())).encode("utf-8", "replace")
        )
        if mark < self.least:
            self.held.add(mark)
            if len(self.held) > 2 * MARKS:
                kept = sorted(self.held)[: MARKS + 1]
                self.least = kept.pop()
                self.held = set(kept)


class Profiler:
    """Takes note of the records of one source, then tells what it looks like."""

    def __init__(self, source: int) -> None:
        self._source, self._rng = source, Random(source)
        self._sketch = Sketch()
        self._size = 0
        self._records: Counter[str] = Counter()
        self._several: Counter[str] = Counter()
        self._seen: Counter[str] = Counter()
        self._kept: dict[str, list[str]] = {}
        self._marks: dict[str, _Marks] = {}

    def see(self, fields: Mapping[str, Values]) -> None:
        """Take note of a record: its attributes with their values."""
        self._size += 1
        self._sketch.see(fields)
        for name, values in fields.items():
            self._records[name] += 1
            self._several[name] += len(values) > 1
            for value in values:
                self._keep(name, value)

    def _keep(self, name: str, value: str) -> None:
        """A random sample of fixed size (Vitter 1985, algorithm R)."""
        self._seen[name] += 1
        self._marks.setdefault(name, _Marks()).see(value)
        kept = self._kept.setdefault(name, [])
        if len(kept) < SAMPLE:
            kept.append(value)
        elif (at := self._rng.randrange(self._seen[name])) < SAMPLE:
            kept[at] = value

    def profile(self) -> Profile:
        """What was noted."""
        columns = tuple(
            Column(source=self._source, name=name, records=count, several=self._several[name],
                   size=self._size, values=tuple(self._kept[name]),
                   marks=frozenset(self._marks[name].held), least=self._marks[name].least)
            for name, count in self._records.most_common()
        )  # fmt: skip
        return Profile(source=self._source, columns=columns, sketch=self._sketch)
