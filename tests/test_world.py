"""Simulated sources over small tables."""

from typing import Any

import numpy as np
import pytest

from leadline.errors import BadData
from leadline.lab.collection import index
from leadline.lab.cover import cover_of
from leadline.lab.world import Counts, World
from leadline.model import Answer, Attribute, Count, Kind, Outcome, Query, Record, Step

BOOKS: list[dict[str, Any]] = [
    {"title": "The waste land", "genre": "poetry", "year": 1922},
    {"title": "Land and sea", "genre": "poetry", "year": 1923},
    {"title": "The law of the sea", "genre": "law", "year": 1982},
    {"title": "Contract law", "genre": ["law", "study"], "year": None},
    {"title": "The sea, the sea", "genre": "novel", "year": 1978},
]


def many(count: int) -> list[dict[str, object]]:
    """Rows that share one value and carry one of their own."""
    return [{"shelf": "all", "number": n} for n in range(count)]


def keys(answer: Answer) -> list[int]:
    return [int(record.key) for record in answer.records]


def everything(world: World, query: Query) -> list[int]:
    """The rows of all pages of a query."""
    found, page, more = list[int](), 1, True
    while more:
        answer = world.answer(Step(query, page))
        found, page, more = found + keys(answer), page + 1, answer.more
    return found


ALL = Query.of(shelf="all")


# --- pages and the limit --------------------------------------------------------------------------


def test_a_query_is_answered_in_pages():
    world = World(collection=index(many(25), "attribute"))
    pages = [world.answer(Step(ALL, page)) for page in (1, 2, 3)]
    assert [len(page.records) for page in pages] == [10, 10, 5]
    assert [page.more for page in pages] == [True, True, False]
    assert [page.total for page in pages] == [25, 25, 25]
    assert sorted(key for page in pages for key in keys(page)) == list(range(25))


def test_pages_beyond_the_end_are_empty():
    world = World(collection=index(many(20), "attribute"))
    assert not world.answer(Step(ALL, 2)).more
    assert world.answer(Step(ALL, 3)) == Answer(total=20, outcome=Outcome.EMPTY)
    assert world.answer(Step(ALL, 999)) == Answer(total=20, outcome=Outcome.EMPTY)


@pytest.mark.parametrize(
    ("limit", "sizes"), [(25, [10, 10, 5]), (20, [10, 10]), (3, [3]), (None, [10, 10, 10, 1])]
)
def test_a_limit_hides_what_comes_after_it(limit, sizes):
    world = World(collection=index(many(31), "attribute"), limit=limit)
    pages = [world.answer(Step(ALL, page)) for page in range(1, len(sizes) + 2)]
    assert [len(page.records) for page in pages] == [*sizes, 0]
    assert [page.more for page in pages] == [True] * (len(sizes) - 1) + [False, False]
    assert {page.total for page in pages} == {31}


def test_unknown_values_are_found_nowhere():
    world = World(collection=index(BOOKS, "attribute"))
    assert world.answer(Step(Query.of(genre="cookery"))) == Answer(total=0, outcome=Outcome.EMPTY)
    half = Query.of(genre="law", year="1900")
    assert world.answer(Step(half)).outcome is Outcome.EMPTY


# --- what a record shows --------------------------------------------------------------------------


def test_an_attribute_page_shows_values():
    world = World(collection=index(BOOKS, "attribute"))
    assert world.answer(Step(Query.of(genre="study"))) == Answer(
        records=(Record("3", (("title", "Contract law"), ("genre", "law"), ("genre", "study"))),),
        total=1,
    )
    assert world.interface.attributes == (
        Attribute(name="title"),
        Attribute(name="genre"),
        Attribute(name="year"),
    )


def test_a_keyword_page_shows_text():
    world = World(collection=index(BOOKS, "keyword"))
    assert world.interface.attributes == (Attribute(name="text", kind=Kind.KEYWORD),)
    assert world.answer(Step(Query.of(text="study"))) == Answer(
        records=(Record("3", (), "Contract law\nlaw\nstudy"),), total=1
    )
    assert world.answer(Step(Query.of(text="1922"))).outcome is Outcome.EMPTY  # a number, no text


def test_only_the_title_is_searched_but_all_is_shown():
    world = World(collection=index(BOOKS, "keyword", frozenset({"title"})))
    assert world.answer(Step(Query.of(text="poetry"))).outcome is Outcome.EMPTY
    answer = world.answer(Step(Query.of(text="waste")))
    assert answer.records == (Record("0", (), "The waste land\npoetry"),)


def test_a_searched_column_that_is_not_there_is_named():
    rows = [{"title": "war"}, {"text": "peace"}]
    with pytest.raises(BadData, match="no column 'name'; there are: title, text"):
        index(rows, "keyword", frozenset({"title", "name"}))


