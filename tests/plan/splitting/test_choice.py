"""What dividing a cell by a drop-down costs, by how its values are spread."""

from leadline.model import Attribute, Interface, Kind
from leadline.plan.splitting.choice import Prospects
from leadline.plan.splitting.spreads import Spread

YEAR = Attribute(name="year", kind=Kind.RANGE)
FORM = Interface(attributes=(YEAR,), page_size=10, limit=10)
LEFT: frozenset[int] = frozenset()
FEW, MANY = ((0.1, 10),), ((0.098, 10), (0.0001, 200))  # the same, but for 2 % in 200 values


def pages(spread: Spread, size: float = 40.0) -> float:
    """Pages for a cell of so many records."""
    return size * Prospects(FORM, (spread,)).split(spread, LEFT, size)


def test_values_that_hardly_occur_are_asked_for_the_few_records_that_they_may_have():
    few, many = pages(Spread(False, shares=FEW)), pages(Spread(False, shares=MANY))
    assert round(few) == 10
    assert many > 3 * few


def test_where_nobody_counts_each_value_is_asked():
    counted = pages(Spread(False, shares=MANY))
    assert pages(Spread(False, shares=MANY, counted=False)) > 1.5 * counted


def test_what_is_rare_everywhere_is_not_asked_in_every_cell():
    rare = pages(Spread(False, shares=MANY[:1], rare=MANY[1:]))
    assert rare < 1.3 * pages(Spread(False, shares=FEW))
