"""A box for words is proved to be held whole, where a sign before a word leaves it out."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.lab.collection import index
from leadline.lab.world import Counts, World
from leadline.model import Answer, Attribute, Interface, Kind, Outcome
from leadline.plan.proof import build, outline_in, verify
from leadline.plan.splitting.asked import State
from leadline.plan.splitting.halving import Halver, can_halve
from leadline.plan.splitting.policy import Splitter, divider_of
from tests.plan.splitting.stories import coverage, harvested

WORDS = ("amber", "birch", "cedar", "dune", "ember", "fjord", "grove", "heath")
BOX = Attribute(name="text", kind=Kind.KEYWORD, without="-")
EXACT, NONE = Counts(), Counts(kind="none")


def texts(count):
    """Texts that each have another set of words."""
    return [" ".join(w for bit, w in enumerate(WORDS) if n >> bit & 1) for n in range(1, count + 1)]


def box(rows, **how):
    """Texts behind a box that lists everything up to its limit."""
    collection = index([{"title": text} for text in rows], "keyword")
    settings = {"browsable": True, "page_size": 2, "limit": 4, "without": "-", **how}
    return World(collection=collection, **settings)


def verdict(world, splitter, turns):
    proof = build(turns, world.interface, outline_in(splitter))
    return verify(proof, turns, world.interface)


@pytest.mark.parametrize("counts", [EXACT, NONE], ids=["counts", "none"])
def test_every_text_is_held_and_that_is_proved(counts):
    world = box(texts(200), counts=counts)
    splitter, turns = harvested(world)
    assert isinstance(splitter, Halver)
    assert splitter.proved
    assert coverage(world, turns) == 1.0
    assert verdict(world, splitter, turns).complete
    assert len(turns) <= 3 * 200 / 2


def test_the_second_half_is_known_by_what_the_first_leaves():
    world = box(texts(200), limit=40, page_size=20)
    splitter, turns = harvested(world)
    assert isinstance(splitter, Halver)
    derived = set(splitter.cells) - {turn.step.query for turn in turns}
    assert derived
    assert all(splitter.cells[query].closed is State.VALID for query in derived)


def test_a_proof_without_one_half_is_none():
    world = box(texts(60), counts=NONE)
    splitter, turns = harvested(world)
    proof = build(turns, world.interface, outline_in(splitter))
    split = next(n for n, cell in enumerate(proof.cells) if len(cell.parts) == 2)
    cut = replace(proof.cells[split], parts=proof.cells[split].parts[:1])
    cells = (*proof.cells[:split], cut, *proof.cells[split + 1 :])
    problems = verify(replace(proof, cells=cells), turns, world.interface).problems
    assert any("no word and its opposite divide it" in one for one in problems)


def test_a_count_that_does_not_add_up_is_a_problem():
    world = box(texts(60))
    splitter, turns = harvested(world)
    whole = turns[0].answer
    turns[0] = replace(turns[0], answer=replace(whole, total=(whole.total or 0) + 1))
    assert not verdict(world, splitter, turns).complete


def test_words_that_the_site_does_not_look_for_divide_nothing():
    world = box([f"the {text}" for text in texts(100)], stop_words=1)
    splitter, turns = harvested(world)
    assert splitter.proved
    assert coverage(world, turns) == 1.0


def test_equal_texts_are_named():
    world = box([*texts(20), *["same words"] * 5])
    splitter, _ = harvested(world)
    assert not splitter.proved
    assert len(splitter.impossible) == 1
    assert "text=same" in str(splitter.impossible[0]) or "text=words" in str(splitter.impossible[0])


def test_a_page_that_fails_leaves_the_rest_to_be_asked():
    world = box(texts(100))
    splitter, turns = harvested(replace(world, failures=0.05))
    assert coverage(world, turns) > 0.9
    failed = [turn for turn in turns if turn.answer == Answer(outcome=Outcome.FAILED)]
    assert failed
    assert verdict(world, splitter, turns).problems == ()


@given(
    st.lists(st.sets(st.sampled_from(WORDS), min_size=1), min_size=1, max_size=60), st.booleans()
)
def test_what_is_proved_is_true(rows, counted):
    world = box([" ".join(sorted(words)) for words in rows], counts=EXACT if counted else NONE)
    splitter, turns = harvested(world)
    found = verdict(world, splitter, turns)
    assert found.problems == ()
    assert found.complete == splitter.proved
    if splitter.proved:
        assert coverage(world, turns) == 1.0
    else:
        assert splitter.impossible


def test_what_can_be_halved():
    plain = Interface(attributes=(BOX,), limit=10, browsable=True)
    assert can_halve(plain)
    assert not can_halve(replace(plain, limit=None))
    assert not can_halve(replace(plain, browsable=False))
    assert not can_halve(replace(plain, attributes=(replace(BOX, without=""),)))
    assert not can_halve(replace(plain, predicates=1))
    listed = Attribute(name="kind", domain=("a", "b"))
    assert isinstance(divider_of(replace(plain, attributes=(BOX, listed))), Splitter)
    assert divider_of(replace(plain, limit=None)) is None


def test_words_of_two_letters_divide_what_no_longer_ones_do_where_counts_tell_if_they_work():
    rows = [f"w{n % 7}" for n in range(28)]
    splitter, turns = harvested(box(rows))
    assert splitter.proved
    assert coverage(box(rows), turns) == 1.0
    splitter, _ = harvested(box(rows, counts=NONE))
    assert not splitter.proved