def test_words_are_numbered_in_the_order_of_the_table_whatever_is_searched():
    row = {name: f"word{name}" for name in "abcdefghij"}
    collection = index([row], "keyword", frozenset("jihgfedcba"))
    assert collection.names == [f"word{name}" for name in "abcdefghij"]


def test_a_collection_in_a_script_without_spaces():
    rows = [{"題": "東京都の地図"}, {"題": "京都の寺"}, {"題": "Kyoto寺"}]
    world = World(collection=index(rows, "keyword"))
    assert sorted(everything(world, Query.of(text="京都"))) == [0, 1]
    assert everything(world, Query.of(text="東京")) == [0]
    assert everything(world, Query.of(text="寺")) == [2]  # alone only after Latin letters
    assert world.answer(Step(Query.of(text="kyoto"))).records == (Record("2", (), "Kyoto寺"),)


def test_rows_without_values_are_records_all_the_same():
    collection = index([{"a": ""}, {"a": "x"}, {}, {"a": None}, {"a": []}], "attribute")
    assert (collection.records, collection.values) == (5, 1)
    assert collection.record(0) == Record("0", ())


def test_equal_rows_are_records_of_their_own():
    world = World(collection=index([{"a": "x"}] * 3, "attribute"))
    assert sorted(everything(world, Query.of(a="x"))) == [0, 1, 2]


@pytest.mark.parametrize("mode", ["keyword", "attribute"])
def test_a_table_with_nothing_to_ask_is_bad_data(mode):
    with pytest.raises(BadData):
        index([{"a": None}, {}], mode)


# --- rankings -------------------------------------------------------------------------------------


def test_one_static_order_for_all_queries():
    rows = [{"all": "x", "half": n % 2, "third": n % 3} for n in range(40)]
    world = World(collection=index(rows, "attribute"), seed=3)
    order = everything(world, Query.of(all="x"))
    assert order != sorted(order)
    assert everything(world, Query.of(half="1")) == [row for row in order if row % 2]
    both = Query.of(half="1", third="2")
    assert everything(world, both) == [row for row in order if row % 2 and row % 3 == 2]


def test_the_seed_fixes_the_static_order():
    collection = index(many(30), "attribute")
    one, same, other = (World(collection=collection, seed=seed) for seed in (1, 1, 2))
    assert everything(one, ALL) == everything(same, ALL)
    assert everything(one, ALL) != everything(other, ALL)


def test_newest_first_is_the_table_backwards():
    world = World(collection=index(many(12), "attribute"), ranking="newest", limit=5)
    assert everything(world, ALL) == [11, 10, 9, 8, 7]


def test_relevance_prefers_more_mentions_and_shorter_texts():
    rows = [
        {"t": "sea and many other words that make it long"},
        {"t": "sea"},
        {"t": "sea sea sea"},
        {"t": "land"},
    ]
    world = World(collection=index(rows, "keyword"), ranking="relevance")
    assert everything(world, Query.of(text="sea")) == [2, 1, 0]


def test_relevance_prefers_records_with_the_rarer_word():
    rows = [{"t": "sea"}, {"t": "sea"}, {"t": "whale"}, {"t": "sea whale"}]
    world = World(collection=index(rows, "keyword"), ranking="relevance", any_of=True)
    assert everything(world, Query((("text", "sea"), ("text", "whale")))) == [3, 2, 0, 1]


# --- totals ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("counts", "matches", "said"),
    [
        (Counts(), 1234, (1234, Count.EXACT)),
        (Counts(kind="none"), 1234, (None, Count.EXACT)),
        (Counts(kind="capped", cap=1000), 1234, (1000, Count.LEAST)),
        (Counts(kind="capped", cap=1000), 1000, (1000, Count.EXACT)),
        (Counts(kind="rounded"), 1254, (1300, Count.ABOUT)),
        (Counts(kind="rounded"), 987654, (990000, Count.ABOUT)),
        (Counts(kind="rounded"), 100, (100, Count.ABOUT)),
        (Counts(kind="rounded"), 99, (99, Count.EXACT)),
        (Counts(kind="rounded"), 0, (0, Count.EXACT)),
    ],
)
def test_how_totals_are_reported(counts, matches, said):
    assert counts.of(matches) == said


def test_a_page_says_its_total_in_the_way_of_the_site():
    collection = index(many(31), "attribute")
    silent = World(collection=collection, counts=Counts(kind="none")).answer(Step(ALL))
    assert silent.total is None
    assert silent.more
    capped = World(collection=collection, counts=Counts(kind="capped", cap=20)).answer(Step(ALL))
    assert (capped.total, capped.count) == (20, Count.LEAST)


# --- several predicates ---------------------------------------------------------------------------


