"""The thinnest cover by equal discs: middles of regular hexagons (Kershner 1939: 1.21 discs deep).

Where nothing but the largest radius that a form takes bounds a disc, all discs are equal, and who
puts each where it covers most at once leaves slivers that take a disc each (1.95 deep). The Earth
is mapped around six points, the start among them, each point by the nearest of these. Ways from
there are as long on the map as on the sphere, all others longer (1.17 times at most): what is
covered there is covered here.
"""

from __future__ import annotations

import math
from itertools import product

import numpy as np

from leadline.plan.locator.sphere import Floats, around, seen, sideways

CLOSE = 0.975  # of a radius: no point is farther from all middles, as edges of discs are left
STEEP = math.sin(math.pi / 3)  # from one row of middles to the next, in ways between neighbours


def middle(start: Floats, point: Floats, km: float) -> Floats:
    """The middle of the hexagon that holds a point, for discs of such a radius."""
    poles = np.array([start, *sideways(start)])
    poles = np.concatenate((poles, -poles))
    pole = poles[(poles @ point).argmax()]
    apart = math.sqrt(3) * CLOSE * km
    bearing, way = seen(pole, point)
    x, y = _nearest(way / apart * math.cos(bearing), way / apart * math.sin(bearing))
    bearing, way = math.atan2(y, x), math.hypot(x, y) * apart
    return np.asarray(around(pole, np.array([bearing]), np.array([way]))[0])


def _nearest(x: float, y: float) -> tuple[float, float]:
    """The middle nearest to a point of the plane, neighbours being 1 apart."""
    row = math.floor(y / STEEP)
    place = math.floor(x - y / STEEP / 2)
    corners = [(place + a, row + b) for a, b in product((0, 1), repeat=2)]
    middles = [(along + up / 2, up * STEEP) for along, up in corners]
    return min(middles, key=lambda one: math.dist(one, (x, y)))
