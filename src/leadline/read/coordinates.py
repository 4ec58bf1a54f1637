"""Where a record is, by what people do not see: attributes of its markup, or a link to a map.

`data-lat` and `data-lng`, `<meta itemprop="latitude" content="…">`, both in one attribute such as
`data-latlng="51.5,-0.1"`, or an address that holds two decimal numbers in a row, as those of map
services and `geo:` do. Degrees must be decimal. Leaves out what only a script knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from selectolax.lexbor import LexborNode

from leadline.model import Record

LATITUDE, LONGITUDE = "latitude", "longitude"
MOST = 300  # elements of a record that are looked at
LONGEST = 600  # characters of an attribute
_LAT = re.compile(r"(?:^|[\W_])lat(?:itude)?$", re.I)
_LON = re.compile(r"(?:^|[\W_])(?:lng|lon|long|longitude)$", re.I)
_BOTH = re.compile(
    r"(?:^|[\W_])(?:lat_?lng|lat_?lon|coord\w*|position|location|geo\w*|point)$", re.I
)
_NUMBER = r"([+-]?\d{1,3}\.\d{1,15})"
_ONE = re.compile(rf"\s*{_NUMBER}\s*", re.ASCII)
_TWO = re.compile(rf"[\s(\[]*{_NUMBER}\s*[,; ]\s*{_NUMBER}[\s)\]]*", re.ASCII)
_NAMED = re.compile(
    rf"lat(?:itude)?[\"']?\s?[:=]\s?[\"']?{_NUMBER}.{{1,40}}?(?:lng|lon|long|longitude)[\"']?\s?[:=]"
    rf"\s?[\"']?{_NUMBER}",
    re.I | re.ASCII,
)
_LINK = re.compile(
    r"(?<![\d.])([+-]?\d{1,2}\.\d{3,15})(?:,|%2C|,\+|,%20|/|&m?lon=|&lng=|&longitude=|!4d)"
    r"([+-]?\d{1,3}\.\d{3,15})(?![\d.])",
    re.I | re.ASCII,
)


def placed(record: Record, *nodes: LexborNode) -> Record:
    """The record with its latitude and longitude, where its markup has them."""
    at = next((at for node in nodes if (at := coordinates_in(node)) is not None), None)
    if at is None:
        return record
    return replace(record, values=(*record.values, (LATITUDE, at[0]), (LONGITUDE, at[1])))


def coordinates_in(node: LexborNode) -> tuple[str, str] | None:
    """The latitude and longitude that an element or those within it have, as they are written."""
    lat = lon = ""
    linked: tuple[str, str] | None = None
    for name, value in _attributes(node):
        if (one := _ONE.fullmatch(value)) is not None:
            lat = lat or (one[1] if _LAT.search(name) else "")
            lon = lon or (one[1] if _LON.search(name) else "")
            if lat and lon:
                return _checked(lat, lon)
        elif _BOTH.search(name) and (two := _TWO.fullmatch(value) or _NAMED.search(value)):
            return _checked(two[1], two[2])
        elif name == "href" and linked is None and (two := _LINK.search(value)) is not None:
            linked = _checked(two[1], two[2])
    return linked


def _attributes(node: LexborNode) -> Iterator[tuple[str, str]]:
    """The attributes of an element and of those within it; of a property, what it says."""
    for element in [node, *node.css("*")[:MOST]]:
        own = {name: value[:LONGEST] for name, value in element.attributes.items() if value}
        if (said := own.get("itemprop")) and "content" in own:
            yield said, own["content"]
        yield from own.items()


def _checked(lat: str, lon: str) -> tuple[str, str] | None:
    return (lat, lon) if abs(float(lat)) <= 90 and abs(float(lon)) <= 180 else None
