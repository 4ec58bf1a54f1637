"""Numbers and dates as pages write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.interpret.measures import Measure, Scale, learn_measure

DATES = Measure(scale=Scale.DATE)


@pytest.mark.parametrize(
    ("shown", "plain"),
    [
        (["1,234 €", "99 €", "12,345 €"], ["1234", "99", "12345"]),
        (["1.234,50 €", "99,00 €"], ["1234.50", "99.00"]),
        (["229 km", "1.065 km"], ["229", "1065"]),
        (["1,200", "2,450"], ["1200", "2450"]),
        (["1.200 EUR", "2.450 EUR"], ["1200", "2450"]),
        (["38.704", "-101.473"], ["38.704", "-101.473"]),
        (["$12.50", "$1,200.00"], ["12.50", "1200.00"]),
        (["12 345 678,90", "3"], ["12345678.90", "3"]),
        (["1'234.5", "€ 5"], ["1234.5", "5"]),
        (["−5 °C", "12 °C"], ["-5", "12"]),
        (["4 km (2.5 mi)", "7 km (4.4 mi)"], ["4", "7"]),
        (["0.123"], ["0.123"]),
        (["1990", "2013"], ["1990", "2013"]),
    ],
)
def test_numbers(shown, plain):
    measure = learn_measure(shown)
    assert measure is not None
    assert [measure.plain(value) for value in shown] == plain


@pytest.mark.parametrize(
    ("shown", "plain"),
    [
        (["2013-05-03", "2013-12-31T10:00"], ["2013-05-03", "2013-12-31"]),
        (["13.05.2013", "01.02.2013"], ["2013-05-13", "2013-02-01"]),
        (["05/13/2013", "02/01/2013"], ["2013-05-13", "2013-02-01"]),
        (["3 May 2013", "May 4th, 2013"], ["2013-05-03", "2013-05-04"]),
        (["3. März 2013", "31. Dez. 1999"], ["2013-03-03", "1999-12-31"]),
        (["1er juin 2001", "14 juillet 1999"], ["2001-06-01", "1999-07-14"]),
        (["3 de mayo de 2013"], ["2013-05-03"]),
        (["2013年5月3日"], ["2013-05-03"]),
    ],
)
def test_dates(shown, plain):
    measure = learn_measure(shown)
    assert measure is not None
    assert measure.scale is Scale.DATE
    assert [measure.plain(value) for value in shown] == plain


def test_what_is_neither():
    assert learn_measure(["Oslo", "Rome"]) is None
    assert learn_measure(["B747", "A320"]) is None
    assert learn_measure([""]) is None
    assert learn_measure([]) is None


def test_a_few_blanks_do_no_harm():
    measure = learn_measure([*("1,200 €" for _ in range(9)), "on request"])
    assert measure is not None
    assert measure.plain("on request") is None


def test_as_fine_as_the_values_are():
    assert learn_measure(["5", "7.25"]) == Measure(decimals=2)
    assert (Measure().after("3"), Measure().before("3")) == ("4", "2")
    assert (Measure(decimals=2).before("20"), Measure().after("99.99")) == ("19.99", "100.00")
    assert (DATES.before("2013-01-01"), DATES.after("2012-02-28")) == ("2012-12-31", "2012-02-29")


def test_only_the_year_of_dates():
    assert Measure(scale=Scale.YEAR).plain("3 May 2013") == "2013"


def test_how_dates_are_written_in_digits():
    assert learn_measure(["13.05.2013"]) == Measure(scale=Scale.DATE, pattern="%d.%m.%Y")
    american = Measure(scale=Scale.DATE, day_first=False, pattern="%m/%d/%Y")
    assert learn_measure(["05/13/2013"]) == american


@given(st.lists(st.text(max_size=30), max_size=5))
def test_any_text_is_read_without_harm(values):
    measure = learn_measure(values) or Measure()
    for value in values:
        plain = measure.plain(value)
        assert plain is None or isinstance(float(plain.replace("-", "0")), float)
        assert isinstance(measure.after(value) + measure.before(value), str)


@given(st.decimals(allow_nan=False, allow_infinity=False, places=2, min_value=0, max_value=10**9))
def test_numbers_survive_being_written_with_commas(number):
    text = f"{number:,.2f} EUR"
    assert Measure(decimals=2).plain(text) == f"{number:.2f}"
