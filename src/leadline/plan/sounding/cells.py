"""Conjunctions: cells of an overflowing query, cut out by one value more.

An opened query that overflows has an exactly known unseen share that its own pages cannot reach.
Its records held say which values occur in it and how often; what a cell (the query and a value) is
worth is predicted (`promise.py`). Cells that would overflow again are left alone until a smaller
parent offers them, or nothing else is left. Only where the form takes several predicates, and
their AND.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.model import Kind
from leadline.plan.knowledge import Knowledge
from leadline.plan.sounding.index import Setting
from leadline.plan.sounding.promise import Promise, totals_of
from leadline.plan.sounding.regression import logit
from leadline.plan.sounding.values import Values

Floats = NDArray[np.float64]
PARENTS = 40  # expanded at each renewal
CHILDREN = 200  # cells kept of each
LEAST = 8  # records held of a cell before it is considered, while there are such that pay
DRY = 0.5  # new records per cost: where the going rate is less, smaller cells are taken in
FULL = 0.8  # of the limit: larger cells may overflow, and are asked when nothing else is left
SAMPLE = 50_000  # records of a parent that are looked through; `pick` counts all of a cell's
POOL = 15_000
LOOKS = 30


@dataclass(frozen=True, slots=True)
class Cell:
    """A query and one value more, with what is predicted of it."""

    parts: tuple[int, ...]
    held: float
    logit: float
    score: float
    features: Floats


class Cells:
    """A pool of candidate cells, each with its index when last looked at."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self.promise = Promise(values)
        self.best: Cell | None = None
        self._parent = np.zeros(0, np.int64)
        self._value = np.zeros(0, np.int64)
        self._held = np.zeros(0)
        self._logit = np.zeros(0)
        self._score = np.zeros(0)
        self._expanded: dict[int, int] = {}
        self._asked: set[frozenset[int]] = set()
        self._least, self._fullest = LEAST, FULL
        self._last: tuple[Any, Cell] | None = None  # looked at, and by what figures

    def __len__(self) -> int:
        return len(self._score)

    def asked(self, parts: tuple[int, ...]) -> None:
        """This conjunction was asked: never offer it again."""
        self._asked.add(frozenset(parts))

    def offered(self, parts: tuple[int, ...]) -> Cell | None:
        """The best cell, if it is this conjunction."""
        cell = self.best
        return cell if cell is not None and sorted(cell.parts) == sorted(parts) else None

    def judge(self, cell: Cell, held: int, share: float) -> None:
        """A cell that was offered turned out like this."""
        self.promise.judge(held, cell.logit, share)

    def price(self, known: Knowledge, setting: Setting) -> None:
        """What the index of cells depends on from now on."""
        self.promise.price(known, setting)
        self.rescore(known)

    def renew(self, known: Knowledge, rate: float) -> None:
        """Look for cells anew; for smaller ones too, where the going rate says that all is dry.

        Small cells are predicted badly, so the best of them always look better than they are.
        """
        if rate < DRY:
            self._shrink()
        self.expand(known)

    def dig(self, known: Knowledge) -> None:
        """Go through all overflowing queries, down to the smallest cells, until one may pay.

        Those that may overflow come last.
        """
        while self.best is None:
            before = len(self._searched(known))
            self.expand(known)
            self.pick(known)
            if len(self._searched(known)) == before and not (self._shrink() or self._swell()):
                return

    def _searched(self, known: Knowledge) -> list[int]:
        """Queries whose cells were listed by what is known now."""
        return [query for query, when in self._expanded.items() if when == known.pages]

    def _shrink(self) -> bool:
        """Take smaller cells in from now on, if there are any."""
        if self._least == 1:
            return False
        self._least //= 2
        self._expanded.clear()
        return True

    def _swell(self) -> bool:
        """Take cells in from now on that may overflow, if they were left alone so far."""
        if self._fullest == np.inf:
            return False
        self._fullest = np.inf
        self._expanded.clear()
        return True

    def expand(self, known: Knowledge) -> None:
        """Look for cells in the overflowing queries that hide most and were not searched lately."""
        chosen = self._parents(known)
        found = [self._children(known, query) for query in chosen]
        keep = ~np.isin(self._parent, chosen) & (self._score > 0)
        self._parent = np.concatenate([self._parent[keep], *(f[0] for f in found)])
        self._value = np.concatenate([self._value[keep], *(f[1] for f in found)])
        self._held = np.concatenate([self._held[keep], *(f[2] for f in found)])
        self._logit = np.concatenate([self._logit[keep], *(f[3] for f in found)])
        self.rescore(known)

    def rescore(self, known: Knowledge) -> None:
        """Index of all cells in the pool by the table of now; the worst fall out."""
        self._last = None
        self._score = self._worth(known, self._held, self._logit)
        if len(self._score) > POOL * 4 // 3:
            keep = np.argsort(-self._score, kind="stable")[:POOL]
            self._parent, self._value = self._parent[keep], self._value[keep]
            self._held, self._logit = self._held[keep], self._logit[keep]
            self._score = self._score[keep]

    def pick(self, known: Knowledge) -> None:
        """Make `best` the best cell by figures of now (lazily: old ones are mostly too high)."""
        self.best, looks = None, dict[int, Cell]()
        for _ in range(LOOKS):
            place = int(np.argmax(self._score)) if len(self._score) else -1
            if place < 0 or self._score[place] <= 0:
                return
            query, value = int(self._parent[place]), int(self._value[place])
            if self._useless(known, query, value):
                self._score[place] = 0.0
                continue
            if place not in looks:  # those as good as it come next: look at more and more at once
                equal = np.flatnonzero(self._score == self._score[place])
                some = equal[: max(1, len(looks))].tolist()
                looks |= self._look(known, some) if looks else self._look_again(known, place)
            was = self._score[place]
            self.best = looks[place]
            self._held[place], self._logit[place] = self.best.held, self.best.logit
            self._score[place] = self.best.score
            if self.best.score >= 0.98 * was:
                return

    def _useless(self, known: Knowledge, query: int, value: int) -> bool:
        """Asked before, or inside a value whose own answer can be read to its end."""
        own = int(known.query_of[value])
        inside = own >= 0 and totals_of(known, own) <= (known.interface.limit or 0)
        return bool(inside) or frozenset((*known.parts(query), value)) in self._asked

    def _parents(self, known: Knowledge) -> list[int]:
        limit, most = known.interface.limit, known.interface.predicates
        if limit is None or most == 1:
            return []
        totals = known.total if self._least > 1 else totals_of(known)
        over = np.flatnonzero(totals > limit)
        if not len(over):
            return []
        total, held = totals[over], known.matched(over)
        unseen = np.maximum(total - held, 0)
        self.promise.level = float(logit(unseen.sum() / total.sum()))
        last = np.array([self._expanded.get(int(query), -known.pages) for query in over])
        rested = np.minimum((known.pages - last) / max(0.2 * known.pages, 1.0), 1.0)
        worth = np.where(held >= self._least, unseen / total * rested, 0.0)
        order = over[np.argsort(-worth, kind="stable")[: min(PARENTS, np.count_nonzero(worth))]]
        kept = [int(q) for q in order if known.parts(int(q))]  # not everything, and no interval
        chosen = [q for q in kept if most is None or len(known.parts(q)) < most]
        self._expanded.update(dict.fromkeys(chosen, known.pages))
        return chosen

    def _children(self, known: Knowledge, query: int) -> tuple[Any, Any, Any, Any]:
        parts, shares = known.parts(query), self.values.region.of_record
        rows = known.rows_matching(parts)
        times = max(1, -(-len(rows) // SAMPLE))
        rows = rows[::times]
        terms = known.terms_of(rows)
        lengths = known.lengths_of(rows)
        count = np.bincount(terms, minlength=known.values)
        region = np.bincount(terms, np.repeat(times * shares[rows], lengths), known.values)
        some = np.flatnonzero(count >= -(-self._least // times))
        some = some[self._narrows(count[some], len(rows))]
        values = self._combinable(known, parts, some)
        held = times * count[values].astype(float)
        features = self.promise.features(known, np.array([query]), values, held, region[values])
        logits = self.promise.model.logits(features)
        score = self._worth(known, held, logits)
        order = np.argsort(-score, kind="stable")[:CHILDREN]
        fresh = [frozenset((*parts, v)) not in self._asked for v in values[order].tolist()]
        best = order[np.array(fresh, bool)]
        return np.full(len(best), query), values[best], held[best], logits[best]

    def _narrows(self, count: NDArray[Any], of: int) -> NDArray[Any]:
        """Once cells that overflow are asked: what all held have in common shows the same again."""
        return np.asarray((count < of) | (self._fullest < np.inf))

    def _combinable(
        self, known: Knowledge, parts: tuple[int, ...], values: NDArray[Any]
    ) -> NDArray[Any]:
        """Those that may be added: another attribute, or another word; not if readable alone."""
        own = known.query_of[values]
        alone = (own >= 0) & (totals_of(known, own) <= (known.interface.limit or 0))
        allowed = ~alone
        for v in parts:
            allowed &= values != v
            position = known.attribute[v]
            if known.interface.attributes[position].kind is Kind.VALUE:
                allowed &= known.attribute[values] != position
        return np.asarray(values[allowed])

    def _look_again(self, known: Knowledge, place: int) -> dict[int, Cell]:
        """This cell by figures of now: mostly the best one of before, and nothing has changed."""
        query, value = int(self._parent[place]), int(self._value[place])
        own = known.query_of[value]
        figures = (query, value, own, known.total[own], known.local[value],
                   self.values.logits[value], known.total[query], known.shown[query],
                   known.matches(query), self.promise.model.examples)  # fmt: skip
        if self._last is None or self._last[0] != figures:
            self._last = figures, self._look(known, [place])[place]
        return {place: self._last[1]}

    def _look(self, known: Knowledge, places: list[int]) -> dict[int, Cell]:
        """These cells of the pool by figures of now."""
        queries, values = self._parent[places], self._value[places]
        pairs = zip(queries.tolist(), values.tolist(), strict=True)
        parts = [(*known.parts(query), value) for query, value in pairs]
        rows = [known.rows_matching(one) for one in parts]
        held = np.array([float(len(one)) for one in rows])
        shares = self.values.region.of_record
        region = np.array([shares.take(one).sum() for one in rows])
        features = self.promise.features(known, queries, values, held, region)
        logits = self.promise.model.logits(features)
        score = self._worth(known, held, logits)
        cells = map(Cell, parts, held.tolist(), logits.tolist(), score.tolist(), features)
        return dict(zip(places, cells, strict=True))

    def _worth(self, known: Knowledge, held: Floats, logits: Floats) -> Floats:
        return self.promise.worth(held, logits, self._fullest * (known.interface.limit or np.inf))
