"""How far a locator looks: the largest radius that it takes at its word.

A form may take any number and look no farther than it likes, or refuse. So a point is asked whose
nearest known place is not much nearer than the radius: if the place comes, the site looks as far as
that. Nothing beyond the farthest place that was shown is taken for granted where the form leaves
the radius free; of a list, an option that brought such a place is believed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from leadline.interpret.talk import Heard, Talk
from leadline.plan.locator.sphere import FARTHEST, Floats, around, degrees, matrix

Ask = Callable[[float, float, float], Talk[Heard | None]]  # latitude, longitude, kilometres
Where = Callable[[Heard], Floats]  # the unit vectors of the places that an answer shows

TRIES = 3  # points with one radius, where unknown places came in between
OUT = 0.9  # of the radius: how far from known places is asked
FARTHEST_OUT = 0.6 * FARTHEST
CENTRES, BEARINGS = 40, 24
ENOUGH = 0.5  # of the way to the nearest known place
STEPS = 4  # between a radius that is taken and one that is not


def learn_reach(
    ask: Ask, where: Where, known: Floats, radii: Sequence[float], *, listed: bool
) -> Talk[float | None]:
    """The largest of these radii (descending) that brings what it should; None if none does."""
    failed = 0.0
    for km in radii:
        reached, expected, known = yield from _reached(ask, where, known, km)
        if listed and reached >= ENOUGH * expected:
            return km
        if not listed and reached > 0:
            taken = min(km, reached)
            return (yield from _between(ask, where, known, taken, failed)) if failed else taken
        failed = km
    return None


def _between(ask: Ask, where: Where, known: Floats, low: float, high: float) -> Talk[float]:
    """A larger radius than one that is known to be taken, and smaller than one that is not."""
    for _ in range(STEPS):
        middle = float(np.sqrt(low * high))
        reached, _, known = yield from _reached(ask, where, known, middle)
        low, high = (max(low, min(middle, reached)), high) if reached > 0 else (low, middle)
    return low


def _reached(ask: Ask, where: Where, known: Floats, km: float) -> Talk[tuple[float, float, Floats]]:
    """How far away the farthest place was that this radius brought, and one was expected; and all
    places known since."""
    reached = expected = 0.0
    for _ in range(TRIES):
        at, expected = remote(known, km)
        heard = yield from ask(*degrees(at), km)
        shown = where(heard) if heard is not None else known[:0]
        if not len(shown):
            break
        reached = max(reached, float(matrix(at[None], shown).max()))
        known = np.concatenate((known, shown))
        if reached >= ENOUGH * expected:
            break
    return reached, expected, known


def remote(known: Floats, km: float) -> tuple[Floats, float]:
    """A point away from known places, the nearest at a bit less than so far; and how far it is."""
    out = OUT * min(km, FARTHEST_OUT)
    centres = known[np.linspace(0, len(known) - 1, min(CENTRES, len(known))).astype(int)]
    bearings = np.arange(BEARINGS) * 2 * np.pi / BEARINGS
    tried = np.concatenate([around(one, bearings, np.full(BEARINGS, out)) for one in centres])
    nearest = matrix(tried, known).min(axis=1)
    best = int(nearest.argmax())
    return tried[best], float(nearest[best])
