"""Greedy with full knowledge, and the runs it is measured with."""

from random import Random

import pytest

from leadline.lab.collection import index
from leadline.lab.cover import cover_of
from leadline.lab.oracle import Oracle
from leadline.lab.run import Curve, first_query, run
from leadline.lab.world import World
from leadline.model import QUERIES, Interface, Outcome, Query, Step
from leadline.plan.knowledge import Knowledge
from leadline.plan.policy import Unlearned


def oracle_of(world: World, **settings: object) -> Oracle:
    return Oracle(world, cover_of(world), **settings)  # type: ignore[arg-type]


def asked(world: World, oracle: Oracle, first: Query | None = None) -> list[Step]:
    """The steps of a whole crawl."""
    steps = list[Step]()

    class Listening:
        def learner(self, interface: Interface):
            return oracle.learner(interface)

        def choose(self, known: Knowledge, rng: Random) -> Step | None:
            step = oracle.choose(known, rng)
            steps.extend([step] if step else [])
            return step

    run(world, Listening(), first=first, target=1.0)
    return steps


def random_world(seed: int, limit: int | None = None) -> World:
    rng = Random(seed)
    rows = [
        {name: int(rng.paretovariate(0.7)) for name in "abc"} for _ in range(rng.randrange(20, 80))
    ]
    return World(collection=index(rows, "attribute"), page_size=5, limit=limit, seed=seed)


class LargestFirst(Unlearned):
    """Ask the values by how many records they show, whatever is held already."""

    def __init__(self, world: World) -> None:
        collection = world.collection
        order = sorted(range(collection.values), key=lambda v: -int(collection.frequency[v]))
        self.queries = [
            Query(((collection.attributes[collection.attribute[v]].name, collection.names[v]),))
            for v in order
        ]

    def choose(self, known: Knowledge, rng: Random) -> Step | None:
        fresh = (Step(query) for query in self.queries if known.number(query) < 0)
        return known.unfinished() or next(fresh, None)


@pytest.mark.parametrize("limit", [None, 10])
def test_the_oracle_is_no_worse_than_the_largest_first(limit):
    pages = {share: [0, 0] for share in (0.5, 0.8, 0.9)}
    for seed in range(10):
        world = random_world(seed, limit)
        largest = run(world, LargestFirst(world), first=None, target=1.0)
        best = run(world, oracle_of(world), first=None, target=1.0)
        assert best.coverage == largest.coverage
        assert len(best.held) <= len(largest.held)
        for share, spent in pages.items():
            ours, theirs = best.at(share), largest.at(share)
            assert (ours is None) == (theirs is None)
            if ours and theirs:
                spent[:] = spent[0] + ours[0], spent[1] + theirs[0]
    assert all(ours <= theirs for ours, theirs in pages.values())  # one table may go the other way


def test_the_oracle_reaches_all_that_can_be_reached():
    for seed in range(5):
        world = random_world(seed, limit=7)
        curve = run(world, oracle_of(world), first=None, target=1.0)
        assert curve.coverage == pytest.approx(1 - cover_of(world).unreachable())


ROWS = [{"shelf": "big", "id": n} for n in range(12)] + [{"shelf": "small"}, {"shelf": "small"}]
WORLD = World(collection=index(ROWS, "attribute"))


def test_the_oracle_asks_by_new_records_per_page():
    rows = [{"a": "eleven"}] * 11 + [{"b": "ten"}] * 10
    world = World(collection=index(rows, "attribute"))
    assert [str(step.query) for step in asked(world, oracle_of(world))] == [
        "b=ten",
        "a=eleven",
        "a=eleven",
    ]
    broad = asked(world, oracle_of(world, broad=True))
    assert [str(step.query) for step in broad] == ["a=eleven", "a=eleven", "b=ten"]
    assert asked(world, oracle_of(world, cost=QUERIES)) == broad


def test_the_oracle_says_what_it_will_find():
    step = asked(WORLD, oracle_of(WORLD))[0]
    assert step.why is not None
    assert (step.why.expert, step.why.expected, step.why.pages) == ("oracle", 12, 2.0)


def test_a_given_first_query_takes_nothing_from_the_oracle():
    steps = asked(WORLD, oracle_of(WORLD), first=Query.of(shelf="small"))
    assert steps == [Step(Query.of(shelf="big"), 1), Step(Query.of(shelf="big"), 2)]


