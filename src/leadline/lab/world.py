"""A simulated source over a collection: the Step→Answer door, with known truth behind it.

What a real site may do is a setting: page size, result limit K, ranking, how it reports totals,
AND or OR of several predicates, a sign that leaves a word out, orders to choose, stop-words, pages
that fail.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from random import Random
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from leadline.intervals import Interval
from leadline.lab.collection import Collection
from leadline.lab.lines import Lines
from leadline.lab.sorting import Sorting
from leadline.model import Answer, Attribute, Count, Interface, Kind, Outcome, Query, Record, Step

Ranking = Literal["static", "relevance", "newest"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """How totals are reported: not at all, exactly, up to a cap ("1,000+"), or rounded."""

    kind: Literal["exact", "none", "capped", "rounded"] = "exact"
    cap: int = 0

    def of(self, matches: int) -> tuple[int | None, Count]:
        """What the site says when so many records match."""
        if self.kind == "none":
            return None, Count.EXACT
        if self.kind == "capped" and matches > self.cap:
            return self.cap, Count.LEAST
        if self.kind == "rounded" and matches >= 100:
            step = 10 ** (len(str(matches)) - 2)
            return round(matches / step) * step, Count.ABOUT
        return matches, Count.EXACT


@dataclass(frozen=True, kw_only=True)
class World:
    """A source that answers steps; `seed` fixes its ranking and its failures."""

    collection: Collection
    page_size: int = 10
    limit: int | None = None
    ranking: Ranking = "static"
    counts: Counts = field(default_factory=Counts)
    any_of: bool = False
    predicates: int | None = None
    browsable: bool = False
    any_page: bool = True
    without: str = ""  # before a word that records must not have
    sorting: Sorting = field(default_factory=Sorting)
    stop_words: int = 0
    failures: float = 0.0
    seed: int = 0

    @cached_property
    def interface(self) -> Interface:
        """What a crawler is told: the form, the page size and the limit, as probing finds them."""
        return Interface(
            attributes=tuple(self._told(one) for one in self.collection.attributes),
            page_size=self.page_size,
            limit=self.limit,
            predicates=self.predicates,
            browsable=self.browsable,
            any_page=self.any_page,
            orders=self.sorting.orders,
        )

    def _told(self, attribute: Attribute) -> Attribute:
        excludes = self.without and attribute.kind is Kind.KEYWORD
        return replace(attribute, without=self.without) if excludes else attribute

    def answer(self, step: Step) -> Answer:
        """One page of one query."""
        if self._fails(step):
            return Answer(outcome=Outcome.FAILED)
        ids = self.collection.ids
        asked = [pair for pair in step.query.predicates if ids.get(pair) not in self.stopped]
        if step.query.predicates and not asked:
            return Answer(outcome=Outcome.REFUSED)
        if not self.interface.can_ask(step.query):
            return Answer(outcome=Outcome.REFUSED)
        return self._page(self.ranked(Query(tuple(asked), step.query.order)), step.page)

    def _page(self, rows: NDArray[Any], page: int) -> Answer:
        visible = len(rows) if self.limit is None else min(len(rows), self.limit)
        start, end = (page - 1) * self.page_size, min(page * self.page_size, visible)
        total, count = self.counts.of(len(rows))
        found = rows[start:end].tolist() if start < end else []
        return Answer(
            records=tuple(self._shown(row) for row in found),
            total=total,
            count=count,
            more=end < visible and bool(found),
            outcome=Outcome.FOUND if found else Outcome.EMPTY,
        )

    def _shown(self, row: int) -> Record:
        return self.sorting.showing(self.collection.record(row), row)

    def ranked(self, query: Query) -> NDArray[Any]:
        """All rows that match, in the site's order."""
        rows: NDArray[Any] = self._ranked(query)
        return rows

    def visible(self, value: int) -> NDArray[Any]:
        """The rows that a query for just this value shows; none for a stop-word."""
        pair = (self.collection.attributes[self.collection.attribute[value]].name,
                self.collection.names[value])  # fmt: skip
        return self.ranked(Query((pair,)))[: 0 if value in self.stopped else self.limit]

    @cached_property
    def _ranked(self) -> Any:
        return lru_cache(maxsize=4096)(self._rank)

    def _rank(self, query: Query) -> NDArray[Any]:
        if query.order:
            return self.sorting.sorted(self.ranked(query.unordered), query.order)
        asked = [pair for pair in query.predicates if not self._excludes(pair)]
        if len(asked) < len(query.predicates):
            return self._left(self.ranked(Query(tuple(asked))), query)
        if not asked:
            return np.argsort(self._place).astype(np.int32)
        found = [rows for pair in asked if (rows := self._rows(pair)) is not None]
        if not found or (len(found) < len(asked) and not self.any_of):
            return np.zeros(0, np.int32)
        rows = found[0]
        for other in found[1:]:
            rows = np.union1d(rows, other) if self.any_of else np.intersect1d(rows, other, True)
        ids = [v for pair in query.predicates if (v := self.collection.ids.get(pair, -1)) >= 0]
        order = np.argsort(self._keys(rows, ids), kind="stable")
        return np.asarray(rows[order])

    def _excludes(self, pair: tuple[str, str]) -> bool:
        return bool(self.without) and pair[1].startswith(self.without)

    def _left(self, rows: NDArray[Any], query: Query) -> NDArray[Any]:
        """The rows that have none of the words that are left out."""
        kept = np.ones(self.collection.records, np.bool_)
        for name, text in filter(self._excludes, query.predicates):
            if (having := self._rows((name, text.removeprefix(self.without)))) is not None:
                kept[having] = False
        return np.asarray(rows[kept[rows]])

    def _rows(self, pair: tuple[str, str]) -> NDArray[Any] | None:
        """The rows that meet one predicate; None for a value that no row has."""
        name, text = pair
        if (interval := Interval.parse(text)) is not None and self._is_ordered(name):
            return self.lines.of(name).rows(interval)
        if text == "":
            return self.lines.of(name).missing
        value = self.collection.ids.get(pair, -1)
        return self.collection.rows(value) if value >= 0 else None

    def _is_ordered(self, name: str) -> bool:
        return self.interface.attribute(name).kind is Kind.RANGE

    @cached_property
    def lines(self) -> Lines:
        """The rows in the order of each attribute."""
        return Lines(self.collection)

    def _keys(self, rows: NDArray[Any], ids: list[int]) -> NDArray[Any]:
        if self.ranking == "relevance":
            return -sum((self._relevance(v, rows) for v in ids), np.zeros(len(rows)))
        return np.asarray(self._place[rows])

    @cached_property
    def _place(self) -> NDArray[Any]:
        """Each row's place in the one ranking of the whole collection."""
        if self.ranking == "newest":
            return np.arange(self.collection.records)[::-1]
        return np.random.default_rng(self.seed).permutation(self.collection.records)

    def _relevance(self, value: int, rows: NDArray[Any]) -> NDArray[Any]:
        """Term frequency damped by length, as in BM25 with its usual k1 = 1.2 and b = 0.75."""
        holders = self.collection.rows(value)
        place = np.minimum(np.searchsorted(holders, rows), len(holders) - 1)
        times = self.collection.times[self.collection.where[value] + place]
        times = np.where(holders[place] == rows, times, 0)
        long = 0.25 + 0.75 * self.collection.lengths[rows] / self._mean_length
        rarity = np.log1p(self.collection.records / len(holders))
        return np.asarray(rarity * times * 2.2 / (times + 1.2 * long))

    @cached_property
    def _mean_length(self) -> float:
        return float(self.collection.lengths.mean())

    @cached_property
    def stopped(self) -> frozenset[int]:
        """The stop-words: the commonest values, which no query can ask for."""
        if not self.stop_words:
            return frozenset()
        return frozenset(
            np.argsort(-self.collection.frequency, kind="stable")[: self.stop_words].tolist()
        )

    def _fails(self, step: Step) -> bool:
        if not self.failures:
            return False
        return Random(f"{self.seed}/{step.query}/{step.page}").random() < self.failures
