"""Asking a form for what is near a point, and reading where the records of its answers are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from leadline.interpret.hits import Hits, ask, says_more, settled
from leadline.interpret.points import NEAR, Pointing
from leadline.interpret.rekey import reread
from leadline.interpret.talk import Heard, Talk
from leadline.model import Query
from leadline.plan.locator.coordinates import Columns, fitting, points
from leadline.plan.locator.near import Near
from leadline.plan.locator.sphere import EVERYWHERE, Floats, around, degrees, vectors
from leadline.query.encode import Encoding
from leadline.read import HtmlWrapper, Wrapper

Point = tuple[float, float]
NOWHERE = (-48.8767, -123.3933)  # of all points the farthest from any land
ASIDE = 0.7  # of the radius: how far the other points are from the first
FARTHEST_ASIDE = 4000.0  # km
BEARINGS = (0.5, 2.6, 4.7)


@dataclass(slots=True, kw_only=True)
class Probing:
    """The questions to one form with radii of one unit; `heard` are the answers with records."""

    form: Encoding
    found: Pointing
    unit: float
    wrapper: Wrapper | None = None
    columns: tuple[Columns, ...] | None = None  # where coordinates may stand, the likeliest first
    heard: list[Heard] = field(default_factory=list)
    nothing: list[Heard] = field(default_factory=list)  # what is said where there is nothing

    def encoding(self, largest: float = EVERYWHERE) -> Encoding:
        """How points are asked, with radii up to the largest."""
        return replace(self.form, fields=(self.found.field(self.unit, largest),))

    def radii(self, free: Sequence[float]) -> list[float]:
        """The radii of a list, or these where any can be asked, the largest first."""
        listed = self.encoding().fields[0].attribute.domain or free
        return sorted(map(float, listed), reverse=True)

    def ask(self, lat: float, lon: float, km: float) -> Talk[Heard | None]:
        """What is near a point; with its records, once it is known how they are read."""
        near = Near(lat=lat, lon=lon, km=km)
        heard = yield from ask(self.encoding(), Query(((NEAR, str(near)),)))
        if heard is None or self.wrapper is None:
            return heard
        heard = reread(self.wrapper, heard)
        self._note([heard])
        return heard

    def learn(self, at: Point, km: float) -> Talk[bool]:
        """Whether something is said of a point; of records, how they are read is known then."""
        found = list[Heard]()
        for lat, lon in (at, *_aside(at, km)):
            heard = yield from self.ask(lat, lon, km)
            found += [heard] if heard is not None and says_more(heard, self.nothing) else []
            if not found:
                return False
        hits = settled(found, None, [one.document for one in self.nothing])
        if hits is not None:
            self._read_as(hits)
        return True

    def where(self, heard: Heard) -> Floats:
        """The unit vectors of the records that an answer shows."""
        if not self.columns:
            return np.zeros((0, 3))
        return points(self.columns[0], heard.records)[1].reshape(-1, 3)

    def known(self) -> Floats:
        """The unit vectors of all records so far."""
        return np.concatenate([np.zeros((0, 3)), *(self.where(one) for one in self.heard)])

    def _note(self, heard: Sequence[Heard]) -> None:
        for one in heard:
            near = Near.of(one.query)
            if near is not None and one.records:
                self.columns = fitting(self.columns, near, one.records)
                self.heard.append(one)

    def _read_as(self, hits: Hits) -> None:
        """Read records like this; if need be, with coordinates that attributes and links have."""
        self._note(hits.found)
        wrapper = hits.wrapper
        if not self.columns and isinstance(wrapper, HtmlWrapper):
            self.heard, self.columns = [], None
            wrapper = replace(wrapper, places=True)
            self._note([reread(wrapper, one) for one in hits.found])
        if self.columns:
            self.wrapper = wrapper
        else:
            self.heard, self.columns = [], None


def _aside(at: Point, km: float) -> list[Point]:
    """A few points not far from one, as the radius goes."""
    away = np.full(len(BEARINGS), ASIDE * min(km, FARTHEST_ASIDE))
    return [degrees(one) for one in around(vectors(*at), np.array(BEARINGS), away)]
