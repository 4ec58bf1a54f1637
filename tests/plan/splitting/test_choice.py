"""What dividing a cell by a drop-down costs, by how its values are spread."""

from leadline.model import Attribute, Interface, Kind
from leadline.plan.splitting.choice import Prospects
from leadline.plan.splitting.spreads import Spread

YEAR = Attribute(name="year", kind=Kind.RANGE)
FORM = Interface(attributes=(YEAR,), page_size=10, limit=10)
LEFT: frozenset[int] = frozenset()
FEW, MANY = ((0.1, 10),), ((0.098, 10), (0.0001, 200))  # the same, but for 2 % in 200 values


def unbound(one: int, other: int) -> float:
    """As if attributes had nothing to do with each other."""
    return 1.0


def pages(spread: Spread, size: float = 40.0) -> float:
    """Pages for a cell of so many records."""
    return size * Prospects(FORM, (spread,), LEFT, unbound).split(spread, LEFT, size)


def test_values_that_hardly_occur_are_asked_for_the_few_records_that_they_may_have():
    few, many = pages(Spread(False, shares=FEW)), pages(Spread(False, shares=MANY))
    assert round(few) == 10
    assert many > 3 * few


def test_where_nobody_counts_each_value_is_asked():
    counted = pages(Spread(False, shares=MANY))
    assert pages(Spread(False, shares=MANY, counted=False)) > 1.5 * counted


def test_of_parts_that_all_fit_few_are_better_than_many():
    wide = Interface(attributes=(Attribute(name="kind", domain=("a",)),), page_size=10, limit=1000)
    few, many = (Spread(False, shares=((1 / values, values),)) for values in (5, 100))
    prospects = Prospects(wide, (few, many), LEFT, unbound)
    five, hundred = (2_000 * prospects.split(one, LEFT, 2_000.0) for one in (few, many))
    assert round(five) == 202  # the last page of each is half empty
    assert round(hundred) == 245


def test_what_is_rare_everywhere_is_not_asked_in_every_cell():
    rare = pages(Spread(False, shares=MANY[:1], rare=MANY[1:]))
    assert rare < 1.3 * pages(Spread(False, shares=FEW))


def test_attributes_that_hang_together_divide_each_other_less_well():
    spreads = (Spread(False, shares=((0.1, 10),)), Spread(False, shares=((0.1, 10),)))
    both, second = frozenset({0, 1}), frozenset({1})
    alone, bound = (
        Prospects(FORM, spreads, both, binding).split(spreads[0], second, 500.0)
        for binding in (unbound, lambda one, other: 10.0)
    )
    assert round(500 * alone) == 110  # ten parts, each of ten parts with five records
    assert bound > alone


def test_records_that_share_a_value_cannot_be_cut_into_smaller_strips():
    year, month = (Spread(True, ties=((1.0, 1 / values),)) for values in (16, 12))
    town = Spread(False, shares=((1 / 300, 300),))
    prospects = Prospects(FORM, (year, month, town), frozenset({0, 1, 2}), unbound)
    by_year = prospects.split(year, frozenset({1, 2}), 2_000.0)
    by_town = prospects.split(town, frozenset({0, 1}), 2_000.0)
    assert by_year > 2 * by_town  # 125 records of a year are in as many towns, ten in a month


def test_of_many_attributes_some_are_thought_of_for_later():
    spreads = tuple(Spread(False, shares=((1 / n, n),)) for n in range(2, 32))
    later = Prospects(FORM, spreads, frozenset(range(30)), unbound).later
    assert len(later) == 7
    assert {0, 29} <= later
