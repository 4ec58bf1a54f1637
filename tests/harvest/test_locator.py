"""Store locators over HTTP, from the address of the site alone: all places found, and proved."""

import asyncio
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import pytest
from typer.testing import CliRunner

from leadline.cli.commands import app
from leadline.codec import load
from leadline.harvest.follow import Details
from leadline.harvest.plan import Plan, Summary
from leadline.harvest.proofs import check
from leadline.harvest.run import harvest
from leadline.lab.places import airports, places_of
from leadline.lab.sites import started
from leadline.lab.sites.locator import LocatorPages, LocatorSite
from leadline.lab.sites.visit import Reply, Visit, html
from leadline.lab.table import Row
from leadline.model import Kind
from leadline.net.budget import Budget
from leadline.net.stack import Browser, Manners, open_fetcher
from leadline.plan.locator.near import Near
from leadline.plan.locator.region import Region
from leadline.plan.size.value import exactly
from leadline.plan.sounding import Sounding
from leadline.source import Source
from leadline.store import MemoryStore, open_store
from tests.browsers import needs_chromium

AIRPORTS = airports()
EAST = Region(36.0, -82.0, 45.0, -70.0)  # of the United States
EASTERN = [a for a in AIRPORTS if 36 < a["lat"] < 45 and -82 < a["lon"] < -70]


@dataclass(frozen=True)
class Ended:
    summary: Summary
    store: Any
    requests: int

    @property
    def found(self) -> set[str]:
        return {dict(one.record.values)["icao"] for one in self.store.records(1)}

    @property
    def source(self) -> Source:
        return load(Source, self.store.understanding(1))


def ended(
    site: LocatorSite,
    region: Region | None = None,
    budget: Budget | None = None,
    browser: Browser = Browser.NEVER,
) -> Ended:
    """A harvest of a site from the address of its front page."""
    store, spent = MemoryStore(), budget or Budget()
    plan = Plan(url="", policy=Sounding(), details=Details.NEVER, region=region or Region())

    async def story(url: str) -> Summary:
        manners = Manners(delay=0, browser=browser)
        async with open_fetcher(manners, seeds=(url,), archive=store, budget=spent) as door:
            return await harvest(replace(plan, url=url), store, door, lambda progress: None)

    with started(site) as url:
        return Ended(asyncio.run(story(url)), store, spent.requests)


def codes(rows: list[Row]) -> set[str]:
    return {row["icao"] for row in rows}


def test_a_thousand_places_are_found_and_proved_for_a_few_requests():
    got = ended(LocatorSite(places=places_of(AIRPORTS)))
    assert got.found == codes(AIRPORTS)
    assert (got.summary.records, got.summary.complete) == (1000, "proved")
    assert (got.summary.size, got.summary.coverage) == (exactly(1000.0, counted=False), 1.0)
    assert got.summary.stopped_because == "everything is held"
    assert got.requests <= 6 * 1000 / 30  # with those that it takes to understand the site
    checked = check(got.store, 1)
    assert checked.verdict.problems == ()
    assert (checked.verdict.complete, checked.verdict.low, checked.verdict.high) == (
        True, 1000, 1000,
    )  # fmt: skip


SOME = AIRPORTS[::8]
LOOKS: dict[str, dict[str, Any]] = {
    "links to a map": {"shows": "links"},
    "data, in miles": {"shows": "json", "unit": "miles"},
    "attributes, and boxes that only a script fills in": {"shows": "attributes", "hidden": True},
}


@pytest.mark.parametrize("look", LOOKS)
def test_however_it_says_where_places_are(look):
    got = ended(LocatorSite(places=places_of(SOME), **LOOKS[look]))
    assert got.found == codes(SOME)
    assert got.summary.complete == "proved"
    assert check(got.store, 1).verdict.complete


@pytest.mark.parametrize("settings", [{"order": "static"}, {"page_size": 4, "limit": 10}])
def test_in_any_order_and_on_several_pages(settings):
    got = ended(LocatorSite(places=places_of(SOME, **settings)))
    assert got.found == codes(SOME)
    assert got.source.interface.limit == settings.get("limit", 30)
    assert check(got.store, 1).verdict.complete


def test_radii_of_a_list_and_a_region():
    places = places_of(EASTERN, radii=(8.04672, 40.2336, 160.9344))
    got = ended(LocatorSite(places=places, unit="miles"), EAST)
    (near,) = got.source.interface.attributes
    assert (near.kind, near.domain) == (Kind.NEAR, ("8.04672", "40.2336", "160.9344"))
    assert got.found == codes(EASTERN)
    assert got.summary.complete == "proved"


def test_what_the_distance_is_depends_on_the_question_and_is_left_out():
    got = ended(LocatorSite(places=places_of(EASTERN)))
    names = {name for one in got.store.records(1) for name, _ in one.record.values}
    assert names == {"title", "icao", "lat", "lon"}


