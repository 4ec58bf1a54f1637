"""What is decided about pairs: which are made, how sure they are, what becomes one."""

from random import Random

import numpy as np

from leadline.unify.blocking import (
    Counted,
    Part,
    Way,
    by_chance,
    choose,
    double_rules,
    largest,
    single_rules,
)
from leadline.unify.clusters import Clusters
from leadline.unify.columns import Kind
from leadline.unify.estimate import Model, Patterns, agreed, best, estimate, firm, first_model
from leadline.unify.levels import comparison
from leadline.unify.namesakes import namesakes
from leadline.unify.rivals import Linked, rivals
from leadline.unify.threshold import Decoys, sureness

TITLE, WORD, YEAR = Part(0, Way.EQUAL), Part(0, Way.WORD), Part(1, Way.EQUAL)


def test_rules_of_one_and_of_two_attributes():
    kinds = (Kind.TEXT, Kind.YEAR)
    assert (TITLE,) in single_rules(kinds)
    assert (WORD, YEAR) in double_rules(kinds, [])
    assert not any(TITLE in rule for rule in double_rules(kinds, [(TITLE,)]))


def test_chance_is_what_sources_do_by_themselves():
    # a value that 10 records of one source and 20 of the other have: 200 pairs, nearly all chance
    assert by_chance(np.array([[10.0 * 9, 20.0 * 19]])).round().tolist() == [185.0]
    # values that each source has once: pairs between them are no chance
    assert by_chance(np.array([[0.0, 0.0]])).tolist() == [0.0]


def test_a_rule_goes_as_far_as_its_matches_pay():
    pairs, matches = np.array([10.0, 100.0, 5000.0]), np.array([9.0, 12.0, 12.0])
    assert largest(pairs, matches, records=1000) == 1
    assert largest(pairs, np.zeros(3), records=1000) == -1


def test_cheap_rules_are_chosen_and_dear_ones_left():
    cheap = Counted(rule=(TITLE,), pairs=900, matches=800)
    dear = Counted(rule=(YEAR,), pairs=30_000, matches=700)
    poor = Counted(rule=(WORD,), pairs=100, matches=10)
    assert choose([dear, poor, cheap], records=1000) == [cheap]


def test_matches_are_learnt_from_best_partners():
    rng = Random(1)

    def pair(agreeing):
        return [int(rng.random() < agreeing[0]), int(rng.random() < agreeing[1])]

    random = Patterns.of(np.array([pair((0.01, 0.1)) for _ in range(5000)]))
    within = Patterns.of(np.array([pair((0.2, 0.3)) for _ in range(2000)]))
    both = [pair((0.9, 0.8)) for _ in range(1000)] + [pair((0.2, 0.3)) for _ in range(1000)]
    model = estimate(first_model([2, 2], random), within, Patterns.of(np.array(both)))
    assert abs(model.share - 0.5) < 0.08
    assert abs(model.m[0][1] - 0.9) < 0.06
    assert abs(model.m[1][1] - 0.8) < 0.06
    assert abs(model.u[0][1] - 0.01) < 0.005


def test_the_best_partner_of_each_record():
    model = first_model([2], Patterns.of(np.array([[0]] * 9 + [[1]])))
    rows = np.array([[0], [1], [0], [-1]])
    found = best(model, np.array([7, 7, 8, 8]), rows)
    assert found.levels.tolist() == [[-1], [1]]
    assert found.counts.tolist() == [1.0, 1.0]


def test_nothing_to_learn_from():
    none = Patterns.of(np.zeros((0, 2), dtype=np.int64))
    model = estimate(first_model([2, 3], none), none, none)
    assert [len(one) for one in model.m] == [2, 3]


def test_links_are_sure_where_different_things_do_not_reach():
    links = np.concatenate([np.full(100, 30.0), np.full(100, 12.0)])
    decoys = Decoys(scores=np.full(400, 12.0), records=1000.0, others=999.0)
    sure = sureness(links, decoys, [1000, 1000])
    assert sure.of(np.array([30.0, 12.0, 3.0])).round(2).tolist() == [1.0, 0.0, 0.0]


def test_links_are_not_sure_where_more_different_things_reach_higher():
    links = np.concatenate([np.full(10, 20.0), np.full(40, 10.0)])
    decoys = Decoys(scores=np.full(300, 20.0), records=1000.0, others=999.0)
    assert sureness(links, decoys, [1000, 1000]).of(links).max() < 0.5


def test_small_sources_need_a_reason_too():
    decoys = Decoys(scores=np.zeros(0), records=10.0, others=9.0)
    sure = sureness(np.array([9.0, 1.0]), decoys, [10, 10])
    assert sure.of(np.array([9.0, 1.0])).tolist() == [1.0, 0.0]


