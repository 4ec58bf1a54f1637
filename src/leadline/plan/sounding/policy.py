"""Sounding, the default policy: choose the next *page*, of whatever query, by one index.

Four experts compete by expected new records per cost: `probe` opens a value, `rest` reads a page
of a query that was opened and parked, `cell` opens a conjunction inside an overflowing query,
`guess` tries a value nobody has shown. Each opened query is an exact example for the models
behind them, so the index is calibrated by what came of it. Where answers are cut at a limit and the
form has ranges or drop-downs, these are split first (`plan.splitting`): parts that fit under the
limit bring as much, and prove that nothing of them is missing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.model import PAGES, Cost, Interface, Outcome, Query, Step, Turn, Why
from leadline.plan.columns import Column
from leadline.plan.knowledge import Knowledge, Shown
from leadline.plan.sounding.backbone import Backbone
from leadline.plan.sounding.blind import Blind
from leadline.plan.sounding.cells import Cells
from leadline.plan.sounding.depth import Depth
from leadline.plan.sounding.fairness import Fairness
from leadline.plan.sounding.guesses import Guesses
from leadline.plan.sounding.index import Setting, broad, index_table, look_up, matches_of
from leadline.plan.sounding.level import level
from leadline.plan.sounding.offer import NOTHING, Offer
from leadline.plan.sounding.regression import Regression, sigmoid
from leadline.plan.sounding.rests import Rests
from leadline.plan.sounding.size import Size
from leadline.plan.sounding.survey import candidate, commonest
from leadline.plan.sounding.unmet import Unmet
from leadline.plan.sounding.values import Values, unasked
from leadline.plan.splitting.policy import divider_of

Floats = NDArray[np.float64]

PROBE_EVERY = 30  # pages: open something now and then, or the models go stale
WIDEST = 2.0  # spread of predictions, where totals are told
PROBE_BELOW = 0.6  # of a full page: but not while reading on pays so well
GUESS_BELOW = 0.7
AHEAD = 0.5  # how far into the expected unseen part of an answer its first page is asked
DRIFT = 0.04  # of the going rate before the table of indices is made anew
COLD = 15  # queries
SINKS = 0.3  # log-odds: by so much the level may change before all is predicted anew
EXPERTS = ("probe", "rest", "cell", "guess")
FREE = 1e9  # index of a page that costs nothing


@dataclass(frozen=True)
class Sounding:
    """Probe, park and resume by expected new records per cost."""

    cost: Cost = PAGES
    words: tuple[str, ...] = ()  # to try in a search box where the words met run dry

    def learner(self, interface: Interface) -> Sounder:
        """What it learns in one conversation."""
        return Sounder(interface, self.cost, self.words)

    def choose(self, known: Knowledge, rng: Random) -> Step | None:
        """The page with the best index."""
        learner: Sounder = known.learner
        return learner.best(known)


class Sounder:
    """The models, and the index of every candidate."""

    def __init__(
        self, interface: Interface, cost: Cost = PAGES, words: tuple[str, ...] = ()
    ) -> None:
        self.interface, self.cost = interface, cost
        levelled = interface.limit is None and cost.query < cost.page
        self.values = Values(len(interface.attributes), levelled=levelled)
        self.cells = Cells(self.values)
        self.depth = Depth()
        self.backbone = Backbone(len(interface.attributes))
        self.guesses = Guesses(interface)
        self.unmet = Unmet(interface, words)
        self.size = Size()
        self.fairness = Fairness()
        self.blind = Blind(compares=interface.any_page and cost.query < cost.page)
        self.splitter = divider_of(interface)
        self.rests = Rests(self.depth, doubts=self.splitter is None)
        self.rate = 0.8 * interface.page_size
        self._domains = {
            i: frozenset(a.domain) for i, a in enumerate(interface.attributes) if a.domain
        }
        self._index = Column(np.float64, -np.inf)
        self._table: Floats | None = None
        self._table_rate = 0.0
        self._setting: Setting | None = None
        self._probes = np.array([3.0, 3.0])  # realised, expected on pages that open long answers
        self._renewal = 1
        self._pages_since_probe = 0
        self._before: _Before | None = None
        self._totals = True

    # --- learning -----------------------------------------------------------------------------

    def expect(self, known: Knowledge, query: int, step: Step) -> None:
        """Note how things stood before the page."""
        self._grow(known)
        if step.why is not None and step.why.expert in EXPERTS and step.why.index < FREE / 10:
            self.rate = 0.9 * self.rate + 0.1 * self._worth(step.why)
        self.rests.expect(known, query)
        opening = bool(known.shown[query] == 0 and known.next_page[query] == 1)
        held = known.matches(query)
        features = self._features(known, query) if opening and held else None
        self._before = _Before(opening, held, known.records, features)

    def _worth(self, why: Why) -> float:
        """What a page is worth: its index, but for what is a preference and no forecast."""
        most = min(why.index, self.interface.page_size / max(self.cost.of(0, 1, 0), 1e-9))
        return float(most if self._totals else min(most, why.expected / why.pages))

    def _features(self, known: Knowledge, query: int) -> Floats | None:
        """What the prediction of a query about to be opened rests on."""
        if known.value[query] >= 0:
            return np.asarray(self.values.features(known, known.value[query : query + 1])[0])
        cell = self.cells.best
        same = cell is not None and sorted(cell.parts) == sorted(known.parts(query))
        return cell.features if cell is not None and same else None

    def learn(self, known: Knowledge, query: int, turn: Turn, shown: Shown) -> None:
        """Learn from the page, and bring every index up to date."""
        self._grow(known)
        before, total = self._before, int(known.total[query])
        assert before is not None
        records, new = len(turn.answer.records), len(shown.fresh)
        if before.opening:
            self._learn_opening(known, query, turn, records, new)
        probed = before.opening and (before.held > 0 or not self._totals)
        self._pages_since_probe = 0 if probed else self._pages_since_probe + 1
        self.rests.learn(known, query, turn.step.page, records, new)
        if total > 0:
            self.size.at_least(known.records, total - known.matches(query))
        if (value := known.value[query]) >= 0:
            self._index.array[value] = -np.inf
            self.values.region.weigh(known, np.array([value]))
        self.values.region.add(known, shown)
        self.values.outside.add(known, shown.fresh)
        self._update(known, shown)
        self.unmet.move_on(known)
        self.blind.learn(known, query, turn, shown)
        if self._blind:
            self.blind.plan(known, self.rests.newness)
        if self.splitter is not None:
            self.splitter.learn(known, query, turn, shown)

    @property
    def proved(self) -> bool:
        """Whether nothing can be missing."""
        return self.splitter is not None and self.splitter.proved

    def _learn_opening(
        self, known: Knowledge, query: int, turn: Turn, records: int, new: int
    ) -> None:
        before, total = self._before, int(known.total[query])
        assert before is not None
        if turn.answer.outcome is Outcome.FOUND:
            self._totals = turn.answer.total is not None
        if turn.step.query == self.unmet.query:
            self.unmet.learn(max(total, records))
        elif turn.step.why is not None and turn.step.why.expert == "guess":
            self.guesses.learn(known, query)
        if known.value[query] < 0:
            self.cells.asked(known.parts(query))
        if total <= 0 and not records:
            return
        held = int(known.before[query])
        share = max(total - held, 0) / total if total > 0 else new / records
        if before.held > 0 and total > 0:
            self._judge(int(known.value[query]), held, share)
        if before.features is not None:
            model = self.values.model if known.value[query] >= 0 else self.cells.model
            model.learn(before.features, share)
        if total > 0 and held > 0:
            self.size.learn(before.records, held, total)
        if total > self.interface.page_size and records:
            middle = (turn.step.page - 1) * self.interface.page_size + records / 2
            self.depth.learn(middle / total, new, share * records)
            if before.held > 0:
                self._probes = 0.98 * self._probes + (new, share * records)

    def _judge(self, value: int, held: int, share: float) -> None:
        """Whether a value was worth what it was offered for, where that is to count."""
        if self.values.levelled and value >= 0 and self._setting is not None:
            logits = float(self.values.logits[value])
            self.fairness.learn(held, logits, share, self._setting)

    def _grow(self, known: Knowledge) -> None:
        self._index.grow(known.values)
        self.values.grow(known)

    def _update(self, known: Knowledge, shown: Shown) -> None:
        if known.pages >= self._renewal or self._sinks(known):
            self._renew(known)
        elif self._table is not None:
            touched = np.unique(known.terms_of(shown.rows))
            touched = touched[known.query_of[touched] < 0]
            self.values.predict(known, touched)
            self._score(known, touched)
            drift = DRIFT * max(1.0, known.values / 100_000) ** 0.5  # the dearer the rarer
            if abs(self.rate - self._table_rate) > drift * self._table_rate:
                self._retable(known)
        self.cells.pick(known)
        if self.cells.best is None and not self._has_more(known):
            self.cells.dig(known)

    def _sinks(self, known: Knowledge) -> bool:
        """Whether what is unseen of the opened values is another share than it was."""
        return self.values.levelled and abs(level(known).logit - self.values.level) > SINKS

    def _unseen(self, known: Knowledge) -> float:
        """Records not held, as far as anything tells."""
        unseen = self.size.unseen(known.records)
        if not (self.values.levelled and self._totals):
            return unseen
        return max(unseen, level(known).unseen(known.records))

    def _has_more(self, known: Knowledge) -> bool:
        """Whether a value met or an opened query may still bring something."""
        return max(self._best_probe(known).index, self._best_rest(known).index) > 0

    def _renew(self, known: Knowledge) -> None:
        """Recompute everything that drifts; the dearer it is the rarer."""
        cheap = self.cost.query < self.cost.page  # else common values pay best, read whole or not
        self.values.renew(known, self.size.records if cheap and self._totals else np.inf)
        if self.values.several:
            self.backbone.renew(known, self._matches(known))
        if self.values.several or self._domains:
            self.guesses.renew(known)
        self._retable(known)
        self.cells.renew(known, self.rate)
        often = max(5, min(known.pages // 20, 120))
        if self.values.several:
            often = min(10, 1 + known.pages // 100)
        self._renewal = known.pages + max(often, len(known.terms) // 20_000)

    def _matches(self, known: Knowledge) -> Floats:
        """Matches of every value: exact where known, else expected."""
        matches = np.asarray(matches_of(known.local, self.values.logits), float)
        opened = np.flatnonzero((known.value >= 0) & (known.total > 0))
        matches[known.value[opened]] = known.total[opened]
        return matches

    def _retable(self, known: Knowledge) -> None:
        setting = Setting(
            page_size=self.interface.page_size,
            limit=self.interface.limit,
            cost=self.cost,
            rate=self.rate,
            spread=self._spread(self.values.model),
            probe=min(1.0, self._probes[0] / self._probes[1]),
            unseen=self._unseen(known) if self._totals else np.inf,
        )
        self._setting = setting
        self._table, self._table_rate = index_table(setting, known.records), self.rate
        self._score(known, unasked(known))
        if len(self.cells) or self.interface.limit is not None:
            of_cells = replace(setting, spread=self._spread(self.cells.model))
            self.cells.table = index_table(of_cells, known.records)
            self.cells.rescore(known)

    def _spread(self, model: Regression) -> float:
        """How far truth lies round a prediction; shares of few records are all or nothing.

        With totals these are exact and many, and tell nothing about the spread of large ones.
        """
        return min(model.spread, WIDEST) if self._totals else model.spread

    def _score(self, known: Knowledge, values: NDArray[Any]) -> None:
        """Index of unasked values that are held."""
        assert self._table is not None
        held, logits = known.local[values], self.values.logits[values]
        score = look_up(self._table, held, logits) * self.fairness.factor
        if self.values.several:
            limit = self.interface.limit or np.inf
            fits = matches_of(held, logits) <= limit
            own = self.backbone.factor[known.attribute[values]]
            score = score * np.where(fits, own, self.backbone.outside)
        self._index.array[values] = score
        for position, domain in self._domains.items():
            for v in values[known.attribute[values] == position].tolist():
                if known.names[v] not in domain:
                    self._index.array[v] = -np.inf

    @property
    def _blind(self) -> bool:
        """Text without totals and without a limit: all there is to go by is l, and to read on."""
        return not (self._totals or self.values.several or self.interface.limit)

    # --- choosing -----------------------------------------------------------------------------

    def best(self, known: Knowledge) -> Step | None:
        """The page with the best index, or None when none is left that could pay."""
        if self.proved:
            return None
        if (listing := self._listing(known)) is not None:
            return listing
        if self.splitter is not None and self.splitter.next is not None:
            return self.splitter.next
        if self._blind and known.pages:
            offer = self.blind.next if self.blind.next is not NOTHING else self._best_guess(known)
            if offer is not NOTHING:
                return offer.step()
        if (survey := self._survey(known)) is not None:
            return survey.step()
        probe, rest = self._best_probe(known), self._best_rest(known)
        best = max(probe, rest, self._best_cell(known), key=lambda offer: offer.index)
        page = self.interface.page_size
        if best.index < GUESS_BELOW * page / max(self.cost.of(1, 1, 0), 1e-9):
            best = max(best, self._best_guess(known), key=lambda offer: offer.index)
        idle = best is not probe if self._totals else best is rest
        stale = self._pages_since_probe >= PROBE_EVERY and idle
        if stale and probe.index > 0 and best.index < PROBE_BELOW * page:
            worth = max(probe.index, 0.5 * best.index)
            best = replace(self._telling(known, probe), index=worth)
        return best.step() if best.index > 0 else None

    def _telling(self, known: Knowledge, probe: Offer) -> Offer:
        """What to open just to learn: without a limit the commonest value, else the best one.

        The best ones are mostly rare, and say nothing about the long answers.
        """
        if self.interface.limit is not None or not self._totals:
            return probe
        value = commonest(known, self.values.outside, np.isfinite(self._index.array))
        return probe if value < 0 else self._opening_of(known, "probe", value)

    def _opening_of(self, known: Knowledge, expert: str, value: int) -> Offer:
        index, held = float(self._index.array[value]), int(known.local[value])
        logits = float(self.values.logits[value])
        return self._opening(expert, index, known.query(value), held, logits)

    def _listing(self, known: Knowledge) -> Step | None:
        """The next page of the list of everything, where there is one and it is shown whole.

        Read to its end it takes as many pages as there must be; nothing else can do better.
        """
        if not self.interface.browsable:
            return None
        number = known.number(Query())
        if number < 0:
            return Step(Query(), 1, Why(expert="browse", expected=0.0, pages=0.0))
        if not known.open[number] or known.overflows(number):
            return None
        left = max(float(known.total[number] - known.shown[number]), 0.0)
        size = float(self.interface.page_size)
        why = Why(expert="browse", expected=size, pages=1.0, index=size,
                  evidence=f"everything is listed, {left:.0f} to go")  # fmt: skip
        return Step(Query(), int(known.next_page[number]), why)

    def _survey(self, known: Knowledge) -> Offer | None:
        """Without a limit, the value whose total is to be known before others are read."""
        cheap = self.cost.query < self.cost.page
        if self.interface.limit is not None or not self._totals or not cheap:
            return None
        value = candidate(known, self.values.outside, np.isfinite(self._index.array))
        return None if value < 0 else self._opening_of(known, "survey", value)

    def _best_probe(self, known: Knowledge) -> Offer:
        if self._is_cold(known):
            value = commonest(known, self.values.outside, np.isfinite(self._index.array))
            if value >= 0:
                return self._opening_of(known, "probe", value)
        index = self._index.array
        value = int(np.argmax(index)) if len(index) else -1
        if value < 0 or index[value] <= 0:
            return NOTHING
        return self._opening_of(known, "probe", value)

    def _is_cold(self, known: Knowledge) -> bool:
        """Whether a few broad answers are all that it takes, and too few were opened to learn from.

        So it is where queries are what costs, and their answers are not cut.
        """
        dear = self.cost.query >= self.cost.page
        whole = self.interface.limit is None and self._totals and not self.values.several
        return dear and whole and len(known.queries) < COLD

    def _best_cell(self, known: Knowledge) -> Offer:
        cell = self.cells.best
        if cell is None:
            return NOTHING
        index = cell.score * self.backbone.outside
        return self._opening("cell", index, known.query(*cell.parts), cell.held, cell.logit)

    def _opening(
        self, expert: str, index: float, query: Query, held: float, logits: float
    ) -> Offer:
        phi, matches = float(sigmoid(logits)), float(matches_of(held, logits))
        visible = min(matches, self.interface.limit or np.inf)
        return Offer(
            expert,
            index,
            query,
            self._opening_page(held, matches),
            visible * phi,
            max(1.0, np.ceil(visible / self.interface.page_size)),
            f"{held:.0f} held, {phi:.0%} of those that match thought unseen",
        )

    def _best_guess(self, known: Knowledge) -> Offer:
        guess = self.guesses.best(known, self.backbone.factor)
        worth, query = self.unmet.worth(self.interface.page_size), self.unmet.query
        if guess is not None and (query is None or guess[0] > worth):
            worth, position, value = guess
            query = Query(((self.interface.attributes[position].name, value),))
        if query is None:
            return NOTHING
        price = max(self.cost.of(1, 1, worth), 1e-9)
        return Offer("guess", worth / price, query, 1, worth, 1.0, "never met")

    def _best_rest(self, known: Knowledge) -> Offer:
        queries = np.flatnonzero(known.open)
        if not len(queries):
            return NOTHING
        expected = self.rests.index(known, queries)
        unseen = np.maximum(known.total[queries] - known.matched(queries), 0)
        worth = expected * broad(unseen, self._unseen(known))
        worth = worth * self._factors(known, queries) + 1e-7 * unseen
        price = np.maximum(self.cost.of(0, 1, expected), 1 / FREE)
        index = np.where(expected > 0, worth / price, 0.0)
        place = int(np.argmax(index))
        query = int(queries[place])
        return Offer(
            "rest",
            float(index[place]),
            known.queries[query],
            self.rests.page(query),
            float(expected[place]),
            1.0,
            f"{known.matches(query)} of {known.total[query]} held, {known.shown[query]} shown",
        )

    def _factors(self, known: Knowledge, queries: NDArray[Any]) -> Floats:
        if not self.values.several or not known.values:
            return np.ones(len(queries))
        values = known.value[queries]
        usable = (values >= 0) & (known.total[queries] <= (self.interface.limit or np.inf))
        own = self.backbone.factor[known.attribute[values]]
        return np.where(usable, own, self.backbone.outside)

    def _opening_page(self, held: float, matches: float) -> int:
        """Which page to open an answer with: the deeper ones hold more new records.

        Only where a total will tell how many pages there are, and not much deeper than the
        matching records held reach: a page past the end is a page lost.
        """
        if not self.interface.any_page or not self._totals:
            return 1
        reach = held + AHEAD * min(matches - held, held)
        return max(1, int(min(reach, self.interface.limit or np.inf) // self.interface.page_size))


@dataclass(frozen=True, slots=True)
class _Before:
    """How things stood before a page was counted."""

    opening: bool
    held: int
    records: int
    features: Floats | None
