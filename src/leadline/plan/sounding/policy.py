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
        self._last = Column(np.float64)

    def expect(self, known: Knowledge, query: int, step: Step) -> None:
        if step.why is not None and step.why.expert != "start":
            self.rate = 0.9 * self.rate + 0.1 * step.why.expected
        self._x = None
        self._held = known.matches(query)
        self._records = known.records
        v = known.value[query]
        if step.page == 1 and v >= 0 and self._held > 0:
            self._grow(known)
            self._x = self.values.features(known, np.array([v]))[0]
        self._cx = None
        if step.page == 1 and v < 0 and self._cell >= 0:
            c = self.cells
            self._cx = c.look(known, int(c.parent[self._cell]), int(c.value[self._cell]), self._logit.array, self.values.region.of_record)[0]
            c.score[self._cell] = -1.0
            c.asked.add(tuple(sorted(known.parts(query))))
        t = known.total[query]
        self._share = max(t - self._held, 0) / max(t - known.shown[query], 1) if t > 0 else 0.0

    def _grow(self, known: Knowledge) -> None:
        self._score.grow(known.values)
        self._logit.grow(known.values)
        self._last.grow(len(known.queries))
        self.values.region.grow(known)

    def learn(self, known: Knowledge, query: int, turn: Turn, shown: Shown) -> None:
        self._grow(known)
        k = self.interface.page_size
        n, new = len(turn.answer.records), len(shown.fresh)
        total = int(known.total[query])
        opening = turn.step.page == 1
        over = known.overflows(query)
        if over and not opening and self._share > 0:
            self._over = 0.98 * self._over + (new, self._share * n)
        if opening:
            self._since_probe = 0
            self._last.array[query] = new / max(n, 1)
            if total > 0:
                self._learn_opening(known, query, total, n, new)
        else:
            self._since_probe += 1
            self._last.array[query] = 0.6 * self._last.array[query] + 0.4 * new / max(n, 1)
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
            overflow=min(1.0, self._over[0] / self._over[1]),
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
        self._retable(known)
        self.cells.expand(known, self._logit.array, self.values.region.of_record, self._cell_table)
        self._next_renewal = known.pages + max(5, min(120, known.pages // 20))

    def _rescore(self, known, values):
        values = values[known.query_of[values] < 0]
        if not len(values) or self._table is None:
            return
        self._logit.array[values] = self.values.model.logits(self.values.features(known, values))
        self._score.array[values] = look_up(self._table, known.local[values], self._logit.array[values])

    def _rescore_all(self, known):
        all_ = np.flatnonzero((known.query_of < 0) & (known.local > 0))
        self._score.array[all_] = look_up(self._table, known.local[all_], self._logit.array[all_])

    def rests(self, known) -> tuple[NDArray[Any], NDArray[Any]]:
        k = self.interface.page_size
        limit = self.interface.limit
        q = np.flatnonzero(known.open)
        if not len(q):
            return q, np.zeros(0)
        total = known.total[q].astype(float)
        held = known.matched()[q]
        shown = known.shown[q]
        unseen = np.maximum(total - held, 0)
        visible = total if limit is None else np.minimum(total, limit)
        rest = np.maximum(visible - shown, 1)
        rate = unseen / np.ceil(rest / k) * broad(unseen, max(self.size - known.records, 1.0), 0.5)
        if limit is not None:
            ov = min(1.0, self._over[0] / self._over[1])
            o = np.minimum(k, rest) * (0.5 * self._last.array[q] + 0.5 * ov * unseen / np.maximum(total - shown, 1))
            o = np.where(unseen > 0, o, 0)
            rate = np.where(total > limit, o, rate)
        return q, rate

    def best(self, known: Knowledge) -> Step | None:
        k = self.interface.page_size
        q, rate = self.rests(known)
        score = self._score.array
        v = int(np.argmax(score)) if len(score) else -1
        s = score[v] if v >= 0 else -np.inf
        i = int(np.argmax(rate)) if len(q) else -1
        r = rate[i] if i >= 0 else -np.inf
        c = self.cells.score[self._cell] if self._cell >= 0 else -np.inf
        if c > 0 and c >= max(s, r):
            ce = self.cells
            qq, w = int(ce.parent[self._cell]), int(ce.value[self._cell])
            return Step(known.query(*known.parts(qq), w), 1, Why(expert="cell", expected=c, pages=1))
        if s <= 0 and r <= 0:
            return None
        force = self._since_probe >= 30 and max(r, s) < 0.6 * k and s > 0
        if s >= r or force:
            best = s if s >= r else max(s, 0.5 * r)
            return Step(known.query(v), 1, Why(expert="probe", expected=best, pages=1))
        return Step(known.queries[q[i]], int(known.next_page[q[i]]), Why(expert="rest", expected=r, pages=1))
