"""Crawl a store locator until discs with proofs cover the region: Locator, a policy.

It asks for what is near a point, beginning in the middle of the region and filling, one after the
other, the notch nearest to there. Where records come nearest first, it asks for the largest radius
and takes what the answer proves; otherwise for the radius that should hold as much as can be shown.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import cast

import numpy as np

from leadline.model import Interface, Kind, Query, Step, Why
from leadline.plan.knowledge import Knowledge
from leadline.plan.locator.aim import Aim, aim
from leadline.plan.locator.chart import USELESS, Chart
from leadline.plan.locator.near import Near, radii
from leadline.plan.locator.region import Region
from leadline.plan.locator.sphere import Floats, around, degrees

ASIDE = 0.05  # of a radius: how far from a point that was asked before
MOST_ASIDE = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Locator:
    """Covers a region: the whole Earth if none is named."""

    region: Region = field(default_factory=Region)

    def learner(self, interface: Interface) -> Chart:
        """A fresh chart."""
        return Chart(interface.limit, self.region)

    def choose(self, known: Knowledge, rng: Random) -> Step | None:
        """The next page of a question, or a new question; None when nothing is left to cover."""
        chart = cast(Chart, known.learner)
        if known.queries and (page := chart.unfinished(known.queries[-1])):
            return page
        if not len(chart.uncovered) or chart.useless >= USELESS:
            return None
        name, allowed = _form(known.interface)
        found = aim(chart, allowed)
        km = float(allowed[-1]) if chart.sight.trusted else found.km
        why = Why(expert="locator", expected=found.expected, pages=1.0, evidence=_evidence(chart))
        return Step(_unasked(known, name, found, km, rng), 1, why)


def _form(interface: Interface) -> tuple[str, Floats]:
    """The name of the attribute that takes a point, and its radii: listed, or just the largest."""
    for attribute in interface.attributes:
        if attribute.kind is Kind.NEAR:
            return attribute.name, np.array(sorted(radii(attribute.domain)))
    raise KeyError(Kind.NEAR)


def _unasked(known: Knowledge, name: str, found: Aim, km: float, rng: Random) -> Query:
    """The question, or one a little aside where that one was asked before."""
    query = _query(name, found.centre, km)
    for _ in range(MOST_ASIDE):
        if known.number(query) < 0:
            break
        bearing, way = rng.uniform(0, 2 * np.pi), rng.uniform(0, ASIDE * found.km)
        query = _query(name, around(found.centre, np.array([bearing]), np.array([way]))[0], km)
    return query


def _query(name: str, centre: Floats, km: float) -> Query:
    lat, lon = degrees(centre)
    return Query(((name, str(Near(lat=lat, lon=lon, km=km))),))


def _evidence(chart: Chart) -> str:
    order = "nearest first" if chart.sight.trusted else "in no order of distance"
    return f"{len(chart.discs)} discs, {len(chart.uncovered)} boxes left, answers {order}"
