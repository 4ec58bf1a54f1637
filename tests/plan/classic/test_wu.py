"""Wu, Wen, Liu, Ma 2006: the example of Figure 1, and the equations by hand."""

import math
from random import Random

import numpy as np
import pytest

from leadline.flow import recall
from leadline.lab.world import Counts
from leadline.model import Attribute, Interface, Query, Record, Step
from leadline.plan.classic import (
    Abortion,
    BreadthFirst,
    DepthFirst,
    DomainKnowledge,
    DomainTable,
    GreedyLink,
    Mmmi,
    RandomValue,
)
from leadline.plan.classic.abortion import rest_rate
from leadline.plan.classic.greedy_link import degree
from leadline.plan.classic.mmmi import dependence, given
from leadline.plan.knowledge import Knowledge
from tests.plan.classic.stories import FIGURE_1, asked, crawl, hear, pairs, table

A2 = Query.of(a="a2")


def heard(policy, *queries: Query, **settings) -> Knowledge:
    """What is known after these queries to Figure 1's source."""
    _, known = crawl(table(FIGURE_1, **settings), policy, *queries, pages=len(queries))
    return known


# --- Example 2.1 ------------------------------------------------------------------------------


def test_example_2_1_round_by_round():
    known = heard(BreadthFirst(), A2)
    assert known.names == ["a2", "b2", "c1", "c2", "b3"]
    known = heard(BreadthFirst(), A2, Query.of(c="c2"))
    assert (known.names[5:], known.brought.tolist()) == (["a3", "b4"], [3, 1])
    known = heard(BreadthFirst(), A2, Query.of(c="c2"), Query.of(c="c1"))
    assert (known.names[7:], known.brought.tolist()) == (["a1", "b1"], [3, 1, 1])


def test_breadth_first_is_a_queue():
    turns, _ = crawl(table(FIGURE_1), BreadthFirst(), A2)
    assert asked(turns) == ["a2", "b2", "c1", "c2", "b3", "a1", "b1", "a3", "b4"]


def test_depth_first_is_a_stack():
    turns, _ = crawl(table(FIGURE_1), DepthFirst(), A2)
    assert asked(turns) == ["a2", "b3", "c2", "b4", "a3", "c1", "b1", "a1", "b2"]


def test_random_takes_every_waiting_value_alike():
    known = heard(RandomValue(), A2)
    steps = [RandomValue().choose(known, Random(seed)) for seed in range(400)]
    times = {q: steps.count(Step(q)) for q in map(known.query, (1, 2, 3, 4))}
    assert sum(times.values()) == 400
    assert min(times.values()) > 70


# --- greedy link ------------------------------------------------------------------------------


def test_degree_counts_distinct_neighbours():
    known = heard(GreedyLink(), A2)
    degrees = {known.names[v]: degree(known, v) for v in range(known.values)}
    assert degrees == {"a2": 4, "b2": 3, "c1": 2, "c2": 3, "b3": 2}


def test_greedy_link_prefers_neighbours_to_records():
    # x is in two records with two neighbours, y in one with three.
    rows = [
        {"s": "s", "l": "x", "m": "m"},
        {"s": "s", "l": "x", "m": "m"},
        {"s": "s", "l": "y", "m": "n", "o": "o"},
    ]
    turns, _ = crawl(table(rows), GreedyLink(), Query.of(s="s"))
    assert asked(turns)[:2] == ["s", "y"]


def test_greedy_link_always_asks_a_value_of_greatest_degree():
    rng = Random(3)
    rows = [{n: f"{n}{int(rng.paretovariate(0.7)) % 40}" for n in "abcd"} for _ in range(300)]
    world, policy = table(rows, page_size=5), GreedyLink()
    turns, _ = crawl(world, policy, Query.of(a="a1"))
    known = recall(policy, world.interface)
    for turn in turns:
        value = known.id_of(*turn.step.query.predicates[0])
        if turn.step.page == 1 and known.pages:
            waiting = np.flatnonzero((known.query_of < 0) & (known.local > 0))
            assert degree(known, value) == max(degree(known, int(v)) for v in waiting)
        known.hear(turn)
    assert known.pages == len(turns)


