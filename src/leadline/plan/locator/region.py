"""The part of the Earth that is to be covered: all of it, or a box of latitudes and longitudes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from leadline.plan.locator.sphere import Floats, vectors

NEARLY = 1e-8  # degrees


@dataclass(frozen=True, slots=True)
class Region:
    """From south to north and eastwards from west to east; past 180° where it crosses there."""

    south: float = -90.0
    west: float = -180.0
    north: float = 90.0
    east: float = 180.0

    @classmethod
    def parse(cls, text: str) -> Region | None:
        """The region written as "south,west,north,east" in degrees, or None."""
        try:
            south, west, north, east = (float(part) for part in text.split(","))
        except ValueError:
            return None
        if not all(map(math.isfinite, (south, west, north, east))):
            return None
        if not (-90 <= south < north <= 90 and abs(west) <= 180 and abs(east) <= 180):
            return None
        return cls(south, west, north, east if east > west else east + 360)

    def boxes(self, widest: float) -> list[tuple[float, float, float, float]]:
        """The region in boxes of at most such a width: south, west, north, east."""
        count = max(1, math.ceil((self.east - self.west) / widest))
        cuts = [self.west + (self.east - self.west) * n / count for n in range(count + 1)]
        cuts[-1] = self.east
        return [(self.south, west, self.north, east) for west, east in pairwise(cuts)]

    def middle(self) -> Floats:
        """The unit vector of the point in the middle."""
        return vectors((self.south + self.north) / 2, (self.west + self.east) / 2)

    def holds(self, points: Floats) -> NDArray[np.bool_]:
        """Which of these unit vectors lie in it, to a millimetre."""
        lat = np.degrees(np.arctan2(points[:, 2], np.hypot(points[:, 0], points[:, 1])))
        lon = np.degrees(np.arctan2(points[:, 1], points[:, 0]))
        along = (lon - self.west + NEARLY) % 360 <= self.east - self.west + 2 * NEARLY
        return (self.south - NEARLY <= lat) & (lat <= self.north + NEARLY) & along

    def __str__(self) -> str:
        return f"{self.south:g},{self.west:g},{self.north:g},{self.east:g}"
