"""Two controls that are the ends of one attribute."""

import pytest

from leadline.interpret.ranges import ends, ranges
from tests.interpret.forms import box, choice


def names(*controls):
    return [(found.name, found.low.name, found.high.name) for found in ranges(controls)]


@pytest.mark.parametrize(
    ("low", "high", "name"),
    [
        (box("price_min"), box("price_max"), "price"),
        (box("minPrice"), box("maxPrice"), "price"),
        (box("pricemin"), box("pricemax"), "price"),
        (box("year[from]"), box("year[to]"), "year"),
        (box("a", "Preis von"), box("b", "bis"), "preis"),
        (box("a", "Prix de"), box("b", "Prix à"), "prix"),
        (box("a", "Fecha desde"), box("b", "Fecha hasta"), "fecha"),
        (box("a", "Цена от"), box("b", "до"), "цена"),
        (box("date__gte", kind="date"), box("date__lte", kind="date"), "date"),
        (box("from", kind="date"), box("to", kind="date"), "range"),
        (box("yf", "Year from"), box("yt", "Year to"), "year"),
    ],
)
def test_names_or_labels_differ_in_a_marker(low, high, name):
    assert names(low, high) == [(name, low.name, high.name)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (box("from", "From"), box("to", "To")),  # a journey
        (choice("from", "Oslo", "Rome"), choice("to", "Oslo", "Rome")),
        (box("title"), box("author")),
        (box("price_max"), box("price_min")),
        (box("min_price"), choice("max_price", "1", "2")),
        (box("to", kind="number"), box("to", kind="number")),
    ],
)
def test_other_pairs_are_no_ranges(one, other):
    assert names(one, other) == []


def test_ends_need_not_be_neighbours():
    controls = (box("min_rent"), box("min_rooms"), box("max_rent"), box("max_rooms"))
    assert names(*controls) == [
        ("rent", "min_rent", "max_rent"),
        ("rooms", "min_rooms", "max_rooms"),
    ]


def test_lists_with_wide_steps_are_cut_into_cells():
    low = choice("p_from", ("", "min"), "100", "500", "1000")
    high = choice("p_to", ("", "max"), "100", "500", "1000")
    assert ranges((low, high))[0].domain == ("..100", "100..500", "500..1000", "1000..")


def test_lists_that_begin_with_the_latest_and_cannot_be_left_open():
    years = ("2009", "2005", "2001", "1997")
    found = ranges((choice("y_from", *years), choice("y_to", *years)))[0]
    assert found.domain == ("1997..1997", "1997..2001", "2001..2005", "2005..2009", "2009..2009")


def test_lists_of_years_are_values():
    low = choice("y_from", ("", "–"), "2003", "2002", "2001")
    high = choice("y_to", ("", "–"), "2003", "2002", "2001")
    assert ranges((low, high))[0].domain == ("2003", "2002", "2001")
    assert ranges((low, high))[0].ordered


def test_boxes_take_any_interval_and_lists_with_gaps_do_not():
    assert ranges((box("p_min", kind="date"), box("p_max", kind="date")))[0].ordered
    assert not ranges((box("p_min", kind="week"), box("p_max", kind="week")))[0].ordered
    gaps = choice("p_min", "100", "500"), choice("p_max", "100", "500")
    assert not ranges(gaps)[0].ordered


@pytest.mark.parametrize(
    ("step", "decimals"), [("0.01", 2), ("0.50", 1), (".001", 3), ("5", 0), ("any", 0), ("", 0)]
)
def test_a_declared_step_says_how_fine_numbers_are(step, decimals):
    pair = (box("p_min", kind="number", step=step), box("p_max", kind="number", step=step))
    assert ranges(pair)[0].decimals == decimals


@pytest.mark.parametrize(
    ("hint", "pattern"),
    [
        ("DD.MM.YYYY", "%d.%m.%Y"),
        ("z. B. TT.MM.JJJJ", "%d.%m.%Y"),
        ("jj/mm/aaaa", "%d/%m/%Y"),
        ("mm/dd/yyyy", "%m/%d/%Y"),
        ("YYYY-MM-DD", "%Y-%m-%d"),
        ("дд.мм.гггг", "%d.%m.%Y"),
        ("from", ""),
        ("a/b/c", ""),
    ],
)
def test_a_hint_says_how_dates_are_written(hint, pattern):
    pair = (box("d_from", placeholder=hint), box("d_to", placeholder=hint))
    assert ranges(pair)[0].pattern == pattern


@pytest.mark.parametrize(
    ("value", "both"),
    [
        ("3", ("3", "3")),
        ("3..5", ("3", "5")),
        ("3..", ("3", "")),
        ("..5", ("", "5")),
        ("", ("", "")),
    ],
)
def test_the_ends_of_what_is_asked(value, both):
    assert ends(value) == both


def test_a_label_says_how_dates_are_written():
    low, high = box("d1", "From (dd/mm/yyyy)"), box("d2", "To (dd/mm/yyyy)")
    [found] = ranges((low, high))
    assert found.pattern == "%d/%m/%Y"
