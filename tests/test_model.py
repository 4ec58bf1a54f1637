"""The values that travel between the stages."""

import json
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.model import (
    PAGES,
    QUERIES,
    Answer,
    Attribute,
    Cost,
    Count,
    Interface,
    Kind,
    Outcome,
    Query,
    Record,
    Step,
    Turn,
    Why,
    turn_from_json,
    turn_to_json,
)

texts = st.text(max_size=8)
pairs = st.tuples(texts, texts)
numbers = st.floats(allow_nan=False)
records = st.builds(Record, key=texts, values=st.lists(pairs, max_size=3).map(tuple), text=texts)
reasons = st.builds(Why, expert=texts, expected=numbers, pages=numbers, evidence=texts)
queries = st.builds(Query, st.lists(pairs, max_size=3).map(tuple))
steps = st.builds(Step, queries, st.integers(1, 99), st.none() | reasons)
answers = st.builds(
    Answer,
    records=st.lists(records, max_size=3).map(tuple),
    total=st.none() | st.integers(0, 10**12),
    count=st.sampled_from(Count),
    more=st.booleans(),
    outcome=st.sampled_from(Outcome),
)
turns = st.builds(Turn, st.integers(1, 10**6), steps, answers)


def test_a_query_is_the_same_in_any_order():
    one = Query((("genre", "poetry"), ("year", "1922")))
    other = Query((("year", "1922"), ("genre", "poetry"), ("year", "1922")))
    assert one == other == Query.of(year="1922", genre="poetry")
    assert hash(one) == hash(other)
    assert {one: "seen"}[other] == "seen"


@given(st.lists(pairs, max_size=4), st.randoms(use_true_random=False))
def test_any_shuffle_of_the_predicates_is_the_same_query(predicates, rng):
    shuffled = rng.sample(predicates, len(predicates))
    assert Query(tuple(predicates)) == Query(tuple(shuffled))
    assert set(Query(tuple(shuffled)).predicates) == set(predicates)


def test_a_predicate_more_makes_another_query():
    poems = Query.of(genre="poetry")
    assert poems.with_("year", "1922") == Query.of(genre="poetry", year="1922")
    assert poems.with_("genre", "poetry") == poems
    assert poems == Query.of(genre="poetry")


def test_a_query_reads_like_a_sentence():
    assert str(Query.of(year="1922", genre="poetry")) == "genre=poetry AND year=1922"
    assert str(Query()) == "everything"


def test_values_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        Step(Query()).page = 2  # type: ignore[misc]


def test_the_reason_is_no_part_of_a_steps_identity():
    why = Why(expert="greedy", expected=7.25, pages=1.0, evidence="9 of 12 unseen")
    assert Step(Query.of(a="b"), 2, why) == Step(Query.of(a="b"), 2)
    assert str(why) == "greedy: 7.2 new on 1.0 page; 9 of 12 unseen"
    assert str(Why(expert="guess", expected=0, pages=2)) == "guess: 0.0 new on 2.0 pages"


def test_what_asking_costs():
    assert PAGES.of(queries=3, pages=8, new=50) == 8
    assert QUERIES.of(queries=3, pages=8, new=50) == 3
    assert Cost(query=100, page=10, record=1).of(3, 8, 50) == 430


@given(turns)
def test_a_turn_survives_json(turn):
    text = json.dumps(turn_to_json(turn))
    again = turn_from_json(json.loads(text))
    assert again == turn
    assert again.step.why == turn.step.why
    assert json.dumps(turn_to_json(again)) == text


def test_a_turn_as_json():
    turn = Turn(
        3,
        Step(Query.of(genre="poetry"), 2),
        Answer(records=(Record("7", (("genre", "poetry"),), "The Waste Land"),), total=11),
    )
    assert turn_to_json(turn) == {
        "number": 3,
        "query": [["genre", "poetry"]],
        "page": 2,
        "why": None,
        "outcome": "found",
        "total": 11,
        "count": "exact",
        "more": False,
        "records": [{"key": "7", "values": [["genre", "poetry"]], "text": "The Waste Land"}],
    }


BOOKS = Interface(
    attributes=(
        Attribute(name="text", kind=Kind.KEYWORD),
        Attribute(name="genre", domain=("law", "poetry")),
        Attribute(name="year"),
    )
)


@pytest.mark.parametrize(
    ("query", "possible"),
    [
        (Query.of(genre="poetry"), True),
        (Query.of(genre="novel"), False),  # not in the drop-down
        (Query.of(year="1922"), True),
        (Query.of(author="Eliot"), False),  # no such field
        (Query.of(genre="law", year="1922", text="contract"), True),
        (Query((("text", "waste"), ("text", "land"))), True),  # a box takes several words
        (Query((("year", "1922"), ("year", "1923"))), False),  # a field takes one value
        (Query(), False),
    ],
)
def test_what_a_form_can_ask(query, possible):
    assert BOOKS.can_ask(query) is possible


def test_a_form_of_one_field_at_a_time():
    single = Interface(attributes=BOOKS.attributes, predicates=1)
    assert single.can_ask(Query.of(text="waste"))
    assert not single.can_ask(Query((("text", "waste"), ("text", "land"))))
    assert not single.can_ask(Query.of(genre="law", year="1922"))


def test_only_a_browsable_source_lists_everything():
    assert Interface(attributes=BOOKS.attributes, browsable=True).can_ask(Query())


def test_an_attribute_is_found_by_its_name():
    assert BOOKS.attribute("year") == Attribute(name="year")
    with pytest.raises(KeyError):
        BOOKS.attribute("author")
