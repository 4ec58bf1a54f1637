"""How much of what carries a value was within reach of what was asked, source by source.

Every source s has an entity of the domain with a chance c(s) of its own. An answer read up to the
share r shows each of its entities with that chance, so of an entity that matches several answers
of s the share left(s) = prod (1 - r) is still hidden there. Hence an entity like e

- is held with the chance pi(e) = 1 - prod_s (1 - c(s) (1 - left(s))), and in the union with the
  chance u = 1 - prod_s (1 - c(s)), so that one that is held stands for u / pi(e) like it in the
  union (Horvitz & Thompson 1952), of which s has c(s) / u;
- if s has it, is new with the chance left(s) prod_{t != s} (1 - c(t) (1 - left(t)));
- if it is held and s has not shown it, is in s with the chance c(s) left(s) / (1 - c(s) (1 -
  left(s))).

These are summed by value over all that is held; what earlier harvests hold stands for what is like
it too. So nothing of `city=Wichita` is new where all of `state=Kansas` was read. What no answer
could have shown has nobody to stand for it: that is `unseen`. Conjunctions count for the entities
held when they were asked; a list of everything for all, also those that others show later.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.model import Query
from leadline.plan.columns import Column
from leadline.plan.held import UNKNOWN
from leadline.plan.many.dynamic_knowledge import tables
from leadline.plan.many.overlap import PRIOR
from leadline.plan.many.together import Together
from leadline.plan.many.vocabulary import Pair, Placed

Floats = NDArray[np.float64]
LEAST = 0.1  # pi / u: nobody stands for more than ten
SURE = 0.98  # c: no source has certainly everything


class Reach:
    """The sums, brought up to date with every answer."""

    def __init__(self, together: Together) -> None:
        sources = len(together.sources)
        self._gone = [Column(np.float64, 1.0) for _ in range(sources)]  # 1 - r of each value asked
        self._listed = np.ones(sources)  # 1 - r of the list of everything
        self._chances = np.full(sources, PRIOR)
        self._tables = [Sums(one, sources) for one in tables(together)]

    def renew(self, together: Together, chances: Floats) -> None:
        """Take all sums anew, with these chances of the sources to have an entity."""
        self._chances = np.minimum(chances, SURE)
        self._grow(together)
        for table in self._tables:
            table.clear()
            self._count(together, table, np.arange(table.one.known.records))

    def meet(self, together: Together, rows: NDArray[Any]) -> None:
        """A page showed these entities of the union."""
        self._grow(together)
        union = self._tables[0]
        self._count(together, union, np.union1d(rows, union.fresh()))

    def learn(self, together: Together, source: int, query: Query, share: float) -> NDArray[Any]:
        """An answer of a source was read up to a share: the entities held that match it."""
        if not query.predicates:
            return self._learn_list(together, source, share)
        common = together.sources[source].common
        pairs = [(common[name], value) for name, value in query.predicates]
        alone = together.vocabulary.id_of(pairs[0]) if len(pairs) == 1 else UNKNOWN
        if alone != UNKNOWN:
            self._gone[source].array[alone] = 1 - share
        for table in self._tables:
            rows = table.matching(pairs)
            if alone == UNKNOWN:
                table.hide(source, rows, 1 - share)
            self._count(together, table, rows)
        return self._tables[0].matching(pairs)

    def _learn_list(self, together: Together, source: int, share: float) -> NDArray[Any]:
        """Everything that a source has was read up to a share."""
        self._listed[source] = 1 - share
        for table in self._tables:
            self._count(together, table, np.arange(table.one.known.records))
        return np.arange(self._tables[0].one.known.records)

    def _grow(self, together: Together) -> None:
        for gone in self._gone:
            gone.grow(len(together.vocabulary))

    def _count(self, together: Together, table: Sums, rows: NDArray[Any]) -> None:
        if not len(rows):
            return
        left = np.stack([self._left(table, source, rows) for source in range(len(self._gone))])
        parts = _parts(left, self._chances)
        if table is self._tables[0]:
            shown = np.stack([column.array[rows] for column in together.belongs])
            parts[1 + len(left) :] *= ~shown
        else:
            parts = _outside(left, parts, self._chances)
        table.count(rows, parts)

    def left(self, source: int, rows: NDArray[Any]) -> Floats:
        """The share of each of these entities of the union that is hidden at a source."""
        return self._left(self._tables[0], source, rows)

    def _left(self, table: Sums, source: int, rows: NDArray[Any]) -> Floats:
        left = table.left(source, rows, self._gone[source].array)
        return np.asarray(left * self._listed[source])

    def weights(self, values: int) -> Floats:
        """How many entities of the union those held of each value stand for."""
        return self._sum(0, values)

    def new(self, source: int, values: int) -> Floats:
        """Of these, the ones that would be new, if the source has them."""
        return self._sum(1 + source, values)

    def untold(self, source: int, values: int) -> Floats:
        """Of what a source has of each value, the share that others, asked for it, have not."""
        left = np.ones(values)
        for other, gone in enumerate(self._gone):
            if other != source:
                left *= 1 - self._chances[other] * (1 - gone.array[:values])
        return left

    def common(self, source: int, places: NDArray[Any]) -> Floats:
        """Entities held of these values, not shown by a source, that it is thought to have."""
        union = self._tables[0]
        sums = union.by_value(1 + len(self._gone) + source, len(self._gone[0]))
        return np.asarray(sums[places])

    def lacking(self, source: int) -> float:
        """Entities held, not shown by a source, that it is thought to have."""
        return self._tables[0].in_all(1 + len(self._gone) + source)

    def _sum(self, kind: int, values: int) -> Floats:
        found = np.zeros(values)
        for table in self._tables:
            found += table.by_value(kind, values)
        return found


class Sums:
    """The sums of one table: of weights, and for each source of new ones and common ones."""

    def __init__(self, one: Placed, sources: int) -> None:
        self.one = one
        self._parts = [Column(np.float64) for _ in range(1 + 2 * sources)]  # of each row
        self._sums = [Column(np.float64) for _ in range(1 + 2 * sources)]  # of each value
        self._hidden = [Column(np.float64, 1.0) for _ in range(sources)]  # by conjunctions

    def clear(self) -> None:
        """Forget all."""
        for column in (*self._parts, *self._sums):
            column.array[:] = 0.0

    def fresh(self) -> NDArray[Any]:
        """The rows that were not counted yet."""
        return np.arange(len(self._parts[0]), self.one.known.records)

    def matching(self, pairs: Sequence[Pair]) -> NDArray[Any]:
        """The rows that carry all of these values."""
        ids = [self.one.id_of(pair) for pair in pairs]
        return np.zeros(0, np.int64) if UNKNOWN in ids else self.one.known.rows_matching(ids)

    def hide(self, source: int, rows: NDArray[Any], left: float) -> None:
        """Of these rows no more than so much is left at a source."""
        hidden = self._hidden[source]
        hidden.grow(self.one.known.records)
        hidden.array[rows] = np.minimum(hidden.array[rows], left)

    def left(self, source: int, rows: NDArray[Any], gone: Floats) -> Floats:
        """The share of each of these rows that is hidden at a source."""
        known, hidden = self.one.known, self._hidden[source]
        hidden.grow(known.records)
        left = hidden.array[rows].copy()
        lengths = known.lengths_of(rows)
        starts, some = np.cumsum(lengths) - lengths, lengths > 0
        if some.any():
            each = gone[self.one.place[known.terms_of(rows)]]
            left[some] *= np.multiply.reduceat(each, starts[some])
        return np.asarray(left)

    def count(self, rows: NDArray[Any], parts: Floats) -> None:
        """Add these rows, or what has changed of them, to the sums."""
        known = self.one.known
        terms, lengths = known.terms_of(rows), known.lengths_of(rows)
        for part, column, sums in zip(parts, self._parts, self._sums, strict=True):
            column.grow(known.records)
            sums.grow(known.values)
            change = part - column.array[rows]
            column.array[rows] = part
            np.add.at(sums.array, terms, np.repeat(change, lengths))

    def by_value(self, kind: int, values: int) -> Floats:
        """One of the sums, under the common numbers of the values."""
        found, sums = np.zeros(values), self._sums[kind].array
        found[self.one.place[: len(sums)]] = sums
        return found

    def in_all(self, kind: int) -> float:
        """One of the sums over all rows."""
        return float(self._parts[kind].array.sum())


def _parts(left: Floats, chances: Floats) -> Floats:
    """Of each entity held: its weight, and by source the chances to be new and to be there."""
    c = chances[:, None]
    missed = 1 - c * (1 - left)
    nobody = missed.prod(0)
    union = 1 - float(np.prod(1 - chances))
    weight = union / np.maximum(1 - nobody, LEAST * union)
    return np.vstack([weight[None], weight * left * nobody / missed, c * left / missed])


def _outside(left: Floats, parts: Floats, chances: Floats) -> Floats:
    """The same of what is held by an earlier harvest: a sample that no query here has made."""
    weight = np.full(left.shape[1], (1 - float(np.prod(1 - chances))) / chances.mean())
    new = parts[1 : 1 + len(left)] / parts[0] * weight
    return np.vstack([weight[None], new, np.zeros(left.shape)])
