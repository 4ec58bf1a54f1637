"""Soundings, the default for several sources: one choice over all pages of all of them.

Every source learns as it would alone, and the union as if it were one source, to which each answer
is told. The index of a page is the number of entities *new to the union* that it promises for its
cost (`offers`). So the cycle of Xian et al. 2012 becomes continuous: the next page is of whichever
source pays best, and it is over when none pays `least` any more. That little is believed once some
pages have brought nothing: three answers in vain tell a learner more than they should.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.model import Cost, Interface, Step, Turn
from leadline.plan.held import UNKNOWN
from leadline.plan.many.calibration import PROBE, Forecasts, Place
from leadline.plan.many.conjunctions import CELL, Conjunctions
from leadline.plan.many.elsewhere import Elsewhere
from leadline.plan.many.freshness import Freshness
from leadline.plan.many.hidden import Hidden
from leadline.plan.many.offers import NOTHING, Offer, Offers
from leadline.plan.many.overlap import Overlap
from leadline.plan.many.portion import Portions, Trust
from leadline.plan.many.promise import Promises
from leadline.plan.many.reach import Reach
from leadline.plan.many.reading import Reading
from leadline.plan.many.sizes import NOT_TOLD, Sizes
from leadline.plan.many.together import NewOn, Together
from leadline.plan.many.unseen import Unseen
from leadline.plan.policy import Policy

COST = Cost(query=10.0, page=1.0)
WORDS = Cost(query=300.0, page=1.0)
VAIN = 40  # pages without a new entity, before it is believed that none pays
STEP = 0.1  # of an answer read, before it is counted how much of it is within reach


@dataclass(frozen=True)
class Soundings:
    """The page, of whichever source, that promises most for the union per cost."""

    cost: Cost = COST
    least: float = 0.001  # new entities per cost: a source that promises less is left
    sizes: Sizes = NOT_TOLD  # of the sources, where they are known beforehand

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

    def lacking(self, together: Together, source: int) -> float:
        """Entities that others have shown, and a source is thought to have and has not shown."""
        chart: Chart = together.learner  # type: ignore[assignment]
        return chart.reach.lacking(source)


class Chart:
    """What links the sources, and the best offer of each of them."""

    def __init__(self, policy: Soundings, together: Together) -> None:
        self.policy = policy
        self.overlap = Overlap(len(together.sources), policy.sizes)
        self.elsewhere = Elsewhere(together, policy.sizes)
        self.forecasts = Forecasts()
        self.hidden = Hidden(len(together.sources))
        self.freshness = tuple(Freshness() for _ in together.sources)
        self.trust = Trust()
        self.reach = Reach(together)
        self.reach.renew(together, self.overlap.chances())
        self._promises = Promises(overlap=self.overlap, elsewhere=self.elsewhere, reach=self.reach,
                                  forecasts=self.forecasts, hidden=self.hidden,
                                  freshness=self.freshness, sizes=policy.sizes,
                                  trust=self.trust, portions=Portions(together))  # fmt: skip
        self._conjunctions = Conjunctions(self.overlap)
        self._of = Offers(cost=_price(policy.cost, together), least=policy.least,
                          promises=self._promises, conjunctions=self._conjunctions)  # fmt: skip
        self._read: dict[Place, float] = {}
        self._held = self._vain = 0
        self.best: tuple[int, Step] | None = None
        self._offers = [Offer(np.inf) for _ in together.sources]
        self._probes: dict[int, Offer] = {}
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
        self._open(together, source, number, turn.step)
        brought = together.records - self._held
        self._note((source, number), brought)
        self._held, self._vain = together.records, 0 if brought else self._vain + 1
        rows = self._meet(together, source, turn)
        self.freshness[source].learn(number, together.fresh)
        if not known.open[number] or known.total[number] >= 0:
            self._judge(together, source, number)
        if not known.open[number]:
            self.freshness[source].close(number)
        self._reach(together, source, number)
        for other in range(len(together.sources)):
            self._compare(together, other, rows)
        if known.shown[number] <= len(turn.answer.records) or not known.open[number]:
            self._probes.clear()
        if together.pages >= self._renewal:
            self._renew(together)
        self._offers[source] = Offer(np.inf)
        self._pick(together)

    def _open(self, together: Together, source: int, number: int, step: Step) -> None:
        """If this page is the value that was offered of the source: what was forecast of it."""
        probe, value = self._probes.get(source, NOTHING), self._value(together, source, number)
        if probe.step == step and probe.step.why is not None and value != UNKNOWN:
            attribute = int(together.vocabulary.attribute[value])
            self.forecasts.open(
                (source, number), probe.step.why, attribute, probe.forecast, probe.met
            )
            self.hidden.open((source, number), probe.here)
            if probe.step.why.expert == PROBE:
                self.trust.open((source, number), probe.views)
        offer = self._offers[source]
        if offer.step == step and offer.step.why is not None and offer.step.why.expert == CELL:
            self._conjunctions.open((source, number), offer.forecast)

    def _note(self, place: Place, brought: int) -> None:
        self.forecasts.note(place, brought)
        self._conjunctions.note(place, brought)

    def _meet(self, together: Together, source: int, turn: Turn) -> NDArray[Any]:
        """The entities of the union that the page showed."""
        union = together.union.known
        keys = [together.entity(source, record) for record in turn.answer.records]
        rows = np.unique(np.array([union.row_of(key) for key in keys], np.int64))
        self.reach.meet(together, rows)
        return rows

    def _judge(self, together: Together, source: int, number: int) -> None:
        """What an answer brought, and what its rest holds by the total that its first page told.

        Answers that turn out poor are left and never read to their ends: those tell too.
        """
        place, known = (source, number), together.sources[source].known
        rest, new = self._promises.rest(together, source, number)
        self.trust.close(place, self.forecasts.brought(place) + new)
        self.forecasts.close(place, new)
        self._conjunctions.close(place, new)
        self.hidden.close(place, int(known.brought[number]) + rest)

    def _reach(self, together: Together, source: int, number: int) -> None:
        """How far an answer was read, if that is much more than before, or the end."""
        known, place = together.sources[source].known, (source, number)
        shown, goes_on = int(known.shown[number]), bool(known.open[number])
        share = shown / max(int(known.total[number]), shown, 1)
        share = share if goes_on or known.overflows(number) else 1.0
        before = self._read.get(place, 0.0)
        if share > before + (STEP if goes_on else 0.0):
            self._read[place] = share
            rows = self.reach.learn(together, source, known.queries[number], share)
            self._compare(together, source, rows)

    def _compare(self, together: Together, source: int, rows: NDArray[Any]) -> None:
        """What entities tell of a source, where its whole answers would have shown them."""
        self.overlap.learn(together, source, rows, self.reach.left(source, rows))

    def _renew(self, together: Together) -> None:
        """Look at everything anew, rarely."""
        self.elsewhere.renew(together, self.overlap.sizes_by_share())
        self.overlap.sizes = self.elsewhere.sizes
        self.reach.renew(together, self.overlap.chances())
        self._renewal = together.pages + min(50, 5 + together.pages // 20)
        self._offers = [Offer(np.inf) for _ in together.sources]
        self._probes.clear()

    # --- choosing -----------------------------------------------------------------------------

    def _pick(self, together: Together) -> None:
        """The best offer, looked at anew until the one that seems best is (offers mostly fall)."""
        fresh = set[int]()
        while True:
            source = max(range(len(self._offers)), key=lambda i: self._offers[i].index)
            if source in fresh:
                break
            self._offers[source] = self._of.best(together, source, self._probe(together, source))
            fresh.add(source)
        self.best = self._paying(source, self._offers[source])

    def _probe(self, together: Together, source: int) -> Offer:
        """The best value to ask for, looked for anew since an answer was opened or closed."""
        if source not in self._probes and source not in together.left:
            self._probes[source] = self._of.probe(together, source)
        return self._probes.get(source, NOTHING)

    def best_of_others(self, together: Together) -> tuple[int, Step] | None:
        """The best page of the sources that are not left, where the best of all is of one."""
        offers = {i: self._of.best(together, i) for i in range(len(self._offers))}
        best = max(offers, key=lambda i: offers[i].index)
        return self._paying(best, offers[best])

    def _paying(self, source: int, offer: Offer) -> tuple[int, Step] | None:
        if offer.step is None or (offer.index < self.policy.least and self._vain >= VAIN):
            return None
        return source, offer.step


def _price(cost: Cost, together: Together) -> Cost:
    """By default, where there is nothing but a search box, a query counts more.

    Answers to words are broad and have most records in common, so what is open is read on.
    """
    words = len(together.union.known.interface.attributes) == 1
    return WORDS if words and cost == COST else cost
