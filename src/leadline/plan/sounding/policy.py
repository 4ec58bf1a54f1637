"""Sounding, the default policy: choose the next *page*, of whatever query, by one index.

Four experts compete by expected new records per cost: `probe` opens a value, `rest` reads a page
of a query that was opened and parked, `cell` opens a conjunction inside an overflowing query,
`guess` tries a value nobody has shown. Each opened query is an exact example for the models
behind them, so the index is calibrated by what came of it: here is what they learn from a page.
Where answers are cut at a limit and the form has ranges or drop-downs, these are split first
(`plan.splitting`): parts that fit under the limit bring as much, and prove that nothing of them is
missing.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from leadline.model import PAGES, Cost, Count, Interface, Outcome, Step, Turn, Why
from leadline.plan.knowledge import Knowledge, Shown
from leadline.plan.sounding.choosing import FREE, best_step, has_more
from leadline.plan.sounding.models import Models

Floats = NDArray[np.float64]

DROPS = 0.6  # weight of the going rate so far, where it drops
EXPERTS = ("probe", "rest", "cell", "guess")


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


@dataclass(frozen=True, slots=True)
class _Before:
    """How things stood before a page was counted."""

    opening: bool
    held: int
    records: int
    features: Floats | None


class Sounder(Models):
    """The models as they learn from one page after the other."""

    _before: _Before | None = None

    @property
    def proved(self) -> bool:
        """Whether nothing can be missing."""
        return self.splitter is not None and self.splitter.proved

    def best(self, known: Knowledge) -> Step | None:
        """The page with the best index, or None when none is left that could pay."""
        return None if self.proved else best_step(self, known)

    def expect(self, known: Knowledge, query: int, step: Step) -> None:
        """Note how things stood before the page."""
        self.grow(known)
        if step.why is not None and step.why.expert in EXPERTS and step.why.index < FREE / 10:
            self._move_rate(self._worth(step.why))
        self.rests.expect(known, query)
        opening = bool(known.shown[query] == 0 and known.next_page[query] == 1)
        held = known.matches(query)
        features = self._features(known, query) if opening and held else None
        self._before = _Before(opening, held, known.records, features)

    def _move_rate(self, worth: float) -> None:
        """Follow what pages are worth: at once where a broad answer is over and it drops."""
        fade = DROPS if self.values.levelled and worth < self.rate else 0.9
        self.rate = fade * self.rate + (1 - fade) * worth

    def _worth(self, why: Why) -> float:
        """What a page is worth: its index, but for what is a preference and no forecast."""
        most = min(why.index, self.interface.page_size / max(self.cost.of(0, 1, 0), 1e-9))
        return float(most if self.totals else min(most, why.expected / why.pages))

    def _features(self, known: Knowledge, query: int) -> Floats | None:
        """What the prediction of a query about to be opened rests on."""
        if known.value[query] >= 0:
            return np.asarray(self.values.features(known, known.value[query : query + 1])[0])
        cell = self.cells.offered(known.parts(query))
        return None if cell is None else cell.features

    def learn(self, known: Knowledge, query: int, turn: Turn, shown: Shown) -> None:
        """Learn from the page, and bring every index up to date."""
        self.grow(known)
        before, total = self._before, int(known.total[query])
        assert before is not None
        records, new = len(turn.answer.records), len(shown.fresh)
        if before.opening:
            self._learn_opening(known, query, turn, new)
        self.order.learn(known, query, turn)
        self.rests.learn(known, query, turn.step.page, records, new)
        if total > 0:
            self.size.at_least(known.records, float(known.unseen(np.array([query]))[0]))
        self._take_in(known, query, shown)
        self._look_ahead(known)
        self.blind.learn(known, query, turn, shown)
        if self.is_blind:
            self.blind.plan(known, by_query=self.order.by_query)
        if self.splitter is not None:
            self.splitter.learn(known, query, turn, shown)

    def _take_in(self, known: Knowledge, query: int, shown: Shown) -> None:
        """Bring what rests on the records held up to date."""
        if (value := known.value[query]) >= 0:
            self.prices.put(np.array([value]), -np.inf)
            self.values.region.weigh(known, np.array([value]))
        self.values.region.add(known, shown)
        self.values.outside.add(known, shown.fresh)
        if self.values.several:
            self.backbone.learn(known, query, shown)
        self.update(known, shown)

    def _look_ahead(self, known: Knowledge) -> None:
        """Settle on the cell and on the word never met to offer next."""
        self.cells.pick(known)
        if self.cells.best is None and not has_more(self, known):
            self.cells.dig(known)
            self._guess_wildly(known)
        self.unmet.move_on(known)

    def _guess_wildly(self, known: Knowledge) -> None:
        """Take in codes that hardly anything suggests, where there is nothing else to ask."""
        if self.cells.best is None and self.splitter is None:
            self.guesses.dig(known)

    def _learn_opening(self, known: Knowledge, query: int, turn: Turn, new: int) -> None:
        if turn.answer.outcome is Outcome.FOUND:
            self._note_totals(turn)
        total, records = int(known.total[query]), len(turn.answer.records)
        self._learn_guess(known, query, turn, max(total, records))
        self._learn_length(known, query, turn.answer.outcome, found=total > 0 or records > 0)
        if known.value[query] < 0:
            self.cells.asked(known.parts(query))
        if total > 0:
            share = max(total - int(known.before[query]), 0) / total
            self._learn_total(known, query, total, share)
            self._learn_share(known, query, share)
            self._learn_depth(turn, total, new, share)
        elif records:
            self._learn_share(known, query, new / records)

    def _learn_length(self, known: Knowledge, query: int, outcome: Outcome, *, found: bool) -> None:
        """Whether a word that records show is too short to find them."""
        value, before = int(known.value[query]), self._before
        answered = found or outcome in (Outcome.EMPTY, Outcome.REFUSED)
        if self.values.several or value < 0 or not answered or not (before and before.held):
            return
        self.too_short.learn(known.names[value], found=found)
        if not found:
            short = self.too_short.among(np.arange(known.values))
            self.prices.put(short, -np.inf)

    def _note_totals(self, turn: Turn) -> None:
        """Whether totals are told: not where the broad answers, which it takes, are not counted."""
        whole_box = not self.values.several and self.interface.limit is None
        self.capped = self.capped or (whole_box and turn.answer.count is Count.LEAST)
        told = turn.answer.total is not None
        if told or turn.step.page == 1:
            self.totals = told and not self.capped
        else:
            self.uncounted = True

    def _learn_guess(self, known: Knowledge, query: int, turn: Turn, matches: int) -> None:
        if turn.step.query == self.unmet.query:
            self.unmet.learn(matches)
        elif turn.step.why is not None and turn.step.why.expert == "guess":
            self.guesses.learn(known, query)

    def _learn_total(self, known: Knowledge, query: int, total: int, share: float) -> None:
        """Judge what a value was offered for, and guess the size of the source."""
        before, held, value = self._before, int(known.before[query]), int(known.value[query])
        assert before is not None
        if before.held > 0 and self.values.levelled and value >= 0 and self.setting is not None:
            self.fairness.learn(held, float(self.values.logits[value]), share, self.setting)
        if held > 0 and (cell := self.cells.offered(known.parts(query))) is not None:
            self.cells.judge(cell, held, share)
        if held > 0:
            self.size.learn(before.records, held, total)

    def _learn_share(self, known: Knowledge, query: int, share: float) -> None:
        before, value = self._before, int(known.value[query])
        if before is None or before.features is None:
            return
        if value < 0:
            self.cells.promise.model.learn(before.features, share)
        else:
            level = self.level(known) if self.values.levelled else None
            self.values.learn(value, before.features, share, level)

    def _learn_depth(self, turn: Turn, total: int, new: int, share: float) -> None:
        """Where in an answer the new records are, if it is a long one."""
        records, size = len(turn.answer.records), self.interface.page_size
        if total > size and records:
            middle = (turn.step.page - 1) * size + records / 2
            self.depth.learn(middle / total, new, share * records)
            if self._before is not None and self._before.held > 0:
                self.probes = 0.98 * self.probes + (new, share * records)
