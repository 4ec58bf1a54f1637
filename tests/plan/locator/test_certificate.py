"""The proof as it is kept in a file: nothing that is changed in it passes."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.lab.locate import Crawl
from leadline.plan.locator.certificate import (
    Certificate,
    as_proof,
    certified,
    from_json,
    judged,
    to_json,
)
from leadline.plan.locator.near import Disc
from leadline.plan.locator.region import Region
from tests.plan.locator.stories import scattered, shops

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=2), inner),
    max_leaves=8,
)


@pytest.fixture(scope="module")
def crawl():
    one = Crawl(shops(scattered(80)), Region())
    one.run()
    return one


@pytest.fixture(scope="module")
def proof(crawl):
    return certified(crawl.known.learner, crawl.turns)


def test_it_holds_and_is_complete(crawl, proof):
    verdict = judged(proof, crawl.turns, 30)
    assert (verdict.holds, verdict.complete, verdict.low, verdict.high) == (True, True, 80, 80)


def test_there_and_back(proof):
    assert from_json(to_json(proof)) == proof


def test_each_disc_is_a_cell_of_its_question(crawl, proof):
    cells = as_proof(proof, crawl.turns).cells
    assert [cell.turns for cell in cells] == [(disc.turn,) for disc in proof.discs]
    assert all(str(cell.query).startswith("near=") for cell in cells)


def test_without_a_disc_it_holds_and_leaves_something_open(crawl, proof):
    verdict = judged(replace(proof, discs=proof.discs[1:]), crawl.turns, 30)
    assert (verdict.holds, verdict.complete, verdict.high) == (True, False, None)
    assert verdict.uncovered[0].startswith("no disc covers")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda one: replace(one, records=81), "it speaks of 81 records; the turns show 80"),
        (lambda one: replace(one, turns=one.turns + 1), "is missing"),
        (lambda one: replace(one, discs=(larger(one.discs[0]), *one.discs[1:])), "its answer"),
    ],
)
def test_what_does_not_follow(crawl, proof, change, said):
    verdict = judged(change(proof), crawl.turns, 30)
    assert not verdict.holds
    assert said in verdict.problems[0]


def larger(disc):
    return replace(disc, km=1.01 * disc.km)


def test_an_answer_that_shows_more_than_the_limit_says_what_the_limit_is(crawl, proof):
    """Told that three are shown at most, thirty of them prove that it is thirty."""
    assert judged(proof, crawl.turns, 3).complete


ONE = Certificate(region=Region(), discs=(Disc(lat=1, lon=2, km=3, turn=4),), turns=5, records=6)


@pytest.mark.parametrize(
    "change",
    [
        {"region": [1, 2, 3]},
        {"region": [-91, 0, 0, 10]},
        {"region": [0, 0, 10, 361]},
        {"discs": [[1, 2, 3]]},
        {"discs": [[1, 2, float("nan"), 4]]},
        {"discs": [[1, 2, -3, 4]]},
        {"discs": [["a", 2, 3, 4]]},
        {"turns": -1},
        {"records": 1.5},
    ],
)
def test_what_is_no_proof(change):
    assert from_json(to_json(ONE)) == ONE
    assert from_json({**to_json(ONE), **change}) is None


@given(JSON)
def test_whatever_it_is(data):
    assert from_json(data) is None
    assert from_json({**to_json(ONE), "discs": data}) is None or data in ([], {}, "")
