import pytest

from leadline.errors import BadData
from leadline.lab.proving import Proving, fields_of, form_over, prove
from leadline.lab.world import Counts, World
from leadline.model import Kind, Query, Step

ROWS = [
    {"title": f"t{n}", "year": 1990 + n % 10, "kind": "ab"[n % 2], "tags": ["x", "y"][: n % 3]}
    for n in range(40)
]


def world(ordered=("year",), categories=("kind", "tags"), rows=ROWS, **how) -> World:
    settings = {"limit": 5, "page_size": 5, "browsable": True, **how}
    return World(collection=form_over(rows, ordered, categories), **settings)


def test_columns_are_fields_as_they_look():
    assert fields_of(ROWS) == (["year"], ["kind", "tags"])


def test_dates_are_asked_from_to():
    days = [{"day": f"2024-05-{n:02}", "at": f"2024-05-01T10:{n}:00Z"} for n in range(10, 30)]
    assert fields_of(days) == (["day", "at"], [])


def test_columns_are_fields_as_named():
    assert fields_of(ROWS, ["year"], []) == (["year"], [])
    assert fields_of(ROWS, [], ["title", "year"]) == ([], ["title", "year"])


@pytest.mark.parametrize(
    ("ordered", "categories", "complaint"),
    [
        (["yaer"], [], "there is no column 'yaer'; there are: title, year, kind, tags"),
        (["year"], ["year"], "the column 'year' is named twice"),
        (["year", "year"], [], "the column 'year' is named twice"),
    ],
)
def test_fields_that_cannot_be(ordered, categories, complaint):
    with pytest.raises(BadData, match=complaint):
        fields_of(ROWS, ordered, categories)


def test_a_table_without_fields():
    with pytest.raises(BadData, match="no column looks like numbers, dates or a drop-down"):
        fields_of([{"title": "a"}, {"title": "b"}])


def test_several_values_have_no_order():
    with pytest.raises(BadData, match="'tags' has several values in a row"):
        form_over(ROWS, ["tags"], [])


def test_a_column_without_values():
    with pytest.raises(BadData, match="no row has a value in the column 'year'"):
        form_over([{"year": None, "kind": "a"}], ["year"], ["kind"])


def test_the_form():
    form = world().interface
    assert [(a.name, a.kind, a.domain, a.missing) for a in form.attributes] == [
        ("year", Kind.RANGE, None, True),
        ("kind", Kind.VALUE, ("a", "b"), True),
        ("tags", Kind.VALUE, ("x", "y"), True),
    ]


def test_the_source_answers_intervals_values_and_those_without():
    source = world(limit=None, page_size=50)

    def keys(**asked: str) -> list[int]:
        answer = source.answer(Step(Query.of(**asked)))
        return sorted(int(record.key) for record in answer.records)

    assert keys(year="[1990 .. 1991)") == [0, 10, 20, 30]
    assert keys(year="(1998 .. *]", kind="b") == [9, 19, 29, 39]
    assert keys(tags="") == [n for n in range(40) if n % 3 == 0]
    assert keys(tags="y") == [n for n in range(40) if n % 3 == 2]
    assert keys(year="") == []


@pytest.mark.parametrize("kind", ["exact", "none", "rounded"])
def test_a_source_is_proved(kind):
    outcome = prove(world(counts=Counts(kind=kind)))
    assert outcome.proved
    assert outcome.coverage == 1.0
    assert outcome.impossible_cells == ()
    assert (outcome.floor_pages, outcome.floor_queries) == (8, 8)
    assert outcome.floor_pages <= outcome.pages


def test_numbers_too_long_for_a_float_are_told_apart():
    rows = [{"id": 2**60 + n} for n in range(40)]
    outcome = prove(world(("id",), (), rows))
    assert (outcome.proved, outcome.coverage, outcome.impossible_cells) == (True, 1.0, ())


def test_cells_that_cannot_be_proved_are_named():
    rows = [*ROWS, *({"year": 1990, "kind": "a", "tags": []} for _ in range(9))]
    outcome = prove(world(rows=rows))
    assert not outcome.proved
    assert outcome.coverage < 1
    assert outcome.impossible_cells == ("kind=a AND tags= AND year=[1990 .. 1990]",)


def test_how_it_stands_can_be_seen_at_each_page():
    pages: list[int] = []
    proving = Proving(world())
    outcome = proving.run(lambda known: pages.append(known.pages))
    assert pages == list(range(1, outcome.pages + 1))
    assert proving.outcome() == outcome


def test_without_a_limit_everything_is_one_list():
    outcome = prove(world(limit=None))
    assert (outcome.proved, outcome.pages, outcome.queries) == (True, 8, 1)
    assert outcome.floor_queries == 1
