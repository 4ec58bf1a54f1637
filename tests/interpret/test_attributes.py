"""What people would say can be asked of a form."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.codec import dump, load
from leadline.interpret.attributes import Field, FieldKind, fields, predicates
from leadline.interpret.presentation import is_page_size
from leadline.model import Attribute, Control, Form, Kind, Option
from tests.interpret.forms import (
    ALL,
    BOOKS_JA,
    CARS,
    JOBS,
    LIBRARY,
    TABLE,
    TICKETS,
    WIKI,
    box,
    choice,
    tick,
)


def asked(form):
    """Name, kind and domain of all attributes."""
    found = (field.attribute for field in fields(form))
    return [(a.name, a.kind.value, a.domain) for a in found]


def of(*controls):
    return Form(action="https://x.example/", controls=controls)


def test_a_library_catalogue():
    assert asked(LIBRARY) == [
        ("library catalogue", "keyword", None),
        ("title", "value", None),
        ("author", "value", None),
        ("branch", "value", ("Midway", "Centerville")),
        ("language", "value", ("English", "French")),
    ]


def test_a_job_search_in_german():
    assert asked(JOBS) == [
        ("was", "keyword", None),
        ("wo", "value", None),
        ("branche", "value", ("Bau", "Handel")),
    ]
    assert fields(JOBS)[2].any == "0"


def test_a_car_search_with_ranges():
    assert asked(CARS) == [
        ("make", "value", ("Audi", "BMW")),
        ("price", "range", None),
        ("year", "range", ("1999", "2000", "2001")),
        ("km", "value", ("..5,000 km", "5,000 km..10,000 km", "10,000 km..")),
        ("fuel", "value", ("Petrol", "Diesel")),
    ]
    assert fields(CARS)[0] == Field(
        attribute=Attribute(name="make", domain=("Audi", "BMW")),
        controls=("make",),
        kind=FieldKind.CHOICE,
        any="",
        codes=(("Audi", "9"), ("BMW", "13")),
    )
    assert fields(CARS)[1].controls == ("priceMin", "priceMax")


def test_a_ticket_query_leaves_out_columns_grouping_and_more_filters():
    assert asked(TICKETS) == [
        ("summary", "value", None),
        ("status", "value", ("new", "closed")),
    ]
    assert fields(TICKETS)[0].sets == (("0_summary_mode", ""),)


def test_the_name_spaces_of_a_wiki_say_where_to_search():
    assert asked(WIKI) == [("suche", "keyword", None)]


def test_a_column_list_makes_an_attribute_of_each_column():
    assert asked(TABLE) == [
        ("search", "keyword", None),
        ("section", "value", None),
        ("maintainer", "value", None),
    ]
    assert fields(TABLE)[1].sets == (("_filter_column", "section"), ("_filter_op", "exact"))
    assert predicates(fields(TABLE)) == 1
    assert predicates(fields(CARS)) is None


def test_a_japanese_book_shop():
    assert asked(BOOKS_JA) == [
        ("キーワード", "keyword", None),
        ("ジャンル", "value", ("文学", "歴史")),
    ]


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("Country:", "country"),
        (" Publication  year * ", "publication year"),
        ("Town (optional)", "town"),
        ("Année :", "année"),
        ("出版社：", "出版社"),
    ],
)
def test_names_are_labels_without_their_punctuation(label, name):
    assert fields(of(box("q"), box("x", label)))[1].attribute.name == name


def test_without_labels_the_placeholder_or_the_name_serves():
    controls = (box("q"), box("pubYear"), box("f3", placeholder="Publisher"))
    assert [name for name, _, _ in asked(of(*controls))] == ["keywords", "pub year", "publisher"]


def test_names_are_unique():
    controls = (box("a", "Name"), box("b", "Name"), box("c", "Name 2"), box("d", "Name"))
    names = [name for name, _, _ in asked(of(*controls))]
    assert names == ["name", "name 2", "name 2 2", "name 3"]


@pytest.mark.parametrize(
    ("controls", "kinds"),
    [
        ((box("isbn", "ISBN"),), ["value"]),
        ((box("zip", "ZIP code"), box("q", "Search")), ["value", "keyword"]),
        ((box("x"),), ["keyword"]),
        ((box("k", "Search product / brand / ID"),), ["keyword"]),
        ((box("titel", "Titel"), box("autor", "Autor")), ["keyword", "value"]),
        ((box("d", "Date", kind="date"),), ["value"]),
        ((box("a", kind="search"), box("b", "Keywords")), ["keyword", "value"]),
        ((box("where"), box("mots", "Mots-clés")), ["value", "keyword"]),
        ((box("город", "Город"), box("слова", "Ключевые слова")), ["value", "keyword"]),
    ],
)
def test_one_box_takes_words_and_the_others_values(controls, kinds):
    assert [kind for _, kind, _ in asked(of(*controls))] == kinds


@pytest.mark.parametrize(
    "control",
    [
        choice("sort", "Price", "Name"),
        choice("o", "Relevance", "Newest", "Title"),
        choice("x", ("a", "Aufsteigend"), ("d", "Absteigend")),
        choice("tri", ("p", "Prix"), ("d", "Date"), label="Trier par"),
        choice("view", "List", "Grid", kind="radio"),
        choice("lang", "English", "Deutsch"),
        choice("currency", "EUR", "USD"),
        choice("format", "HTML", "RSS"),
        choice("op", "AND", "OR"),
        choice("limit", "10", "25", "100"),
        choice("n", ("10", "10 per page"), ("20", "20 per page")),
        choice("pp", ("20", "20件表示"), ("50", "50件表示")),
        choice("col", ("a", "A", True), ("b", "B"), label="Columns", kind="checkbox"),
        choice("w", ("wiki", "Wiki", True), ("tickets", "Tickets", True), kind="checkbox"),
        tick("exact", "Exact phrase"),
        choice("one", "only"),
        choice("model", ("", "choose a make first")),
        box("page", value="1"),
        Control(name="file", kind="file"),
        Control(name="mail", kind="email"),
    ],
)
def test_what_changes_no_result_is_no_attribute(control):
    assert asked(of(box("q"), control)) == [("keywords", "keyword", None)]


@pytest.mark.parametrize(
    "control",
    [
        choice("language", ("", "All languages"), "English", "German"),
        choice("order", ("", "Any order"), "Coleoptera", "Diptera", label="Order"),
        choice("format", ("all", "All formats"), ("b", "Book"), ("d", "DVD")),
        choice("brand", ("a", "Acme"), ("b", "Bolt"), kind="checkbox", label="Brand"),
        choice("field", ("", "Any"), "Physics", "Law", label="Field of study"),
    ],
)
def test_what_could_be_presentation_but_can_be_any_is_asked(control):
    assert len(asked(of(box("q"), control))) == 2


def test_page_sizes_are_told_apart():
    assert [one.name for one in CARS.controls if is_page_size(one)] == ["per_page"]
    assert [one.name for one in TICKETS.controls if is_page_size(one)] == ["max"]


def test_a_suggested_list_is_a_domain_unless_the_box_takes_words():
    options = (Option("Oslo", "Oslo"), Option("Rome", "Rome"))
    controls = (box("q", options=options), box("city", "City", options=options))
    assert asked(of(*controls)) == [
        ("keywords", "keyword", None),
        ("city", "value", ("Oslo", "Rome")),
    ]


@pytest.mark.parametrize("form", ALL)
def test_fields_can_be_stored(form):
    for field in fields(form):
        assert load(Field, dump(field)) == field


texts = st.text(max_size=6) | st.sampled_from(
    ["min", "max", "from", "to", "sort", "q", "=", "contains", "column", "any", "10", "20", "{q}"]
)
controls = st.builds(
    Control,
    name=texts,
    kind=st.sampled_from(
        ["text", "search", "select", "radio", "checkbox", "number", "hidden", "?"]
    ),
    value=texts,
    label=texts,
    placeholder=texts,
    options=st.lists(st.builds(Option, texts, texts, st.booleans()), max_size=4).map(tuple),
    multiple=st.booleans(),
)
forms = st.builds(
    Form, action=st.just("https://x.example/"), controls=st.lists(controls, max_size=6).map(tuple)
)


@given(forms)
def test_any_form_gives_attributes_of_distinct_names_and_known_controls(form):
    found = fields(form)
    names = [field.attribute.name for field in found]
    assert len(set(names)) == len(names)
    known = {control.name for control in form.controls}
    assert all(set(field.controls) <= known for field in found)
    assert all(field.attribute.kind in Kind for field in found)
    assert all(isinstance(is_page_size(control), bool) for control in form.controls)


def test_a_list_that_groups_is_no_column_of_the_box_beside_it():
    group = choice("group", ("", "field"), "Owner", "Version", label="Group results by")
    controls = (box("q"), group, box("max", "Max items per page", value="100"))
    assert asked(of(*controls)) == [("keywords", "keyword", None)]
