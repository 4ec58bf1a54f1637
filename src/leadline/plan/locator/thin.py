"""A proof without what it does not need: no disc can be taken from it without leaving a hole.

A disc chosen for what was uncovered then may have become superfluous by those after it. Each is
taken away if the others cover all of its part of the region. Most are known to be needed from one
of a few points that no other disc covers; what is needed stays so when others go.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from leadline.plan.locator.near import Disc
from leadline.plan.locator.region import Region
from leadline.plan.locator.sphere import Floats, around, distances, vectors
from leadline.plan.locator.uncovered import WIDEST, halved, measured

SAMPLES = 120
GOLDEN = math.pi * (3 - math.sqrt(5))
FINEST = 1e-5  # radii of a disc: what is left of it and smaller than that is not looked into


def thinned(discs: Sequence[Disc], region: Region) -> list[Disc]:
    """Discs that cover the same of the region, none of which the others could do without."""
    at = vectors([disc.lat for disc in discs], [disc.lon for disc in discs]).reshape(-1, 3)
    km = np.array([disc.km for disc in discs])
    kept = np.ones(len(discs), bool)
    for one in range(len(discs)):
        kept[one] = False
        others = np.flatnonzero(kept & (distances(at, at[one]) < km + km[one]))
        kept[one] = _needed(at[one], float(km[one]), at[others], km[others], region)
    return [disc for disc, keep in zip(discs, kept, strict=True) if keep]


def _needed(centre: Floats, km: float, others: Floats, radii: Floats, region: Region) -> bool:
    if _alone(_spread(centre, km, region), others, radii):
        return True
    boxes = np.array(region.boxes(WIDEST))
    while len(boxes):
        middles, reach, _ = measured(boxes)
        touched = distances(middles, centre) - reach < km
        boxes, middles, reach = boxes[touched], middles[touched], reach[touched]
        far = distances(middles[:, None], others)
        left = ~(far + reach[:, None] <= radii).any(axis=1)
        bare = (far - reach[:, None] > radii).all(axis=1)
        if (bare & (distances(middles, centre) <= km)).any() or (reach[left] < FINEST * km).any():
            return True
        boxes = halved(boxes[left])
    return False


def _spread(centre: Floats, km: float, region: Region) -> Floats:
    """Points of a disc that lie in the region, evenly spread (a sunflower's seeds)."""
    seeds: Floats = np.arange(SAMPLES, dtype=np.float64) + 0.5
    points = around(centre, seeds * GOLDEN, km * np.sqrt(seeds / SAMPLES))
    return np.asarray(points[region.holds(points)])


def _alone(points: Floats, others: Floats, radii: Floats) -> bool:
    """Whether one of these points is in none of the other discs."""
    return bool((distances(points[:, None], others) > radii).all(axis=1).any())
