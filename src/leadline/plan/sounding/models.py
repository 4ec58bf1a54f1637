"""The models behind the index, and the price of every value that was met but never asked.

What is learnt is kept here (`policy.py` says from what). Predictions drift with every page, so
values that a page touched are priced anew at once, and all of them now and then: the dearer it is,
the rarer. Leaves out what to do with the prices (`openings.py`, `choosing.py`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.model import PAGES, Cost, Interface
from leadline.plan.knowledge import Knowledge, Shown
from leadline.plan.sounding.backbone import Backbone
from leadline.plan.sounding.blind import Blind
from leadline.plan.sounding.cells import Cells
from leadline.plan.sounding.depth import Depth
from leadline.plan.sounding.fairness import Fairness
from leadline.plan.sounding.guesses import Guesses
from leadline.plan.sounding.index import (
    BROADEST,
    BROADEST_WORD,
    Setting,
    index_table,
    look_up,
    matches_of,
)
from leadline.plan.sounding.level import Level, level
from leadline.plan.sounding.order import Order
from leadline.plan.sounding.outside import BROAD, MOST, NEVER, PART
from leadline.plan.sounding.prices import Prices
from leadline.plan.sounding.regression import Regression, logit
from leadline.plan.sounding.rests import Rests
from leadline.plan.sounding.size import Size
from leadline.plan.sounding.too_short import TooShort
from leadline.plan.sounding.unmet import Unmet
from leadline.plan.sounding.values import Values, unasked
from leadline.plan.splitting.policy import divider_of

Floats = NDArray[np.float64]

WIDEST = 2.0  # spread of predictions, where totals are told
DRIFT = 0.04  # of the going rate before the table of indices is made anew
WHOLE = 3.0  # times the limit: in a source of that size few answers are cut
WHOLE_OF_FEW = 6.0  # the same for a small one, where there is less to learn from
FEW = 50  # pages
LONG_ANSWER = 5  # pages: to read on in one that shows so many tells more than to open another
DEEP = 10.0  # times the limit: in a smaller box little tells how new beginnings of answers are
LAST = 0.1  # of a small source: when no more is unseen, its share says nothing of single values
ENOUGH = 40  # queries: so many count as much as the share of a small source that is unseen
SINKS = 0.3  # log-odds: by so much the level may change before all is predicted anew


class Models:
    """What is thought about a source, beyond what was counted."""

    def __init__(
        self, interface: Interface, cost: Cost = PAGES, words: tuple[str, ...] = ()
    ) -> None:
        self.interface, self.cost = interface, cost
        self.values = Values(
            len(interface.attributes), levelled=interface.limit is None and self.pages_cost
        )
        self.cells = Cells(self.values)
        self.depth = Depth()
        self.order = Order()
        self.backbone = Backbone(len(interface.attributes), pages_cost=self.pages_cost)
        self.guesses = Guesses(interface)
        self.unmet = Unmet(interface, words)
        self.size = Size()
        self.fairness = Fairness()
        self.too_short = TooShort()
        self.blind = Blind(
            any_page=interface.any_page,
            pages_cost=self.pages_cost,
            several=self.values.several,
        )
        self.splitter = divider_of(interface)
        self.rests = Rests(
            self.depth, doubts=self.splitter is None, teaches=not self.values.several
        )
        self.rate = 0.8 * interface.page_size
        self.totals = True  # whether answers say how many records match
        self.uncounted = False  # whether pages further on do not say it, though first pages may
        self.capped = False  # whether they said "at least" of some, in a search box without a limit
        self.setting: Setting | None = None
        self.probes = np.array([3.0, 3.0])  # realised, expected on pages that open long answers
        self.prices = Prices()
        self._table: Floats | None = None
        self._table_rate = 0.0
        self._renewal = 1
        self._domains = {
            i: frozenset(a.domain) for i, a in enumerate(interface.attributes) if a.domain
        }

    @property
    def index(self) -> NDArray[Any]:
        """The index of every value; minus infinity where it was asked or cannot be."""
        return self.prices.array

    @property
    def pages_cost(self) -> bool:
        """Whether pages are what costs; else common values pay best, read whole or not."""
        return self.cost.query < self.cost.page

    @property
    def broadest_first(self) -> bool:
        """Whether answers are whole and reading them costs nothing, however they overlap."""
        return self.interface.limit is None and not self.pages_cost

    @property
    def broadest(self) -> float:
        """The share of all that is unseen that one query is thought to hold at most."""
        return BROADEST if self.values.several else BROADEST_WORD

    @property
    def is_blind(self) -> bool:
        """Without totals all there is to go by is l, and to read on.

        In a search box also where answers are cut, if not after a few pages already, and the later
        pages are other ones than every answer begins with.
        """
        size, limit = self.interface.page_size, self.interface.limit
        if self.totals or limit is None:
            return not self.totals
        goes_deep = self.interface.any_page and not self.order.by_query
        return goes_deep and not self.values.several and limit >= LONG_ANSWER * size

    @property
    def is_levelled(self) -> bool:
        """Whether shares are predicted relative to those of the opened values."""
        return self.whole and self.pages_cost

    @property
    def whole(self) -> bool:
        """Whether this is a search box where limits hardly matter.

        Few answers are cut, or each shows records of its own.
        """
        if self.values.several:
            return False
        limit, size = self.interface.limit, self.size
        if limit is None or (self.totals and self.order.by_query):
            return True
        if not size.measured:
            return False
        return size.records <= (WHOLE_OF_FEW if self._is_small else WHOLE) * limit

    @property
    def _is_small(self) -> bool:
        """Whether the source is thought to be over before there is much to learn from."""
        return self.size.records <= FEW * self.interface.page_size

    @property
    def _is_deep(self) -> bool:
        """Whether this is a search box that shows but the beginning of common words' answers."""
        limit = self.interface.limit
        return limit is not None and not self.values.several and self.size.records >= DEEP * limit

    def unseen(self, known: Knowledge) -> float:
        """Records not held, as far as anything tells."""
        unseen = self.size.unseen(known.records)
        if not (self.values.levelled and self.totals):
            return unseen
        return max(unseen, self.level(known).unseen(known.records))

    def level(self, known: Knowledge) -> Level:
        """How much is unseen of the values that were opened."""
        return level(known, self.size.share(known.records))

    def grow(self, known: Knowledge) -> None:
        """Make room for new values."""
        if len(self.index) < known.values:
            self.prices.grow(known.values)
            self.too_short.grow(known)
            self.values.grow(known)

    def update(self, known: Knowledge, shown: Shown) -> None:
        """Price what the page has touched, or everything where it is time to."""
        if known.pages >= self._renewal or self._has_changed(known):
            self._renew(known)
        elif self._table is not None:
            touched = np.unique(known.terms_of(shown.rows))
            touched = touched[known.query_of[touched] < 0]
            self.values.predict(known, touched)
            self._score(known, touched)
            drift = DRIFT * max(1.0, known.values / 100_000) ** 0.5  # the dearer the rarer
            if abs(self.rate - self._table_rate) > drift * self._table_rate:
                self._retable(known)

    def _has_changed(self, known: Knowledge) -> bool:
        """Whether another share of the opened values is unseen, or a broad answer is complete."""
        if not self.values.levelled:
            return False
        sinks = abs(self.level(known).logit - self.values.level) > SINKS
        return sinks or self.values.outside.is_stale(known, self._broad[0])

    def _renew(self, known: Knowledge) -> None:
        """Recompute everything that drifts."""
        if self.values.several:
            self._believe_size(known)
        self.values.renew(known, self._broad, self.level(known) if self.is_levelled else None)
        if self.values.several and not self.broadest_first:
            self.backbone.renew(known, self._matches(known))
        if self.values.several or self._domains:
            self.guesses.renew(known)
        self._retable(known)
        self.cells.renew(known, self.rate)
        often = max(5, min(known.pages // 20, 120))
        if self.values.several:
            often = min(10, 1 + known.pages // 100)
        self._renewal = known.pages + max(often, len(known.terms) // 20_000)

    def _believe_size(self, known: Knowledge) -> None:
        """In a small source, think a value as unseen as the source until enough were opened.

        A regression on a dozen examples is mostly wrong, and the source is over before it is not.
        Not at the very end: where the last records are is what values tell apart, if anything does.
        """
        share = self.size.share(known.records)
        small = self.totals and self.size.measured and self._is_small and share > LAST
        self.values.level = float(logit(share))
        self.values.hearsay = ENOUGH / (len(known.queries) + ENOUGH) if small else 0.0

    @property
    def _broad(self) -> tuple[float, float]:
        """How many records an answer has that others may lie outside of, and what goes with it."""
        if not self.totals or (self.values.several and not self.pages_cost):
            return NEVER
        size = self.size.records
        return (
            (BROAD * size, BROAD * size) if self.pages_cost else (MOST * size, PART * MOST * size)
        )

    def _matches(self, known: Knowledge) -> Floats:
        """Matches of every value: exact where known, else expected."""
        matches = np.asarray(matches_of(known.local, self.values.logits), float)
        opened = np.flatnonzero((known.value >= 0) & (known.total > 0))
        matches[known.value[opened]] = known.total[opened]
        return matches

    def _retable(self, known: Knowledge) -> None:
        self.setting = setting = Setting(
            page_size=self.interface.page_size,
            limit=self.interface.limit,
            cost=self.cost,
            rate=self.rate,
            spread=self._spread(self.values.model),
            probe=min(1.0, self.probes[0] / self.probes[1]),
            unseen=self.unseen(known) if self.totals else np.inf,
            broadest=self.broadest,
            depth=self.depth if self._is_deep else None,
        )
        self._table, self._table_rate = index_table(setting, known.records), self.rate
        self._score(known, unasked(known))
        if len(self.cells) or self.interface.limit is not None:
            of_cells = replace(setting, spread=self._spread(self.cells.promise.model))
            self.cells.price(known, of_cells)

    def _spread(self, model: Regression) -> float:
        """How far truth lies round a prediction; shares of few records are all or nothing.

        With totals these are exact and many, and tell nothing about the spread of large ones.
        """
        return min(model.spread, WIDEST) if self.totals else model.spread

    def _score(self, known: Knowledge, values: NDArray[Any]) -> None:
        """Index of unasked values that are held."""
        assert self._table is not None
        held, logits = known.local[values], self.values.logits[values]
        fair = self.fairness.factor if self.values.levelled else 1.0
        score = look_up(self._table, held, logits) * fair
        if self.values.several:
            limit = self.interface.limit or np.inf
            fits = matches_of(held, logits) <= limit
            own = self.backbone.factor[known.attribute[values]]
            score = score * np.where(fits, own, self.backbone.outside)
        self.prices.put(values, score)
        if not self.values.several:
            self.prices.put(self.too_short.among(values), -np.inf)
        for position, domain in self._domains.items():
            listed = values[known.attribute[values] == position].tolist()
            foreign = [v for v in listed if known.names[v] not in domain]
            self.prices.put(np.array(foreign, np.intp), -np.inf)
