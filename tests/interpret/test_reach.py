"""How far a locator looks, found out by asking where known places are just within reach."""

from functools import partial
from typing import Any

import pytest

from leadline.document import Document
from leadline.interpret.reach import learn_reach
from leadline.interpret.talk import Heard
from leadline.model import Page, Query, Request
from leadline.plan.locator.sphere import distances, vectors

TOWNS = vectors([50.9, 50.7, 48.1, 52.5], [7.0, 7.1, 11.6, 13.4])
RADII = (20500.0, 3000.0, 500.0, 100.0, 20.0)
PAGE = Document(Page(request=Request(url="http://x/"), url="http://x/"))


def reached(looks, radii=RADII, listed=False):
    """What is found out of a site that looks so far for so many kilometres, and how often asked."""
    asked = []

    def ask(lat, lon, km):
        asked.append(km)
        far = distances(TOWNS, vectors(lat, lon))
        shown = TOWNS[far <= looks(km)]
        heard = Heard(query=Query(), request=Request(url="http://x/"), document=PAGE)
        places[id(heard)] = shown
        kept.append(heard)
        return heard
        yield

    places: dict[int, Any] = {}
    kept = []
    talk = learn_reach(ask, lambda heard: places[id(heard)], TOWNS[:2], radii, listed=listed)
    with pytest.raises(StopIteration) as done:
        next(talk)
    return done.value.value, asked


def test_a_site_that_looks_everywhere_is_believed_as_far_as_was_seen():
    km, asked = reached(lambda km: km)
    assert 5000 < km < 20500
    assert asked == [20500.0]


@pytest.mark.parametrize("most", [40.0, 250.0, 1000.0])
def test_one_that_looks_no_farther_than_it_likes(most):
    km, asked = reached(lambda km: min(km, most))
    assert 0.7 * most < km <= most
    assert len(asked) < 20


def test_one_that_refuses_larger_radii():
    km, _ = reached(lambda km: km if km <= 300 else 0.0)
    assert 200 < km <= 300


def test_of_a_list_the_largest_that_brings_what_it_should():
    radii = (100.0, 50.0, 10.0)
    assert reached(lambda km: km, radii, listed=True) == (100.0, [100.0])
    assert reached(partial(min, 50.0), radii, listed=True)[0] == 50.0


def test_a_site_that_shows_nothing():
    assert reached(lambda km: 0.0)[0] is None
