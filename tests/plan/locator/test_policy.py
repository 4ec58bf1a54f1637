"""Whole crawls: everything is found, proved, and costs little."""

import math
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from random import Random

import pytest

from leadline.flow import next_step, recall
from leadline.lab.locate import Crawl
from leadline.lab.places import Places
from leadline.model import Answer, Outcome, Record, Step
from leadline.plan.locator.policy import Locator
from leadline.plan.locator.region import Region
from leadline.plan.locator.sphere import AREA, cap_area
from tests.plan.locator.stories import crawled, scattered, shops

ORDERS = pytest.mark.parametrize("order", ["distance", "static"])


@ORDERS
def test_a_thousand_places_within_six_times_the_floor(order):
    crawl = crawled(scattered(1000), order=order)
    assert (crawl.found, crawl.verdict.holds) == (1000, True)
    assert crawl.requests <= 6 * 1000 / 30
    assert crawl.nearest_first is (order == "distance")


@ORDERS
def test_pages_are_requests_and_queries_are_not(order):
    crawl = crawled(scattered(300), order=order, page_size=10)
    assert (crawl.found, crawl.verdict.holds) == (300, True)
    assert crawl.queries < crawl.requests <= 3 * crawl.queries


@ORDERS
@pytest.mark.parametrize(
    "box",
    [(80.0, -180.0, 90.0, 180.0), (-90.0, -180.0, -85.0, 180.0), (-20.0, 175.0, -12.0, 187.0)],
)
def test_poles_and_the_date_line_are_places_like_others(order, box):
    south, west, north, east = box
    region = Region(south, west, north, east)
    crawl = crawled(scattered(200, box=box), region, order=order)
    assert (crawl.places, crawl.found, crawl.verdict.holds) == (200, 200, True)


@ORDERS
def test_a_drop_down_of_radii(order):
    box = (47.0, 6.0, 54.0, 15.0)
    crawl = crawled(scattered(400, box=box), Region(*box), order=order, radii=(5, 10, 25, 50, 100))
    asked = {turn.step.query.predicates[0][1].rpartition(",")[2] for turn in crawl.turns}
    assert (crawl.found, crawl.verdict.holds) == (400, True)
    assert asked <= {"5", "10", "25", "50", "100"}


@ORDERS
def test_a_largest_radius(order):
    box = (47.0, 6.0, 54.0, 15.0)
    crawl = crawled(scattered(100, box=box), Region(*box), order=order, largest=150.0)
    assert (crawl.found, crawl.verdict.holds) == (100, True)


@pytest.mark.parametrize("count", [1, 29, 30, 31])
@ORDERS
def test_small_sources(order, count):
    crawl = crawled(scattered(count), order=order)
    assert (crawl.found, crawl.verdict.holds) == (count, True)


def test_one_place_takes_one_question():
    assert crawled(scattered(1)).requests == 1


@ORDERS
def test_more_places_at_one_point_than_can_be_shown_are_not_proved(order):
    rows = scattered(100, box=(40.0, 0.0, 50.0, 10.0))
    rows += [{"name": f"Mall {n}", "lat": 45.5, "lon": 5.5} for n in range(40)]
    crawl = crawled(rows, order=order)
    assert not crawl.verdict.holds
    assert crawl.verdict.why.startswith(("no disc covers 45.5", "no disc covers 45.49999"))
    assert crawl.requests < 150


def without_coordinates(places):
    bare = tuple(Record(record.key, (("name", "Shop"),)) for record in places.records)
    return replace(places, records=bare)


def test_without_coordinates_only_answers_with_room_left_prove():
    crawl = Crawl(without_coordinates(shops(scattered(120))), Region()).run()
    assert (crawl.found, crawl.verdict.holds, crawl.nearest_first) == (120, True, False)


def test_coordinates_cut_to_two_decimals_still_tell_the_order():
    places = shops(scattered(200))
    cut = tuple(
        Record(r.key, tuple((n, v if n == "name" else f"{float(v):.2f}") for n, v in r.values))
        for r in places.records
    )
    crawl = Crawl(replace(places, records=cut), Region()).run()
    assert (crawl.found, crawl.verdict.holds, crawl.nearest_first) == (200, True, True)


@dataclass(frozen=True, kw_only=True)
class Liar(Places):
    """A locator that shows the nearest first until it has answered a few questions."""

    asked: list[Step] = field(default_factory=list)

    def answer(self, step):
        self.asked.append(step)
        return super().answer(step) if len(self.asked) < 6 else self.other.answer(step)

    @cached_property
    def other(self):
        return Places(at=self.at, records=self.records, order="static")


def made(kind, places):
    return kind(**{one.name: getattr(places, one.name) for one in fields(places)})


def test_what_followed_from_an_order_is_withdrawn_with_it():
    crawl = Crawl(made(Liar, shops(scattered(200))), Region()).run()
    assert (crawl.found, crawl.verdict.holds, crawl.nearest_first) == (200, True, False)


class Equatorial(Places):
    """A locator that takes the Earth to be as large as it is at the equator."""

    def away(self, near):
        return super().away(near) * (6378.137 / 6371.0088)


@ORDERS
def test_how_a_site_measures_does_not_matter(order):
    crawl = Crawl(made(Equatorial, shops(scattered(200), order=order)), Region()).run()
    assert (crawl.found, crawl.verdict.holds) == (200, True)


class Deaf(Places):
    """A locator that refuses everything."""

    def answer(self, step):
        return Answer(outcome=Outcome.REFUSED)


def test_a_source_that_refuses_everything_is_given_up():
    crawl = Crawl(made(Deaf, shops(scattered(50))), Region()).run()
    assert (crawl.found, crawl.verdict.holds) == (0, False)
    assert crawl.requests == 30


class Moody(Liar):
    """A locator every third of whose pages fails the first time."""

    def answer(self, step):
        self.asked.append(step)
        return Answer(outcome=Outcome.FAILED) if len(self.asked) % 3 == 0 else self.true(step)

    def true(self, step):
        return Places.answer(self, step)


def test_pages_that_fail_are_asked_again():
    crawl = Crawl(made(Moody, shops(scattered(200), page_size=10)), Region()).run()
    assert (crawl.found, crawl.verdict.holds) == (200, True)


@ORDERS
def test_a_crawl_resumed_from_its_turns_goes_on_as_one_never_interrupted(order):
    places = shops(scattered(200), order=order, page_size=10)
    turns = Crawl(places, Region()).run().turns
    policy = Locator()
    for done in (0, 1, 7, len(turns) // 2, len(turns) - 1):
        known = recall(policy, places.interface, turns[:done])
        assert next_step(policy, known) == turns[done].step
    known = recall(policy, places.interface, turns)
    assert policy.choose(known, Random(0)) is None


@ORDERS
def test_a_plain_with_a_small_largest_radius_takes_little_more_than_hexagons_would(order):
    region = Region(24.0, -125.0, 49.5, -66.5)
    crawl = crawled(
        scattered(9, box=(30.0, -110.0, 45.0, -80.0)), region, order=order, largest=150.0
    )
    area = AREA / 2 * (math.sin(math.radians(49.5)) - math.sin(math.radians(24.0))) * 58.5 / 360
    assert crawl.verdict.holds
    assert crawl.requests * float(cap_area(150.0)) / area < 1.3 * 1.21
