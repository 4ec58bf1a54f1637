"""What cells that are alike tell of one of which little is held."""

from collections import Counter

from leadline.model import Attribute, Interface, Query, Record
from leadline.plan.splitting.likeness import Likeness, smoothed, values_of
from leadline.plan.splitting.rows import Rows


def held(table):
    """Rows of flights: where to, by whom, on which day."""
    names = ("to", "by", "day")
    domains = (tuple(dict.fromkeys(column)) for column in zip(*table, strict=True))
    fields = tuple(
        Attribute(name=name, domain=domain, missing=True)
        for name, domain in zip(names, domains, strict=True)
    )
    rows = Rows(Interface(attributes=fields, page_size=10, limit=10))
    for number, values in enumerate(table):
        rows.add(Record(str(number), tuple(zip(names, values, strict=True))), Query())
    return rows


FLIGHTS = [
    (to, by, f"day {day}")
    for day in range(10)
    for to, by in (("Rome", "A"), ("Rome", "A"), ("Oslo", "B"), ("Oslo", "B"))
]


def test_a_predicate_that_matters_is_kept_and_one_that_does_not_is_left_out():
    chances = Likeness(held(FLIGHTS)).chances(1, Query((("day", "day 3"), ("to", "Rome"))))
    assert chances["A"] > 0.6
    assert chances["B"] < 0.4


def test_what_nothing_binds_is_spread_as_everywhere():
    chances = Likeness(held(FLIGHTS)).chances(2, Query((("to", "Rome"),)))
    assert {round(chance, 9) for chance in chances.values()} == {0.1}


def test_values_that_were_asked_for_do_not_look_common_once_others_tell():
    rows = held(FLIGHTS)
    for number in range(60):
        rows.add(Record(f"more {number}", (("to", "Rome"),)), Query.of(to="Rome"))
    assert values_of(rows, 0, range(100)) == Counter(Rome=20, Oslo=20)
    assert values_of(rows, 0, range(30, 100)) == Counter(Rome=64, Oslo=6)  # ten tell too little


def test_nothing_is_likely_where_nothing_is_held():
    rows = Rows(Interface(attributes=(Attribute(name="to"),), page_size=10, limit=10))
    assert Likeness(rows).chances(0, Query()) == {}


def test_few_records_change_little_and_many_much():
    before = {"A": 0.5, "B": 0.5}
    few, many = (smoothed(Counter(A=times), before) for times in (6, 540))
    assert few == {"A": 36 / 66, "B": 30 / 66}
    assert many == {"A": 0.95, "B": 0.05}


PANEL = [(f"state {n}", f"by {n % 3}", f"day {(n + step) % 12}") for n in range(12)
         for step in range(0, 12, 2)]  # fmt: skip


def test_a_cell_whose_record_is_held_is_taken_where_fields_set_records_apart():
    likeness = Likeness(held(PANEL))
    likeness.chances(0, Query())
    assert likeness.set_apart(0, 2)
    assert not likeness.set_apart(0, 1)
    assert likeness.is_taken(Query.of(to="state 3", day="day 5"))
    assert likeness.is_taken(Query.of(to="state 3", by="by 1", day="day 5"))
    assert not likeness.is_taken(Query.of(to="state 3", day="day 6"))  # of it none is held
    assert not likeness.is_taken(Query.of(to="state 3", by="by 0"))


def test_fields_that_agree_as_often_as_by_chance_set_nothing_apart():
    likeness = Likeness(held(FLIGHTS))
    assert not likeness.set_apart(0, 2)  # nothing is known yet
    likeness.chances(0, Query())
    assert not likeness.set_apart(0, 2)
