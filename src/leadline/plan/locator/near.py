"""The question a locator takes, "what is within so many kilometres of here", as text and value."""

from __future__ import annotations

import math
from dataclasses import dataclass

from leadline.intervals import Interval
from leadline.model import Query
from leadline.plan.locator.sphere import EVERYWHERE

PLACES = 6  # decimals of a degree: a tenth of a metre


@dataclass(frozen=True, slots=True, kw_only=True)
class Near:
    """A point in degrees and a radius in kilometres."""

    lat: float
    lon: float
    km: float

    @classmethod
    def parse(cls, text: str) -> Near | None:
        """The question that is written "lat,lon,km", or None."""
        try:
            lat, lon, km = (float(part) for part in text.split(","))
        except ValueError:
            return None
        if not (abs(lat) <= 90 and abs(lon) <= 180 and km >= 0 and math.isfinite(km)):
            return None
        return cls(lat=lat, lon=lon, km=km)

    @classmethod
    def of(cls, query: Query) -> Near | None:
        """The question a query asks, where it asks just one of this kind."""
        found = [near for _, value in query.predicates if (near := cls.parse(value))]
        return found[0] if len(found) == 1 == len(query.predicates) else None

    def __str__(self) -> str:
        return f"{written(self.lat)},{written(self.lon)},{written(self.km)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Disc:
    """All records within `km` of a point are held; the query that `turn` ended says so."""

    lat: float
    lon: float
    km: float
    turn: int


def radii(domain: tuple[str, ...] | None) -> list[float]:
    """The radii that a form lists, twice if there is only one; where any can be asked up to the
    largest, just that."""
    if not domain:
        return [EVERYWHERE]
    free = Interval.parse(domain[0])
    listed = [float(km) for km in domain] if free is None else [float(free.high or EVERYWHERE)]
    return listed * 2 if free is None and len(listed) == 1 else listed


def up_to(largest: float) -> tuple[str, ...] | None:
    """The domain of a form that takes any radius up to the largest."""
    return None if largest >= EVERYWHERE else (str(Interval(None, written(largest))),)


def written(number: float) -> str:
    """A number with the decimals it needs."""
    text = f"{number:.{PLACES}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
