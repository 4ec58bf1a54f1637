"""Where on Earth to begin asking a locator: near something that it is likely to have.

First what the user names as a word ("48.1,11.5"), then the point that the form is filled in with,
then points that the page itself has (the middle of its map), then large towns of all continents,
first those of the country that the site's address ends in or its language is that of.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from leadline.document import Document
from leadline.interpret.points import Pointing, degrees

Point = tuple[float, float]

LOOKED_AT = 300_000  # characters of a page
OF_PAGE = 3  # points of a page that are tried
_VALUE = r"[\"']?\s{0,5}[:=]\s{0,5}[\"']?(-?\d{1,3}\.\d{1,15})"
_IN_PAGE = re.compile(
    rf"\blat(?:itude)?{_VALUE}[\"']?[\s,;&]{{1,40}}(?:data-)?[\"']?(?:lng|lon|long|longitude)\b{_VALUE}"
    r"|LatLng\(\s{0,5}(-?\d{1,3}\.\d{1,15})\s{0,5},\s{0,5}(-?\d{1,3}\.\d{1,15})",
    re.I | re.ASCII,
)
TOWNS: tuple[tuple[str, float, float], ...] = (
    ("gb", 51.5, -0.1), ("us", 40.7, -74.0), ("au", -33.9, 151.2), ("jp", 35.7, 139.7),
    ("br", -23.5, -46.6), ("in", 28.6, 77.2), ("fr", 48.9, 2.4), ("us", 34.1, -118.2),
    ("de", 52.5, 13.4), ("za", -26.2, 28.0), ("ru", 55.8, 37.6), ("mx", 19.4, -99.1),
    ("sg", 1.4, 103.8), ("ca", 43.7, -79.4), ("tr", 41.0, 29.0), ("eg", 30.0, 31.2),
    ("ar", -34.6, -58.4), ("cn", 31.2, 121.5), ("es", 40.4, -3.7), ("it", 41.9, 12.5),
    ("us", 41.9, -87.6), ("ng", 6.5, 3.4), ("se", 59.3, 18.1), ("pl", 52.2, 21.0),
    ("cl", -33.4, -70.7), ("kr", 37.6, 127.0), ("nz", -36.8, 174.8), ("th", 13.8, 100.5),
    ("ae", 25.2, 55.3), ("nl", 52.4, 4.9), ("us", 29.8, -95.4), ("hu", 47.5, 19.0),
    ("co", 4.7, -74.1), ("ke", -1.3, 36.8), ("pt", 38.7, -9.1), ("be", 50.8, 4.4),
    ("ph", 14.6, 121.0), ("id", -6.2, 106.8), ("ca", 49.3, -123.1), ("au", -37.8, 145.0),
    ("ch", 47.4, 8.5), ("ie", 53.3, -6.3), ("pe", -12.0, -77.0), ("ma", 33.6, -7.6),
    ("ir", 35.7, 51.4), ("pk", 24.9, 67.0), ("fi", 60.2, 24.9), ("gr", 38.0, 23.7),
    ("at", 48.2, 16.4), ("cz", 50.1, 14.4), ("dk", 55.7, 12.6), ("no", 59.9, 10.8),
    ("ro", 44.4, 26.1), ("ua", 50.5, 30.5), ("il", 32.1, 34.8), ("sa", 24.7, 46.7),
    ("vn", 10.8, 106.7), ("my", 3.1, 101.7), ("tw", 25.0, 121.5), ("hk", 22.3, 114.2),
)  # fmt: skip


def starts(found: Pointing, page: Document, words: Sequence[str]) -> list[Point]:
    """The points to begin with, the most promising first."""
    named = (at for word in words if (at := _parsed(*word.partition(",")[::2])) is not None)
    own = (found.start,) if found.start is not None else ()
    shown = islice(dict.fromkeys(_on(page)), OF_PAGE)
    return list(dict.fromkeys((*named, *own, *shown, *_towns(page))))


def _towns(page: Document) -> list[Point]:
    """Large towns; first those of the country that the site's address or language names."""
    host = page.url.partition("://")[2].partition("/")[0].partition(":")[0].lower()
    tag = page.tree.css_first("html[lang]") if page.is_html else None
    spoken = ((tag.attributes.get("lang") or "") if tag is not None else "").lower()
    named = {host.rpartition(".")[2].replace("uk", "gb"), spoken[3:5]}
    ordered = sorted(TOWNS, key=lambda town: town[0] not in named)
    return [(lat, lon) for _, lat, lon in ordered]


def _on(page: Document) -> Iterator[Point]:
    for match in _IN_PAGE.finditer(page.text[:LOOKED_AT]):
        at = _parsed(match[1] or match[3], match[2] or match[4])
        if at is not None and any(at):
            yield at


def _parsed(lat: str, lon: str) -> Point | None:
    north, east = degrees(lat, 90), degrees(lon, 180)
    return None if north is None or east is None else (north, east)
