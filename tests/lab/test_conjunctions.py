from itertools import product

from leadline.lab.conjunctions import least_pages
from leadline.lab.proving import form_over
from leadline.lab.world import World


def least(rows, categories, ordered=(), **how) -> int | None:
    settings = {"limit": 10, "page_size": 10, "browsable": True, **how}
    return least_pages(World(collection=form_over(rows, ordered, categories), **settings))


def test_full_cells_take_the_floor():
    rows = [{"town": f"t{n % 9}", "kind": "ab"[n % 2]} for n in range(90)]
    assert least(rows, ["kind", "town"]) == 9


def test_cells_of_two_fields_that_are_far_from_full_take_a_page_each():
    """Each of the 36 cells of five has a record that no broader answer shows."""
    rows = [{"a": a, "b": b} for a, b in product("123456", repeat=2)] * 5
    assert least(rows, ["a", "b"]) == 36


def test_answers_that_are_cut_show_their_beginning():
    rows = [{"a": "x", "b": str(n)} for n in range(15)]
    assert least(rows, ["a", "b"]) == 6  # ten at once, five by their own


def test_what_no_query_shows_is_left_out():
    assert least([{"x": "1"}] * 30 + [{"x": "2"}] * 4, ["x"]) == 2


def test_rows_without_a_value_can_be_asked_for():
    assert least([{"x": "1"}] * 12 + [{"y": "1"}] * 10, ["x"]) == 2


def test_ranges_and_several_values_are_not_looked_at():
    rows = [{"x": n, "tags": ["a", "b"]} for n in range(30)]
    assert least(rows, [], ["x"]) is None
    assert least(rows, ["tags"]) is None
