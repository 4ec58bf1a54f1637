"""The best page of one source for the union: the values it may be asked, and what is open.

- A value asked elsewhere matches here about as many as there, by the sizes of the sources
  (`elsewhere`); one asked nowhere as many as the union's own regression thinks (`unseen`).
- Of these, the ones held are those shown here, and of those shown elsewhere the share that this
  source usually has too (`overlap`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.model import Cost, Query, Step, Why
from leadline.plan.held import UNKNOWN
from leadline.plan.many.calibration import Calibration
from leadline.plan.many.elsewhere import Elsewhere
from leadline.plan.many.overlap import Overlap
from leadline.plan.many.together import Together
from leadline.plan.many.unseen import Unseen
from leadline.plan.many.vocabulary import Placed
from leadline.plan.sounding.index import broad, matches_of
from leadline.plan.sounding.policy import Sounder

Floats = NDArray[np.float64]
FAINT = 0.02  # new entities behind any value: no forecast is so sure that there is none
HERE = ("probe", "rest", "cell", "survey")


@dataclass(frozen=True, slots=True)
class Offer:
    """The best page of one source, and its index."""

    index: float
    step: Step | None = None


NOTHING = Offer(-np.inf)


@dataclass(frozen=True, slots=True, kw_only=True)
class Offers:
    """What sources have to offer, by what links them; `least` is what any page must promise."""

    cost: Cost
    least: float
    overlap: Overlap
    elsewhere: Elsewhere
    calibration: Calibration

    def best(self, together: Together, source: int) -> Offer:
        """The best page of a source; none of one that is left."""
        if source in together.left:
            return NOTHING
        offers = [self._probe(together, source), self._rest(together, source)]
        if isinstance(together.sources[source].known.learner, Sounder):
            offers += [self._cell(together, source), self._other(together, source)]
        best = max(offers, key=lambda offer: offer.index)
        if best.step is None and (start := together.start(source)) is not None:
            return Offer(self.least, start)
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
        return np.asarray(worth / self.cost.of(1, pages, new))

    def _rest(self, together: Together, source: int) -> Offer:
        """The best next page of the queries opened at a source."""
        one = together.sources[source]
        known, sounder = one.known, one.known.learner
        queries = np.flatnonzero(known.open)
        if not len(queries):
            return NOTHING
        expected = sounder.rests.index(known, queries) * self._newness(together, source, queries)
        index = expected / np.maximum(self.cost.of(0, 1, expected), 1e-9)
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
        index = new / self.cost.of(1, pages, new)
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
        price = self.cost.of(opening, max(step.why.pages, 1.0), new)
        index = max(new / price, self.least)
        return Offer(index, replace(step, why=replace(step.why, index=index)))

    def _newness(self, together: Together, source: int, queries: NDArray[Any]) -> Floats:
        """Of what is new to the source in the rest of each query, the share new to the union."""
        one = together.sources[source]
        known = one.known
        shares = np.full(len(queries), 1 - self.overlap.of(source))
        told = np.flatnonzero((known.value[queries] >= 0) & (known.total[queries] > 0))
        values, total = known.value[queries[told]], known.total[queries[told]]
        place = one.place[values]
        matches = np.zeros(len(together.vocabulary))
        matches[place] = total
        held = self.held_here(together, source, matches)[place]
        unseen = total - known.local[values]
        shares[told] = np.clip((total - held) / np.maximum(unseen, 1), 0.0, 1.0)
        return shares
