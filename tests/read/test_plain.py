"""Turns as policies see them."""

from dataclasses import replace

from leadline.interpret.attributes import Field, FieldKind
from leadline.interpret.measures import Measure, Scale
from leadline.model import Answer, Attribute, Interface, Kind, Query, Record, Step, Turn
from leadline.query.encode import Encoding
from leadline.query.paging import Single
from leadline.read.outcome import Signs
from leadline.read.plain import plainly
from leadline.read.structured_wrapper import JsonWrapper
from leadline.source import Source


def ranged(name, measure):
    return Field(attribute=Attribute(name=name, kind=Kind.RANGE), controls=("a", "b"),
                 kind=FieldKind.RANGE, measure=measure)  # fmt: skip


def source(*fields):
    return Source(
        url="http://x.example/",
        encoding=Encoding(action="http://x.example/", fields=fields),
        interface=Interface(attributes=tuple(field.attribute for field in fields)),
        paging=Single(),
        wrapper=JsonWrapper(source="", path=()),
        signs=Signs(),
    )


def turn(*values):
    return Turn(1, Step(Query()), Answer(records=(Record("1", values, "all of it"),)))


def test_values_of_ranges_are_plain_numbers_and_dates():
    asked = source(ranged("price", Measure()), ranged("since", Measure(scale=Scale.DATE)))
    shown = turn(("price", "1,234 €"), ("since", "3 May 2013"), ("rooms", "1,234"))
    assert plainly(asked, shown) == turn(
        ("price", "1234"), ("since", "2013-05-03"), ("rooms", "1,234")
    )


def test_a_value_that_is_no_number_is_none():
    asked = source(ranged("price", Measure()))
    assert plainly(asked, turn(("price", "on request"))) == turn()


def test_options_in_one_line_are_several_values():
    genres = Field(attribute=Attribute(name="genre", domain=("Comedy", "Drama")), controls=("g",))
    shown = turn(("genre", "Comedy, Drama"), ("genre", "Drama, Opera"))
    assert plainly(source(genres), shown) == turn(
        ("genre", "Comedy"), ("genre", "Drama"), ("genre", "Drama, Opera")
    )


def test_without_ranges_a_turn_is_what_it_is():
    shown = turn(("price", "1,234 €"))
    assert plainly(source(), shown) is shown


def test_fields_that_are_not_searched_are_no_text():
    record = Record("1", (("title", "Amber"), ("year", "1950")), "Amber 1950")
    heard = Turn(1, Step(Query()), Answer(records=(record,)))
    [seen] = plainly(replace(source(), unsearched=("year",)), heard).answer.records
    assert seen == replace(record, text="Amber")
