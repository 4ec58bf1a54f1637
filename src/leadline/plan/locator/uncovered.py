"""What no disc has covered yet: boxes of latitude and longitude, split at the edges of discs.

A box is taken away when one disc contains its bounding circle. Its farthest points from its middle
are its corners as long as it is at most 180° wide: along an edge the cosine of the distance is a
sinusoid of the latitude whose least value lies at an end. So nothing is taken away that a disc does
not contain, whatever the size of a box; what is left may be a little more than what is uncovered.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.plan.locator.region import Region
from leadline.plan.locator.sphere import AREA, Floats, distances, vectors

FINENESS = 0.02  # bounding radius of the boxes at the edge of a disc, in radii of the disc
WIDEST = 90.0


class Uncovered:
    """The boxes that are left, as arrays; rows of `boxes` are south, west, north, east."""

    def __init__(self, region: Region, start: Floats | None = None) -> None:
        self.start = region.middle() if start is None else start
        self._set(np.array(region.boxes(WIDEST)))

    def __len__(self) -> int:
        return len(self.boxes)

    def target(self) -> Floats:
        """The middle of the box nearest to where the crawl began: a notch in what is covered."""
        return np.asarray(self.centres[self._far.argmin()])

    def reach_of_target(self) -> float:
        """How far its corners are from there."""
        return float(self.reach[self._far.argmin()])

    def cover(self, centre: Floats, km: float) -> None:
        """Take away what a disc contains."""
        touched = distances(self.centres, centre) - self.reach < km
        parts, left = self.boxes[touched], list[Floats]()
        while len(parts):
            centres, reach, _ = measured(parts)
            away = distances(centres, centre)
            out = away + reach > km
            whole = (away - reach >= km) | (reach <= FINENESS * km)
            left.append(parts[out & whole])
            parts = halved(parts[out & ~whole])
        self._keep(~touched, np.concatenate(left) if left else self.boxes[:0])

    def drop(self, centre: Floats, km: float) -> int:
        """Give up the boxes whose middles are that near; how many they are."""
        gone = distances(self.centres, centre) <= km
        self._keep(~gone, self.boxes[:0])
        return int(gone.sum())

    def _set(self, boxes: Floats) -> None:
        self.boxes = boxes
        self.centres, self.reach, self.area = measured(boxes)
        self._far = distances(self.centres, self.start)

    def _keep(self, kept: NDArray[Any], fresh: Floats) -> None:
        centres, reach, area = measured(fresh)
        self.boxes = np.concatenate((self.boxes[kept], fresh))
        self.centres = np.concatenate((self.centres[kept], centres))
        self.reach = np.concatenate((self.reach[kept], reach))
        self.area = np.concatenate((self.area[kept], area))
        self._far = np.concatenate((self._far[kept], distances(centres, self.start)))


def halved(boxes: Floats) -> Floats:
    """Each box cut in two across its longer side."""
    south, west, north, east = boxes.T
    nearest = np.where(south * north < 0, 0.0, np.minimum(abs(south), abs(north)))
    tall = north - south > (east - west) * np.cos(np.radians(nearest))
    first, second = boxes.copy(), boxes.copy()
    middle = np.where(tall, (south + north) / 2, (west + east) / 2)
    first[tall, 2], second[tall, 0] = middle[tall], middle[tall]
    first[~tall, 3], second[~tall, 1] = middle[~tall], middle[~tall]
    return np.concatenate((first, second))


def measured(boxes: Floats) -> tuple[Floats, Floats, Floats]:
    """Middles, the distances from there to the farthest corners, and areas."""
    south, west, north, east = boxes.T
    centres = vectors((south + north) / 2, (west + east) / 2)
    reach = np.maximum(
        distances(centres, vectors(south, west)), distances(centres, vectors(north, west))
    )
    band = np.sin(np.radians(north)) - np.sin(np.radians(south))
    return centres, reach, AREA / 2 * band * (east - west) / 360