# --- MMMI -------------------------------------------------------------------------------------

GENRES = [
    {"genre": "a", "colour": "x"},
    {"genre": "a", "colour": "y"},
    {"genre": "b", "colour": "x"},
    {"genre": "b", "colour": "y"},
    {"genre": "a", "colour": "z"},
]


def test_dependence_is_the_greatest_pointwise_mutual_information():
    first = (Query.of(genre="a"), Query.of(genre="b"))
    _, known = crawl(table(GENRES), BreadthFirst(), *first, pages=2)
    highest = np.zeros(known.values)
    for value in ("a", "b"):
        given(known, known.id_of("genre", value), highest)
    values = np.array([known.id_of("colour", value) for value in "xyz"])
    assert highest[values].tolist() == [1 / 2, 1 / 2, 1 / 3]
    assert dependence(known, values, highest) == pytest.approx(
        [math.log(5 / 4), math.log(5 / 4), math.log(5 / 3)]
    )


def test_mmmi_asks_the_least_dependent_value_and_the_commoner_of_equals():
    rows = [*GENRES, {"genre": "b", "colour": "w"}, {"genre": "b", "colour": "w"}]
    first = (Query.of(genre="a"), Query.of(genre="b"))
    policy = Mmmi(records=7, share=0.5, batch=9)
    turns, known = crawl(table(rows), policy, *first)
    # Times 7: with a, which three have, x and y (1/3)/2, z (1/3)/1; with b, which four have,
    # x and y (1/4)/2, w (2/4)/2. Their greatest: x and y 1/6, w 1/4, z 1/3.
    assert asked(turns) == ["a", "b", "y", "x", "w", "z"]
    assert known.learner.saturated


def test_mmmi_settles_equal_dependence_by_frequency():
    rows = [{"genre": "a", "colour": c} for c in ("y", "x", "x")]
    turns, _ = crawl(table(rows[::-1]), Mmmi(records=3), Query.of(genre="a"))
    assert asked(turns) == ["a", "x", "y"]


def test_mmmi_follows_links_until_the_given_share_is_held():
    policy = Mmmi(records=5, share=0.9)
    turns, _ = crawl(table(FIGURE_1), policy, A2, pages=1)
    assert not recall(policy, table(FIGURE_1).interface, turns).learner.saturated
    turns, known = crawl(table(FIGURE_1), policy, A2, Query.of(c="c2"), Query.of(c="c1"), pages=3)
    assert known.learner.saturated


def test_mmmi_detects_saturation_by_the_share_of_new_records():
    policy = Mmmi(share=0.75, window=2)
    known = recall(policy, Interface(attributes=(Attribute(name="a"),), page_size=1))
    records = [Record(str(i), (("a", str(i)),)) for i in range(20)]
    saturated = []
    for number, last in enumerate((12, 20, 20, 1)):
        hear(known, Query.of(a=f"query {number}"), tuple(records[:last]))
        saturated.append(policy.saturated(known))
    # Of at least two queries and twenty records: too few, 20 new of 32, 8 of 40, 0 of 21.
    assert saturated == [False, False, True, True]


def test_mmmi_detects_nothing_from_a_few_small_queries():
    policy = Mmmi(share=0.8, window=2)
    known = recall(policy, Interface(attributes=(Attribute(name="a"),), page_size=1))
    for number in range(19):
        hear(known, Query.of(a=str(number)), (Record("1", (("a", "1"),)),))
        assert not policy.saturated(known)
    hear(known, Query.of(a="19"), (Record("1", (("a", "1"),)),))
    assert policy.saturated(known)


