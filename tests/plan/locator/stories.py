"""Small sources of places for the stories about locators."""

from __future__ import annotations

from random import Random
from typing import Any

from leadline.lab.locate import Crawl, Located
from leadline.lab.places import Places, places_of
from leadline.plan.locator.region import Region

Rows = list[dict[str, Any]]


def scattered(
    count: int, seed: int = 1, box: tuple[float, float, float, float] | None = None
) -> Rows:
    """Places all over a box: three in four of them in a dozen towns."""
    south, west, north, east = box or (-70.0, -180.0, 75.0, 180.0)
    rng = Random(seed)
    towns = [(rng.uniform(south, north), rng.uniform(west, east)) for _ in range(12)]
    size = (north - south) / 30
    rows: Rows = []
    while len(rows) < count:
        lat, lon = rng.uniform(south, north), rng.uniform(west, east)
        if len(rows) % 4:
            town = rng.choice(towns)
            lat, lon = town[0] + rng.gauss(0, size), town[1] + rng.gauss(0, size)
        if south <= lat <= north and west <= lon <= east:
            lon = (lon + 180) % 360 - 180
            rows.append({"name": f"Shop {len(rows)}", "lat": round(lat, 6), "lon": round(lon, 6)})
    return rows


def crawled(rows: Rows, region: Region | None = None, **settings: Any) -> Located:
    """A crawl to its end."""
    return Crawl(places_of(rows, **settings), region or Region()).run()


def shops(rows: Rows, **settings: Any) -> Places:
    """The source itself."""
    return places_of(rows, **settings)
