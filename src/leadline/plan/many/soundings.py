"""Soundings, the default for several sources: one choice over all pages of all of them.

Every source has a `Sounder` of its own, and the union has one, to which each answer is told as if
the union were one source. The index of a page is the number of entities *new to the union* that it
promises for its cost:

- a value asked elsewhere matches here about as many as there, by the sizes of the sources
  (`elsewhere`); one asked nowhere as many as the union's Sounder thinks;
- of these, the ones held are those shown here, and of those shown elsewhere the share that this
  source usually has too (`overlap`).

So the cycle of Xian et al. 2012 becomes continuous: the next page is of whichever source pays best,
and a source is left when none of its pages pays `least` any more.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.model import Cost, Interface, Query, Step, Turn, Why
from leadline.plan.held import UNKNOWN
from leadline.plan.many.calibration import Calibration
from leadline.plan.many.elsewhere import Elsewhere
from leadline.plan.many.overlap import Overlap
from leadline.plan.many.reading import Reading
from leadline.plan.many.together import NewOn, Together
from leadline.plan.many.unseen import Unseen
from leadline.plan.many.vocabulary import Placed
from leadline.plan.policy import Policy
from leadline.plan.sounding.index import broad, matches_of
from leadline.plan.sounding.policy import Sounder

Floats = NDArray[np.float64]
COST = Cost(query=10.0, page=1.0)
FAINT = 0.02  # new entities behind any value: no forecast is so sure that there is none
HERE = ("probe", "rest", "cell", "survey")


@dataclass(frozen=True)
class Soundings:
    """The page, of whichever source, that promises most for the union per cost."""

    cost: Cost = COST
    least: float = 0.001  # new entities per cost: a source that promises less is left

    def single(self) -> Policy:
        """Each source learns as it would alone."""
        return Reading(self.cost)

    def of_union(self, interface: Interface) -> Unseen:
        """The union learns as if it were one source."""
        return Unseen(interface)

    def learner(self, together: Together) -> Chart:
        """What is known across the sources, and the best page of each."""
        return Chart(self, together)

    def choose(self, together: Together) -> tuple[int, Step] | None:
        """The page with the best index, of a source that is not left."""
        chart: Chart = together.learner  # type: ignore[assignment]
        if chart.best is None or chart.best[0] not in together.left:
            return chart.best
        return chart.best_of_others(together)


@dataclass(frozen=True, slots=True)
class Offer:
    """The best page of one source, and its index."""

    index: float
    step: Step | None = None


class Chart:
    """What links the sources, and the best offer of each of them."""

    def __init__(self, policy: Soundings, together: Together) -> None:
        self.policy = policy
        self.overlap = Overlap(len(together.sources))
        self.elsewhere = Elsewhere(together)
        self.calibration = Calibration()
        self._expected: dict[tuple[int, int], float] = {}
        self._brought: dict[tuple[int, int], int] = {}
        self._held = 0
        self.best: tuple[int, Step] | None = None
        self._offers = [Offer(np.inf) for _ in together.sources]
        self._renewal = 1
        self._pick(together)

    # --- learning -----------------------------------------------------------------------------

    def total(self, together: Together, source: int, turn: Turn, page: NewOn) -> int | None:
        """How many match in the union: those held, and what this answer makes likely besides.

        Of the records that are new to the source, as many are new to the union as on this page.
        """
        known = together.sources[source].known
        number = known.number(turn.step.query)
        value, total = self._value(together, source, number), int(known.total[number])
        if total < 0 or value == UNKNOWN:
            return None
        self.elsewhere.note(together, source, value, total)
        fresh = page.union / page.source if page.source else 1 - self.overlap.of(source)
        unseen = page.union + max(total - known.matches(number), 0) * fresh
        own = together.union.id_of(together.vocabulary.pairs[value])
        held = 0 if own == UNKNOWN else int(together.union.known.local[own])
        return held + round(unseen / max(self.overlap.share(source), 0.05))

    def _value(self, together: Together, source: int, number: int) -> int:
        one = together.sources[source]
        value = int(one.known.value[number])
        return UNKNOWN if value < 0 else int(one.place[value])

    def learn(self, together: Together, source: int, turn: Turn) -> None:
        """Learn from the page, and find the best one to ask next."""
        known = together.sources[source].known
        number = known.number(turn.step.query)
        value = self._value(together, source, number)
        self._note(together, source, number, turn)
        self._held = together.records
        if value != UNKNOWN and not known.open[number] and not known.overflows(number):
            self.overlap.learn(together, source, value)
        if together.pages >= self._renewal:
            self.elsewhere.renew(together)
            self._renewal = together.pages + min(50, 5 + together.pages // 20)
            self._offers = [Offer(np.inf) for _ in together.sources]
        self._offers[source] = Offer(np.inf)
        self._pick(together)

    def _note(self, together: Together, source: int, number: int, turn: Turn) -> None:
        """Set what an answer brought beside what was expected of it, once it is done."""
        known, why, place = together.sources[source].known, turn.step.why, (source, number)
        if why is not None and why.expert == "told":
            self._expected[place], self._brought[place] = why.expected, 0
        if place not in self._expected:
            return
        self._brought[place] += together.records - self._held
        if not known.open[number]:
            value = self._value(together, source, number)
            size = max(int(known.total[number]), int(known.shown[number]))
            self.calibration.learn(int(together.vocabulary.attribute[value]), size,
                                   self._expected.pop(place), self._brought.pop(place))  # fmt: skip

    # --- choosing -----------------------------------------------------------------------------

    def _pick(self, together: Together) -> None:
        """The best offer, looked at anew until the one that seems best is (offers mostly fall)."""
        fresh = set[int]()
        while True:
            source = max(range(len(self._offers)), key=lambda i: self._offers[i].index)
            if source in fresh:
                break
            self._offers[source] = self._offer(together, source)
            fresh.add(source)
        self.best = self._paying(source, self._offers[source])

    def best_of_others(self, together: Together) -> tuple[int, Step] | None:
        """The best page of the sources that are not left, where the best of all is of one."""
        offers = {i: self._offer(together, i) for i in range(len(self._offers))}
        best = max(offers, key=lambda i: offers[i].index)
        return self._paying(best, offers[best])

    def _paying(self, source: int, offer: Offer) -> tuple[int, Step] | None:
        if offer.step is None or offer.index < self.policy.least:
            return None
        return source, offer.step

    def _offer(self, together: Together, source: int) -> Offer:
        if source in together.left:
            return NOTHING
        offers = [self._probe(together, source), self._rest(together, source)]
        if isinstance(together.sources[source].known.learner, Sounder):
            offers += [self._cell(together, source), self._other(together, source)]
        best = max(offers, key=lambda offer: offer.index)
        if best.step is None and (start := together.start(source)) is not None:
            return Offer(self.policy.least, start)
        return best

    def held_here(self, together: Together, source: int, matches: Floats) -> Floats:
        """Entities held that match each value and are, as far as one can tell, in the source.

        Those it has shown, and of the others a share that falls with what it has shown already:
        an entity of the source would likely have been among that.
        """
        own, every = self._counts(together, source)
        usual = self.overlap.by_attribute(source, together.vocabulary.attributes)
        usual = usual[together.vocabulary.attribute]
        shown = np.minimum(own / np.maximum(matches, 1e-9), 1.0)
        chance = usual * (1 - shown) / np.maximum(1 - usual * shown, 1e-9)
        return np.asarray(np.minimum(own + chance * np.maximum(every - own, 0), matches))

    def _counts(self, together: Together, source: int) -> tuple[Floats, Floats]:
        """Records held that carry each value: of the source, and of the union."""
        one, union = together.sources[source], together.union
        return one.spread(one.known.local).astype(float), union.spread(union.known.local)

    def _probe(self, together: Together, source: int) -> Offer:
        one = together.sources[source]
        if not len(together.vocabulary):
            return NOTHING
        matches, told = self._matching(together, source)
        held = self.held_here(together, source, matches)
        worth = self._worth(together, source, matches, held, told)
        worth[one.spread(one.known.query_of, UNKNOWN) != UNKNOWN] = 0.0
        while worth[value := int(worth.argmax())] > 0:
            pair = one.own(together.vocabulary.pairs[value])
            if pair is not None and one.known.interface.can_ask(query := Query((pair,))):
                return self._opening(one, query, worth[value], matches[value], held[value],
                                     told[value])  # fmt: skip
            worth[value] = 0.0
        return NOTHING

    def _opening(
        self, one: Placed, query: Query, index: float, matches: float, held: float, told: bool
    ) -> Offer:
        interface = one.known.interface
        visible = min(matches, interface.limit or np.inf)
        pages = max(1.0, float(np.ceil(visible / interface.page_size)))
        new = max(matches - held, 0.0) * visible / max(matches, 1e-9)
        expert, evidence = "told" if told else "probe", f"{held:.0f} of about {matches:.0f} held"
        why = Why(expert=expert, expected=float(new), pages=pages, evidence=evidence,
                  index=float(index))  # fmt: skip
        return Offer(float(index), Step(query, 1, why))

    def _matching(self, together: Together, source: int) -> tuple[Floats, NDArray[Any]]:
        """How many records of a source match each value, and whether that is known elsewhere."""
        own, every = self._counts(together, source)
        unseen: Unseen = together.union.known.learner
        logits = together.union.spread(unseen.values.logits, -10.0)
        missing = self.overlap.share(source) * every * np.exp(np.minimum(logits, 10.0))
        guess = np.maximum(self.overlap.share(source) * every, own) + missing
        guess = self.held_here(together, source, guess) + missing
        chance = self.overlap.by_attribute(source, together.vocabulary.attributes)
        told = self.elsewhere.matches(together, source, chance[together.vocabulary.attribute])
        told = np.pad(told, (0, len(guess) - len(told)), constant_values=-1.0)
        return np.maximum(np.where(told >= 0, told, guess), own), told >= 0

    def _worth(
        self, together: Together, source: int, matches: Floats, held: Floats, told: NDArray[Any]
    ) -> Floats:
        """The index of every value: new entities for the cost of its whole answer."""
        vocabulary, union = together.vocabulary, together.union.known
        interface = together.sources[source].known.interface
        visible = np.minimum(matches, interface.limit or np.inf)
        pages = np.maximum(1.0, np.ceil(visible / interface.page_size))
        new = np.maximum(matches - held, 0) * visible / np.maximum(matches, 1e-9)
        new = np.maximum(new, FAINT * np.minimum(matches, 1.0))
        factors = self.calibration.factors(vocabulary.attribute, matches, vocabulary.attributes)
        new *= np.where(told, factors, 1.0)
        unseen: Unseen = union.learner
        worth = new * broad(new, unseen.size.unseen(union.records))
        return np.asarray(worth / self.policy.cost.of(1, pages, new))

    def _rest(self, together: Together, source: int) -> Offer:
        """The best next page of the queries opened at a source."""
        one = together.sources[source]
        known, sounder = one.known, one.known.learner
        queries = np.flatnonzero(known.open)
        if not len(queries):
            return NOTHING
        expected = sounder.rests.index(known, queries) * self._newness(together, source, queries)
        index = expected / np.maximum(self.policy.cost.of(0, 1, expected), 1e-9)
        place = int(np.argmax(index))
        query = int(queries[place])
        why = Why(expert="rest", expected=float(expected[place]), pages=1.0,
                  evidence=f"{known.shown[query]} of {known.total[query]} shown",
                  index=float(index[place]))  # fmt: skip
        return Offer(
            float(index[place]), Step(known.queries[query], sounder.rests.page(query), why)
        )

    def _cell(self, together: Together, source: int) -> Offer:
        """The best conjunction inside an answer that is cut at the limit."""
        one = together.sources[source]
        cell = one.known.learner.cells.best
        if cell is None:
            return NOTHING
        query = one.known.query(*cell.parts)
        if one.known.number(query) != UNKNOWN:
            return NOTHING
        parts = [together.union.id_of((one.common[name], v)) for name, v in query.predicates]
        every = len(together.union.known.rows_matching(parts)) if UNKNOWN not in parts else 0
        matches = float(matches_of(cell.held, cell.logit))
        elsewhere = self.overlap.of(source) * max(every - cell.held, 0.0)
        held = min(cell.held + elsewhere, matches)
        visible = min(matches, one.known.interface.limit or np.inf)
        new = (matches - held) * visible / max(matches, 1e-9)
        pages = max(1.0, float(np.ceil(visible / one.known.interface.page_size)))
        index = new / self.policy.cost.of(1, pages, new)
        why = Why(expert="cell", expected=new, pages=pages, index=index,
                  evidence=f"{held:.0f} of about {matches:.0f} held")  # fmt: skip
        return Offer(index, Step(query, 1, why))

    def _other(self, together: Together, source: int) -> Offer:
        """What the source alone would ask next, if none of the offers above is of that kind."""
        known = together.sources[source].known
        step = known.learner.best(known)
        if step is None or step.why is None or step.why.expert in HERE:
            return NOTHING
        others = together.records > known.records
        new = step.why.expected * (1 - self.overlap.of(source) if others else 1.0)
        opening = known.number(step.query) == UNKNOWN
        price = self.policy.cost.of(opening, max(step.why.pages, 1.0), new)
        index = max(new / price, self.policy.least)
        return Offer(index, replace(step, why=replace(step.why, index=index)))

    def _newness(self, together: Together, source: int, queries: NDArray[Any]) -> Floats:
        """Of what is new to the source in the rest of each query, the share new to the union."""
        one = together.sources[source]
        known = one.known
        values, total = known.value[queries], known.total[queries]
        place = one.place[values]
        matches = np.zeros(len(together.vocabulary))
        matches[place] = np.maximum(total, 0)
        held = self.held_here(together, source, matches)[place]
        unseen = total - known.local[values]
        share = np.maximum(total - held, 0) / np.maximum(unseen, 1)
        usual = 1 - self.overlap.of(source)
        return np.where((values >= 0) & (total > 0), np.clip(share, 0.0, 1.0), usual)


NOTHING = Offer(-np.inf)
