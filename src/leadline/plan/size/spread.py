"""How one record's weight of 1 is spread over the queries that find it.

A record walks from the whole source to a small answer: it takes one of its own values, then, while
more than `most` records held match, another. Values that leave between LEAST and `most` records
are taken gladly, others where there are none, and now and then, so that no query is out of reach.
Where the walk ends is a query; the chance that it ends there is the share of the record's weight
that the query has. With single values between LEAST and `most` this is 1/deg(d), deg(d) being
the pool terms in the record's own text (inverse-degree weighting, as for search engines by
Bar-Yossef and Gurevich 2007); the further steps are the drill-downs of Dasgupta et al. 2010.

All counts are of records held, so that the same walk is defined for every record, held or not:
the shares of a record add up to 1 if any of its values is known at all. What was asked and is
held to the last record leads no record that is not held anywhere, and is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.model import Kind, Record
from leadline.plan.knowledge import Knowledge
from leadline.plan.words import words

Floats = NDArray[np.float64]
LEAST = 3  # records held that carry a value: with fewer, asking tells little
OUTSIDE = 0.05  # worth of all values outside of these bounds, beside those within
DEEPEST = 4  # values in one query
REMEMBERED = 64  # queries whose counts are kept


@dataclass(frozen=True, slots=True)
class Documents:
    """Several records' values: those of record i are `terms[start[i]:start[i + 1]]`."""

    start: NDArray[Any]
    terms: NDArray[Any]

    def __len__(self) -> int:
        return len(self.start) - 1

    def sums(self, of: Floats) -> Floats:
        """The sum of `of`, one element for each term, over each record."""
        total = np.concatenate(([0.0], np.cumsum(of)))
        return np.asarray(total[self.start[1:]] - total[self.start[:-1]])

    def carrying(self, value: int) -> NDArray[Any]:
        """Which of the records carry a value."""
        return self.sums((self.terms == value).astype(float)) > 0


