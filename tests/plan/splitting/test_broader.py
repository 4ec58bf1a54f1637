"""Which query is asked for a cell: one that several cells share may bring more."""

from random import Random

import pytest

from leadline.plan.splitting.broader import _at_most
from tests.plan.splitting.stories import coverage, harvested, over


def test_cells_that_lack_a_few_records_share_a_query():
    rng = Random(5)
    rows = [{name: f"{name}{rng.randrange(8)}" for name in "xyz"} for _ in range(700)]
    world = over(rows, categories=list("xyz"), page_size=10, limit=10)
    splitter, turns = harvested(world)
    assert splitter.proved
    assert coverage(world, turns) == 1
    fields = [{name for name, _ in turn.step.query.predicates} for turn in turns]
    pairs = [two for two in ({"x", "y"}, {"x", "z"}, {"y", "z"}) if two in fields]
    assert len(pairs) == 3  # the tree has two of them at most beside each other
    assert len(turns) < 225  # of which seventy would do; each cell by itself took 241


def test_a_cell_whose_broader_query_does_not_fit_is_asked_itself():
    rng = Random(0)
    fields = [f"f{n}" for n in range(20)]
    rows = [{rng.choice(fields): rng.randrange(50), "k": rng.choice("abcdef")} for _ in range(400)]
    world = over(rows, ordered=fields, categories=["k"], page_size=10, limit=20)
    splitter, turns = harvested(world)
    assert splitter.proved
    assert coverage(world, turns) == 1
    assert len(turns) < 130  # 160 with one broader query after the other for the same cell


@pytest.mark.parametrize(
    ("number", "mean", "chance"), [(0, 1.0, 0.368), (2, 1.0, 0.920), (9, 0.0, 1.0)]
)
def test_the_chance_that_an_answer_fits(number, mean, chance):
    assert _at_most(number, mean) == pytest.approx(chance, abs=0.001)
