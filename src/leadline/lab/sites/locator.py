"""A store locator as a Web site: a place or a point and a radius in, what is near out.

`GET /stores?place=…&lat=…&lng=…&radius=…&page=…`. The place is a name that some record has, or a
point such as "48.1, 11.5"; latitude and longitude, where both are given, come before it. The radius
is a drop-down where the locator lists radii, else a number. Every entry says how far away it is;
nothing says how many there are. Sites differ in how they say where an entry is: in words, in
attributes for a script, by a link to a map, or all of it as JSON; in whether people see the boxes
for the point; and in whether they measure in kilometres or miles.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from http import HTTPStatus
from typing import Literal

from leadline.lab.places import LATITUDES, LONGITUDES, NEAR, Places
from leadline.lab.sites.fields import label_of
from leadline.lab.sites.frames import Content, modern
from leadline.lab.sites.markup import address, esc, hidden, href, number
from leadline.lab.sites.usual import missing, usual
from leadline.lab.sites.visit import Reply, Visit, as_json, html
from leadline.model import Answer, Outcome, Query, Record, Step
from leadline.plan.locator.near import Near, written

PATH = "/stores"
USUAL = 50.0  # km, where the form leaves the radius free
FIELDS = ("place", "lat", "lng", "radius")
Showing = Literal["words", "attributes", "links", "json"]
Unit = Literal["km", "miles"]
KILOMETRES: dict[Unit, float] = {"km": 1.0, "miles": 1.609344}
PLAIN_PAGES = {
    "about": ("About us", "We are where you are."),
    "help": ("Help", "Enter a place, or its latitude and longitude, and how far you would go."),
    "contact": ("Contact", "Write to us if an address is wrong."),
    "terms": ("Terms of use", "Opening hours may change without notice."),
}


@dataclass(frozen=True, kw_only=True)
class LocatorSite:
    """Places behind a locator page; `log` has each request's method and path.

    `shows` is how entries say where they are; `hidden`, whether only a script fills in the point.
    """

    places: Places
    name: str = "Shops near you"
    shows: Showing = "words"
    hidden: bool = False
    unit: Unit = "km"
    log: list[tuple[str, str]] = field(default_factory=list)

    @cached_property
    def pages(self) -> LocatorPages:
        """The pages of the site."""
        return LocatorPages(self)


class LocatorPages:
    """Which page answers which address."""

    def __init__(self, site: LocatorSite) -> None:
        self.site = site

    def reply(self, visit: Visit) -> Reply:
        """The page at an address."""
        first = visit.part(0)
        if first in ("", PATH[1:]):
            return self._stores(visit)
        if first == "store":
            return self._store(number(visit.part(1), 0) - 1)
        return usual(first, PLAIN_PAGES, self._page)

    def _stores(self, visit: Visit) -> Reply:
        sent = {name: visit.fields.get(name, "").strip() for name in FIELDS}
        asked = any(sent[name] for name in FIELDS[:3])
        page = max(1, number(visit.fields.get("page", "")))
        if asked and self.site.shows == "json":
            return self._data(sent, page)
        return self._page("Find a store", self._form(sent) + (self._found(sent, page) * asked))

    def _found(self, sent: Mapping[str, str], page: int) -> str:
        near = self._near(sent)
        if near is None:
            return '<p class="message">We do not know this place.</p>'
        answer = self._answer(near, page)
        if answer.outcome is Outcome.REFUSED:
            return '<p class="message">Please choose a smaller distance.</p>'
        if not answer.records:
            return '<p class="message no-results">No stores near this place.</p>'
        entries = "".join(self._entry(one, near) for one in answer.records)
        return f'<ol class="stores">{entries}</ol>' + self._pager(sent, page, answer.more)

    def _data(self, sent: Mapping[str, str], page: int) -> Reply:
        near = self._near(sent)
        answer = None if near is None else self._answer(near, page)
        if near is None or answer is None or answer.outcome is Outcome.REFUSED:
            return as_json({"error": "no such place, or too far"}, HTTPStatus.BAD_REQUEST)
        stores = [
            {"id": self._rows[one.key] + 1, **dict(one.values), "distance": self._away(one, near)}
            for one in answer.records
        ]
        on = address(PATH, sent, page=page + 1) if answer.more else None
        return as_json({"stores": stores, "next": on})

    def _answer(self, near: Near, page: int) -> Answer:
        return self.site.places.answer(Step(Query(((NEAR, str(near)),)), page))

    def _away(self, record: Record, near: Near) -> float:
        """How far a record is from a point, in the unit of the site."""
        km = float(self.site.places.away(near)[self._rows[record.key]])
        return round(km / KILOMETRES[self.site.unit], 1)

    def _near(self, sent: Mapping[str, str]) -> Near | None:
        """What the fields mean."""
        radius = sent["radius"] or written(self._usual)
        try:
            radius = written(float(radius) * KILOMETRES[self.site.unit])
        except ValueError:
            return None
        if sent["lat"] and sent["lng"]:
            return Near.parse(f"{sent['lat']},{sent['lng']},{radius}")
        row = self._named.get(sent["place"].lower())
        if row is None:
            return Near.parse(f"{sent['place']},{radius}")
        lat, lon = self.site.places.at[row].tolist()
        return Near.parse(f"{lat},{lon},{radius}")

    def _form(self, sent: Mapping[str, str]) -> str:
        boxes = "".join(
            f'<div class="field"><label for="{name}">{label}</label> <input type="text" '
            f'id="{name}" name="{name}" value="{esc(sent[name])}"{extra}></div>'
            for name, label, extra in (
                ("place", "Place", ' placeholder="Town, store or coordinates"'),
                ("lat", "Latitude", ' inputmode="decimal"'),
                ("lng", "Longitude", ' inputmode="decimal"'),
            )[: 1 if self.site.hidden else 3]
        )
        if self.site.hidden:
            boxes += hidden({"lat": sent["lat"], "lng": sent["lng"]})
        return (f'<form class="search-form store-locator" role="search" action="{PATH}" '
                f'method="get">{boxes}<div class="field"><label for="radius">Distance '
                f"({self.site.unit})</label> {self._radius(sent['radius'])}</div>"
                f'<button type="submit" class="btn">Find stores</button></form>')  # fmt: skip

    def _radius(self, value: str) -> str:
        each = KILOMETRES[self.site.unit]
        radii = [written(km / each) for km in self.site.places.radii]
        if not radii:
            return (f'<input type="number" id="radius" name="radius" min="0" step="any" '
                    f'max="{written(self.site.places.largest / each)}" '
                    f'value="{esc(value or written(self._usual))}">')  # fmt: skip
        options = "".join(
            f'<option value="{one}"{" selected" if one == value else ""}>'
            f"{one} {self.site.unit}</option>"
            for one in radii
        )
        return f'<select id="radius" name="radius">{options}</select>'

    def _entry(self, record: Record, near: Near) -> str:
        row = self._rows[record.key]
        lat, lon = (written(one) for one in self.site.places.at[row].tolist())
        unseen = {self._heading} | (set() if self.site.shows == "words" else self._where)
        values = "".join(
            f'<dt>{esc(label_of(name))}</dt><dd class="{esc(name)}">{esc(text)}</dd>'
            for name, text in record.values
            if name not in unseen
        )
        own = f' data-lat="{lat}" data-lng="{lon}"' if self.site.shows == "attributes" else ""
        link = f'<a href="https://maps.example.org/?q={lat},{lon}">Map</a>'
        return (f'<li class="store"{own}><h3><a href="/store/{row + 1}">'
                f"{esc(self._title(record))}</a></h3>"
                f'<p class="distance">{self._away(record, near):.1f} {self.site.unit}</p>'
                f"<dl>{values}</dl>{link * (self.site.shows == 'links')}</li>")  # fmt: skip

    def _pager(self, sent: Mapping[str, str], page: int, more: bool) -> str:
        if not more:
            return ""
        link = href(PATH, {name: text for name, text in sent.items() if text}, page=page + 1)
        return f'<p class="pager"><a rel="next" href="{link}">More stores</a></p>'

    def _store(self, row: int) -> Reply:
        if not 0 <= row < len(self.site.places.records):
            return missing(self._page)
        record = self.site.places.records[row]
        lines = "".join(
            f'<tr><th scope="row">{esc(label_of(name))}</th><td>{esc(text)}</td></tr>'
            for name, text in record.values
        )
        return self._page(self._title(record), f'<table class="item-details">{lines}</table>')

    def _page(self, title: str, body: str, status: int = HTTPStatus.OK) -> Reply:
        content = Content(name=self.site.name, title=title, head="", body=body, side="")
        return html(modern(content), status)

    # --- what the records are called --------------------------------------------------------------

    @property
    def _usual(self) -> float:
        radii = self.site.places.radii
        usual = radii[0] if radii else min(USUAL, self.site.places.largest)
        return usual / KILOMETRES[self.site.unit]

    @cached_property
    def _rows(self) -> dict[str, int]:
        return {record.key: row for row, record in enumerate(self.site.places.records)}

    @cached_property
    def _where(self) -> frozenset[str]:
        """The columns that say where a record is."""
        names = {name for record in self.site.places.records[:100] for name, _ in record.values}
        return frozenset(name for name in names if name.lower() in (*LATITUDES, *LONGITUDES))

    @cached_property
    def _heading(self) -> str:
        """The column with the longest texts on the average, of the first records."""
        lengths: dict[str, int] = {}
        for record in self.site.places.records[:100]:
            for name, text in record.values:
                lengths[name] = lengths.get(name, 0) + sum(c.isalpha() for c in text)
        return max(lengths, key=lengths.__getitem__, default="")

    def _title(self, record: Record) -> str:
        return dict(record.values).get(self._heading) or f"No. {self._rows[record.key] + 1}"

    @cached_property
    def _named(self) -> dict[str, int]:
        found: dict[str, int] = {}
        for row, record in enumerate(self.site.places.records):
            found.setdefault(self._title(record).lower(), row)
        return found