class Spread:
    """The walk, over what is known now."""

    def __init__(self, known: Knowledge, most: int, *, together: bool) -> None:
        self.known, self.most = known, most
        allowed = known.interface.predicates or DEEPEST
        self.deepest = min(allowed, DEEPEST) if together else 1
        self.closed = closed_values(known)
        self._once = np.array([a.kind is Kind.VALUE for a in known.interface.attributes])
        self._counts: dict[tuple[int, ...], NDArray[Any]] = {}
        every = documents_of(known, np.arange(known.records))
        self.eligible = np.flatnonzero(every.sums(self.offers((), every)) > 0)

    def counts(self, query: tuple[int, ...]) -> NDArray[Any]:
        """For each value, how many records held carry it and all of the query."""
        if not query:
            return self.known.local
        if query not in self._counts:
            if len(self._counts) >= REMEMBERED:
                self._counts.clear()
            terms = self.known.terms_of(self.known.rows_matching(query))
            self._counts[query] = np.bincount(terms, minlength=self.known.values)
        return self._counts[query]

    def held(self, query: tuple[int, ...]) -> int:
        """How many records held carry all of a query."""
        return int(self.counts(query[:-1])[query[-1]]) if query else self.known.records

    def offers(self, query: tuple[int, ...], documents: Documents) -> Floats:
        """The worth of each of the documents' values as the next one, 0 if it cannot be taken."""
        if len(query) >= self.deepest:
            return np.zeros(len(documents.terms))
        number = self.counts(query)[documents.terms]
        fit = self._can_follow(query, documents.terms, number)
        band = fit & (number >= LEAST) & (number <= self.most)
        near = band.astype(float)
        far = np.where(fit & ~band, np.minimum(number / LEAST, 1.0), 0.0)
        nearby, beyond = documents.sums(near), documents.sums(far)
        scale = np.where(nearby > 0, OUTSIDE * nearby / np.maximum(beyond, 1e-12), 1.0)
        return np.asarray(near + far * np.repeat(scale, np.diff(documents.start)))

    def _can_follow(
        self, query: tuple[int, ...], terms: NDArray[Any], number: NDArray[Any]
    ) -> NDArray[np.bool_]:
        """Whether each value can be asked together with the query, and narrows it."""
        fit = ~self.closed[terms] & (number > 0)
        if not query:
            return np.asarray(fit)
        attributes = self.known.attribute[list(query)]
        taken = np.zeros(len(self._once), bool)
        taken[attributes] = self._once[attributes]
        narrows = number < self.held(query)
        return np.asarray(fit & narrows & ~taken[self.known.attribute[terms]])

    def shares(self, query: tuple[int, ...], documents: Documents) -> Floats:
        """The share of each document's weight that the query has; 0 where it does not match."""
        reached: dict[tuple[int, ...], Floats] = {(): np.ones(len(documents))}
        for size in range(1, len(query) + 1):
            for part in combinations(query, size):
                reached[part] = self._reaching(part, reached, documents)
        sums = documents.sums(self.offers(query, documents))
        return reached[query] * (1.0 if self.held(query) <= self.most else sums <= 0)

    def _reaching(
        self,
        query: tuple[int, ...],
        reached: dict[tuple[int, ...], Floats],
        documents: Documents,
    ) -> Floats:
        chance = np.zeros(len(documents))
        for value in query:
            before = tuple(v for v in query if v != value)
            if before and self.held(before) <= self.most:
                continue
            offers = self.offers(before, documents)
            own = documents.sums(np.where(documents.terms == value, offers, 0.0))
            chance += reached[before] * own / np.maximum(documents.sums(offers), 1e-12)
        return chance

    def walk(self, rng: Random) -> tuple[int, ...]:
        """The query at which the walk of a record held, drawn at random, ends."""
        query: tuple[int, ...] = ()
        row = self.eligible[rng.randrange(len(self.eligible))]
        own = documents_of(self.known, np.array([row]))
        while not query or self.held(query) > self.most:
            offers = self.offers(query, own)
            if not offers.any():
                break
            value = int(rng.choices(own.terms.tolist(), offers.tolist())[0])
            query = tuple(sorted((*query, value)))
        return query


def closed_values(known: Knowledge) -> NDArray[np.bool_]:
    """Values that cannot find anything new: all of their records are held, or they are refused."""
    closed = np.zeros(known.values, bool)
    asked = np.flatnonzero(known.value >= 0)
    values = known.value[asked]
    all_held = known.exact[asked] & (known.total[asked] <= known.local[values])
    refused = ~known.exact[asked] & ~known.open[asked] & (known.shown[asked] == 0)
    closed[values[(all_held & (known.shown[asked] > 0)) | refused]] = True
    return closed


def documents_of(known: Knowledge, rows: NDArray[Any]) -> Documents:
    """Records held."""
    lengths = known.lengths_of(rows)
    return Documents(np.concatenate(([0], np.cumsum(lengths))), known.terms_of(rows))


def documents_in(known: Knowledge, records: Sequence[Record]) -> Documents:
    """Records that are not held, by their values that are known."""
    found = [[v for _, v in values_in(known, record) if v >= 0] for record in records]
    start = np.cumsum([0, *(len(values) for values in found)])
    return Documents(start, np.array([v for values in found for v in values], np.int64))


def values_in(known: Knowledge, record: Record) -> list[tuple[int, int]]:
    """Of each value of a record the position of its attribute, and its number or -1."""
    found: dict[tuple[int, str], int] = {}
    for position, attribute in enumerate(known.interface.attributes):
        own = [value for name, value in record.values if name == attribute.name]
        if attribute.kind not in (Kind.KEYWORD, Kind.VALUE):
            continue
        if attribute.kind is Kind.KEYWORD:
            own = words(" ".join(own) if own else record.text)
        for value in own:
            found[position, value] = known.id_of(attribute.name, value)
    return [(position, number) for (position, _), number in found.items()]
