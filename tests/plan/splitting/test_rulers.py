import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.intervals import order_key
from leadline.plan.splitting.rulers import Ruler, shape_of


@pytest.mark.parametrize(
    ("value", "shape"),
    [
        ("2024-05-01", "0000-00-00"),
        ("2024-05", "0000-00"),
        ("2024-05-01 10:00", "0000-00-00 00:00"),
        ("2024-05-01T10:00:59", "0000-00-00T00:00:00"),
        ("2024-05-01T10:00:59Z", "0000-00-00T00:00:00Z"),
        ("2024-05-01 10:00:59.125", "0000-00-00 00:00:00.000"),
        ("2024-05-01T10:00:59+02:00", ""),
        ("2024-05-01Z", ""),
        ("2024-13-01", ""),
        ("1990", ""),
        ("May 2024", ""),
    ],
)
def test_dates_and_times_are_told_by_how_they_are_written(value, shape):
    assert shape_of(value) == shape


def test_a_bound_is_written_like_the_values():
    ruler = Ruler(0, "0000-00-00T00:00:00.000Z")
    here = ruler.place(order_key("2024-05-01T10:00:59.000Z"))
    assert ruler.text(here + 1) == "2024-05-01T10:01:00.000Z"


@given(st.datetimes(), st.sampled_from([7, 10, 16, 19]), st.sampled_from("T "))
def test_a_step_later_is_another_date_but_at_the_end_of_time(moment, length, between):
    value = moment.isoformat(between, "seconds")[:length]
    ruler = Ruler(0, shape_of(value))
    here = ruler.place(order_key(value))
    assert ruler.text(here) == value
    assert ruler.text(here + ruler.step) > value or value.startswith("9999-12")
