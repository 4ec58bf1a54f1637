"""Conjunctions: cells of an overflowing query, cut out by one value more.

An opened query that overflows has an exactly known unseen share that its own pages cannot reach.
Its records held say which values occur in it and how often; a cell (query and value) is predicted
from the shares of both and of the region. Cells are many and their sides are known exactly, which
is more than can be said of values never asked.
"""

from __future__ import annotations

import os
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.model import Kind
from leadline.plan.knowledge import Knowledge
from leadline.plan.sounding.index import look_up
from leadline.plan.sounding.regression import Regression, logit
from leadline.plan.sounding.values import Values

Floats = NDArray[np.float64]
PRIOR = np.array(eval(os.environ.get("CPRI", "[0.0, 1.0, 1.0, 0.3, 0.0, 1.0]")))
PARENTS = int(os.environ.get("PARENTS", "40"))
CHILDREN = int(os.environ.get("CHILDREN", "200"))
LEAST = int(os.environ.get("LEAST", "4"))


def worth(table: Floats, held: NDArray[Any], logits: Floats, limit: int | None) -> Floats:
    score = look_up(table, held, logits)
    if limit is not None:
        score = np.where(held * (1 + np.exp(logits)) > 0.8 * limit, 0.0, score)
    return score


class Cells:
    """A pool of candidate cells, each with its index when last looked at."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self.model = Regression(PRIOR)
        self.parent = np.zeros(0, np.int64)
        self.value = np.zeros(0, np.int64)
        self.held = np.zeros(0)
        self.logits = np.zeros(0)
        self.score = np.zeros(0)
        self.expanded: dict[int, int] = {}
        self.level = 0.0
        self.asked: set[tuple[int, ...]] = set()

    def features(self, held: Floats, parent: float, value: Floats, region: Floats) -> Floats:
        found = np.empty((len(held), 6))
        found[:, 0] = 1.0
        found[:, 1] = parent - self.level
        found[:, 2] = value - self.level
        found[:, 3] = region - float(logit(self.values.region.mean))
        found[:, 4] = np.log(np.maximum(held, 1)) - 2
        found[:, 5] = self.level
        return found

    def parents(self, known: Knowledge) -> list[int]:
        limit = known.interface.limit
        most = known.interface.predicates
        if limit is None or most == 1:
            return []
        over = np.flatnonzero(known.total > limit)
        if not len(over):
            return []
        held = known.matched()[over]
        unseen = np.maximum(known.total[over] - held, 0)
        self.level = float(logit(unseen.sum() / known.total[over].sum()))
        worth = np.where(held >= 10, unseen / known.total[over], 0.0)
        tried = np.array([self.expanded.get(int(q), -10**6) for q in over])
        age = known.pages - tried
        worth = worth * np.minimum(age / max(known.pages * 0.2, 1), 1.0)
        best = np.argsort(-worth, kind="stable")[:PARENTS]
        return [int(over[i]) for i in best if worth[i] > 0 and (most is None or len(known.parts(int(over[i]))) < most)]

    def expand(self, known: Knowledge, logits: NDArray[Any], shares: NDArray[Any], table: Floats) -> None:
        parts = []
        chosen = self.parents(known)
        for q in chosen:
            self.expanded[q] = known.pages
            parts.append(self._children(known, q, logits, shares, table))
        stale = ~np.isin(self.parent, chosen) & (self.score > 0)
        self.parent = np.concatenate([self.parent[stale], *(p[0] for p in parts)])
        self.value = np.concatenate([self.value[stale], *(p[1] for p in parts)])
        self.held = np.concatenate([self.held[stale], *(p[2] for p in parts)])
        self.logits = np.concatenate([self.logits[stale], *(p[3] for p in parts)])
        self.score = worth(table, self.held, self.logits, known.interface.limit)
        if len(self.score) > 20000:
            keep = np.argsort(-self.score, kind="stable")[:15000]
            self.parent, self.value, self.held, self.logits, self.score = (a[keep] for a in (self.parent, self.value, self.held, self.logits, self.score))

    def _children(self, known: Knowledge, q: int, logits, shares, table):
        rows = known.rows_matching(known.parts(q))
        lengths = known.start[rows + 1] - known.start[rows]
        terms = known.terms_of(rows)
        count = np.bincount(terms, minlength=known.values)
        region = np.bincount(terms, np.repeat(shares[rows], lengths), minlength=known.values)
        ok = count >= LEAST
        ok[list(known.parts(q))] = False
        for v in known.parts(q):
            a = known.attribute[v]
            if known.interface.attributes[a].kind is Kind.VALUE:
                ok &= known.attribute != a
        w = np.flatnonzero(ok)
        own = known.query_of[w]
        # a value whose own answer can be read to its end needs no cells
        limit = known.interface.limit
        w = w[(own < 0) | (known.total[own] > limit)]
        own = known.query_of[w]
        held = count[w].astype(float)
        share = float(logit(max(known.total[q] - known.matches(q), 0) / known.total[q]))
        lw = logits[w].copy()
        opened = own >= 0
        m = np.maximum(known.total[own[opened]], 1)
        lw[opened] = logit(np.maximum(m - known.local[w[opened]], 0) / m)
        reg = logit((region[w] + self.values.region.mean) / (held + 1))
        z = self.model.logits(self.features(held, share, lw, reg))
        s = worth(table, held, z, limit)
        best = np.argsort(-s, kind="stable")[:CHILDREN]
        parts = known.parts(q)
        best = best[[tuple(sorted((*parts, int(w[b])))) not in self.asked for b in best]] if len(best) else best
        return np.full(len(best), q), w[best], held[best], z[best]

    def top(self, known, logits, shares, table):
        """The best cell, its figures renewed; its place in the pool or -1."""
        for _ in range(30):
            if not len(self.score):
                return -1
            i = int(np.argmax(self.score))
            if self.score[i] <= 0:
                return -1
            q, w = int(self.parent[i]), int(self.value[i])
            if tuple(sorted((*known.parts(q), w))) in self.asked or (known.query_of[w] >= 0 and known.total[known.query_of[w]] <= known.interface.limit):
                self.score[i] = -1.0
                continue
            was = self.score[i]
            x, held = self.look(known, q, w, logits, shares)
            self.held[i], self.logits[i] = held, float(x @ self.model.beta)
            self.score[i] = worth(table, self.held[i:i+1], self.logits[i:i+1], known.interface.limit)[0]
            if self.score[i] >= was * 0.98:
                return i
        return int(np.argmax(self.score))

    def look(self, known, q, w, logits, shares):
        rows = known.rows_matching((*known.parts(q), w))
        held = len(rows)
        share = float(logit(max(known.total[q] - known.matches(q), 0) / known.total[q]))
        own = known.query_of[w]
        lw = logits[w] if own < 0 else logit(max(known.total[own] - known.local[w], 0) / max(known.total[own],1))
        reg = logit((shares[rows].sum() + self.values.region.mean) / (held + 1))
        return self.features(np.array([float(held)]), share, np.array([lw]), np.array([reg]))[0], held
