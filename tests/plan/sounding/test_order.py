"""Whether a source ranks by the query shows in pairs of records that two answers have."""

from __future__ import annotations

from random import Random

import pytest

from leadline.flow import recall
from leadline.lab.collection import index
from leadline.lab.run import first_query
from leadline.lab.world import Ranking, World
from leadline.model import Answer, Attribute, Interface, Kind, Query, Record, Step, Turn
from leadline.plan.knowledge import Knowledge
from leadline.plan.sounding import Sounding
from leadline.plan.sounding.order import Order

BOX = Interface(attributes=(Attribute(name="text", kind=Kind.KEYWORD),), page_size=20)


def answered(*answers: str) -> Order:
    """What is thought of the order after these answers, a letter a record."""
    known, order = Knowledge(BOX), Order()
    for number, keys in enumerate(answers, 1):
        records = tuple(Record(key, (), f"word{number}") for key in keys)
        turn = Turn(number, Step(Query.of(text=f"word{number}")), Answer(records=records))
        known.hear(turn)
        order.learn(known, number - 1, turn)
    return order


def test_records_that_keep_their_order_are_sorted_by_something_of_their_own() -> None:
    assert not answered("abcdefghijklmnopqrst", "abcdefghijklmnopqrst").by_query


def test_records_that_change_places_are_ranked_by_what_was_asked() -> None:
    assert answered("abcdefghijklmnopqrst", "tsrqponmlkjihgfedcba").by_query


def test_a_few_pairs_tell_nothing() -> None:
    assert not answered("abcd", "dcba").by_query


def test_records_of_different_answers_cannot_be_compared() -> None:
    assert not answered("abcdefghij", "klmnopqrst", "taslbrmcqndpeofijghk"[::2]).by_query


def some_words(chance: Random) -> str:
    """A text of any length, of common and rare words."""
    length = chance.randrange(3, 30)
    return " ".join(f"w{int(chance.paretovariate(0.7)) % 300}" for _ in range(length))


@pytest.mark.parametrize(("ranking", "by_query"), [("static", False), ("relevance", True)])
def test_a_search_box_shows_how_it_ranks(ranking: Ranking, by_query: bool) -> None:
    chance = Random(1)
    rows = [{"text": some_words(chance)} for _ in range(600)]
    world = World(collection=index(rows, "keyword"), limit=50, ranking=ranking)
    policy = Sounding()
    known = recall(policy, world.interface)
    step = Step(first_query(world, 1))
    for number in range(1, 80):
        known.hear(Turn(number, step, world.answer(step)))
        step = policy.choose(known, Random(number)) or step
    assert known.learner.order.by_query is by_query
    assert known.learner.whole is by_query
