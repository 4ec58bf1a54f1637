"""The proof: what follows from an answer, and what a checker does not let pass."""

from dataclasses import replace

import pytest

from leadline.model import Answer, Outcome, Query, Record, Step, Turn
from leadline.plan.locator.coordinates import Columns
from leadline.plan.locator.evidence import Asked, Sight, proven
from leadline.plan.locator.near import Disc, Near
from leadline.plan.locator.region import Region
from leadline.plan.locator.thin import thinned
from leadline.plan.locator.verify import Verdict, uncovered_point, verify
from tests.plan.locator.stories import crawled, scattered

TRUSTED = Sight(columns=Columns("lat", "lon"), slack=0.0, steps=99, ordered=True)


def north(*degrees):
    """Records on the meridian of Greenwich."""
    return tuple(
        Record(str(n), (("lat", f"{d:.4f}"), ("lon", "0.0"))) for n, d in enumerate(degrees)
    )


def asked(records, km=500.0, ended=True):
    return Asked(near=Near(lat=0, lon=0, km=km), turn=1, records=records, ended=ended)


def test_an_answer_with_room_left_proves_its_radius_but_for_how_sites_measure():
    assert proven(asked(north(1, 2)), TRUSTED, 3) == pytest.approx(497.0)
    assert proven(asked(()), replace(TRUSTED, ordered=False), 3) == pytest.approx(497.0)


def test_a_full_answer_proves_less_than_the_way_to_its_last_record():
    assert proven(asked(north(1, 2, 3)), TRUSTED, 3) == pytest.approx(3 * 111.195 * 0.988, rel=1e-5)


def test_records_as_far_as_the_last_may_be_missing():
    two_at_one = north(0, 0, 0)
    assert proven(asked(two_at_one), TRUSTED, 3) == 0.0


def test_a_full_answer_in_another_order_proves_nothing():
    assert proven(asked(north(1, 2, 3)), replace(TRUSTED, ordered=False), 3) == 0.0
    assert proven(asked(north(1, 2, 3)), replace(TRUSTED, steps=5), 3) == 0.0


def test_an_answer_broken_off_proves_up_to_its_last_record():
    assert proven(asked(north(1, 2), ended=False), TRUSTED, 30) == pytest.approx(219.72, abs=0.01)


@pytest.fixture(scope="module", params=["distance", "static"])
def crawl(request):
    return crawled(scattered(200), order=request.param)


def checked(crawl, discs=None, turns=None):
    discs = crawl.discs if discs is None else discs
    return verify(crawl.turns if turns is None else turns, discs, Region(), crawl.limit)


def test_a_proof_holds(crawl):
    assert (crawl.found, checked(crawl)) == (200, Verdict(True))


def test_no_disc_can_be_taken_from_it(crawl):
    for n in range(len(crawl.discs)):
        verdict = checked(crawl, crawl.discs[:n] + crawl.discs[n + 1 :])
        assert not verdict.holds
        assert verdict.why.startswith("no disc covers")


def test_no_radius_can_be_larger(crawl):
    for n, disc in enumerate(crawl.discs):
        larger = (*crawl.discs[:n], replace(disc, km=disc.km * 1.0001), *crawl.discs[n + 1 :])
        assert "its answer proves" in checked(crawl, larger).why


def test_no_disc_can_be_moved(crawl):
    moved = (replace(crawl.discs[0], lat=crawl.discs[0].lat + 0.1), *crawl.discs[1:])
    assert "asked elsewhere" in checked(crawl, moved).why


def test_no_turn_can_be_missing(crawl):
    last = max(disc.turn for disc in crawl.discs)
    turns = [turn for turn in crawl.turns if turn.number != last]
    assert "no such question" in checked(crawl, turns=turns).why


def test_not_a_number_is_no_radius(crawl):
    odd = (*crawl.discs, replace(crawl.discs[0], km=float("nan")))
    assert not checked(crawl, odd).holds


def test_one_answer_out_of_order_refutes_every_disc_that_relied_on_it():
    crawl = crawled(scattered(200), order="distance")
    turn = crawl.turns[3]
    back = replace(turn.answer, records=turn.answer.records[::-1])
    turns = [replace(t, answer=back) if t is turn else t for t in crawl.turns]
    assert "its answer proves 0.0" in checked(crawl, turns=turns).why


def test_a_page_that_is_not_there_ends_what_an_answer_proves():
    near = Query((("near", "0,0,500"),))
    turns = [
        Turn(1, Step(near, 1), Answer(records=north(1), more=True)),
        Turn(2, Step(near, 2), Answer(outcome=Outcome.FAILED)),
    ]
    disc = Disc(lat=0, lon=0, km=497.0, turn=1)
    assert "its answer proves 0.0" in verify(turns, [disc], Region(-1, -1, 1, 1), 30).why
    whole = [turns[0], Turn(2, Step(near, 2), Answer(records=north(2)))]
    assert verify(whole, [disc], Region(-1, -1, 1, 1), 30) == Verdict(True)


def test_nothing_covers_nothing():
    assert uncovered_point([], Region()) == (0.0, -135.0)
    assert verify([], [], Region(), 30).why == "no disc covers 0.000000, -135.000000"


def test_two_hemispheres_that_overlap_cover_the_earth_and_two_that_do_not_leave_a_ring():
    def both(km):
        return [Disc(lat=lat, lon=0, km=km, turn=1) for lat in (90, -90)]

    assert uncovered_point(both(10010), Region()) is None
    assert uncovered_point(both(10000), Region()) is not None


def test_what_others_cover_is_left_out():
    large = Disc(lat=0, lon=0, km=2000, turn=1)
    inner, outer = replace(large, km=900, turn=2), replace(large, lon=15, turn=3)
    assert thinned([inner, large, outer], Region()) == [large, outer]
    assert thinned([large, outer], Region(-5, -5, 5, 5)) == [large]
