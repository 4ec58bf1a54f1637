"""Where to ask next: a disc that fills the notch it is meant for and covers the most beside it.

What a disc will hold is foretold from weighted points: each known place counts one, each box that
is left counts its area times the density around the notch. The radius at which the sum reaches what
a question may show is what the disc will prove (answers nearest first) or what is worth asking.
That radius changes from one centre to another by no more than the way between them, which bounds it
by every answer so far. Of the centres whose disc includes the notch, the one is chosen whose disc
covers the largest area. Filling notches is what keeps a cover by discs thin. Where it is the form
that bounds the radius, discs are equal and have their places (`lattice.py`), unless little is left
there.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from leadline.plan.locator.chart import Chart, Spots
from leadline.plan.locator.lattice import middle
from leadline.plan.locator.sphere import FARTHEST, Floats, around, cap_area, distances, matrix
from leadline.plan.locator.uncovered import halved, measured

BEARINGS = 18
OUTWARDS = (0.35, 0.6, 0.85)
FEWEST = 10  # known places that a density is told from
LOCAL_BOXES, LOCAL_PLACES, LOCAL_DISCS = 500, 4, 40  # places: times the limit
FARTHEST_OUT = 4.0  # radii as the density has them
COARSE = 0.25  # the same: boxes that are looked at in halves
MOST_HALVINGS = 40
PROVEN_AT_LEAST = 0.15  # of the surroundings of a notch, when a density is told from them


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """How boldly to ask, given what is known of the order of answers."""

    fill: float  # records wanted in a disc, per limit
    safety: float  # of a foretold radius is taken to be sure
    down: float  # of the radius of an answer that was full is asked for in its place
    less: float  # wanted with each question that missed
    crowd: float  # records within such a radius, per limit, where that is not known


NEAREST_FIRST = Manner(fill=1.0, safety=0.85, down=1.0, less=1.0, crowd=0.0)
ANY_ORDER = Manner(fill=0.9, safety=0.95, down=0.75, less=1.0, crowd=1.4)
BLIND = Manner(fill=0.8, safety=0.95, down=0.7, less=0.5, crowd=1.4)  # no coordinates are shown
ENOUGH = 0.4  # of the largest gain: then a disc in its place among equal ones is as good
INSIDE = 0.98  # of a radius: middles of boxes that a disc will contain
TIMIDER = 0.8  # with each question that missed


@dataclass(frozen=True, slots=True)
class Aim:
    """A point and a radius to ask for, and how many new records that may bring."""

    centre: Floats
    km: float
    expected: float


def aim(chart: Chart, radii: Floats) -> Aim:
    """The next question; `radii` are those that can be asked, ascending, or just the largest."""
    largest = float(radii[-1])
    if not len(chart.covered):
        tried = chart.full.worth.min() / 2 if len(chart.full) else largest
        return Aim(chart.uncovered.start, float(allowed(np.array([tried]), radii)[0]), 0.0)
    manner = _manner(chart)
    notch, limit = chart.uncovered.target(), chart.limit or math.inf
    dense = _density(chart, notch, manner, limit)
    scale = min(math.sqrt(manner.fill * limit / dense / math.pi), largest, FARTHEST / 4)
    return _best(chart, notch, manner, dense, scale, radii)


def _manner(chart: Chart) -> Manner:
    if chart.sight.trusted:
        return NEAREST_FIRST
    return BLIND if chart.sight.columns is None else ANY_ORDER


def allowed(km: Floats, radii: Floats) -> Floats:
    """Each radius, or the largest below it that the form has, or the smallest it has."""
    if len(radii) == 1:
        return np.asarray(np.minimum(km, radii[0]))
    return np.asarray(radii[np.maximum(np.searchsorted(radii, km, side="right") - 1, 0)])


def _density(chart: Chart, notch: Floats, manner: Manner, limit: float) -> float:
    """Records per square kilometre in what is left around a notch."""
    near, nearest = _density_of_places(chart, notch), _density_of_disc(chart, notch)
    dense = math.sqrt(near * nearest) if near else nearest
    inside = chart.full.worth[distances(chart.full.at, notch) < chart.full.worth]
    if not manner.crowd or not len(inside):
        return dense
    return max(dense, float(manner.crowd * limit / cap_area(inside.min())))


def _density_of_places(chart: Chart, notch: Floats) -> float:
    """By the nearest known places that lie in discs, and the area of discs among them."""
    far = distances(chart.places.at[chart.places.worth > 0], notch)
    if len(far) < FEWEST:
        return 0.0
    radius = np.partition(far, FEWEST - 1)[FEWEST - 1]
    around_it = float(cap_area(radius))
    left = chart.uncovered.area[distances(chart.uncovered.centres, notch) < radius].sum()
    return FEWEST / max(around_it - float(left), PROVEN_AT_LEAST * around_it, 1e-9)


def _density_of_disc(chart: Chart, notch: Floats) -> float:
    """By the disc whose edge is nearest."""
    nearest = int((distances(chart.covered.at, notch) - chart.covered.worth).argmin())
    return (chart.counts[nearest] + 0.5) / float(cap_area(chart.covered.worth[nearest]))


def _best(
    chart: Chart, notch: Floats, manner: Manner, dense: float, scale: float, radii: Floats
) -> Aim:
    most = FARTHEST_OUT * scale
    boxes, area = _boxes_around(chart, notch, scale)
    places, held = _places_around(chart, notch)
    points = np.concatenate((places, boxes))
    weights = np.concatenate((np.where(held, 1.0, max(1.0, manner.crowd)), dense * area))
    wanted = manner.fill * (chart.limit or math.inf) * manner.less**chart.misses

    def foretold(centres: Floats, far: Floats) -> Floats:
        km = _radius_holding(far, weights, wanted, most)
        return allowed(_bounded(chart, centres, notch, manner, km), radii)

    here = float(foretold(notch[None], matrix(notch[None], points))[0])
    centres = _centres(notch, here)
    alike = here in radii and not chart.misses
    if alike:
        centres = np.concatenate((centres, middle(chart.uncovered.start, notch, here)[None]))
    far = matrix(centres, points)
    km = foretold(centres, far)
    gain = np.where(far[:, len(places) :] < INSIDE * km[:, None], area, 0.0).sum(axis=1)
    best = _choice(chart, distances(centres, notch), manner, km, gain)
    if alike and km[-1] == here and gain[-1] >= ENOUGH * gain[best]:
        best = -1
    return Aim(centres[best], float(km[best]), float(dense * gain[best]))


def _choice(chart: Chart, away: Floats, manner: Manner, km: Floats, gain: Floats) -> int:
    """The centre that gains most of those whose disc includes the notch; else the notch itself."""
    safety = manner.safety * TIMIDER**chart.misses
    includes = away + chart.uncovered.reach_of_target() <= safety * km
    return int(np.where(includes, gain, -1.0).argmax()) if includes.any() else 0


def _boxes_around(chart: Chart, notch: Floats, scale: float) -> tuple[Floats, Floats]:
    """Middles and areas of what is left around a notch, in boxes smaller than a disc will be."""
    left = chart.uncovered
    far = distances(left.centres, notch)
    near = np.flatnonzero(far - left.reach < FARTHEST_OUT * scale)
    if len(near) > LOCAL_BOXES:
        near = near[np.argpartition(far[near], LOCAL_BOXES)[:LOCAL_BOXES]]
    boxes = left.boxes[near]
    for _ in range(MOST_HALVINGS):
        middles, reach, area = measured(boxes)
        far = distances(middles, notch)
        large = (reach > COARSE * scale) & (far - reach < 2 * scale)
        if not large.any():
            break
        boxes = np.concatenate((boxes[~large], halved(boxes[large])))
    within = far < FARTHEST_OUT * scale
    return middles[within], area[within]


def _places_around(chart: Chart, notch: Floats) -> tuple[Floats, Floats]:
    """Known places, and whether a disc holds them: where none does, there are more of them."""
    most = LOCAL_PLACES * (chart.limit or 0)
    if len(chart.places) <= most:
        return chart.places.at, chart.places.worth
    near = np.argpartition(distances(chart.places.at, notch), most)[:most]
    return chart.places.at[near], chart.places.worth[near]


def _centres(notch: Floats, scale: float) -> Floats:
    """The notch itself and points around it."""
    bearings = np.tile(np.arange(BEARINGS) * 2 * np.pi / BEARINGS, len(OUTWARDS))
    outwards = np.repeat(np.array(OUTWARDS) * scale, BEARINGS)
    return np.concatenate((notch[None], around(notch, bearings, outwards)))


def _radius_holding(far: Floats, weights: Floats, wanted: float, most: float) -> Floats:
    """For each centre, the radius within which the weights add up to what is wanted."""
    order = np.argsort(far, axis=1)
    reached = np.cumsum(weights[order], axis=1) >= wanted
    place = reached.argmax(axis=1)
    radius = np.take_along_axis(far, order, axis=1)[np.arange(len(far)), place]
    return np.where(reached.any(axis=1), np.minimum(radius, most), most)


def _bounded(chart: Chart, centres: Floats, notch: Floats, manner: Manner, km: Floats) -> Floats:
    """Not less than a disc proves for the centre, not more than a full answer allows."""
    at, radius = _nearest(chart.covered, notch)
    km = np.maximum(km, (radius - matrix(centres, at)).max(axis=1))
    if len(chart.full):
        at, radius = _nearest(chart.full, notch)
        km = np.minimum(km, (manner.down * radius + matrix(centres, at)).min(axis=1))
    return km


def _nearest(discs: Spots, notch: Floats) -> tuple[Floats, Floats]:
    if len(discs) <= LOCAL_DISCS:
        return discs.at, discs.worth
    near = np.argpartition(distances(discs.at, notch) - discs.worth, LOCAL_DISCS)[:LOCAL_DISCS]
    return discs.at[near], discs.worth[near]
