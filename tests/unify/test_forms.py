"""Values as people write them, in the one form that all their formats share."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.unify.dates import day, is_day_first
from leadline.unify.numbers import number
from leadline.unify.texts import plain, sorted_words, words


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("12500", 12500.0),
        ("12,500", 12500.0),
        ("12 500,75", 12500.75),
        ("12.500,75", 12500.75),
        ("1,234,567.5", 1234567.5),
        ("12,5", 12.5),
        ("12.500", 12.5),
        ("$1.50", 1.5),
        ("121 min", 121.0),
        ("−3.5 %", -3.5),
        ("-0", 0.0),
        ("1.234.567", 1234567.0),
        ("1.2.3", None),
        ("12 Angry Men", None),
        ("2006-03-01", None),
        ("", None),
    ],
)
def test_numbers(text, meant):
    assert number(text) == meant


@pytest.mark.parametrize(
    "text",
    ["2006-03-01", "1 March 2006", "March 1st, 2006", "Wednesday, 1 March 2006", "01.03.2006",
     "1/3/2006", "2006/3/1", "20060301", "2006-03-01T12:00:00Z", "1. März 2006", "1 mars 2006",
     "1 de marzo de 2006", "2006年3月1日"],
)  # fmt: skip
def test_dates(text):
    assert day(text) == date(2006, 3, 1)


@pytest.mark.parametrize("text", ["2006", "30 February 2006", "May Day 2006 rally", "1.2.3", "x"])
def test_what_is_no_date(text):
    assert day(text) is None


def test_a_column_tells_whether_days_come_first():
    assert day("03/01/2006", is_day_first(["03/01/2006", "03/28/2006"])) == date(2006, 3, 1)
    assert day("03/01/2006", is_day_first(["28/03/2006"])) == date(2006, 1, 3)


def test_texts_without_case_and_accents():
    assert plain("  Halfway House, The  ") == "halfway house the"
    assert plain("Élan Vital – O'Hare") == "elan vital ohare"


def test_how_an_address_is_reached_is_format():
    forms = {"http://www.uda.ad/", "HTTPS://uda.ad", "www.uda.ad", "uda.ad/"}
    assert set(map(plain, forms)) == {"uda ad"}
    assert plain("see http://uda.ad") == "see http uda ad"


def test_the_order_of_words_is_format():
    titles = ("Halfway House, The", "The Halfway House")
    assert {sorted_words(words(plain(title))) for title in titles} == {"halfway house the"}


def test_texts_without_spaces_are_cut():
    assert words(plain("東京大学 Press")) == ["東京", "京大", "大学", "press"]


@given(st.text(max_size=60))
def test_no_text_is_too_strange(text):
    number(text)
    day(text)
    words(plain(text))
