"""Sources so small that they are over before there is much to learn from."""

from __future__ import annotations

from random import Random

import pytest

from leadline.flow import converse, recall
from leadline.lab.collection import index
from leadline.lab.demo import rows_of_the_catalogue
from leadline.lab.run import first_query, run
from leadline.lab.world import Counts, World
from leadline.model import QUERIES, Query, Step
from leadline.plan.classic.greedy_link import GreedyLink
from leadline.plan.sounding import Sounding
from leadline.plan.sounding.size import Size


@pytest.mark.parametrize("records", [30, 60, 100])
def test_a_few_broad_words_empty_a_small_search_box(records: int) -> None:
    world = World(collection=index(list(rows_of_the_catalogue())[:records], "keyword"))
    for seed in (1, 2, 3):
        ours, theirs = (
            run(world, policy, first=first_query(world, seed), target=0.9)
            for policy in (Sounding(), GreedyLink())
        )
        assert len(ours.held) <= len(theirs.held)


def test_the_commonest_words_of_a_small_search_box_come_before_conjunctions() -> None:
    rows = list(rows_of_the_catalogue())[:150]
    world = World(collection=index(rows, "keyword"), limit=50)
    known = recall(Sounding(), world.interface)
    talk = converse(Sounding(), known, (first_query(world, 1),), 0)
    step = next(talk)
    while len(known.queries) < 12:
        step = talk.send(world.answer(step))
    assert {len(query.predicates) for query in known.queries} == {1}


def test_where_all_values_are_cut_and_asked_conjunctions_are_left() -> None:
    rows = [{"maker": f"m{i % 3}", "colour": f"c{i // 3 % 3}"} for i in range(60)]
    world = World(collection=index(rows, "attribute"), limit=10)
    curve = run(world, Sounding(), first=first_query(world, 1), target=1.0)
    assert curve.coverage == 1.0


@pytest.mark.parametrize(("limit", "held"), [(10, 1.0), (8, 0.8)])
def test_cells_that_may_be_cut_again_are_asked_when_nothing_else_is_left(limit, held) -> None:
    rows = [{"maker": f"m{i % 3}", "colour": f"c{i // 3 % 3}"} for i in range(90)]
    world = World(collection=index(rows, "attribute"), limit=limit)
    curve = run(world, Sounding(), first=first_query(world, 1), target=1.0)
    assert curve.coverage == held


def test_words_of_a_list_are_not_tried_before_words_that_were_met() -> None:
    never_there = tuple(f"word{i}" for i in range(100))
    world = World(collection=index(list(rows_of_the_catalogue())[:60], "keyword"), limit=50)
    policy = Sounding(words=never_there)
    assert len(run(world, policy, first=first_query(world, 1), target=0.9).held) <= 12


def test_where_nobody_counts_full_answers_are_divided_at_last() -> None:
    rows = list(rows_of_the_catalogue())[:300]
    world = World(collection=index(rows, "keyword"), limit=10, counts=Counts(kind="none"))
    known = recall(Sounding(), world.interface)
    talk = converse(Sounding(), known, (first_query(world, 1),), 0)
    step = next(talk, None)
    while step is not None and known.pages < 600:
        step = talk.send(world.answer(step))
    assert max(len(query.predicates) for query in known.queries) > 1


def test_small_answers_tell_the_size_together_until_a_larger_one_does() -> None:
    size = Size()
    size.learn(records=10, held=3, total=4)
    assert not size.measured
    size.learn(records=12, held=3, total=5)
    assert size.measured
    assert size.records == 18
    size.learn(records=15, held=10, total=20)
    assert size.records == pytest.approx(30)
    size.learn(records=15, held=1, total=9)
    assert size.records == pytest.approx(30)
    assert size.share(15) == pytest.approx(0.5)


def test_while_hardly_anything_was_asked_the_commonest_word_comes_before_a_list_of_words() -> None:
    rows = [{"text": f"rare{i // 5} seldom{i // 5} common own{i}"} for i in range(300)]
    world = World(collection=index(rows, "keyword"))
    policy = Sounding(cost=QUERIES, words=tuple(f"word{i}" for i in range(100)))
    first = Query((("text", "rare7"),))
    curve = run(world, policy, first=first, target=0.9)
    assert curve.at(0.9) is not None
    assert int(curve.queries[-1]) <= 3


def test_where_only_queries_cost_broad_values_that_overlap_come_before_a_partition() -> None:
    rows = [
        {"group": f"g{i % 40}", "half": f"h{i % 2}", "most": "yes" if i % 5 else "no", "id": f"{i}"}
        for i in range(800)
    ]
    world = World(collection=index(rows, "attribute"))
    first = Query((("group", "g3"),))
    curve = run(world, Sounding(cost=QUERIES), first=first, target=0.9)
    assert int(curve.queries[-1]) <= 3


def test_a_value_that_every_record_has_is_read_as_a_list_where_nothing_is_counted() -> None:
    rng = Random(1)
    features = [[rng.randrange(3) for _ in range(12)] for _ in range(60)]
    rows = []
    for model in (rng.randrange(60) for _ in range(600)):
        row = {"kind": "car", "model": f"m{model}", "owners": f"{rng.randrange(3)}"}
        rows.append(row | {f"feature{n}": f"{v}" for n, v in enumerate(features[model])})
    world = World(collection=index(rows, "attribute"), counts=Counts(kind="none"))
    curve = run(world, Sounding(), first=first_query(world, 1), target=0.9)
    assert len(curve.held) <= 1.5 * 0.9 * len(rows) / world.page_size


@pytest.mark.parametrize(("rows", "share"), [(60, 40 / 48), (2_000, 0.0)])
def test_in_a_small_source_a_value_is_thought_as_unseen_as_the_source(rows, share) -> None:
    table = [{"year": i % 13, "maker": f"m{i % 7}", "shape": f"s{i % 5}"} for i in range(rows)]
    world = World(collection=index(table, "attribute"))
    known = recall(Sounding(), world.interface)
    talk = converse(Sounding(), known, (Query.of(year="3"),), 0)
    step = next(talk)
    while len(known.queries) < 8 or known.learner.values.hearsay not in (0.0, 40 / 48):
        step = talk.send(world.answer(step))
    assert known.learner.values.hearsay == share


def test_what_is_open_is_read_on_where_no_two_records_have_another_word_in_common() -> None:
    world = World(collection=index([{"name": f"item {i}"} for i in range(12)], "keyword"))
    curve = run(world, Sounding(), first=first_query(world, 1), target=1.0)
    assert len(curve.held) == 2


def test_where_nobody_counts_long_answers_are_opened_deep_also_behind_a_limit() -> None:
    rows = [{"text": f"{'the ' * (i % 3 > 0)}{'of ' * (i % 4 > 0)}w{i}"} for i in range(400)]
    asked = dict[int, list[Step]]()
    for limit in (20, 200):
        world = World(collection=index(rows, "keyword"), limit=limit, counts=Counts(kind="none"))
        known = recall(Sounding(), world.interface)
        talk = converse(Sounding(), known, (Query((("text", "the"),)),), 0)
        step = next(talk, None)
        while step is not None and known.pages < 50:
            asked.setdefault(limit, []).append(step)
            step = talk.send(world.answer(step))
    of = Query((("text", "of"),))
    first = {limit: next(s.page for s in steps if s.query == of) for limit, steps in asked.items()}
    assert first[20] == 1
    assert first[200] > 1
