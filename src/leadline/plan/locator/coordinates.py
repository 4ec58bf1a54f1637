"""Which columns of a record are its coordinates, told by where records must be.

Whatever a query returned lies within its radius. Of all columns with decimal numbers, or with two
of them in one text, those are kept that put every record of every answer there. Names decide only
between candidates that fit equally well. Degrees must be decimal; minutes and seconds are not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

from leadline.model import Record
from leadline.plan.locator.near import Near
from leadline.plan.locator.sphere import A_DEGREE, MARGIN, Floats, distances, vectors

NUMBER = r"([+\-−]?\d{1,3}\.\d{1,15})°?"
ONE = re.compile(rf"\s*{NUMBER}\s*", re.ASCII)
WHOLE = re.compile(r"\s*([+\-−]?\d{1,3})°?\s*", re.ASCII)
TWO = re.compile(rf"\s*[(\[]?\s*{NUMBER}\s*[,; ]\s*{NUMBER}\s*[)\]]?\s*", re.ASCII)
MOST_COLUMNS = 24
NAMES = re.compile(r"(?:^|[\W_])(lat|lon|lng|long|geo|coord|breite|länge|latit|longit)", re.I)
SWAPPED = re.compile(r"^\W*(lon|lng|x\b)", re.I)
ERROR = 1.42 * A_DEGREE  # of the difference of two distances, for coordinates cut to whole degrees


@dataclass(frozen=True, slots=True)
class Columns:
    """Where to read a latitude and a longitude: two columns, or one (`lat` = `lon`) with both."""

    lat: str
    lon: str
    swapped: bool = False

    def read(self, record: Record) -> tuple[float, float] | None:
        """The coordinates of a record, or None where it shows none."""
        texts = self._texts(record)
        if texts is None:
            return None
        lat, lon = (float(text.replace("−", "-")) for text in texts)
        return (lat, lon) if abs(lat) <= 90 and abs(lon) <= 180 else None

    def decimals(self, record: Record) -> int:
        """How many decimals a record's coordinates are written with."""
        texts = self._texts(record) or ()
        return max((len(text.partition(".")[2]) for text in texts), default=0)

    def _texts(self, record: Record) -> tuple[str, str] | None:
        values = dict(record.values)
        if self.lat == self.lon:
            both = TWO.fullmatch(values.get(self.lat, "")[:60])
            if both is None:
                return None
            return (both[2], both[1]) if self.swapped else (both[1], both[2])
        lat, lon = (_number(values.get(name, "")) for name in (self.lat, self.lon))
        return (lat, lon) if lat is not None and lon is not None else None


def fitting(
    candidates: Iterable[Columns] | None, near: Near, records: Sequence[Record]
) -> tuple[Columns, ...]:
    """The candidates (None: all there are) that put all these records within the radius."""
    tried = _all(records) if candidates is None else candidates
    return tuple(sorted((one for one in tried if _fits(one, near, records)), key=_likeness))


def slack(columns: Columns, records: Iterable[Record]) -> float:
    """By how many kilometres the difference of two distances may be wrong: coordinates are cut."""
    places = max((columns.decimals(record) for record in records), default=0)
    return float(ERROR * 10.0**-places)


def points(columns: Columns, records: Iterable[Record]) -> tuple[list[int], Floats]:
    """Which of these records have coordinates, and their unit vectors."""
    found = [(row, at) for row, record in enumerate(records) if (at := columns.read(record))]
    return [row for row, _ in found], vectors(
        [lat for _, (lat, _) in found], [lon for _, (_, lon) in found]
    )


def _number(text: str) -> str | None:
    found = ONE.fullmatch(text[:40]) or WHOLE.fullmatch(text[:40])
    return found[1] if found else None


def _all(records: Sequence[Record]) -> Iterator[Columns]:
    seen = [(name, text[:60]) for record in records for name, text in record.values]
    singles = list(dict.fromkeys(name for name, text in seen if ONE.fullmatch(text)))
    pairs = dict.fromkeys(name for name, text in seen if TWO.fullmatch(text))
    for lat, lon in permutations(singles[:MOST_COLUMNS], 2):
        yield Columns(lat, lon)
    for name in list(pairs)[:MOST_COLUMNS]:
        yield Columns(name, name)
        yield Columns(name, name, swapped=True)


def _fits(columns: Columns, near: Near, records: Sequence[Record]) -> bool:
    rows, at = points(columns, records)
    if not rows:
        return not records
    allowed = near.km * (1 + MARGIN) + slack(columns, records)
    away = distances(at, vectors(near.lat, near.lon))
    return bool((away <= allowed).all())


def _likeness(columns: Columns) -> tuple[bool, bool]:
    """Sorts what is named like a latitude and a longitude first."""
    named = bool(NAMES.search(columns.lat) and NAMES.search(columns.lon))
    return not named, bool(SWAPPED.match(columns.lat)) != columns.swapped
