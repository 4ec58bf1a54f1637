"""The best page of one source for the union: the values it may be asked, and what is open.

What a value promises is said by `promise`; here it is set against its cost, and beside the rests
of opened answers and, where answers are cut at a limit, the conjunctions inside them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from leadline.model import Cost, Kind, Query, Step, Why
from leadline.plan.held import UNKNOWN
from leadline.plan.knowledge import Knowledge
from leadline.plan.many.calibration import PROBE, TOLD
from leadline.plan.many.conjunctions import CELL, Conjunctions
from leadline.plan.many.opened import covered
from leadline.plan.many.promise import Promised, Promises
from leadline.plan.many.together import Together
from leadline.plan.many.vocabulary import Placed
from leadline.plan.sounding.policy import Sounder

Floats = NDArray[np.float64]
SAME = 0.75  # of what lies within open answers does not count when a value is asked
HERE = ("probe", "rest", CELL, "survey")


@dataclass(frozen=True, slots=True)
class Offer:
    """The best page of one source, its index; of a new value the first forecast, how many of its
    entities are held, how many records it is to bring to the source, and what it is to bring by
    what was learnt and by what is left alone."""

    index: float
    step: Step | None = None
    forecast: float = 0.0
    met: float = 0.0
    here: float = 0.0
    views: tuple[float, float] = (0.0, 0.0)


NOTHING = Offer(-np.inf)


@dataclass(frozen=True, slots=True, kw_only=True)
class Offers:
    """What sources have to offer, by what links them; `least` is what any page must promise."""

    cost: Cost
    least: float
    promises: Promises
    conjunctions: Conjunctions

    def best(self, together: Together, source: int, probe: Offer | None = None) -> Offer:
        """The best page of a source; none of one that is left."""
        if source in together.left or self.promises.sizes.hidden(together, source) == 0:
            return NOTHING
        offers = [probe or self.probe(together, source), self._rest(together, source)]
        if isinstance(together.sources[source].known.learner, Sounder):
            offers += [self._cell(together, source), self._other(together, source)]
        return max(*offers, self._start(together, source), key=lambda offer: offer.index)

    def _start(self, together: Together, source: int) -> Offer:
        """What was given to begin with: it counts as one entity while nothing met leads there."""
        start = together.start(source)
        if start is None or _is_met(together, together.common_query(source, start)):
            return NOTHING
        large = float(self.promises.sizes.relative(len(together.sources))[source])
        return Offer(max(large / self.cost.of(1, 1, 1), self.least), start)

    def probe(self, together: Together, source: int) -> Offer:
        """The best value to ask a source for."""
        one = together.sources[source]
        if not len(together.vocabulary):
            return NOTHING
        promised = self.promises.of(together, source)
        worth = self._worth(together, source, promised)
        worth[one.spread(one.known.query_of, UNKNOWN) != UNKNOWN] = 0.0
        while worth[value := int(worth.argmax())] > 0:
            pair = one.own(together.vocabulary.pairs[value])
            if pair is not None and one.known.interface.can_ask(query := Query((pair,))):
                return self._opening(one, query, worth[value], promised, value)
            worth[value] = 0.0
        return NOTHING

    def _opening(
        self, one: Placed, query: Query, index: float, promised: Promised, value: int
    ) -> Offer:
        interface = one.known.interface
        matches, new = promised.matches[value], promised.new[value]
        visible = min(matches, interface.limit or np.inf) / max(matches, 1e-9)
        pages = max(1.0, float(np.ceil(matches * visible / interface.page_size)))
        why = Why(expert=TOLD if promised.told[value] else PROBE, expected=float(new * visible),
                  pages=pages, evidence=f"{new:.1f} of about {matches:.0f} new",
                  index=float(index))  # fmt: skip
        guess = promised.guess
        views = float(guess.learnt[value] * visible), float(guess.simple[value] * visible)
        return Offer(float(index), Step(query, 1, why), float(promised.forecast[value] * visible),
                     float(promised.met[value]), float(promised.here[value] * visible),
                     views)  # fmt: skip

    def _worth(self, together: Together, source: int, promised: Promised) -> Floats:
        """The index of every value: new entities for the cost of its whole answer."""
        matches = promised.matches
        interface = together.sources[source].known.interface
        visible = np.minimum(matches, interface.limit or np.inf)
        pages = np.maximum(1.0, np.ceil(visible / interface.page_size))
        new = promised.new * visible / np.maximum(matches, 1e-9)
        worth = new * broad(new, self.promises.left(together, source))
        elsewhere = 1 - SAME * covered(together, source)
        return np.asarray(worth * elsewhere / self.cost.of(1, pages, new))

    def _rest(self, together: Together, source: int) -> Offer:
        """The best next page of the queries opened at a source."""
        one = together.sources[source]
        known, sounder = one.known, one.known.learner
        queries = np.flatnonzero(known.open)
        if not len(queries):
            return NOTHING
        newness = self.promises.newness(together, source, queries)
        unseen = known.unseen(queries)
        expected = sounder.rests.index(known, unseen, queries) * newness
        whole = np.maximum(unseen * newness, expected)
        worth = expected * broad(whole, self.promises.left(together, source))
        index = worth / np.maximum(self.cost.of(0, 1, expected), 1e-9)
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
        cell = self.conjunctions.best(together, source)
        if cell is None:
            return NOTHING
        new = cell.forecast * self.conjunctions.factor
        index = new / self.cost.of(1, cell.pages, new)
        why = Why(expert=CELL, expected=new, pages=cell.pages, index=index,
                  evidence=f"{cell.held:.0f} of about {cell.matches:.0f} held")  # fmt: skip
        query = self._whole(together, source, cell.query) or cell.query
        return Offer(index, Step(query, 1, why), cell.forecast)

    def _whole(self, together: Together, source: int, cell: Query) -> Query | None:
        """The rarest value of a conjunction alone, which shows more for as much, if it was not
        asked yet and all that match it are thought to be visible. (A word may well not be: how
        many have it is known too badly.)"""
        known = together.sources[source].known
        rarest = min((known.id_of(*pair) for pair in cell.predicates), key=known.local.item)
        if known.interface.attributes[known.attribute[rarest]].kind is Kind.KEYWORD:
            return None
        size = self.promises.size(together) * self.promises.overlap.share(source)
        likely = known.local[rarest] * max(size / known.records, 1.0)
        query = known.query(rarest)
        asked = known.query_of[rarest] != UNKNOWN or not known.interface.can_ask(query)
        return None if asked or likely > (known.interface.limit or np.inf) else query

    def _other(self, together: Together, source: int) -> Offer:
        """What the source alone would ask next, if none of the offers above is of that kind."""
        known = together.sources[source].known
        step = known.learner.best(known)
        if step is None or step.why is None or step.why.expert in HERE:
            return NOTHING
        others = together.records > known.records
        new = _expected(known, step.query, step.why) * (
            1 - self.promises.overlap.of(source) if others else 1.0
        )
        opening = known.number(step.query) == UNKNOWN
        price = self.cost.of(opening, max(step.why.pages, 1.0), new)
        index = max(new / price, self.least)
        return Offer(index, replace(step, why=replace(step.why, index=index)))


def _is_met(together: Together, query: Query) -> bool:
    """Whether all values of a query are carried by records that some source showed."""
    asked = [together.union.id_of(pair) for pair in query.predicates]
    local = together.union.known.local
    return bool(asked) and all(value != UNKNOWN and local[value] > 0 for value in asked)


def _expected(known: Knowledge, query: Query, why: Why) -> float:
    """What a source expects of its own next page; of its list of everything, as much as is left."""
    if query.predicates:
        return why.expected
    number, size = known.number(query), known.interface.page_size
    total = int(known.total[number]) if number != UNKNOWN else 0
    return size * (1 - min(known.records / total, 1.0)) if total > 0 else float(size)


def broad(new: Floats, left: float) -> Floats:
    """Worth of an answer with the share b of all that is left at a source: -ln(1 - b) / b.

    Smaller ones ask for the same entities again and again.
    """
    b = np.clip(new / max(left, 1.0), 1e-3, 0.9)
    return np.asarray(-np.log1p(-b) / b)
