"""Airports of the world, once as attributes and once as places.

From `airports` in PyPI's airportsdata; both files have the same airports in the same order.
Licence: MIT.
"""

import csv
from collections.abc import Iterator
from pathlib import Path

from bench.tables.base import Collection, Row, present
from bench.tables.fetch import pypi


def _table(outdir: Path) -> Iterator[dict[str, str]]:
    package = pypi(outdir, "airportsdata", "20260905")
    with (package / "airportsdata" / "airports.csv").open(encoding="utf-8", newline="") as table:
        yield from csv.DictReader(table)


def airports(outdir: Path) -> Iterator[Row]:
    """Attributes only: neither codes nor coordinates; the elevation in feet, to the ten."""
    for airport in _table(outdir):
        yield present(
            name=airport["name"],
            city=airport["city"],
            subd=airport["subd"],
            country=airport["country"],
            tz=airport["tz"],
            elevation=round(float(airport["elevation"]) / 10) * 10,
        )


def places(outdir: Path) -> Iterator[Row]:
    for airport in _table(outdir):
        yield present(
            icao=airport["icao"],
            name=airport["name"],
            lat=float(airport["lat"]),
            lon=float(airport["lon"]),
        )


COLLECTIONS = (
    Collection(
        "airports", "report", 28_298, "airports: name, city, subd, country, tz, elevation", airports
    ),
    Collection("airports-places", "places", 28_298, "airports: icao, name, lat, lon", places),
)
