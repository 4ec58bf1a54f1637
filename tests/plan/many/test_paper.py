"""The method of Xian et al. 2012: its equations, and the rounds of the cyclic strategy."""

from itertools import pairwise
from random import Random

import numpy as np
import pytest

from leadline.lab.integrate.sources import overlapping
from leadline.model import Answer, Attribute, Interface, Query, Record, Step, Turn
from leadline.plan.knowledge import Knowledge
from leadline.plan.many.cycle import Cycle
from leadline.plan.many.dynamic_knowledge import DynamicKnowledge, Interval
from leadline.plan.many.efficiency import (
    efficiency,
    matches_met,
    matches_unmet,
    pages_for,
    three_part,
)
from leadline.plan.many.high_frequency import HighFrequency
from leadline.plan.many.query_select import QuerySelectT, select_dk
from leadline.plan.many.separate import Separate
from leadline.plan.many.source_sort import sort_sources
from leadline.plan.many.together import Together

FORM = Interface(attributes=(Attribute(name="genre"), Attribute(name="year")), page_size=2)


def page(query: Query, *rows: tuple[str, str, str], more: bool = False) -> Turn:
    """An answer: (key, genre, year) of each record."""
    records = tuple(Record(key, (("genre", g), ("year", y))) for key, g, y in rows)
    return Turn(1, Step(query), Answer(records=records, more=more))


def together(count: int = 2, **settings: object) -> Together:
    return Together([FORM] * count, Cycle((10.0,) * count), **settings)  # type: ignore[arg-type]


def test_sources_are_sorted_by_what_they_can_add():
    assert sort_sources([10, 30, 20]) == (1, 2, 0)


def test_the_cost_of_the_papers_example():
    books = Interface(attributes=FORM.attributes, page_size=10)
    assert pages_for(104, books) == 11
    assert three_part(3, 2, 1).of(1, pages_for(104, books), 0) == 3 + 2 * 11 + 11


def test_a_limit_bounds_the_pages():
    assert pages_for(104, Interface(attributes=FORM.attributes, limit=50)) == 5


def test_matches_by_equations_9_and_10():
    share = np.array([0.2, 0.05])
    assert matches_met(100, share, 0.5).tolist() == [40.0, 10.0]
    assert matches_unmet(share, 1000).tolist() == [200.0, 50.0]


def test_efficiency_is_reward_for_cost():
    found = efficiency(np.array([4.0, 4.0]), np.array([1.0, 6.0]), three_part(1, 1, 1), FORM)
    assert found.tolist() == [3 / (1 + 2 + 2), 0.0]


def test_dynamic_knowledge_counts_entities_once():
    both = together()
    both.hear(0, page(Query.of(genre="law"), ("a", "law", "1990"), ("b", "law", "1991")))
    both.hear(1, page(Query.of(year="1990"), ("a", "law", "1990"), ("c", "art", "1990")))
    dynamic: DynamicKnowledge = both.learner.dynamic  # type: ignore[attr-defined]
    shares = dynamic.probability(len(both.vocabulary))
    told = {pair: shares[both.vocabulary.id_of(pair)] for pair in both.vocabulary.pairs}
    assert both.records == 3
    assert told == {
        ("genre", "law"): pytest.approx(2 / 3),
        ("genre", "art"): pytest.approx(1 / 3),
        ("year", "1990"): pytest.approx(2 / 3),
        ("year", "1991"): pytest.approx(1 / 3),
    }
    assert dynamic.queried(0) == pytest.approx(2 / 3)  # genre=law
    assert dynamic.queried(1) == pytest.approx(2 / 3)  # year=1990


def test_earlier_harvests_are_dynamic_knowledge():
    old = Knowledge(FORM)
    old.hear(page(Query.of(genre="art"), ("x", "art", "1980"), ("y", "art", "1981")))
    now = together(1, earlier=[old])
    query = select_dk(now, now.learner.dynamic, 0, 10.0, three_part())  # type: ignore[attr-defined]
    assert query == Query.of(genre="art")


def test_the_interval_between_updates_grows():
    assert [Interval(enough=100).of(held) for held in (0, 99, 250, 1000)] == [1, 1, 2, 10]
    assert Interval(fixed=30).of(5) == 30


def test_between_updates_old_counts_are_used():
    policy = Cycle((10.0,), interval=Interval(fixed=10))
    one = Together([FORM], policy, first=[Query.of(genre="law")])
    dynamic: DynamicKnowledge = one.learner.dynamic  # type: ignore[attr-defined]
    one.hear(0, page(Query.of(genre="law"), ("a", "law", "1990"), ("c", "law", "1991")))
    before = dynamic.held  # nothing was left to ask, so it was brought up to date
    one.hear(0, page(Query.of(year="1990"), ("b", "art", "1990")))
    assert (before, dynamic.held) == (2, 2)


def test_query_select_t_asks_what_is_frequent_in_its_own_source():
    known = Knowledge(FORM)
    known.hear(page(Query.of(year="1990"), ("a", "law", "1990"), ("b", "law", "1990")))
    known.hear(page(Query.of(year="1991"), ("c", "art", "1991")))
    assert QuerySelectT(100.0).choose(known, Random(0)) == Step(Query.of(genre="law"))
    assert HighFrequency().choose(known, Random(0)) == Step(Query.of(genre="law"))


def test_a_source_is_left_after_dull_queries_and_after_its_last_visit():
    policy = Cycle((100.0, 50.0), alpha=2, beta=2, theta=0.1)
    both = Together([FORM] * 2, policy, first=[Query.of(genre="a"), Query.of(genre="b")])
    asked = []
    for _ in range(40):
        chosen = policy.choose(both)
        if chosen is None:
            break
        source, step = chosen
        asked.append(source)
        value = step.query.predicates[0][1]
        rows = [(f"{source}{n}", "ab"[source], f"{n}") for n in range(4)] if value in "ab" else []
        both.hear(source, page(step.query, *rows))
    assert asked[0] == 0
    assert policy.choose(both) is None
    visits = 1 + sum(a != b for a, b in pairwise(asked))
    assert visits <= 4


def test_a_budget_ends_a_source():
    policy = Cycle((100.0,), budgets=(3.0,), cost=three_part(1, 1, 1))
    one = Together([FORM], policy, first=[Query.of(genre="a")])
    one.hear(0, page(Query.of(genre="a"), ("x", "a", "1"), ("y", "a", "2")))
    assert policy.choose(one) is None


def test_separate_acquisition_reads_one_source_after_the_other():
    rows = {n: {"genre": "ab"[n % 2], "year": str(n % 5)} | {"id": str(n)} for n in range(40)}
    first, second = {n: rows[n] for n in range(20)}, {n: rows[n] for n in range(10, 40)}
    sources = overlapping([first, second], ["a", "b"], "attribute", page_size=5)
    policy = Separate(sources.sizes, QuerySelectT)
    both = Together(
        [world.interface for world in sources.worlds], policy,
        first=[Query.of(genre="a"), Query.of(genre="b")],
    )  # fmt: skip
    order = []
    while both.records < 40 and (chosen := policy.choose(both)) is not None:
        source, step = chosen
        order.append(source)
        both.hear(source, Turn(1, step, sources.answer(source, step)))
    assert both.records == 40
    assert order == sorted(order, reverse=True)  # the larger one first, to its end
