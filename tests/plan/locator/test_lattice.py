from random import Random

import numpy as np
import pytest

from leadline.plan.locator.lattice import CLOSE, middle
from leadline.plan.locator.sphere import AREA, Floats, around, cap_area, distances, seen, vectors


def somewhere(rng: Random) -> Floats:
    return vectors(np.degrees(np.arcsin(rng.uniform(-1, 1))), rng.uniform(-180, 180))


@pytest.mark.parametrize("km", [50.0, 400.0, 2000.0])
def test_every_point_is_in_the_disc_of_its_hexagon_wherever_the_crawl_began(km):
    rng = Random(3)
    for start in (vectors(52.5, 13.4), vectors(90, 0), vectors(-12, 180)):
        for point in [somewhere(rng) for _ in range(100)]:
            assert distances(middle(start, point, km), point) <= CLOSE * km + 0.001


def test_the_middle_of_a_hexagon_is_its_own_and_the_start_is_one():
    start, rng = vectors(37.0, -95.0), Random(4)
    assert distances(middle(start, start, 100), start) < 1e-6
    for _ in range(100):
        near = around(start, np.array([rng.uniform(0, 7)]), np.array([rng.uniform(0, 3000)]))[0]
        place = middle(start, near, 100)
        assert distances(middle(start, place, 100), place) < 1e-6


def test_the_earth_takes_discs_less_than_half_as_deep_again_as_a_plane():
    start, rng, km = vectors(0, 0), Random(5), 800.0
    places = {tuple(middle(start, somewhere(rng), km).round(6)) for _ in range(6_000)}
    assert len(places) * float(cap_area(km)) / AREA < 1.5 * 1.21


def test_what_is_seen_at_a_bearing_lies_there():
    start = vectors(89.0, 20.0)
    other = around(start, np.array([2.5]), np.array([700.0]))[0]
    assert seen(start, other) == pytest.approx((2.5, 700.0))
