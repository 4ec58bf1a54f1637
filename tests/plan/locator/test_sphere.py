from random import Random

import numpy as np
import pytest

from leadline.plan.locator.region import Region
from leadline.plan.locator.sphere import around, cap_area, degrees, distances, vectors
from leadline.plan.locator.uncovered import Uncovered, halved, measured


@pytest.mark.parametrize(
    ("one", "other", "km"),
    [
        ((0, 179.5), (0, -179.5), 111.1951),
        ((89.5, 0), (89.5, 180), 111.1951),
        ((90, 0), (90, 123), 0),
        ((0, 0), (0, 180), 20015.1144),
        ((51.5, 0), (51.500009, 0), 0.001),
        ((52.52, 13.405), (48.137, 11.575), 504.34),
    ],
)
def test_distances_hold_at_the_poles_and_the_date_line(one, other, km):
    assert float(distances(vectors(*one), vectors(*other))) == pytest.approx(
        km, abs=0.001, rel=1e-5
    )


def test_points_around_another_are_as_far_as_asked():
    for place in ((90.0, 0.0), (-90.0, 10.0), (0.0, 180.0), (45.0, -3.0)):
        centre = vectors(*place)
        found = around(centre, np.array([0.0, 1.0, 4.0]), np.array([1.0, 500.0, 9000.0]))
        assert distances(found, centre).tolist() == pytest.approx([1.0, 500.0, 9000.0])


def test_a_vector_goes_back_to_its_degrees():
    assert degrees(vectors(-33.5, 151.25)) == pytest.approx((-33.5, 151.25))


def test_the_whole_earth_is_half_of_it_twice():
    assert float(cap_area(20015.0868)) == pytest.approx(5.1007e8, rel=1e-3)
    assert float(cap_area(20015.0868 / 2)) == pytest.approx(5.1007e8 / 2, rel=1e-3)


def random_boxes(count):
    rng = Random(7)
    for _ in range(count):
        south, west = rng.uniform(-90, 89), rng.uniform(-180, 180)
        height, width = rng.uniform(0, 90 - south), rng.uniform(0, 180) * rng.random()
        yield south, west, south + height, west + width


def test_no_point_of_a_box_is_farther_from_its_middle_than_its_reach():
    rng = np.random.default_rng(1)
    for box in random_boxes(100):
        (middle,), (reach,), _ = measured(np.array([box]))
        lat, lon = rng.uniform(box[0], box[2], 300), rng.uniform(box[1], box[3], 300)
        assert distances(vectors(lat, lon), middle).max() <= reach + 1e-6


def test_halves_have_the_area_of_the_whole():
    boxes = np.array(list(random_boxes(50)))
    assert measured(halved(boxes))[2].sum() == pytest.approx(measured(boxes)[2].sum())


def test_what_no_disc_contains_is_never_taken_away():
    rng = np.random.default_rng(2)
    left, discs = Uncovered(Region()), []
    for _ in range(40):
        centre = vectors(rng.uniform(-90, 90), rng.uniform(-180, 180))
        discs.append((centre, float(rng.choice([50.0, 800.0, 4000.0, 9000.0]))))
        left.cover(*discs[-1])
    lat, lon = np.degrees(np.arcsin(rng.uniform(-1, 1, 2000))), rng.uniform(-180, 180, 2000)
    for point, here, there in zip(vectors(lat, lon), lat, lon, strict=True):
        if all(distances(point, centre) > km for centre, km in discs):
            south, west, north, east = left.boxes.T
            assert ((south <= here) & (here <= north) & (west <= there) & (there <= east)).any()


def test_a_disc_takes_away_nearly_all_it_contains():
    left = Uncovered(Region())
    left.cover(vectors(90.0, 0.0), 3000.0)
    assert 5.1007e8 - left.area.sum() == pytest.approx(float(cap_area(3000.0)), rel=0.08)


@pytest.mark.parametrize("text", ["", "1,2,3", "a,b,c,d", "50,0,40,10", "-91,0,0,1", "0,0,1,nan"])
def test_what_is_no_region_is_none(text):
    assert Region.parse(text) is None


def test_a_region_may_cross_the_date_line():
    fiji = Region.parse("-22,176,-12,-178")
    assert fiji == Region(-22.0, 176.0, -12.0, 182.0)
    within = [(-17, 179), (-17, -179), (-17, 180)]
    beyond = [(-17, -177), (-17, 175), (-23, 179)]
    points = np.array([vectors(*point) for point in (*within, *beyond)])
    assert fiji.holds(points).tolist() == [True, True, True, False, False, False]