def test_the_oracle_that_must_see_asks_only_values_it_has_met():
    rows = [{"a": 1, "b": 1}, {"a": 1, "b": 2}, {"a": 2, "b": 2}, {"a": 3, "b": 3}]
    world = World(collection=index(rows, "attribute"))
    first = Query.of(a="1")
    assert asked(world, oracle_of(world, seen=True), first) == [Step(Query.of(b="2"))]
    assert run(world, oracle_of(world, seen=True), first=first, target=1.0).coverage == 0.75
    assert asked(world, oracle_of(world, seen=True)) == []


@pytest.mark.parametrize("mode", ["keyword", "attribute"])
@pytest.mark.parametrize("seed", range(5))
def test_every_value_was_on_a_page_before_it_was_asked(mode, seed):
    rng = Random(seed)
    rows = [
        {"a": f"w{rng.randrange(12)}", "b": f"w{rng.randrange(30)}", "c": f"w{rng.randrange(60)}"}
        for _ in range(60)
    ]
    world = World(collection=index(rows, mode), page_size=5)
    first = first_query(world, seed)
    met = set(first.predicates)
    for step in [Step(first), *asked(world, oracle_of(world, seen=True), first)]:
        assert set(step.query.predicates) <= met
        for record in world.answer(step).records:
            met |= {("text", word) for word in record.text.split()} | set(record.values)


def test_the_oracle_goes_on_after_failures_and_asks_nothing_twice():
    world = World(collection=random_world(1).collection, page_size=5, failures=0.4, seed=1)
    steps = asked(world, oracle_of(world))
    assert Outcome.FAILED in {world.answer(step).outcome for step in steps}
    assert len(set(steps)) == len(steps)


def test_the_oracle_leaves_stop_words_alone():
    rows = [{"t": "the sea"}, {"t": "the land"}, {"t": "the sea and land"}]
    world = World(collection=index(rows, "keyword"), stop_words=1)
    steps = asked(world, oracle_of(world))
    assert Query.of(text="the") not in {step.query for step in steps}
    assert run(world, oracle_of(world), first=None, target=1.0).coverage == 1.0


# --- runs -----------------------------------------------------------------------------------------


def test_a_curve_says_when_a_share_was_reached():
    curve = run(WORLD, LargestFirst(WORLD), first=Query.of(shelf="small"), target=1.0)
    assert isinstance(curve, Curve)
    assert curve.held.tolist() == [2, 12, 14]
    assert curve.queries.tolist() == [1, 2, 2]
    assert curve.coverage == 1.0
    assert curve.at(0.1) == (1, 1)
    assert curve.at(0.5) == (2, 2)
    assert curve.at(1.0) == (3, 2)


def test_a_run_stops_at_its_target_or_when_its_pages_are_spent():
    half = run(WORLD, LargestFirst(WORLD), first=None, target=0.5)
    assert half.held.tolist() == [10]
    assert half.at(0.9) is None
    spent = run(WORLD, LargestFirst(WORLD), first=None, target=1.0, max_pages=2)
    assert spent.held.tolist() == [10, 12]


def test_a_run_that_asks_nothing_has_an_empty_curve():
    curve = run(WORLD, oracle_of(WORLD, seen=True), first=None)
    assert (len(curve.held), curve.coverage, curve.at(0.5)) == (0, 0.0, None)


def test_progress_is_told_after_each_page():
    told = list[tuple[int, int]]()
    run(WORLD, LargestFirst(WORLD), first=None, target=1.0, progress=lambda *at: told.append(at))
    assert told == [(1, 10), (2, 12), (3, 14)]


def test_the_first_query_is_a_value_of_middling_frequency():
    rows = [{"a": "common", "b": f"six {n % 40}", "c": n} for n in range(240)]
    world = World(collection=index(rows, "attribute"))
    firsts = [first_query(world, seed) for seed in range(20)]
    assert {query.predicates[0][0] for query in firsts} == {"b"}
    assert len(set(firsts)) > 5
    assert firsts == [first_query(world, seed) for seed in range(20)]
    lone = World(collection=index([{"a": "x"}, {"a": "x"}, {"a": "y"}], "attribute"))
    assert first_query(lone, 0) == Query.of(a="x")
