"""A world that changes: some rows of a table are added, changed or taken away, with known truth.

A third of the changes each. *Uniform* churn hits any row alike. *Clustered* churn comes in batches,
as imports, removals and revaluations do: rows that lie together (when the table is sorted by all
columns that can be asked, in an order of chance; with a word in common where there is only text),
half of them touched, all in the same way. Records keep their keys, and the site its order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from leadline.intervals import order_key
from leadline.lab.collection import Collection
from leadline.lab.sorting import Sorting, sorting_by
from leadline.lab.table import texts_in, values_in
from leadline.lab.world import World
from leadline.model import Answer, Step, replace
from leadline.plan.words import tokens

Row = Mapping[str, Any]
Kind = Literal["added", "changed", "vanished"]
KINDS: tuple[Kind, ...] = ("added", "changed", "vanished")
BATCH = 25  # rows touched together, at most
DENSITY = 0.5  # of the rows of a batch's stretch that are touched
EDITED, TODAY = "edited", "2026-01-01"
SHARED = (10, 200)  # records with a word that a batch of texts has in common


@dataclass(frozen=True, kw_only=True)
class Keyed(World):
    """A source whose records have keys that stay, and an order that does not depend on the others.

    Newest first is in the order of the keys given; otherwise each record has a place by chance.
    """

    keys: tuple[str, ...] = field(default=(), repr=False)

    def answer(self, step: Step) -> Answer:
        """One page of one query."""
        answer = super().answer(step)
        records = tuple(replace(r, key=self.keys[int(r.key)]) for r in answer.records)
        return replace(answer, records=records)

    @cached_property
    def _place(self) -> NDArray[Any]:
        if self.ranking == "newest":
            return np.arange(len(self.keys))[::-1]
        return np.array([Random(f"{self.seed}/{key}").random() for key in self.keys])


@dataclass(frozen=True, slots=True, kw_only=True)
class Churn:
    """The table after the changes, and what they were, by key."""

    rows: Mapping[str, Row] = field(repr=False)
    kinds: Mapping[str, Kind]

    def keys(self, kind: Kind) -> set[str]:
        """The keys of the records that this happened to."""
        return {key for key, one in self.kinds.items() if one == kind}


def keyed(rows: Sequence[Row]) -> dict[str, Row]:
    """A table with a key for each row."""
    return {f"r{number}": row for number, row in enumerate(rows)}


def source_of(
    rows: Mapping[str, Row], indexed: Callable[[list[Row]], Collection], **settings: Any
) -> Keyed:
    """The source over a table with keys."""
    return Keyed(collection=indexed(list(rows.values())), keys=tuple(rows), **settings)


def by_last_change(rows: Mapping[str, Row], kinds: Mapping[str, Kind]) -> Sorting:
    """Orders by the day of the last change, which records show; these changed today."""
    days = ({EDITED: TODAY if key in kinds else _day(Random(key))} for key in rows)
    return sorting_by(list(days), [EDITED])


def _day(rng: Random) -> str:
    return f"20{rng.randint(10, 25)}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}"


def churned(
    rows: Mapping[str, Row],
    share: float,
    *,
    ordered: Sequence[str] = (),
    categories: Sequence[str] = (),
    clustered: bool = False,
    seed: int = 0,
) -> Churn:
    """Change so many of the rows; columns that are not named are texts."""
    return _Churning(rows, ordered, categories, Random(f"churn/{seed}")).done(share, clustered)


class _Churning:
    """Changes being made."""

    def __init__(
        self,
        rows: Mapping[str, Row],
        ordered: Sequence[str],
        categories: Sequence[str],
        rng: Random,
    ) -> None:
        self.before, self.rng = rows, rng
        self.ordered, self.categories = list(ordered), list(categories)
        self.rows, self.kinds = dict(rows), dict[str, Kind]()
        self.keys = list(rows)

    def done(self, share: float, clustered: bool) -> Churn:
        """All of it."""
        wanted = max(round(share * len(self.before)), 1) if share else 0
        batches = self._batches() if clustered else ([key] for key in self._shuffled())
        for turn, batch in enumerate(batches):
            kind, name = KINDS[turn % len(KINDS)], self._column()
            value = self.before[self.rng.choice(self.keys)].get(name)
            for key in batch:
                if len(self.kinds) < wanted and key not in self.kinds:
                    self._touch(key, kind, name, value)
            if len(self.kinds) >= wanted:
                break
        return Churn(rows=self.rows, kinds=self.kinds)

    def _shuffled(self) -> list[str]:
        return self.rng.sample(self.keys, len(self.keys))

    def _batches(self) -> Iterator[list[str]]:
        stretch = round(BATCH / DENSITY)
        while True:
            line = self._line()
            start = self.rng.randrange(max(len(line) - stretch, 0) + 1)
            some = line[start : start + stretch]
            yield self.rng.sample(some, max(round(len(some) * DENSITY), 1))

    def _line(self) -> list[str]:
        """Rows in an order in which what belongs together lies together."""
        if not self.ordered and not self.categories:
            return self._sharing()
        columns = [*self.ordered, *self.categories]
        names = self.rng.sample(columns, len(columns))
        return sorted(self.keys, key=lambda key: [_first(self.before[key], n) for n in names])

    def _sharing(self) -> list[str]:
        """The rows of a word that is neither rare nor common."""
        low, high = SHARED
        sets = self._postings
        fitting = [word for word, keys in sets.items() if low <= len(keys) <= high]
        return sets[self.rng.choice(fitting)] if fitting else self.keys

    @cached_property
    def _postings(self) -> dict[str, list[str]]:
        sets: dict[str, list[str]] = {}
        for key, row in self.before.items():
            for word in dict.fromkeys(tokens(_text(row))):
                sets.setdefault(word, []).append(key)
        return sets

    def _column(self) -> str:
        columns = [*self.ordered, *self.categories]
        return self.rng.choice(columns or sorted(self.before[self.keys[0]]))

    def _touch(self, key: str, kind: Kind, name: str, value: Any) -> None:
        row = self.before[key]
        if kind == "vanished":
            del self.rows[key]
        elif kind == "changed" and list(values_in(row.get(name))) != list(values_in(value)):
            self.rows[key] = {**row, name: value}
        elif kind == "changed":
            return
        else:
            self.rows[key := f"n{len(self.kinds)}"] = row
        self.kinds[key] = kind


def _first(row: Row, name: str) -> tuple[bool, Any]:
    value = next(iter(values_in(row.get(name))), None)
    return value is None, order_key(value or "")


def _text(row: Row) -> str:
    return "\n".join(text for value in row.values() for text in texts_in(value))
