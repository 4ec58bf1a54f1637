"""Sounding, our default policy: choose the next *page*, of whatever query, by one index."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.model import PAGES, Cost, Interface, Step, Turn, Why
from leadline.plan.columns import Column
from leadline.plan.knowledge import Knowledge, Shown
from leadline.plan.sounding.backbone import Backbone
from leadline.plan.sounding.depth import Depth
from leadline.plan.sounding.rests import Rests
from leadline.plan.sounding.index import Terms, broad, index_table, look_up
from leadline.plan.sounding.cells import Cells
from leadline.plan.sounding.values import Values


@dataclass(frozen=True)
class Sounding:
    """Probe, park and resume by expected new records per cost."""

    cost: Cost = PAGES

    def learner(self, interface: Interface) -> Sounder:
        """What it learns in one conversation."""
        return Sounder(interface, self.cost)

    def choose(self, known: Knowledge, rng: Random) -> Step | None:
        """The page with the best index."""
        learner: Sounder = known.learner
        if EXP and rng.random() < EXP and known.pages > 50:
            w = np.where((known.query_of < 0) & (known.local >= 2) & (known.local < (known.interface.limit or 1e9)), known.local.astype(float) ** EPOW, 0)
            c = np.cumsum(w)
            w = np.where((known.query_of < 0), known.local, 0); v = int(np.argmax(w))
            if w[v] > 0.3 * (known.interface.limit or 1e9):
                return Step(known.query(v), 1, Why(expert="explore", expected=learner.rate, pages=1))
        return learner.best(known)


import os
PROBE = float(os.environ.get("PROBE", "1"))
EXP = float(os.environ.get("EXP", "0"))
EPOW = float(os.environ.get("EPOW", "1"))
WPOW = float(os.environ.get("WPOW", "0"))


class Sounder:
    """The models, the index table, and the score of every candidate."""

    def __init__(self, interface: Interface, cost: Cost) -> None:
        self.interface, self.cost = interface, cost
        self.values = Values(len(interface.attributes))
        self.cells = Cells(self.values)
        self._cell = -1
        self._cx: Any = None
        self._score = Column(np.float64, -np.inf)
        self._logit = Column(np.float64)
        self.rate = 0.8 * interface.page_size
        self.size = 1000.0
        self._size = np.zeros(2)
        self._first = np.array([3.0, 3.0])
        self._over = np.array([3.0, 3.0])
        self._table: Any = None
        self._table_rate = -1.0
        self._next_renewal = 5
        self._since_probe = 0
        self._x: Any = None
        self._held = 0
        self._records = 0
        self._share = 0.0
        self.depth = Depth()
        self.backbone = Backbone(len(interface.attributes))
        self.rests_ = Rests(self.depth)

    def expect(self, known: Knowledge, query: int, step: Step) -> None:
        if step.why is not None and step.why.expert != "start":
            self.rate = 0.9 * self.rate + 0.1 * step.why.expected
        self._x = None
        self.rests_.expect(known, query)
        self._opening = known.next_page[query] == 1
        self._held = known.matches(query)
        self._records = known.records
        v = known.value[query]
        if self._opening and v >= 0 and self._held > 0:
            self._grow(known)
            self._x = self.values.features(known, np.array([v]))[0]
        self._cx = None
        if self._opening and v < 0 and self._cell >= 0:
            c = self.cells
            self._cx = c.look(known, int(c.parent[self._cell]), int(c.value[self._cell]), self._logit.array, self.values.region.of_record)[0]
            c.score[self._cell] = -1.0
            c.asked.add(tuple(sorted(known.parts(query))))
        self._shown = int(known.shown[query])

    def _grow(self, known: Knowledge) -> None:
        self._score.grow(known.values)
        self._logit.grow(known.values)
        self.values.region.grow(known)

    def learn(self, known: Knowledge, query: int, turn: Turn, shown: Shown) -> None:
        self._grow(known)
        k = self.interface.page_size
        n, new = len(turn.answer.records), len(shown.fresh)
        total = int(known.total[query])
        opening = self._opening
        if total > 0 and n and opening:
            share = max(total - self._held, 0) / max(total - self._shown, 1)
            where = ((turn.step.page - 1) * k + n / 2) / total
            self.depth.learn(where, new, share * n)
        if opening:
            self._since_probe = 0
            if total > 0:
                self._learn_opening(known, query, total, n, new)
        else:
            self._since_probe += 1
        self.rests_.opened(known, query, n, new, turn.step.page)
        if total > 0:
            self.size = max(self.size, 1.05 * known.records,
                            known.records + 1.02 * (total - known.matches(query)))
        v = known.value[query]
        if v >= 0:
            self._score.array[v] = -np.inf
            self.values.region.weigh(known, np.array([v]))
        self.values.region.add(known, shown)
        if known.pages >= self._next_renewal:
            self._renew(known)
        else:
            touched = np.unique(known.terms_of(shown.rows))
            self._rescore(known, touched)
        if abs(self.rate - self._table_rate) > 0.02 * self._table_rate:
            self._retable(known)
        if self._table is not None:
            self._cell = self.cells.top(known, self._logit.array, self.values.region.of_record, self._cell_table)

    def _learn_opening(self, known, query, total, n, new):
        l0 = self._held
        if self._x is not None:
            y = max(total - l0, 0) / total
            self.values.model.learn(self._x, y, min(total, 50) ** WPOW)
            if total > self.interface.page_size:
                self._first = 0.98 * self._first + (new, y * n)
        if self._cx is not None:
            self.cells.model.learn(self._cx, max(total - l0, 0) / total)
        if l0 >= max(5, self._records / 100) and known.value[query] >= 0:
            self._size = 0.9 * self._size + (l0 * np.log(total / l0 * self._records), l0)
            self.size = float(np.exp(self._size[0] / self._size[1]))

    def _retable(self, known):
        self._terms = Terms(
            page_size=self.interface.page_size, limit=self.interface.limit, cost=self.cost,
            rate=self.rate, spread=self.values.model.spread,
            first_page=min(1.0, self._first[0] / self._first[1]),
            overflow=1.0,
            unseen=max(self.size - known.records, 1.0))
        self._table = index_table(self._terms)
        self._cell_table = index_table(replace(self._terms, spread=self.cells.model.spread))
        self._table_rate = self.rate
        self._rescore_all(known)

    def _renew(self, known):
        self.values.region.renew(known)
        if self.values.attributes > 1:
            self.values.yields.renew(known)
        all_ = np.flatnonzero((known.query_of < 0) & (known.local > 0))
        self._logit.array[all_] = self.values.model.logits(self.values.features(known, all_))
        if self.values.attributes > 1:
            m = known.local * (1 + np.exp(np.clip(self._logit.array, -10, 10)))
            op = np.flatnonzero((known.value >= 0) & (known.total > 0))
            m[known.value[op]] = known.total[op]
            self.backbone.renew(known, m)
        self._retable(known)
        self.cells.expand(known, self._logit.array, self.values.region.of_record, self._cell_table)
        self._next_renewal = known.pages + max(5, min(120, known.pages // 20))

    def _rescore(self, known, values):
        values = values[known.query_of[values] < 0]
        if not len(values) or self._table is None:
            return
        self._logit.array[values] = self.values.model.logits(self.values.features(known, values))
        self._put(known, values)

    def _rescore_all(self, known):
        all_ = np.flatnonzero((known.query_of < 0) & (known.local > 0))
        self._put(known, all_)

    def _put(self, known, values):
        held, logits = known.local[values], self._logit.array[values]
        score = look_up(self._table, held, logits)
        if self.values.attributes > 1:
            factor = self.backbone.factor[known.attribute[values]]
            if self.interface.limit is not None:
                factor = np.where(held * (1 + np.exp(np.minimum(logits, 10))) > self.interface.limit, self.backbone.outside, factor)
            score = score * factor
        self._score.array[values] = score

    def rests(self, known) -> tuple[NDArray[Any], NDArray[Any]]:
        q = np.flatnonzero(known.open)
        if not len(q):
            return q, np.zeros(0)
        rate = self.rests_.index(known, q)
        unseen = np.maximum(known.total[q] - known.matched()[q], 0)
        if self.values.attributes > 1:
            v = known.value[q]
            factor = np.where(v >= 0, self.backbone.factor[known.attribute[v]], self.backbone.outside)
            if self.interface.limit is not None:
                factor = np.where(known.total[q] > self.interface.limit, self.backbone.outside, factor)
            rate = rate * factor
        return q, rate * broad(unseen, max(self.size - known.records, 1.0), 0.5)

    def opening_page(self, known, held, logit_):
        if not self.interface.any_page or PROBE == 0:
            return 1
        k = self.interface.page_size
        m = held * (1 + (PROBE - 1) * np.exp(logit_)) if PROBE > 1 else held
        if self.interface.limit is not None:
            m = min(m, self.interface.limit)
        return max(1, int(m // k))

    def best(self, known: Knowledge) -> Step | None:
        k = self.interface.page_size
        q, rate = self.rests(known)
        score = self._score.array
        v = int(np.argmax(score)) if len(score) else -1
        s = score[v] if v >= 0 else -np.inf
        i = int(np.argmax(rate)) if len(q) else -1
        r = rate[i] if i >= 0 else -np.inf
        c = self.cells.score[self._cell] * self.backbone.outside if self._cell >= 0 else -np.inf
        if c > 0 and c >= max(s, r):
            ce = self.cells
            qq, w = int(ce.parent[self._cell]), int(ce.value[self._cell])
            return Step(known.query(*known.parts(qq), w), self.opening_page(known, ce.held[self._cell], ce.logits[self._cell]), Why(expert="cell", expected=c, pages=1))
        if s <= 0 and r <= 0:
            return None
        force = self._since_probe >= 30 and max(r, s) < 0.6 * k and s > 0
        if s >= r or force:
            best = s if s >= r else max(s, 0.5 * r)
            return Step(known.query(v), self.opening_page(known, known.local[v], self._logit.array[v]), Why(expert="probe", expected=best, pages=1))
        return Step(known.queries[q[i]], self.rests_.page(q[i]), Why(expert="rest", expected=r, pages=1))
