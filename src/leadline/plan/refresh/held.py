"""The source as it is believed to be: the records held, and what was found out about them since.

Counts of queries are computed from what the records show. A record that is shown with other values
is changed, one that nobody knew is added, one that should have been shown and was not is vanished,
until it is met again. A field that differs for nearly every record met again says nothing about
the record (a place in the list, a time of the visit) and is not counted.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections import Counter
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass

from leadline.intervals import Interval, Key, order_key
from leadline.model import Interface, Kind, Query, Record
from leadline.plan.words import tokens

MISSING = ""
RESTLESS = 0.8  # of the records met again have another value: the field is about something else
ENOUGH = 20  # records met again, at least, to say so
TEXT = ""  # the name under which a record's text is compared


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """What is different: records as they are now, and the keys of those that are gone."""

    added: tuple[Record, ...] = ()
    changed: tuple[Record, ...] = ()
    vanished: tuple[str, ...] = ()
    doubtful: tuple[str, ...] = ()  # of these: they may have changed instead

    def __len__(self) -> int:
        return len(self.added) + len(self.changed) + len(self.vanished)


@dataclass(frozen=True, slots=True)
class Lost:
    """A record that is not where it was, and what was asked by all answers that lack it.

    Another value of that would explain them all; if there is none, it is gone.
    """

    record: Record
    asked: frozenset[str]


class Held:
    """Records by their keys, counted by what an interface can ask."""

    def __init__(self, interface: Interface, records: Iterable[Record]) -> None:
        self.attributes = {a.name: a for a in interface.attributes}
        self._before = {record.key: record for record in records}
        self.now: dict[str, Record] = {}
        self._lines: dict[str, list[tuple[Key, str]]] = {}
        self._having: dict[tuple[str, str], dict[str, None]] = {}
        self._met: dict[str, Record] = {}  # as last shown
        self.lost: dict[str, Lost] = {}
        self.changes = 0  # answers that were otherwise than was believed
        self._carried: dict[str, dict[str, tuple[str, ...]]] = {}
        for attribute in interface.attributes:
            self._lines[attribute.name] = []
        for record in self._before.values():
            self._file(record)
        for line in self._lines.values():
            line.sort()

    def _file(self, record: Record, sort: bool = False) -> None:
        self._carried[record.key] = {n: self._values(record, n) for n in self.attributes}
        self.now[record.key] = record
        for name, attribute in self.attributes.items():
            values = self.carried(record, name)
            if attribute.kind is not Kind.RANGE or not values:
                for value in values or (MISSING,):
                    self._having.setdefault((name, value), {})[record.key] = None
            elif sort:
                insort(self._lines[name], (order_key(values[0]), record.key))
            else:
                self._lines[name].append((order_key(values[0]), record.key))

    def _drop(self, key: str) -> None:
        record = self.now.pop(key)
        for name, attribute in self.attributes.items():
            values = self.carried(record, name)
            if attribute.kind is not Kind.RANGE or not values:
                for value in values or (MISSING,):
                    self._having[name, value].pop(key, None)
            else:
                line = self._lines[name]
                line.pop(bisect_left(line, (order_key(values[0]), key)))

    def carried(self, record: Record, name: str) -> tuple[str, ...]:
        """The values of an attribute; the words of all that is shown for a search box."""
        held = self.now.get(record.key) is record
        return self._carried[record.key][name] if held else self._values(record, name)

    def _values(self, record: Record, name: str) -> tuple[str, ...]:
        own = tuple(dict.fromkeys(v for n, v in record.values if n == name and v))
        if self.attributes[name].kind is Kind.KEYWORD:
            shown = "\n".join((record.text, *(v for _, v in record.values)))
            return tuple(dict.fromkeys(tokens(shown)))
        return own

    # --- asking -------------------------------------------------------------------------------

    def matches(self, record: Record, query: Query) -> bool:
        """Whether a record meets all predicates, as far as it shows."""
        return all(self._meets(record, name, value) for name, value in query.predicates)

    def _meets(self, record: Record, name: str, value: str) -> bool:
        carried = self.carried(record, name)
        if value == MISSING:
            return not carried
        if self.attributes[name].kind is not Kind.RANGE:
            return value in carried
        return bool(carried) and self.has(name, carried[0], value)

    def has(self, name: str, value: str, wanted: str) -> bool:
        """Whether a value of an attribute is what a predicate wants."""
        interval = Interval.parse(wanted)
        if self.attributes[name].kind is not Kind.RANGE or MISSING in (value, wanted):
            return value == wanted
        return interval is not None and value in interval

    def keys(self, query: Query) -> list[str]:
        """The keys of the records that meet all predicates."""
        if not query.predicates:
            return list(self.now)
        best = min(query.predicates, key=lambda pair: self._size(*pair))
        others = [pair for pair in query.predicates if pair != best]
        if not others:
            return self._meeting(*best)
        return [
            key
            for key in self._meeting(*best)
            if all(self._meets(self.now[key], name, value) for name, value in others)
        ]

    def _size(self, name: str, value: str) -> int:
        interval = Interval.parse(value)
        if self.attributes[name].kind is Kind.RANGE and interval is not None:
            start, end = self._between(name, interval)
            return end - start
        return len(self._having.get((name, value), {}))

    def _meeting(self, name: str, value: str) -> list[str]:
        interval = Interval.parse(value)
        if self.attributes[name].kind is Kind.RANGE and interval is not None:
            start, end = self._between(name, interval)
            return [key for _, key in self._lines[name][start:end]]
        return list(self._having.get((name, value), {}))

    def _between(self, name: str, interval: Interval) -> tuple[int, int]:
        line, start, end = self._lines[name], 0, len(self._lines[name])
        if interval.low is not None:
            at = order_key(interval.low)
            start = _after(line, at) if interval.low_open else bisect_left(line, (at, ""))
        if interval.high is not None:
            at = order_key(interval.high)
            end = bisect_left(line, (at, "")) if interval.high_open else _after(line, at)
        return start, max(start, end)

    def line(self, name: str, query: Query) -> list[str]:
        """The values of an ordered attribute that the records of a query have, in order."""
        values = [v for key in self.keys(query) for v in self.carried(self.now[key], name)[:1]]
        return sorted(values, key=order_key)

    # --- learning -----------------------------------------------------------------------------

    def meet(self, record: Record) -> tuple[Record | None, Record] | None:
        """A record is shown: what it was believed to be and is, where that is not the same."""
        believed = self.now.get(record.key)
        self._met[record.key] = record
        self.lost.pop(record.key, None)
        if believed is not None and not list(differences(believed, record)):
            return None
        if believed is not None:
            self._drop(record.key)
        self._file(record, sort=True)
        return believed, record

    def miss(self, key: str, query: Query) -> Record | None:
        """A record should have been shown by a query and was not: what it was until now."""
        believed = self.now.get(key)
        if believed is not None:
            asked = self._asked(believed, query)
            self._drop(key)
            self._met.pop(key, None)
            self.lost[key] = Lost(believed, asked)
        elif (lost := self.lost.get(key)) is not None:
            self.lost[key] = Lost(lost.record, lost.asked & self._asked(lost.record, query))
        return believed

    def _asked(self, record: Record, query: Query) -> frozenset[str]:
        """The fields by which a query finds a record."""
        found = set[str]()
        for name, value in query.predicates:
            words = self.attributes[name].kind is Kind.KEYWORD
            found |= set(_fields_with(record, value)) if words else {name}
        return frozenset(found)

    def missing(self, query: Query, shown: Set[str]) -> list[Record]:
        """An answer was read whole: the records that it should have shown and did not."""
        for key, lost in list(self.lost.items()):
            if key not in shown and self.matches(lost.record, query):
                self.miss(key, query)
        gone = [self.miss(key, query) for key in self.keys(query) if key not in shown]
        return [record for record in gone if record is not None]

    def was_met(self, key: str) -> bool:
        """Whether a record was shown since."""
        return key in self._met

    def came(self) -> Iterator[Record]:
        """The records that were not held before."""
        return (record for key, record in self._met.items() if key not in self._before)

    def findings(self, doubtful: Set[str] = frozenset()) -> Findings:
        """All that is different from what was held before; `doubtful` may only have changed."""
        vanished = tuple(key for key in self._before if key not in self.now)
        restless = self._restless()
        changed = (
            record
            for key, record in self._met.items()
            if key in self._before
            and any(n not in restless for n in differences(self._before[key], record))
        )
        return Findings(
            added=tuple(r for key, r in self._met.items() if key not in self._before),
            changed=tuple(changed),
            vanished=vanished,
            doubtful=tuple(key for key in vanished if key in doubtful),
        )

    @property
    def looked_at(self) -> int:
        """How many of the records held before were shown again, or found to be gone."""
        met = sum(key in self._before for key in self._met)
        return met + sum(key not in self.now for key in self._before)

    def _restless(self) -> set[str]:
        again = [(self._before[k], r) for k, r in self._met.items() if k in self._before]
        if len(again) < ENOUGH:
            return set()
        differing = Counter(name for old, new in again for name in differences(old, new))
        return {name for name, times in differing.items() if times >= RESTLESS * len(again)}


def differences(old: Record, new: Record) -> Iterator[str]:
    """The names of the fields that differ; texts are compared where there are no fields."""
    if not old.values and not new.values:
        if old.text.split() != new.text.split():
            yield TEXT
        return
    if old.values == new.values:
        return
    before, after = _fields(old), _fields(new)
    yield from (name for name in before | after if before.get(name) != after.get(name))


def _fields_with(record: Record, text: str) -> Iterator[str]:
    """The names of the fields that have one of the words."""
    words = set(tokens(text))
    shown = ((TEXT, record.text), *record.values)
    return (name for name, value in shown if not words.isdisjoint(tokens(value)))


def _fields(record: Record) -> dict[str, set[str]]:
    fields: dict[str, set[str]] = {}
    for name, value in record.values:
        fields.setdefault(name, set()).add(" ".join(value.split()))
    return fields


def _after(line: list[tuple[Key, str]], at: Key) -> int:
    return bisect_right(line, at, key=lambda pair: pair[0])
