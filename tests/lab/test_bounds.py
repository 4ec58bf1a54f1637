from itertools import product
from random import Random

import pytest

from leadline.lab.bounds import lower_bounds, page_floor, pages_of, wanted
from leadline.lab.collection import index
from leadline.lab.cover import cover_of
from leadline.lab.world import World
from leadline.model import PAGES, QUERIES, Cost, Query


def tiny_world(seed: int, **settings) -> World:
    """Up to nine records with words out of six: small enough to try every way of reading."""
    rng = Random(seed)
    rows = [{"t": " ".join(rng.sample("abcdef", rng.randint(1, 3)))} for _ in range(9)]
    return World(collection=index(rows, "keyword"), page_size=2, seed=seed, **settings)


def best_by_trying(world: World, need: int, cost: Cost) -> float | None:
    """The cheapest way to hold so many records, over all numbers of pages of every query."""
    p = world.page_size
    shown = [world.visible(v).tolist() for v in range(world.collection.values)]
    if world.browsable:
        shown.append(world.ranked(Query())[: world.limit].tolist())
    prices = [
        sum(cost.of(1, pages, 0) for pages in read if pages)
        for read in product(*(range(-(-len(rows) // p) + 1) for rows in shown))
        if len({r for rows, n in zip(shown, read, strict=True) for r in rows[: n * p]}) >= need
    ]
    return min(prices, default=None)


@pytest.mark.parametrize("limit", [None, 3])
@pytest.mark.parametrize("cost", [PAGES, QUERIES, Cost(query=2.0, page=1.0)])
def test_the_bound_is_never_above_the_optimum(limit, cost):
    for seed in range(4):
        world = tiny_world(seed, limit=limit)
        pages = pages_of(world, cover_of(world))
        found = lower_bounds(pages, (0.4, 0.7, 1.0), cost, steps=60)
        for share in (0.4, 0.7, 1.0):
            best = best_by_trying(world, wanted(world.collection.records, share), cost)
            assert (share in found) == (best is not None)
            if best is not None:
                assert found[share] <= best


def test_the_bound_holds_after_any_number_of_steps():
    world = tiny_world(1)
    pages = pages_of(world, cover_of(world))
    best = best_by_trying(world, 9, PAGES)
    assert best is not None
    bounds = [lower_bounds(pages, [1.0], steps=steps)[1.0] for steps in (1, 2, 5, 20, 100)]
    assert all(bound <= best for bound in bounds)


def test_disjoint_queries_are_bounded_exactly():
    rows = [{"t": word} for word in "aaabbbccc"]
    world = World(collection=index(rows, "keyword"), page_size=2)
    pages = pages_of(world, cover_of(world))
    assert lower_bounds(pages, [1.0]) == {1.0: 6}
    assert lower_bounds(pages, [1.0], QUERIES) == {1.0: 3}
    assert page_floor(9, 1.0, 2) == 5


def test_a_crawler_may_stop_within_a_query():
    rows = [{"t": "all"} for _ in range(20)]
    world = World(collection=index(rows, "keyword"), page_size=5)
    pages = pages_of(world, cover_of(world))
    assert lower_bounds(pages, [0.5, 1.0]) == {0.5: 2, 1.0: 4}


def test_a_list_of_everything_is_one_more_query():
    rows = [{"t": word} for word in "abcdef"]
    world = World(collection=index(rows, "keyword"), page_size=3, browsable=True)
    assert lower_bounds(pages_of(world, cover_of(world)), [1.0]) == {1.0: 2}


def test_a_share_that_single_values_cannot_show_has_no_bound():
    rows = [{"t": "all"} for _ in range(10)]
    world = World(collection=index(rows, "keyword"), page_size=5, limit=5)
    assert lower_bounds(pages_of(world, cover_of(world)), [0.5, 0.9]) == {0.5: 1}


def test_more_steps_come_close_to_the_optimum_of_a_larger_cover():
    rng = Random(3)
    rows = [
        {"t": " ".join({f"w{int(rng.expovariate(0.05))}" for _ in range(4)})} for _ in range(300)
    ]
    world = World(collection=index(rows, "keyword"), limit=20)
    pages = pages_of(world, cover_of(world))
    few, many = (lower_bounds(pages, [0.95], steps=steps)[0.95] for steps in (1, 300))
    assert page_floor(300, 0.95, 10) <= few < many
