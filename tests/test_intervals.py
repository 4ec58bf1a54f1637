from hypothesis import given
from hypothesis import strategies as st

from leadline.intervals import WHOLE, Interval, order_key, tiles

VALUES = st.one_of(
    st.integers(-30, 30).map(str),
    st.floats(-5, 5).map(lambda x: str(round(x, 1))),
    st.dates().map(str),
    st.text("ab *.\\[(\n1", max_size=6),
)
BOUNDS = st.none() | VALUES


def intervals() -> st.SearchStrategy[Interval]:
    return st.builds(Interval, BOUNDS, BOUNDS, st.booleans(), st.booleans())


def test_numbers_come_first_and_compare_as_numbers():
    values = ["b", "10", "9", "-1", "2024-05-01", "1e3", "", "9.5", "a", "+4", ".5"]
    ordered = ["-1", ".5", "+4", "9", "9.5", "10", "1e3", "", "2024-05-01", "a", "b"]
    assert sorted(values, key=order_key) == ordered


def test_numbers_written_in_other_ways_are_equal():
    assert order_key("1.50") == order_key("+1.5") == order_key("15e-1")


def test_an_interval_is_written_as_in_mathematics():
    assert str(Interval("1990", "2000", high_open=True)) == "[1990 .. 2000)"
    assert str(Interval(None, "m", low_open=True)) == "(* .. m]"
    assert Interval.parse("(3 .. *]") == Interval("3", None, low_open=True)
    assert Interval.parse("[a b .. c]") == Interval("a b", "c")
    assert str(WHOLE) == "[* .. *]"


def test_what_is_no_interval():
    for text in ("", "[", "[]", "1 .. 2", "[1 ..2]", "[1 .. 2", "1 .. 2]", "{1 .. 2}", "[1-2]"):
        assert Interval.parse(text) is None


def test_bounds_that_look_like_the_writing_of_intervals():
    for bound in ("*", " .. ", "a .. b", "\\", "\\*", " ..", ".. ", ")", "[1 .. 2)", "\\ .."):
        assert Interval.parse(str(Interval.point(bound))) == Interval.point(bound)
    assert str(Interval.point("*")) == "[\\* .. \\*]"


@given(intervals())
def test_what_is_written_is_read_again(interval):
    assert Interval.parse(str(interval)) == interval


@given(st.text("[](). *\\1a"))
def test_any_text_can_be_tried(text):
    interval = Interval.parse(text)
    assert interval is None or Interval.parse(str(interval)) == interval


def test_bounds_belong_to_it_or_not():
    values = ["1", "2", "3", "4"]
    assert [v for v in values if v in Interval("2", "3")] == ["2", "3"]
    assert [v for v in values if v in Interval("2", "3", low_open=True)] == ["3"]
    assert [v for v in values if v in Interval("2", "3", high_open=True)] == ["2"]
    assert [v for v in values if v in Interval(None, "2")] == ["1", "2"]
    assert [v for v in values if v in Interval("3", None)] == ["3", "4"]
    assert all(v in WHOLE for v in values)
    assert "2.0" in Interval.point("2")
    assert "b" not in Interval("0", "9")
    assert "2024-05-31" in Interval("2024-05-01", "2024-06-01", high_open=True)


def test_a_single_value():
    assert Interval.point("5").single
    assert not Interval("5", "6").single
    assert not WHOLE.single


@given(intervals(), VALUES, VALUES)
def test_a_cut_leaves_out_nothing_and_has_nothing_twice(interval, cut, value):
    if cut in interval and value in interval:
        assert (value in interval.below(cut)) != (value in interval.from_(cut))


@given(intervals(), intervals(), VALUES)
def test_what_lies_within_has_no_value_of_its_own(inner, outer, value):
    if inner.within(outer) and value in inner:
        assert value in outer


def test_within():
    assert Interval("2", "3").within(Interval("2", "3"))
    assert Interval("2", "3", low_open=True).within(Interval("2", "4"))
    assert not Interval("2", "3").within(Interval("2", "3", high_open=True))
    assert not WHOLE.within(Interval("2", None))
    assert Interval.point("2.0").within(Interval.point("2"))


def test_tiles():
    low, high = Interval(None, "5", high_open=True), Interval("5", None)
    assert tiles([high, low], WHOLE)
    assert not tiles([low, Interval("5", None, low_open=True)], WHOLE)
    assert tiles([low, Interval.point("5"), Interval("5", None, low_open=True)], WHOLE)
    assert tiles([Interval("1", "9")], Interval("2", "3"))
    assert tiles(
        [Interval("1", "9"), Interval.point("2"), Interval("9", "12")], Interval("1", "11")
    )
    assert not tiles([], WHOLE)
    assert not tiles([low], WHOLE)


@given(st.lists(intervals(), max_size=6), intervals(), VALUES)
def test_a_value_of_what_is_tiled_is_in_one_of_the_tiles(parts, whole, value):
    if tiles(parts, whole) and value in whole:
        assert any(value in part for part in parts)


@given(intervals(), st.lists(VALUES, max_size=5))
def test_cuts_tile_what_was_cut(whole, cuts):
    parts, rest = [], whole
    for cut in sorted((c for c in cuts if c in whole), key=order_key):
        parts.append(rest.below(cut))
        rest = rest.from_(cut)
    assert tiles([*parts, rest], whole)


def test_one_value_may_be_written_in_two_ways():
    assert Interval("6.500", "6.5").single
    assert not Interval("6.5", None).single
    assert not Interval("6.5", "6.6").single


def test_long_whole_numbers_are_told_apart():
    two_to_53 = 2**53
    low, next_one = str(two_to_53), str(two_to_53 + 1)
    assert order_key(low) < order_key(next_one) < order_key(f"{two_to_53 + 2}.0")
    assert order_key(f"+{low}") == order_key(f"{low}.0") == order_key(f"00{low}")
    assert next_one not in Interval.point(low)
    assert not Interval(low, next_one).single


def test_parts_that_leave_out_a_long_number_do_not_tile():
    number = str(2**53 + 1)
    below, above = Interval(None, str(2**53)), Interval(number, None, low_open=True)
    assert not tiles([below, above], WHOLE)
    assert tiles([below, Interval(str(2**53), number, low_open=True), above], WHOLE)
