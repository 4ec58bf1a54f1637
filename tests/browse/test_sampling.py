"""Trying strategies on a sample, choosing one, and seeing whether the prediction held."""

import math

from leadline.browse.sampling import Trial, check, choose, compare, estimate, predict
from leadline.browse.yields import Yield, coverages, harvests, summed


def trial(strategy, site, pages, *found):
    return Trial(strategy=strategy, site=site, pages=pages, found=frozenset(found))


SAMPLE = [
    trial("deep", "x", 10, "a", "b"), trial("deep", "y", 20, "c", "d"), trial("deep", "z", 6),
    trial("front", "x", 1, "a"), trial("front", "y", 1), trial("front", "z", 1),
]  # fmt: skip


def test_local_and_global_yields_differ():
    yields = [Yield(pages=1, found=1, total=1), Yield(pages=9, found=1, total=3)]
    assert (summed(yields).harvest, summed(yields).coverage) == (0.2, 0.5)
    assert harvests(yields) == [1.0, 1 / 9]
    assert coverages([*yields, Yield(pages=2, found=0, total=0)]) == [1.0, 1 / 3]
    assert summed([Yield(pages=1, found=0)]).coverage is None


def test_the_interval_is_that_of_the_central_limit_theorem():
    found = estimate([1.0, 2.0, 3.0, 4.0])
    assert found.mean == 2.5
    assert round(found.margin, 4) == round(1.959964 * math.sqrt(5 / 3) / 2, 4)
    assert estimate([3.0]).margin == math.inf


def test_the_strategies_are_compared_on_what_all_of_them_found():
    front, deep = compare(SAMPLE)
    assert (front.strategy, round(front.harvest.mean, 3), front.coverage.mean) == (
        "front", 0.333, 0.25,
    )  # fmt: skip
    assert (deep.strategy, round(deep.harvest.mean, 3), deep.coverage.mean) == ("deep", 0.1, 1.0)


def test_the_highest_harvest_of_those_that_cover_enough_is_chosen():
    front, deep = compare(SAMPLE)
    assert choose([front, deep], 0.9) is deep
    assert choose([front, deep], 0.2) is front
    assert choose([front], 0.9) is front
    assert choose([]) is None


def test_a_prediction_is_checked_against_what_came():
    foreseen = predict(compare(SAMPLE)[1], 100)
    assert (foreseen.pages.mean, round(foreseen.found.mean, 1)) == (1200.0, 133.3)
    checks = check(foreseen, [Yield(pages=12, found=1, total=1)] * 100)
    assert {one.name: one.within for one in checks} == {
        "local harvest": True, "global harvest": True, "pages": True, "forms": True,
        "global coverage": True,
    }  # fmt: skip
