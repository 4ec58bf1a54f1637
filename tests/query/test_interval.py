"""Intervals as the two ends that a form takes."""

import pytest

from leadline.interpret.attributes import Field, FieldKind
from leadline.interpret.measures import Measure, Scale
from leadline.intervals import Interval
from leadline.model import Attribute, Kind, Query
from leadline.query.encode import encoding_of
from leadline.query.interval import written_ends
from tests.interpret.forms import CARS

PRICES = Field(
    attribute=Attribute(name="price", kind=Kind.RANGE),
    controls=("min", "max"),
    kind=FieldKind.RANGE,
)
CENTS = Measure(decimals=2)
DAYS = Measure(scale=Scale.DATE)


def written(text, **differing):
    interval = Interval.parse(text)
    assert interval is not None
    made = {name: differing.get(name, getattr(PRICES, name)) for name in Field.__slots__}
    return written_ends(Field(**made), interval)


@pytest.mark.parametrize(
    ("asked", "measure", "ends"),
    [
        ("[1990 .. 2000)", None, ("1990", "1999")),
        ("(1990 .. 2000]", None, ("1991", "2000")),
        ("[5 .. 5]", None, ("5", "5")),
        ("[* .. 20)", CENTS, ("", "19.99")),
        ("[9.5 .. *]", CENTS, ("9.5", "")),
        ("[0.25 .. 0.5)", None, ("0.25", "0.4")),
        ("[2013-01-01 .. 2013-03-01)", DAYS, ("2013-01-01", "2013-02-28")),
        ("[* .. *]", None, ("", "")),
    ],
)
def test_what_is_left_out_is_one_step_away(asked, measure, ends):
    assert written(asked, measure=measure) == ends


def test_a_form_whose_ends_do_not_belong_to_the_range():
    assert written("[5 .. 5]", closed=(False, False)) == ("4", "6")
    assert written("[5 .. 9)", closed=(True, False)) == ("5", "9")
    assert written("(5 .. 9]", closed=(False, True)) == ("5", "9")


def test_dates_are_written_as_the_form_or_the_column_has_them():
    asked = "[2013-01-01 .. 2013-03-01)"
    assert written(asked, measure=DAYS, pattern="%d.%m.%Y") == ("01.01.2013", "28.02.2013")
    american = Measure(scale=Scale.DATE, day_first=False, pattern="%m/%d/%Y")
    assert written(asked, measure=american) == ("01/01/2013", "02/28/2013")
    assert written(asked, measure=american, pattern="%Y-%m-%d") == ("2013-01-01", "2013-02-28")


def test_lists_of_years_and_boxes_take_intervals():
    encoding = encoding_of(CARS)
    asked = Query((("year", "[2000 .. 2002)"), ("price", "[* .. 250)")))
    assert encoding.encode(asked).url == (
        "https://cars.example/find?make=&priceMin=&priceMax=249&year_from=2000&year_to=2001"
        "&km_min=&km_max=&per_page=10"
    )


def test_an_end_that_a_list_does_not_have_is_left_open():
    encoding = encoding_of(CARS)
    sent = encoding.encode(Query((("year", "[1980 .. 2000)"),))).url
    assert "year_from=&year_to=1999" in sent
