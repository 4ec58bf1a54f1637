"""Ntoulas, Zerfos, Cho 2005: Examples 1 and 2, and Equations 2 to 7 by hand."""

import math
from random import Random

import numpy as np
import pytest

from leadline.flow import recall
from leadline.model import PAGES, QUERIES, Cost, Interface, Step
from leadline.plan.classic import Adaptive, AToZ, GenericFrequency, Independence, RandomWords, Zipf
from leadline.plan.classic.adaptive import efficiency
from leadline.plan.classic.estimators import Curve, Proportional, fitted, ranked
from leadline.plan.knowledge import Knowledge
from tests.plan.classic.stories import BOX, asked, crawl, documents, hear, library, table, word

# --- lists of words ---------------------------------------------------------------------------

WORDS = ("the", "of", "and", "to", "in", "zebra")


def test_generic_frequency_asks_in_the_order_of_the_list():
    turns, _ = crawl(library("of the", "and"), GenericFrequency(WORDS))
    assert asked(turns) == list(WORDS)


def test_random_words_asks_each_of_the_top_words_once():
    turns, _ = crawl(library("of the", "and"), RandomWords(WORDS, top=5))
    assert sorted(asked(turns)) == sorted(WORDS[:5])


def test_random_words_are_ordered_by_the_seed():
    orders = {
        tuple(asked(crawl(library("x"), RandomWords(WORDS, seed=seed))[0])) for seed in range(20)
    }
    again = asked(crawl(library("x"), RandomWords(WORDS, seed=7))[0])
    assert len(orders) > 15
    assert tuple(again) in orders


def test_a_to_z_asks_letters_digits_then_words():
    turns, _ = crawl(library("of the"), AToZ(("the", "a")))
    assert asked(turns) == [*"abcdefghijklmnopqrstuvwxyz0123456789", "the"]


def test_words_are_asked_of_each_attribute_in_turn():
    world = table([{"title": "sea", "author": "of"}])
    turns, _ = crawl(world, GenericFrequency(("of", "sea")))
    assert [turn.step.query.predicates[0] for turn in turns] == [
        ("title", "of"),
        ("author", "of"),
        ("title", "sea"),
        ("author", "sea"),
    ]


def test_a_word_among_the_first_queries_is_not_asked_again():
    turns, _ = crawl(library("of the"), GenericFrequency(("of", "the")), word("of"))
    assert [turn.step for turn in turns] == [Step(word("of")), Step(word("the"))]


# --- Example 1: the Zipf estimator --------------------------------------------------------------


def texts(numbers: range) -> tuple[str, ...]:
    spans = {
        "computer": range(6000),
        "data": range(3200),
        "disk": range(5000, 7000),
        "memory": range(1600),
        "java": range(6900, 8000),
    }
    return tuple(" ".join(w for w, span in spans.items() if i in span) for i in numbers)


def example_1(policy: Adaptive) -> Knowledge:
    known = recall(policy, BOX)
    for name, numbers in (
        ("disk", range(5000, 7000)),
        ("java", range(6900, 8000)),
        ("computer", range(6000)),
    ):
        found = documents(*texts(numbers), start=numbers.start)
        hear(known, word(name), found, total=len(found))
    return known


def test_example_1_the_formula():
    assert Curve(math.log(0.08), 0.25, 1.15).at(np.array([2])) == pytest.approx([0.031], abs=5e-4)


def test_example_1_the_fit():
    curve = fitted(np.array([1, 3, 5]), np.array([0.06, 0.02, 0.011]))
    assert curve.at(np.array([1, 2, 3, 5])) == pytest.approx([0.06, 0.031, 0.02, 0.011], abs=2e-4)


def test_example_1_from_the_documents():
    known = example_1(Adaptive(Zipf()))
    statistics = known.learner.statistics
    assert known.records == 8000
    data = known.id_of("text", "data")
    assert statistics.conditional(known)[data] == 0.4
    assert ranked(statistics.counts(known))[data] == 2
    matches = Zipf().fit(known, statistics).matches(known, statistics)
    assert matches[data] / 100_000 == pytest.approx(0.031, abs=2e-4)


def test_equal_counts_share_their_mean_rank():
    assert ranked(np.array([7.0, 2.0, 3.9, 4.1, 2.0, 2.0])).tolist() == [1, 5, 2.5, 2.5, 5, 5]


def test_ranks_of_large_counts():
    assert ranked(np.array([10.0**6, 999.0, 2000.0, 1001.0, 2000.0])).tolist() == [
        1,
        5,
        2.5,
        4,
        2.5,
    ]


def test_fit_recovers_a_curve():
    truth = Curve(math.log(5000), 12.0, 0.8)
    ranks = np.array([1, 2, 5, 9, 40, 200, 1000])
    found = fitted(ranks, truth.at(ranks))
    assert [found.beta, found.gamma] == pytest.approx([12.0, 0.8], rel=0.01)


def test_rising_frequencies_are_fitted_by_a_flat_curve():
    assert fitted(np.array([1, 2, 3]), np.array([1.0, 2.0, 4.0])).at(np.array([9])) == [
        pytest.approx(2.0)
    ]


