"""Queries that match as much as a form lets one ask."""

from leadline.interpret.attributes import fields
from leadline.interpret.wide import wide_queries
from leadline.model import Query, Record
from tests.interpret.forms import CARS

SEEN = (
    Record("1", (("Price", "1,900 €"), ("Make", "BMW"), ("Year", "2000"))),
    Record("2", (("Price", "900 €"), ("Make", "BMW"), ("Year", "1999"))),
    Record("3", (("Price", "12,000 €"), ("Make", "Audi"), ("Year", "2001"))),
)


def test_from_the_least_value_seen_on_and_the_commonest_option():
    assert list(wide_queries(fields(CARS), SEEN)) == [
        Query((("price", "[900 .. *]"),)),
        Query((("year", "[1999 .. *]"),)),
        Query((("make", "BMW"),)),
    ]


def test_nothing_where_records_show_nothing_of_it():
    assert list(wide_queries(fields(CARS), ())) == []