# --- sites with ways of their own -----------------------------------------------------------------


class Nearest(LocatorPages):
    """Has a box for the radius and takes no notice of it."""

    def _near(self, sent):
        return Near.parse(f"{sent['lat']},{sent['lng']},20500") if sent["lat"] else None


class Shortsighted(LocatorPages):
    """Takes any radius, and never looks farther than 400 km."""

    def _near(self, sent):
        near = super()._near(sent)
        return None if near is None else replace(near, km=min(near.km, 400.0))


class Posting(LocatorPages):
    def _form(self, sent):
        return super()._form(sent).replace('method="get"', 'method="post"')


class Drawn(LocatorPages):
    """A page whose script asks for the places."""

    PAGE = (
        "<!doctype html><title>Stores</title><h1>Our stores</h1><ul id=list></ul><script>"
        "fetch('/stores?lat=51.5&lng=-0.12&radius=300').then(r => r.json()).then(d => {"
        "list.innerHTML = d.stores.map(s => `<li>${s.name}</li>`).join('')})</script>"
    )

    def reply(self, visit: Visit) -> Reply:
        return super().reply(visit) if visit.part(0) else html(self.PAGE)


def odd(pages: type[LocatorPages], rows: list[Row], **site: Any) -> LocatorSite:
    class Odd(LocatorSite):
        @cached_property
        def pages(self):
            return pages(self)

    return Odd(places=places_of(rows), **site)


@pytest.mark.parametrize("pages", [Nearest, Posting])
def test_a_site_that_is_asked_a_little_differently(pages):
    got = ended(odd(pages, SOME))
    assert got.found == codes(SOME)
    assert check(got.store, 1).verdict.complete


def test_a_radius_is_not_believed_to_reach_farther_than_was_seen():
    got = ended(odd(Shortsighted, EASTERN), EAST)
    (domain,) = got.source.interface.attributes[0].domain or ()
    assert 100 < float(domain.removeprefix("[* .. ").removesuffix("]")) <= 400
    assert got.found == codes(EASTERN)
    assert got.summary.complete == "proved"


@needs_chromium
def test_the_data_behind_a_script():
    got = ended(odd(Drawn, SOME, shows="json"), browser=Browser.AUTO)
    assert got.found == codes(SOME)
    assert got.source.encoding.action.endswith("/stores")
    assert check(got.store, 1).verdict.complete


def test_without_a_proof_it_does_not_say_that_nothing_is_missing():
    got = ended(
        LocatorSite(places=places_of(EASTERN, radii=(50, 100))), budget=Budget(max_requests=40)
    )
    assert (got.summary.proved, got.summary.complete, got.summary.size) == (False, "unknown", None)
    verdict = check(got.store, 1).verdict
    assert (verdict.holds, verdict.complete, verdict.high) == (True, False, None)
    assert verdict.uncovered[0].startswith("no disc covers")


# --- as people run it -----------------------------------------------------------------------------


def test_harvest_goes_on_and_its_proof_is_checked_from_the_file(tmp_path):
    file = tmp_path / "shops.db"
    with started(LocatorSite(places=places_of(SOME))) as url:
        asked = ["harvest", url, "--into", str(file), "--delay", "0", "--browser", "never"]
        part = CliRunner().invoke(app, [*asked, "--max-requests", "18"])
        assert "all 18 requests of the budget are spent" in part.output
        whole = CliRunner().invoke(app, asked)
        assert "records   125, all there are" in whole.output
        assert "stopped   everything is held" in whole.output
    assert "holds; nothing is missing" in CliRunner().invoke(app, ["prove", str(file)]).output
    with open_store(file, create=False) as store:
        proof = store.proof(1)
        proof["discs"][0][2] *= 1.1
        store.keep_proof(1, proof)
        verdict = check(store, 1).verdict
    assert not verdict.holds
    assert "its answer proves" in verdict.problems[0]


def test_a_ledger_that_the_archived_pages_do_not_bear_out_proves_nothing():
    got = ended(LocatorSite(places=places_of(SOME)))
    moved = MemoryStore()
    number = moved.source(got.source.url)
    moved.keep_understanding(number, got.store.understanding(1))
    pages = dict(got.store.read_from(1))
    for turn in got.store.turns(1):
        first = turn.answer.records[:1]
        north = tuple(replace(one, values=(*one.values[:-1], ("lon", "0.5"))) for one in first)
        answer = replace(turn.answer, records=(*north, *turn.answer.records[1:]))
        moved.put(pages[turn.number])
        moved.keep_turn(number, replace(turn, answer=answer), page=pages[turn.number], requests=1)
    moved.keep_proof(number, got.store.proof(1))
    verdict = check(moved, number).verdict
    assert not verdict.holds
    assert "other values on the archived page" in verdict.problems[0]