def test_mmmi_counts_a_truncated_query_again():
    policy = Mmmi(records=1, batch=1)
    known = recall(policy, table(GENRES).interface)
    kinds = ["ay", "aw", "cz", "cw", "cw", "aw", "aw"]
    shop = [
        Record(str(i), (("genre", g), ("colour", c))) for i, (g, c) in enumerate(map(tuple, kinds))
    ]
    hear(known, Query.of(genre="a"), tuple(shop[:2]), total=10)
    hear(known, Query.of(genre="c"), tuple(shop[2:5]), total=3)
    hear(known, Query.of(colour="w"), (shop[1], *shop[3:]), total=5)
    # P(y | a) was 1/2 with two of a's records held, now it is 1/4; P(z | c) is 1/3.
    assert policy.choose(known, Random(0)) == Step(Query.of(colour="y"))


# --- domain knowledge -------------------------------------------------------------------------

SAMPLE = [
    {"actor": "hanks", "year": "1994"},
    {"actor": "hanks", "year": "1995"},
    {"actor": "ryan", "year": "1995"},
    {"actor": "pitt", "year": "1995"},
]
SHOP = [
    {"actor": "hanks", "year": "1994"},
    {"actor": "hanks", "year": "1998"},
    {"actor": "cruise", "year": "1994"},
    {"actor": "pitt", "year": "1999"},
]
HANKS = Query.of(actor="hanks")


def domain_knowledge() -> DomainKnowledge:
    return DomainKnowledge(DomainTable.of(pairs(SAMPLE)))


def test_domain_table_knows_the_records_of_each_value():
    sample = DomainTable.of(pairs(SAMPLE))
    frequencies = dict(zip(sample.ids, sample.frequency.tolist(), strict=True))
    assert sample.records == 4
    assert frequencies[("year", "1995")] == 3
    assert sample.rows_of(sample.ids[("actor", "hanks")]).tolist() == [0, 1]


def test_equations_4_1_to_4_3_by_hand():
    _, known = crawl(table(SHOP, page_size=5), domain_knowledge(), HANKS, pages=1)
    domain = known.learner
    y1994, y1998 = known.id_of("year", "1994"), known.id_of("year", "1998")
    assert domain.added == 1  # ΔDM: hanks 1998
    assert domain.probability(y1994) == (0 + 1) / (1 + 4)  # 4.3
    assert domain.probability(y1998) == (1 + 0) / (1 + 4)
    assert domain.probability(known.id_of("actor", "hanks")) == (1 + 2) / (1 + 4)
    assert domain.queried() == 2 / 4
    assert domain.matches(known, y1994) == pytest.approx(2 * 0.2 / 0.5)  # 4.2
    assert domain.harvest_rate(known, y1994) == pytest.approx(5 * (1 - 1 / 0.8))  # 4.1
    assert domain.hit_rate(known) == 2 / 3  # hanks and 1994, not 1998


def test_union_of_queried_records_is_kept():
    first = (HANKS, Query.of(year="1995"))
    _, known = crawl(table(SHOP), domain_knowledge(), *first, pages=2)
    assert known.learner.queried() == 4 / 4


def test_without_a_match_in_the_sample_everything_is_expected_to_be_new():
    _, known = crawl(table(SHOP), domain_knowledge(), Query.of(year="1999"), pages=1)
    domain, pitt = known.learner, known.id_of("actor", "pitt")
    assert domain.queried() == 0
    assert domain.matches(known, pitt) == math.inf
    assert domain.harvest_rate(known, pitt) == 10


def test_domain_knowledge_begins_with_the_domains_commonest_value():
    turns, _ = crawl(table(SHOP), domain_knowledge())
    assert asked(turns)[0] == "1995"


def test_domain_knowledge_reaches_islands():
    # After hanks the source offers 1994 and 1998 at a poor rate, the domain 1995.
    turns, known = crawl(table(SHOP), domain_knowledge(), HANKS)
    assert asked(turns)[1] == "1995"
    assert known.records == 4
    _, linked = crawl(table(SHOP), GreedyLink(), HANKS)
    assert linked.records == 3


