"""Distances on a sphere, in kilometres, by unit vectors: no special case at a pole or date line.

Sites measure differently: on spheres of other radii (6378.1 km, 3959 miles) or on the ellipsoid of
WGS 84. `MARGIN` bounds by what share any of these differs from the distances here: the radii of
curvature of WGS 84 lie between 6335.4 km (along a meridian at the equator) and 6399.6 km (at a
pole), which is 0.56 % less and 0.45 % more than the mean radius.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]

RADIUS = 6371.0088  # mean radius of the Earth (IUGG), km
FARTHEST = float(np.pi * RADIUS)  # the way to the other side
EVERYWHERE = 20500.0  # a radius that, however a site measures, leaves nothing out
AREA = float(4 * np.pi * RADIUS**2)
MARGIN = 0.006
A_DEGREE = float(np.pi * RADIUS / 180)  # km along a meridian


def vectors(lat: ArrayLike, lon: ArrayLike) -> Floats:
    """Unit vectors of points given in degrees; the last axis is x, y, z."""
    phi, theta = np.radians(lat), np.radians(lon)
    flat = np.cos(phi)
    return np.stack((flat * np.cos(theta), flat * np.sin(theta), np.sin(phi)), axis=-1)


def degrees(vector: Floats) -> tuple[float, float]:
    """Latitude and longitude of one unit vector."""
    x, y, z = vector.tolist()
    return float(np.degrees(np.arctan2(z, np.hypot(x, y)))), float(np.degrees(np.arctan2(y, x)))


def distances(some: Floats, others: Floats) -> Any:
    """Kilometres between points, by their chords: exact for the shortest ways, too."""
    chord = np.sqrt(np.sum((some - others) ** 2, axis=-1))
    return 2 * RADIUS * np.arcsin(np.minimum(chord / 2, 1.0))


def matrix(some: Floats, others: Floats) -> Floats:
    """Kilometres from each of some points to each of others; to a metre, for planning."""
    return RADIUS * np.arccos(np.clip(some @ others.T, -1.0, 1.0))


def around(vector: Floats, bearings: Floats, kilometres: Floats) -> Floats:
    """The points at these bearings (radians) and distances from a point."""
    first, second = sideways(vector)
    angle = (kilometres / RADIUS)[:, None]
    aside = np.cos(bearings)[:, None] * first + np.sin(bearings)[:, None] * second
    return np.asarray(np.cos(angle) * vector + np.sin(angle) * aside)


def seen(vector: Floats, other: Floats) -> tuple[float, float]:
    """The bearing (radians) and the distance at which `around` has another point."""
    first, second = sideways(vector)
    return math.atan2(other @ second, other @ first), float(distances(vector, other))


def sideways(vector: Floats) -> tuple[Floats, Floats]:
    """Two unit vectors at right angles to a third and to each other."""
    first = np.cross(vector, [0.0, 0.0, 1.0] if abs(vector[2]) < 0.9 else [1.0, 0.0, 0.0])
    first /= np.linalg.norm(first)
    return first, np.cross(vector, first)


def cap_area(kilometres: ArrayLike) -> Any:
    """Square kilometres within so many of a point."""
    return AREA * np.sin(np.asarray(kilometres) / RADIUS / 2) ** 2
