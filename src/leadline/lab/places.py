"""A simulated store locator: what is within so many kilometres of a point, at most K of it.

The Step→Answer door of `lab.world` for geographic questions. Distances are great circles on a
sphere. What such sites do differently is a setting: nearest first or in an order of their own, free
radii up to some bound or a drop-down of a few, page size and limit. None says how many places there
are.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from importlib.resources import as_file, files
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from leadline.errors import BadData
from leadline.lab.table import Row, read_rows, values_in
from leadline.model import Answer, Attribute, Interface, Kind, Outcome, Record, Step
from leadline.plan.locator.near import Near, up_to, written
from leadline.plan.locator.sphere import EVERYWHERE, Floats, distances, vectors

Order = Literal["distance", "static"]
NEAR = "near"
AIRPORTS = "places.jsonl.gz"
LATITUDES = ("lat", "latitude", "breite", "latitud", "y")
LONGITUDES = ("lon", "lng", "long", "longitude", "länge", "longitud", "x")


@dataclass(frozen=True, kw_only=True)
class Places:
    """A locator over places; `radii` are the only ones that can be asked, where it lists any."""

    at: Floats = field(repr=False)  # rows of latitude and longitude, in degrees
    records: tuple[Record, ...] = field(repr=False)
    page_size: int = 30
    limit: int = 30
    order: Order = "distance"
    radii: tuple[float, ...] = ()
    largest: float = EVERYWHERE
    seed: int = 0

    @cached_property
    def interface(self) -> Interface:
        """What a crawler is told."""
        domain = tuple(written(km) for km in self.radii) or up_to(self.largest)
        return Interface(
            attributes=(Attribute(name=NEAR, kind=Kind.NEAR, domain=domain),),
            page_size=self.page_size,
            limit=self.limit,
        )

    def answer(self, step: Step) -> Answer:
        """One page of what is near a point."""
        near = Near.of(step.query)
        if near is None or not self.interface.can_ask(step.query):
            return Answer(outcome=Outcome.REFUSED)
        rows = self.ranked(near)
        start = (step.page - 1) * self.page_size
        found = rows[start : start + self.page_size].tolist()
        return Answer(
            records=tuple(self.records[row] for row in found),
            more=bool(found) and start + self.page_size < len(rows),
            outcome=Outcome.FOUND if found else Outcome.EMPTY,
        )

    def ranked(self, near: Near) -> NDArray[Any]:
        """The places that all pages of a question show, in their order."""
        rows: NDArray[Any] = self._ranked(near)
        return rows

    def away(self, near: Near) -> Floats:
        """How far each place is from a point."""
        return np.asarray(distances(self._vectors, vectors(near.lat, near.lon)))

    @cached_property
    def _ranked(self) -> Any:
        return lru_cache(maxsize=16)(self._rank)  # the next page is asked soon

    def _rank(self, near: Near) -> NDArray[Any]:
        far = self.away(near)
        rows = np.flatnonzero(far <= near.km)
        keys = far if self.order == "distance" else self._place
        return rows[np.argsort(keys[rows], kind="stable")][: self.limit]

    @cached_property
    def _vectors(self) -> Floats:
        return vectors(self.at[:, 0], self.at[:, 1])

    @cached_property
    def _place(self) -> NDArray[Any]:
        """Each place's rank where the order is the site's own."""
        return np.random.default_rng(self.seed).permutation(len(self.records))


def places_of(
    rows: Iterable[Row], lat: str | None = None, lon: str | None = None, **settings: Any
) -> Places:
    """A locator over the rows of a table that have coordinates; the others are left out."""
    kept = list(rows)
    names = coordinate_columns(kept, lat, lon)
    found = [(n, row, at) for n, row in enumerate(kept) if (at := _at(n, row, names)) is not None]
    if not found:
        raise BadData(f"no row has coordinates in '{names[0]}' and '{names[1]}'")
    return Places(
        at=np.array([at for _, _, at in found]),
        records=tuple(_record(n, row) for n, row, _ in found),
        **settings,
    )


def airports() -> list[Row]:
    """A thousand airports of the world, with their coordinates."""
    with as_file(files("leadline.lab") / "data" / AIRPORTS) as path:
        return list(read_rows(path))


def coordinate_columns(rows: list[Row], lat: str | None, lon: str | None) -> tuple[str, str]:
    """The columns named, or those that are called as coordinates are."""
    columns = list(dict.fromkeys(name for row in rows for name in row))
    return (
        _column(columns, lat, LATITUDES, "latitudes", "--lat"),
        _column(columns, lon, LONGITUDES, "longitudes", "--lon"),
    )


def _column(
    columns: list[str], wanted: str | None, usual: tuple[str, ...], what: str, option: str
) -> str:
    if wanted is not None and wanted not in columns:
        raise BadData(f"no column '{wanted}'; there are: {', '.join(columns) or 'none'}")
    by_name = {name.lower().strip("_ "): name for name in reversed(columns)}
    found = wanted or next((by_name[name] for name in usual if name in by_name), None)
    if found is None:
        there = ", ".join(columns) or "none"
        raise BadData(f"no column of {what}; name one of these with {option}: {there}")
    return found


def _at(number: int, row: Row, names: tuple[str, str]) -> tuple[float, float] | None:
    values = [row.get(name) for name in names]
    if any(value is None or value == "" for value in values):
        return None
    lat, lon = (_degrees(number, name, v) for name, v in zip(names, values, strict=True))
    if abs(lat) > 90 or abs(lon) > 180:
        raise BadData(f"row {number + 1}: {lat:g}, {lon:g} is no latitude and longitude")
    return lat, lon


def _degrees(number: int, name: str, value: Any) -> float:
    try:
        degrees = float(value)
    except (TypeError, ValueError, OverflowError):
        degrees = float("nan")
    if not np.isfinite(degrees):
        raise BadData(f"row {number + 1}: '{name}' is not a number of degrees: {value!r:.40}")
    return degrees


def _record(number: int, row: Row) -> Record:
    values = tuple((name, text) for name, value in row.items() for text in values_in(value))
    return Record(str(number), values)