def test_domain_knowledge_prefers_the_value_less_seen_than_the_domain_says():
    sample = [{"a": "x", "b": "p"}] * 2 + [{"a": "x", "b": "q"}] * 6 + [{"b": "q"}] * 2
    shop = [{"a": "x", "b": "q"}, {"a": "x", "b": "p"}]
    policy = DomainKnowledge(DomainTable.of(pairs(sample)))
    turns, _ = crawl(table(shop), policy, Query.of(a="x"))
    assert asked(turns) == ["x", "q", "p"]  # P/num is 8/1 for q, 2/1 for p, which was met first


# --- abortion ---------------------------------------------------------------------------------

# Ten records of kind k; nine of them are also of kind j, and these are listed first.
KINDS = [{"kind": "k", "id": "0"}] + [{"kind": ["k", "j"], "id": str(i)} for i in range(1, 10)]
J, K = Query.of(kind="j"), Query.of(kind="k")


def pages_of(turns, query: Query) -> list[int]:
    return [turn.step.page for turn in turns if turn.step.query == query]


def test_with_a_total_the_rest_is_known_exactly():
    policy = Abortion(BreadthFirst(), least=0.5)
    turns, known = crawl(table(KINDS, page_size=2), policy, J, pages=6)
    assert pages_of(turns, J) == [1, 2, 3, 4, 5]
    assert turns[-1].step == Step(K)
    assert rest_rate(known, known.number(K)) == 1 / 4  # one new record on four pages
    assert not known.open[known.number(K)]


def test_an_aborted_query_is_not_taken_up_again():
    policy = Abortion(BreadthFirst(), least=0.5)
    turns, known = crawl(table(KINDS, page_size=2), policy, J)
    assert pages_of(turns, K) == [1]
    assert known.records == 9
    patient = Abortion(BreadthFirst(), least=0.25)
    turns, known = crawl(table(KINDS, page_size=2), patient, J)
    assert pages_of(turns, K) == [1, 2, 3, 4, 5]
    assert known.records == 10


def test_under_a_limit_the_visible_rest_is_a_sample_of_the_whole():
    world = table(KINDS, page_size=2, limit=6)
    _, known = crawl(world, BreadthFirst(), K, pages=1)
    # Of eight records not shown all are new; four of them can be had on two pages.
    assert rest_rate(known, 0) == 2.0


def test_without_totals_duplicates_on_the_first_pages_decide():
    policy = Abortion(BreadthFirst(), duplicates=0.8, patience=2)
    world = table(KINDS, page_size=2, counts=Counts(kind="none"))
    turns, _ = crawl(world, policy, J)
    assert pages_of(turns, J) == [1, 2, 3, 4, 5]
    assert pages_of(turns, K) == [1, 2]


def test_the_wrapped_learner_hears_of_the_abortion():
    turns, _ = crawl(table(KINDS, page_size=2), Abortion(GreedyLink(), least=0.5), J)
    assert pages_of(turns, K) == [1]
    assert asked(turns)[:2] == ["j", "k"]
    assert len(asked(turns)) == 11  # j, k and the nine identifiers seen


def test_abortion_wraps_abortion():
    policy = Abortion(Abortion(GreedyLink(), least=0.5), least=0.1)
    turns, _ = crawl(table(KINDS, page_size=2), policy, J)
    assert pages_of(turns, K) == [1]


# --- several first queries --------------------------------------------------------------------


def test_a_conjunction_among_the_first_queries_is_no_candidate():
    form = Interface(attributes=(Attribute(name="a"), Attribute(name="b")))
    for policy in (GreedyLink(), Mmmi(records=1), domain_knowledge()):
        known = recall(policy, form)
        hear(known, Query.of(a="x", b="y"), (Record("1", (("a", "x"), ("b", "y"))),))
        hear(known, Query.of(a="v", b="w"), ())
        hear(known, Query.of(a="x"), (Record("1", (("a", "x"), ("b", "y"))),))
        assert policy.choose(known, Random(0)) == Step(Query.of(b="y"))