def test_a_name_is_enough_where_mistakes_make_it_worth_less():
    same_name = np.log2(1000 * 0.55)  # once in each source, and 55 % of matches agree on it
    links, decoys = (
        np.full(200, same_name),
        Decoys(scores=np.array([1.0]), records=2000, others=999),
    )
    assert sureness(links, decoys, [1000, 1000]).of(links).max() == 0.0
    assert sureness(links, decoys, [1000, 1000], agreed=0.55).of(links).min() > 0.9


def test_how_often_matches_have_the_same_name():
    m = (np.array([0.1, 0.3, 0.6]), np.array([0.2, 0.8]), np.array([0.7, 0.3]))
    model = Model(m=m, u=m, share=0.5)
    assert agreed(model, [True, True, False]) == 0.6
    assert agreed(model, [False, False, False]) == 1.0


def test_no_source_is_twice_in_an_entity():
    clusters = Clusters([1, 1, 2, 3])
    assert clusters.join_all([(0, 2), (1, 2), (2, 3), (1, 3)]) == [True, False, True, False]
    assert clusters.numbers() == [1, 2, 1, 1]


def test_levels_are_best_first():
    year = comparison(1, Kind.YEAR, (0.0, 1.0, 1.0))
    assert year.conditions == ("v1_l = v1_r", "abs(v1_l - v1_r) <= 1.0")
    assert comparison(0, Kind.TEXT).columns == ("s0", "p0", "t0")


def test_what_names_things_is_kept_to():
    shares = np.array([0.004, 0.016, 0.98])
    model = Model(m=(shares, shares, np.array([0.1, 0.1, 0.8])), u=(shares,) * 3, share=0.5)
    named, other, loose = firm(model, [True, False, True]).m
    assert named.tolist() == [1e-12, 0.016, 0.98]
    assert other.tolist() == shares.tolist()
    assert loose.tolist() == [0.1, 0.1, 0.8]


def _half_linked(links):
    """Twice as many records as links in the one source, as many and one in the other."""
    size = 2 * links
    sources = np.repeat([0, 1], [size, links + 1])
    entities = np.append(np.arange(size), np.arange(links + 1))
    entities[-1] = size
    sure = np.where(entities < links, 1.0, 0.0)
    return Linked(sources=sources, entities=entities, sure=sure), size


def test_what_the_linked_ones_could_have_been_taken_for_tells_what_is_chance():
    linked, size = _half_linked(links=400)
    own = np.stack([np.arange(400), size + np.arange(400)])
    taken = np.stack([np.arange(399) + 1, size + np.arange(399)])  # another's, so no rival
    free = np.stack([400 + np.arange(100), size + np.arange(100)])
    left, right = np.concatenate([own, taken, free], axis=1)
    weights = np.repeat([30.0, 20.0, 9.0], [400, 399, 100])
    found = rivals(linked, left, right, weights)
    assert found is not None
    assert found.scores.tolist() == [9.0] * 100
    assert (found.records, found.others) == (400.0, 400.0)


def test_a_few_links_do_not_tell_what_is_chance():
    linked, size = _half_linked(links=40)
    assert rivals(linked, np.arange(40), size + np.arange(40), np.full(40, 30.0)) is None


def _named(links, rivalled):
    """Half of the sources linked, so many of the linked with a namesake besides, and one pair left.

    Two more of one name are in the sources, each with a weight of its own.
    """
    linked, size = _half_linked(links)
    clusters = Clusters(linked.sources.tolist())
    clusters.join_all(zip(range(links), range(size, size + links), strict=True))
    rival = np.stack([links + np.arange(rivalled), size + np.arange(rivalled)])
    left, right = np.append(rival, [[size - 1], [size + links]], axis=1)
    return linked, clusters, left, right, np.full(rivalled + 1, 3.0)


def test_what_is_called_the_same_is_one_if_nothing_else_was_found_for_it():
    linked, clusters, left, right, weights = _named(links=400, rivalled=4)
    places, shares = namesakes(linked, clusters, left, right, weights)
    assert places.tolist() == [4]
    assert shares.round(2).tolist() == [0.99]
    assert clusters.numbers()[-1] != clusters.numbers()[799]  # nothing is joined yet


def test_what_is_called_the_same_is_not_one_where_many_things_are():
    linked, clusters, left, right, weights = _named(links=400, rivalled=100)
    assert not len(namesakes(linked, clusters, left, right, weights)[0])


def test_a_few_links_do_not_tell_how_often_things_are_called_the_same():
    linked, clusters, left, right, weights = _named(links=40, rivalled=1)
    assert not len(namesakes(linked, clusters, left, right, weights)[0])


def test_a_hundred_links_tell_that_names_are_hardly_ever_shared_by_chance():
    linked, clusters, left, right, weights = _named(links=160, rivalled=0)
    places, shares = namesakes(linked, clusters, left, right, weights)
    assert (places.tolist(), shares.tolist()) == ([0], [1.0])
    linked, clusters, left, right, weights = _named(links=160, rivalled=30)
    assert not len(namesakes(linked, clusters, left, right, weights)[0])
