"""Which facets say no more than the rows of results do: a field of theirs has the same values.

A field shows a facet if for each value as many records have it as the panel counts. As long as not
all records are held, no value may have more, and all together must have their share. A field may
hold several values, one after the other, if each of them is one of the facet's. A slider is shown
by a field of numbers that goes from its lowest to its highest. Leaves out values that rows write
differently.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from leadline.plan.facets.lists import Value

NEARLY = 0.05  # of the counts may differ,
ROUGHLY = 0.15  # or so much as long as records are missing
ALL = 0.99  # of the records: none are missing
MOST = 0.9  # of the records that have a number where a slider goes by it
LONGEST = 40  # characters of a number with its unit
_NUMBER = re.compile(r"[^\d-]{0,4}(-?\d{1,3}(?:[ ,']\d{3})+(?:\.\d{1,6})?|-?\d{1,12}(?:\.\d{1,6})?)"
                     r"[^\d]{0,12}")  # fmt: skip
_BETWEEN = re.compile(r"\s*[;,|/·•\n]\s*")
Fields = Iterable[tuple[str, str]]


def plain(text: str) -> str:
    """A value as it is compared."""
    return " ".join(text.casefold().split())


def said(values: Fields) -> set[str]:
    """All that the fields of a record say, whole and in parts, as it is compared."""
    whole = [value for _, value in values]
    parts = [part for value in whole for part in _BETWEEN.split(value)]
    return {plain(text) for text in (*whole, *parts)}


@dataclass(kw_only=True)
class Rows:
    """Records beside the counts of facets."""

    counts: Mapping[Value, int]
    total: int | None = None
    held: int = 0
    _have: dict[tuple[str, str, str], list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._facets: dict[str, list[str]] = {}  # of each text
        for facet, text in self.counts:
            self._facets.setdefault(plain(text), []).append(facet)

    def hear(self, key: str, values: Fields) -> None:
        """A record and its fields."""
        self.held += 1
        for name, value in values:
            for facet, text in self._in(value):
                self._have.setdefault((facet, name, text), []).append(key)

    def _in(self, value: str) -> Iterator[tuple[str, str]]:
        """The facets that have this value, or all of the values that it is made of."""
        whole = self._facets.get(plain(value), ())
        yield from ((facet, plain(value)) for facet in whole)
        parts = list(dict.fromkeys(map(plain, _BETWEEN.split(value))))
        facets = [set(self._facets.get(part, ())) for part in parts] if len(parts) > 1 else []
        for facet in set.intersection(*facets).difference(whole) if facets else ():
            yield from ((facet, part) for part in parts)

    def fields(self) -> dict[str, str]:
        """The field that shows a facet, for the facets that have one."""
        names = dict.fromkeys((facet, name) for facet, name, _ in self._have)
        best: dict[str, tuple[float, str]] = {}
        for facet, name in names:
            amiss = self._amiss(facet, name)
            if amiss is not None:
                best[facet] = min(best.get(facet, (amiss, name)), (amiss, name))
        return {facet: name for facet, (_, name) in best.items()}

    def _amiss(self, facet: str, name: str) -> float | None:
        """How far the field is from the counts; None if that is too far."""
        pairs = [(len(self._have.get((facet, name, plain(text)), ())), count)
                 for (of, text), count in self.counts.items() if of == facet]  # fmt: skip
        counted = sum(count for _, count in pairs)
        if not self.total or self.held >= ALL * self.total:
            amiss = sum(abs(n - count) for n, count in pairs) / max(1, counted)
            return amiss if amiss <= NEARLY else None
        over = sum(max(0, n - count) for n, count in pairs) / max(1, counted)
        share = counted * self.held / self.total
        amiss = abs(sum(n for n, _ in pairs) - share) / max(1.0, share)
        return over + amiss if over <= NEARLY and amiss <= ROUGHLY else None

    def own(self, fields: Mapping[str, str]) -> dict[Value, list[str]]:
        """Who has which value, as rows show it in these fields."""
        found = ((value, self._have.get((value[0], fields[value[0]], plain(value[1]))))
                 for value in self.counts if value[0] in fields)  # fmt: skip
        return {value: keys for value, keys in found if keys}


class Numbers:
    """The fields of records that are numbers: how many there are, the lowest and the highest."""

    def __init__(self) -> None:
        self._held = 0
        self._fields: dict[str, tuple[int, Decimal, Decimal]] = {}

    def hear(self, values: Fields) -> None:
        """A record's fields."""
        self._held += 1
        for name, value in values:
            if match := _NUMBER.fullmatch(value[:LONGEST]):
                number = Decimal(re.sub(r"[^\d.-]", "", match[1]))
                count, least, most = self._fields.get(name, (0, number, number))
                self._fields[name] = count + 1, min(least, number), max(most, number)

    def show(self, low: Decimal, high: Decimal) -> bool:
        """Whether a field holds a number in most rows, from the lowest of these to the highest."""
        near = (high - low) * Decimal(NEARLY)
        return any(
            count >= MOST * self._held and abs(least - low) <= near and abs(most - high) <= near
            for count, least, most in self._fields.values()
        )
