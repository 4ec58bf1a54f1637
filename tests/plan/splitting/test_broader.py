"""Which query is asked for a cell: one that several cells share may bring more."""

from random import Random

import pytest

from leadline.lab.world import Counts
from leadline.model import Query
from leadline.plan.splitting.broader import Broader, _at_most
from leadline.plan.splitting.node import Node
from leadline.plan.splitting.rows import Rows
from leadline.plan.splitting.sizes import Sizes
from leadline.plan.splitting.tree import Tree
from tests.plan.splitting.stories import coverage, for_sale, harvested, over


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


def panel(rng, *, twice=0):
    """A record for each of 40 towns in each of 25 years, and some more."""
    cells = [(town, year) for town in range(40) for year in range(25)]
    cells += rng.sample(cells, twice)
    return [
        {"town": f"t{t}", "year": f"y{y}", "size": f"s{int(rng.expovariate(0.5))}"}
        for t, y in cells
    ]


@pytest.mark.parametrize(("twice", "most"), [(0, 450), (5, 450)])
def test_a_town_is_not_asked_for_in_a_year_of_which_its_record_is_held(twice, most):
    world = over(
        panel(Random(3), twice=twice), categories=["town", "year", "size"], page_size=10, limit=10
    )
    splitter, turns = harvested(world)
    assert splitter.proved
    assert coverage(world, turns) == 1
    assert len(turns) < most


def test_a_cell_whose_broader_query_does_not_fit_is_asked_itself():
    rng = Random(0)
    fields = [f"f{n}" for n in range(20)]
    rows = [{rng.choice(fields): rng.randrange(50), "k": rng.choice("abcdef")} for _ in range(400)]
    world = over(rows, ordered=fields, categories=["k"], page_size=10, limit=20)
    splitter, turns = harvested(world)
    assert splitter.proved
    assert coverage(world, turns) == 1
    assert len(turns) < 130  # 160 with one broader query after the other for the same cell


def test_values_of_a_long_list_are_asked_in_all_cells_at_once():
    rng = Random(0)
    routes = [(rng.randrange(200, 900), rng.choice("abc"), rng.choice("uvwxyz")) for _ in range(30)]
    rows = []
    for _ in range(600):
        km, start, line = routes[min(int(rng.expovariate(0.15)), 29)]
        rows.append({"km": km, "start": start, "line": line, "plate": f"p{rng.randrange(300)}"})
    world = over(
        rows, ordered=["km"], categories=["start", "line", "plate"], page_size=10, limit=10
    )
    splitter, turns = harvested(world)
    assert splitter.proved
    assert coverage(world, turns) == 1
    assert len(turns) < 340  # there are 300 plates; one by one in routes that lack some took 400


def test_a_value_is_asked_in_all_strips_of_a_range_at_once():
    world = over(for_sale(Random(0)), ordered=["price"], categories=["land", "town"],
                 page_size=10, limit=10, counts=Counts(kind="none"))  # fmt: skip
    splitter, turns = harvested(world)
    assert splitter.proved
    assert coverage(world, turns) == 1
    assert len(turns) < 800  # 1,029 if what comes first by its name is left out first


def test_a_broader_answer_of_many_pages_is_read_if_it_brings_as_much_for_each():
    world = over([{"a": "x", "b": "u"}] * 20, categories=["a", "b"], page_size=2, limit=30)
    tree = Tree(world.interface, Rows(world.interface))
    broader = Broader(world.interface, tree, Sizes(world.interface, tree.rows, tree.root), {})
    cell = Node(Query.of(a="x", b="u"), None, thought=10.0)
    assert broader._pays(cell, 20.0, held=0)
    assert not broader._pays(cell, 20.0, held=10)  # half of it was shown by other cells
    assert broader._pays(cell, 2.0, held=2)  # a page in any case


@pytest.mark.parametrize(
    ("number", "mean", "chance"), [(0, 1.0, 0.368), (2, 1.0, 0.920), (9, 0.0, 1.0)]
)
def test_the_chance_that_an_answer_fits(number, mean, chance):
    assert _at_most(number, mean) == pytest.approx(chance, abs=0.001)
