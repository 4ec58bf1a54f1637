from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from leadline.intervals import WHOLE, Interval, order_key
from leadline.plan.splitting.cuts import Region, lowest_part
from leadline.plan.splitting.rulers import Ruler

VALUES = st.one_of(
    st.integers(-9, 30).map(str),
    st.floats(-1e20, 1e20).map(str),
    st.dates().map(str),
    st.text("abc", min_size=1, max_size=2),
)


def region(
    values: list[str], interval: Interval = WHOLE, size: float | None = None, **more: Any
) -> Region:
    """A region of which these values are held."""
    held = sorted((v for v in values if v in interval), key=order_key)
    keys = [order_key(value) for value in held]
    return Region(
        interval=interval, sample=keys, text=held.__getitem__, size=size or len(held), **more
    )


def test_a_part_of_even_numbers_holds_what_is_wanted():
    years = [str(year) for year in range(1900, 2000)]
    part, likely = lowest_part(region(years, Interval("1900", None)), want=20)
    assert part.low == "1900"
    assert part.high_open
    assert 10 <= sum(year in part for year in years) <= 30
    assert likely == 20


def test_a_sample_stands_for_all():
    years = [str(year) for year in range(1900, 2000, 10)]
    part, _ = lowest_part(region(years, Interval("1900", None), size=100), want=20)
    assert 1 <= sum(year in part for year in years) <= 3


def test_the_numbers_of_a_bound_are_as_fine_as_those_met():
    prices = [f"{n / 100:.2f}" for n in range(100)]
    part, _ = lowest_part(region(prices, Interval("0.00", None), ruler=Ruler(2)), want=10)
    assert part.high is not None
    assert len(part.high.partition(".")[2]) == 2


def test_texts_are_cut_at_values_that_are_held():
    part, _ = lowest_part(region(["ant", "bee", "cat", "dog"]), want=2)
    assert part == Interval(None, "cat", high_open=True)


def test_dates_are_cut_between_those_that_are_held():
    year = Interval("2024-01-01", None)
    days = region(["2024-07-01", "2025-01-01"], year, size=200, ruler=Ruler(0, "0000-00-00"))
    assert lowest_part(days, want=20)[0] == year.below("2024-02-06")


def test_after_an_empty_part_the_next_one_has_a_record_that_is_held():
    values, interval = ["5000", "5001", "5002", "5003"], Interval("10", None)
    creeping = lowest_part(region(values, interval, size=200), want=20)[0]
    assert "5000" not in creeping
    assert "5000" in lowest_part(region(values, interval, size=200, vain=True), want=20)[0]


def test_where_most_records_are_held_a_part_has_no_more_of_them_than_it_should():
    values, interval = [str(n) for n in range(100, 110)], Interval("99", None)
    thin = region(values, interval, size=14, start=order_key("0"), count=20)
    part, _ = lowest_part(thin, want=6)
    assert 4 <= sum(value in part for value in values) <= 6


def test_records_of_other_cells_tell_nothing_if_they_are_spread_otherwise():
    values, others = [str(n) for n in range(900, 1000, 10)], [order_key(str(n)) for n in range(999)]
    part, _ = lowest_part(region(values, size=30, alike=others), want=7)
    assert 1 <= sum(value in part for value in values) <= 4


def test_a_value_that_fills_a_part_is_cut_out():
    zeros = region(["0"] * 20 + ["5", "7"], Interval("0", None), most=8)
    assert lowest_part(zeros, want=4) == (Interval.point("0"), 20)
    before = region(["3"] * 20 + ["5", "7"], Interval("0", None), most=8)
    assert lowest_part(before, want=4) == (Interval("0", "3", high_open=True), 0.0)


def test_a_value_that_others_divide_takes_along_what_lies_below():
    before = region(["3"] * 20 + ["5", "7", "8", "9", "11"], Interval("0", None))
    assert lowest_part(before, want=4) == (Interval("0", "3"), 20)


def test_few_values_are_cut_between():
    ages = region(["20"] * 9 + ["30"] * 9 + ["40"] * 9, size=270)
    assert lowest_part(ages, want=100) == (Interval(None, "30", high_open=True), 90)


def test_numbers_so_large_that_one_more_is_no_more():
    large = region(["1e18", "2e18", "3e18"], Interval("1e18", None), size=1e25)
    assert lowest_part(large, want=1)[0] == Interval("1e18", "2e18", high_open=True)


def test_the_parts_below_tell_how_dense_it_is():
    values, interval = ["150", "900"], Interval("100", "1000")
    sparse = region(values, interval, size=200)
    dense = region(values, interval, size=200, start=order_key("90"), count=50)
    far, near = lowest_part(sparse, want=20)[0].high, lowest_part(dense, want=20)[0].high
    assert order_key(near or "") < order_key(far or "")


@given(
    st.lists(VALUES, min_size=1, max_size=40),
    st.none() | VALUES,
    st.none() | VALUES,
    st.booleans(),
    st.floats(1, 50),
    st.floats(1, 20),
    st.integers(0, 9),
)
def test_a_part_is_never_the_whole_or_nothing(values, low, high, is_open, want, each, decimals):
    interval = Interval(low, high, is_open, False)
    whole = region(values, interval, ruler=Ruler(decimals))
    if not whole.sample or interval.single:
        return
    scaled = region(values, interval, size=len(whole.sample) * each, ruler=Ruler(decimals))
    part, likely = lowest_part(scaled, want)
    assert likely >= 0
    assert part.within(interval)
    assert order_key(part.high or "") > order_key(part.low or "") or part.single or low is None
    assert part != interval


@given(
    st.lists(VALUES, min_size=1, max_size=25),
    st.integers(1, 6),
    st.integers(0, 3),
)
def test_cutting_on_ends_with_parts_that_fit_or_are_one_value(values, limit, decimals):
    waiting, cuts = [WHOLE], 0
    while waiting:
        interval = waiting.pop()
        here = region(values, interval, ruler=Ruler(decimals))
        if len(here.sample) <= limit or interval.single:
            continue
        cuts += 1
        assert cuts < 40 * len(values), "no progress"
        part, _ = lowest_part(here, 0.7 * limit)
        assert part.high is not None
        waiting += [
            part,
            Interval(part.high, interval.high, not part.high_open, interval.high_open),
        ]


def test_where_many_are_held_they_alone_say_where_a_part_ends():
    """However thin its beginning is: nothing is reckoned from the density there."""
    heights = [str(n) for n in (*range(-90, -30, 2), *(i / 10 - 30 for i in range(170)))]
    part, _ = lowest_part(region(heights, size=200), want=100)
    assert sum(height in part for height in heights) == 100