def test_zipf_needs_three_queries():
    known = recall(Adaptive(), BOX)
    hear(known, word("a"), documents("a b", "a c"), total=2)
    assert isinstance(Zipf().fit(known, known.learner.statistics), Proportional)


# --- Example 2: the query statistics table ------------------------------------------------------


def test_example_2():
    known = recall(Adaptive(), BOX)
    hear(known, word("seed"), documents(*["seed model"] * 10, *["seed"] * 40), total=50)
    model = known.id_of("text", "model")
    assert known.learner.statistics.conditional(known)[model] == 10 / 50
    more = documents(*["computer model"] * 12, *["computer"] * 8, start=50)
    hear(known, word("computer"), more, total=20)
    assert known.learner.statistics.conditional(known)[model] == 22 / 70


# --- Equations 6 and 7: truncated results -------------------------------------------------------


def test_equations_6_and_7_by_hand():
    known = recall(Adaptive(), Interface(attributes=BOX.attributes, limit=4))
    old = documents("u x v", "u x", "u v", "u")
    hear(known, word("u"), old, total=4)
    # x matches ten documents and shows four: one of them held, v in two, one of these held.
    new = documents("x v", "x", "x", start=10)
    hear(known, word("x"), (old[0], *new), total=10)
    statistics, v = known.learner.statistics, known.id_of("text", "v")
    # n(v, u) + n(v, x') · 10/4 − n(v, x, u), of 4 + 10 − 2 documents
    assert statistics.counts(known)[v] == 2 + 2 * 10 / 4 - 1
    assert statistics.documents(known) == 4 + 10 - 2
    assert statistics.conditional(known)[v] == 6 / 12
    assert statistics.counts(known)[known.id_of("text", "x")] == 2 + 4 * 10 / 4 - 2


def test_an_estimate_is_never_below_what_is_held():
    known = recall(Adaptive(), Interface(attributes=BOX.attributes, limit=1))
    hear(known, word("u"), documents("u x v", "u x v"), total=2)
    hear(known, word("x"), documents("x", start=10), total=3)
    assert known.learner.statistics.counts(known)[known.id_of("text", "v")] == 2


# --- efficiency ---------------------------------------------------------------------------------


def test_equation_2_and_efficiency_by_hand():
    price = Cost(query=100, page=100, record=10_000)
    # 40 match, 10 held: 30 new on 4 pages.
    value = efficiency(np.array([40.0]), np.array([10]), 10, price)
    assert value == pytest.approx([30 / (100 + 100 * 4 + 10_000 * 30)])


def test_capped_a_query_returns_no_more_than_the_limit():
    matches, held = np.array([40.0]), np.array([10])
    assert efficiency(matches, held, 10, QUERIES) == [30]
    assert efficiency(matches, held, 10, QUERIES, limit=20) == [20 * 30 / 40]
    assert efficiency(matches, held, 10, PAGES, limit=20) == [20 * 30 / 40 / 2]


def test_capped_asks_the_value_of_which_most_is_hidden_and_uncapped_the_commonest():
    # x hides five documents for each that it shows, so a few of b are hidden too; c is common.
    form = Interface(attributes=BOX.attributes, limit=2)
    for capped, best in ((False, "c"), (True, "b")):
        policy = Adaptive(Independence(records=100), capped=capped)
        known = recall(policy, form)
        hear(known, word("u"), documents(*["u c"] * 6), total=6)
        hear(known, word("x"), documents("x b", "x c", start=10), total=10)
        assert policy.choose(known, Random(0)) == Step(word(best))


def test_independence_takes_the_size_given():
    known = recall(Adaptive(), BOX)
    hear(known, word("a"), documents("a b", "a b", "a c", "a"), total=4)
    model = Independence(records=100).fit(known, known.learner.statistics)
    matches = model.matches(known, known.learner.statistics)
    assert matches[known.id_of("text", "b")] == 100 * 2 / 4


def test_independence_finds_the_size_from_what_queries_turned_out_to_match():
    known = recall(Adaptive(), BOX)
    hear(known, word("a"), documents("a b", "a b", "a c", "a"), total=4)
    hear(known, word("b"), documents(*["b"] * 18, start=10), total=20)
    model = Independence().fit(known, known.learner.statistics)
    assert model == Proportional(size=20 / (2 / 4))


def test_adaptive_with_independence_asks_the_commonest_word():
    known = recall(Adaptive(), BOX)
    hear(known, word("a"), documents("a c", "a b c", "a b c", "a d"), total=4)
    assert Adaptive().choose(known, Random(0)) == Step(word("c"))


def test_when_pages_cost_a_half_empty_page_is_dear():
    # Of 44 documents, twelve match c and eleven b: c needs a second page for two documents.
    found = documents(*["a b c"] * 5, "a c", *["a"] * 16)
    for cost, best in ((QUERIES, "c"), (PAGES, "b")):
        policy = Adaptive(Independence(records=44), cost)
        known = recall(policy, BOX)
        hear(known, word("a"), found, total=22)
        assert policy.choose(known, Random(0)) == Step(word(best))


def test_zipf_asks_the_word_of_which_most_is_missing():
    known = example_1(Adaptive(Zipf(), batch=1))
    # By the curve 3,110 match data and 1,440 memory: both are held, so the commoner is asked.
    assert Adaptive(Zipf()).choose(known, Random(0)) == Step(word("data"))
