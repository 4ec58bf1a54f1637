"""Choosing the next page: the experts' offers side by side, and the best of them.

Some questions come before all others: the list of everything where there is one, the splits of a
form that may prove completeness (`plan.splitting`), the comparing of common words where nothing
tells how many records match (`blind.py`), and totals that must be known first (`survey.py`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from leadline.model import Query, Step, Why
from leadline.plan.knowledge import Knowledge
from leadline.plan.sounding.index import broad
from leadline.plan.sounding.models import Models
from leadline.plan.sounding.offer import NOTHING, Offer
from leadline.plan.sounding.openings import (
    best_cell,
    best_probe,
    is_cold,
    survey,
    tells_little,
)

GUESS_BELOW = 0.7
FREE = 1e9  # index of a page that costs nothing


def best_step(models: Models, known: Knowledge) -> Step | None:
    """The page with the best index, or None when none is left that could pay."""
    if (listing := _listing(known)) is not None:
        return listing
    if models.splitter is not None and models.splitter.next is not None:
        return models.splitter.next
    if (first := _first(models, known)) is not None:
        return first.step()
    best = _best(models, known)
    return best.step() if best.index > 0 else None


def has_more(models: Models, known: Knowledge) -> bool:
    """Whether a value met or an opened query may still bring something."""
    return max(best_probe(models, known).index, _best_rest(models, known).index) > 0


def _listing(known: Knowledge) -> Step | None:
    """The next page of the list of everything, where there is one and it is shown whole.

    Read to its end it takes as many pages as there must be; nothing else can do better.
    """
    if not known.interface.browsable:
        return None
    number = known.number(Query())
    if number < 0:
        return Step(Query(), 1, Why(expert="browse", expected=0.0, pages=0.0))
    if not known.open[number] or known.overflows(number):
        return None
    left = max(float(known.total[number] - known.shown[number]), 0.0)
    size = float(known.interface.page_size)
    why = Why(expert="browse", expected=size, pages=1.0, index=size,
              evidence=f"everything is listed, {left:.0f} to go")  # fmt: skip
    return Step(Query(), int(known.next_page[number]), why)


def _first(models: Models, known: Knowledge) -> Offer | None:
    """What is to be learnt before offers can be compared."""
    if models.is_blind and known.pages:
        offer = models.blind.next
        if offer is NOTHING and models.interface.limit is None and not models.values.several:
            offer = _guess(models, known)
        if offer is not NOTHING:
            return offer
    return survey(models, known)


def _best(models: Models, known: Knowledge) -> Offer:
    probe, rest = best_probe(models, known), _best_rest(models, known)
    best = max(probe, rest, key=lambda offer: offer.index)
    if rest.index > 0 and tells_little(models, known):
        best = rest
    best = max(best, best_cell(models, known, best.index), key=lambda offer: offer.index)
    page = models.interface.page_size
    dull = best.index < GUESS_BELOW * page / max(models.cost.of(1, 1, 0), 1e-9)
    if dull and not is_cold(models, known):
        best = max(best, _guess(models, known), key=lambda offer: offer.index)
    return best


def _guess(models: Models, known: Knowledge) -> Offer:
    """A value that no record has shown."""
    interface, unmet = models.interface, models.unmet
    most = _rarest(models, known)
    guess = models.guesses.best(known, models.backbone.factor, most)
    worth, query = unmet.worth(interface.page_size, most), unmet.query
    if guess is not None and (query is None or guess[0] > worth):
        worth, position, value = guess
        query = Query(((interface.attributes[position].name, value),))
    if query is None:
        return NOTHING
    price = max(models.cost.of(1, 1, worth), 1e-9)
    return Offer("guess", worth / price, query, 1, worth, 1.0, "never met")


def _rarest(models: Models, known: Knowledge) -> float:
    """Unseen records that carry what none of those held does: one in as many as these, at most."""
    return models.unseen(known) / (known.records + 1) if models.totals else np.inf


def _best_rest(models: Models, known: Knowledge) -> Offer:
    """A page of a query that was opened and parked."""
    if not known.open.any():
        return NOTHING
    unseen = known.unseen().astype(float)
    expected = models.rests.index(known, unseen)
    worth = expected * broad(unseen, models.unseen(known), models.broadest)
    worth = worth * _factors(models, known) + 1e-7 * unseen
    price = np.maximum(models.cost.of(0, 1, expected), 1 / FREE)
    index = worth / price * (expected > 0)
    query = int(np.argmax(np.where(known.open, index, -1.0)))
    return Offer(
        "rest",
        float(index[query]),
        known.queries[query],
        models.rests.page(query),
        float(expected[query]),
        1.0,
        f"{known.matches(query)} of {known.total[query]} held, {known.shown[query]} shown",
    )


def _factors(models: Models, known: Knowledge) -> Any:
    """How far queries fit the backbone."""
    if not models.values.several or not known.values:
        return 1.0
    usable = (known.value >= 0) & (known.total <= (models.interface.limit or np.inf))
    own = models.backbone.factor.take(known.attribute.take(known.value, mode="wrap"))
    return np.where(usable, own, models.backbone.outside)
