"""The values that travel between the stages."""

from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.model import (
    PAGES,
    QUERIES,
    Attribute,
    Cost,
    Interface,
    Kind,
    Query,
    Step,
    Why,
)

texts = st.text(max_size=8)
pairs = st.tuples(texts, texts)


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