def test_all_predicates_must_hold():
    world = World(collection=index(BOOKS, "keyword"))
    assert sorted(everything(world, Query((("text", "the"), ("text", "sea"))))) == [2, 4]
    assert everything(world, Query((("text", "land"), ("text", "law")))) == []


def test_any_predicate_suffices_where_the_site_says_or():
    world = World(collection=index(BOOKS, "keyword"), any_of=True)
    assert sorted(everything(world, Query((("text", "land"), ("text", "law"))))) == [0, 1, 2, 3]
    assert sorted(everything(world, Query((("text", "land"), ("text", "xyz"))))) == [0, 1]


def test_a_form_refuses_what_it_cannot_express():
    world = World(collection=index(BOOKS, "attribute"), predicates=1)
    refused = Answer(outcome=Outcome.REFUSED)
    assert world.answer(Step(Query.of(genre="law", year="1982"))) == refused
    assert world.answer(Step(Query.of(author="Eliot"))) == refused
    assert world.answer(Step(Query())) == refused


def test_a_browsable_source_lists_everything():
    world = World(collection=index(many(12), "attribute"), browsable=True, limit=11)
    assert everything(world, Query()) == everything(world, ALL)
    assert world.answer(Step(Query(), 2)).total == 12
    newest = World(collection=index(many(12), "attribute"), browsable=True, ranking="newest")
    assert keys(newest.answer(Step(Query()))) == [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]


# --- stop-words and failures ----------------------------------------------------------------------

TEXTS = [{"t": "the sea"}, {"t": "the land"}, {"t": "the sea and the land"}, {"t": "the sea, ho"}]


def test_stop_words_are_refused_alone_and_ignored_in_company():
    world = World(collection=index(TEXTS, "keyword"), stop_words=1)
    assert world.answer(Step(Query.of(text="the"))) == Answer(outcome=Outcome.REFUSED)
    both = Query((("text", "the"), ("text", "land")))
    assert everything(world, both) == everything(world, Query.of(text="land"))


def test_pages_fail_by_the_seed_and_not_by_the_moment():
    collection = index(many(200), "attribute")
    world = World(collection=collection, failures=0.3, seed=5)
    fates = [world.answer(Step(Query.of(number=str(n)))).outcome for n in range(200)]
    again = World(collection=collection, failures=0.3, seed=5)
    assert [again.answer(Step(Query.of(number=str(n)))).outcome for n in range(200)] == fates
    assert 40 < fates.count(Outcome.FAILED) < 80
    other = World(collection=collection, failures=0.3, seed=6)
    assert [other.answer(Step(Query.of(number=str(n)))).outcome for n in range(200)] != fates


def test_nothing_fails_unless_asked_to():
    world = World(collection=index(many(50), "attribute"))
    outcomes = {world.answer(Step(Query.of(number=str(n)))).outcome for n in range(50)}
    assert outcomes == {Outcome.FOUND}
    broken = World(collection=index(many(2), "attribute"), failures=1.0)
    assert broken.answer(Step(ALL)) == Answer(outcome=Outcome.FAILED)


# --- the cover ------------------------------------------------------------------------------------


@pytest.mark.parametrize("ranking", ["static", "newest", "relevance"])
@pytest.mark.parametrize("limit", [None, 1, 2])
def test_the_cover_is_what_single_value_queries_show(ranking, limit):
    world = World(collection=index(BOOKS, "keyword"), ranking=ranking, limit=limit, page_size=2)
    cover = cover_of(world)
    assert cover.values == world.collection.values
    for value, name in enumerate(world.collection.names):
        shown = everything(world, Query.of(text=name))
        assert sorted(cover.shown(value).tolist()) == sorted(shown)
        assert cover.pages[value] == max(1, -(-len(shown) // 2))


def test_all_is_reachable_without_a_limit_but_what_has_no_value():
    assert cover_of(World(collection=index(BOOKS, "attribute"))).unreachable() == 0.0
    bare = index([{"a": "x"}, {"a": "x"}, {"a": ""}, {"a": "y"}], "attribute")
    assert cover_of(World(collection=bare)).unreachable() == 0.25


def test_what_ranks_below_the_limit_of_all_its_values_is_unreachable():
    rows = [{"a": "x"}] * 8
    world = World(collection=index(rows, "attribute"), limit=2)
    assert cover_of(world).unreachable() == 0.75


def test_stop_words_reach_nothing():
    world = World(collection=index([*TEXTS, {"t": "the"}], "keyword"), stop_words=1)
    cover = cover_of(world)
    assert cover.shown(world.collection.names.index("the")).tolist() == []
    assert cover.unreachable() == pytest.approx(0.2)


def test_visible_is_cut_at_the_limit():
    world = World(collection=index(many(9), "attribute"), ranking="newest", limit=3)
    assert np.array_equal(world.visible(world.collection.names.index("all")), [8, 7, 6])
