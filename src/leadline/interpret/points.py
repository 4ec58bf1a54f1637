"""Which controls of a form, or values of a script's request, take a point and a radius.

Told by their names and labels, hidden controls included: one latitude, one longitude, and perhaps a
radius, as a number or from a list. Whether they mean that is for `locating` to find out by asking.
Leaves out the two corners of a box, a point in one control ("51.5,-0.1"), and places by name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from leadline.interpret.attributes import Field, FieldKind
from leadline.interpret.domains import is_any
from leadline.interpret.names import says, spaced, vocabulary
from leadline.interpret.ranges import is_end
from leadline.model import Attribute, Control, Kind, Option
from leadline.plan.locator.near import up_to, written
from leadline.plan.locator.sphere import EVERYWHERE

NEAR = "near"  # the attribute
KM, MILE, METRE = 1.0, 1.609344, 0.001
TYPED = ("text", "number", "search", "tel", "range", "hidden")
LISTED = ("select", "radio")
_LAT = vocabulary(
    "lat, latitude, breite, breitengrad, latitud, latitudine, breedtegraad, szerokość geograficzna,"
    "широта, 緯度, 纬度, 위도"
)
_LON = vocabulary(
    "lng, lon, long, longitude, länge, längengrad, longitud, longitudine, lengtegraad,"
    "długość geograficzna, долгота, 経度, 经度, 경도"
)
_RADIUS = vocabulary(
    "radius, distance, dist, within, miles, km, kilometers, kilometres, umkreis, entfernung, rayon,"
    "distancia, radio, raio, distância, raggio, distanza, afstand, straal, promień, odległość,"
    "радиус, расстояние, 距離, 半径, 距离, 반경, 거리, search radius, max distance"
)
_CORNER = vocabulary(
    "min, max, north, south, east, west, ne, sw, nw, se, top, bottom, left, right, start, end,"
    "from, to, delta, span, bounds"
)
_UNITS = (
    (MILE, re.compile(r"(?<![^\W\d_])(?:mi|miles?|meilen?|millas?|milles?|miglia)\b|マイル", re.I)),
    (KM, re.compile(r"(?<![^\W\d_])(?:kms?|kilom\w*|км)\b|キロ|公里|킬로", re.I)),
    (METRE, re.compile(r"(?<![^\W\d_])(?:m|met(?:er|re)s?|metros?|м)\b", re.I)),
)
_NUMBER = re.compile(r"\d{1,6}(?:[.,]\d{1,3})?")
_THOUSANDS = re.compile(r"(?<=\d)[,.\s](?=\d{3}(?!\d))")
_DEGREES = re.compile(r"[+-]?\d{1,3}(?:\.\d{1,15})?", re.ASCII)
DIGITS = 40  # characters of an option that are looked at


@dataclass(frozen=True, slots=True, kw_only=True)
class Pointing:
    """The controls that take a point, and the radii that can be asked for.

    `radii` are those of a list, with what is sent for each: kilometres, or the unit's where none
    is said (`unit` None). `start` is the point that the form is filled in with.
    """

    lat: str
    lon: str
    radius: str = ""
    radii: tuple[tuple[float, str], ...] = ()
    unit: float | None = None
    start: tuple[float, float] | None = None

    def field(self, unit: float = KM, largest: float = EVERYWHERE) -> Field:
        """How a point is asked, with radii up to the largest."""
        scale = KM if self.unit is not None else unit
        listed = {written(min(n * scale, EVERYWHERE)): sent for n, sent in sorted(self.radii)}
        kept = tuple(km for km in listed if float(km) <= largest)
        return Field(
            attribute=Attribute(name=NEAR, kind=Kind.NEAR, domain=kept or self._free(largest)),
            controls=tuple(name for name in (self.lat, self.lon, self.radius) if name),
            kind=FieldKind.POINT,
            any=None,
            codes=tuple((km, listed[km]) for km in kept),
            unit=unit,
        )

    def _free(self, largest: float) -> tuple[str, ...] | None:
        if not self.radius:
            return (written(EVERYWHERE),)
        return up_to(largest)


def pointing(controls: Sequence[Control]) -> Pointing | None:
    """The controls that take a point; None if there are no such, or more than one pair."""
    named = [control for control in controls if control.name]
    inner = [control for control in named if not _is_corner(control)]
    lat, lon = _only(inner, _LAT), _only(inner, _LON)
    if lat is None or lon is None or lat is lon:
        return None
    rest = [control for control in named if control is not lat and control is not lon]
    radius = next((c for c in rest if _takes_radius(c)), None)
    found = Pointing(lat=lat.name, lon=lon.name, start=_start(lat, lon))
    return found if radius is None else _with_radius(found, radius, controls)


def _is_corner(control: Control) -> bool:
    return says(_CORNER, control.name) or is_end(control)


def _only(controls: Sequence[Control], meant: re.Pattern[str]) -> Control | None:
    """The one control that is called so: by its name, else by its label."""
    typed = [control for control in controls if control.kind in TYPED and _may_hold(control)]
    named = [control for control in typed if says(meant, control.name)]
    plain = [control for control in named if meant.fullmatch(spaced(control.name))]
    labelled = [control for control in typed if says(meant, control.label, control.placeholder)]
    found = next((some for some in (plain, named, labelled) if some), [])
    return found[0] if len(found) == 1 else None


def _may_hold(control: Control) -> bool:
    """Whether it is empty or filled in with degrees."""
    return not control.value.strip() or degrees(control.value, 180) is not None


def degrees(text: str, most: float) -> float | None:
    """A number of degrees as it is typed."""
    found = _DEGREES.fullmatch(text.strip()[:DIGITS])
    return float(found[0]) if found and abs(float(found[0])) <= most else None


def _start(lat: Control, lon: Control) -> tuple[float, float] | None:
    at = degrees(lat.value, 90), degrees(lon.value, 180)
    return (at[0], at[1]) if at[0] is not None and at[1] is not None and any(at) else None


def _takes_radius(control: Control) -> bool:
    known = control.kind in (*TYPED, *LISTED)
    return known and says(_RADIUS, control.name, control.label, control.placeholder)


def _with_radius(found: Pointing, control: Control, controls: Sequence[Control]) -> Pointing:
    about = " ".join((control.label, control.placeholder, control.name))
    unit = unit_in(about) or _chosen_unit(controls)
    if control.kind not in LISTED:
        return replace(found, radius=control.name, unit=unit)
    each = list(_radii(control.options))
    said = next((one for _, _, one in each if one is not None), unit)
    scale = {option: own or said or KM for _, option, own in each}
    radii = tuple((number * scale[sent], sent) for number, sent, _ in each)
    return replace(found, radius=control.name, radii=radii, unit=said) if radii else found


def _radii(options: Sequence[Option]) -> Iterator[tuple[float, str, float | None]]:
    """What each option of a list asks for: a number, what is sent, and its unit, if it says one."""
    for option in options:
        text = _THOUSANDS.sub("", (option.label or option.value)[:DIGITS])
        number = _NUMBER.search(text) or _NUMBER.search(option.value[:DIGITS])
        if number is not None and float(number[0].replace(",", ".")) > 0:
            yield float(number[0].replace(",", ".")), option.value, unit_in(text)
        elif is_any(option, first=False):
            yield EVERYWHERE, option.value, KM


def _chosen_unit(controls: Sequence[Control]) -> float | None:
    """The unit that another control of the form is set to."""
    asked = vocabulary("unit, units, measure, einheit, unité, unidad, unidade, unità, eenheid")
    chosen = (_chosen(c) for c in controls if says(asked, c.name, c.label))
    return next((unit for text in chosen if (unit := unit_in(text)) is not None), None)


def _chosen(control: Control) -> str:
    options = [o.label or o.value for o in control.options if o.selected]
    return options[0] if options else control.value


def unit_in(text: str) -> float | None:
    """How many kilometres the unit is that a text names."""
    return next((unit for unit, named in _UNITS if named.search(text[:200])), None)
