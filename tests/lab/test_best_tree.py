from itertools import product

from leadline.lab.best_tree import best_tree_pages
from leadline.lab.proving import form_over
from leadline.lab.world import World


def best(rows, ordered=(), categories=(), **how) -> int | None:
    settings = {"limit": 10, "page_size": 10, "browsable": True, **how}
    return best_tree_pages(World(collection=form_over(rows, ordered, categories), **settings))


def test_a_number_is_cut_into_full_parts():
    assert best([{"x": n} for n in range(95)], ["x"]) == 10


def test_values_that_many_share_leave_room():
    assert best([{"x": n // 6} for n in range(60)], ["x"]) == 10


def test_drop_downs_are_taken_in_the_best_order():
    """By kind alone nothing fits; by town each cell does, and nine towns take nine pages."""
    rows = [{"town": f"t{n % 9}", "kind": "ab"[n % 2]} for n in range(90)]
    assert best(rows, categories=["kind", "town"]) == 9


def test_even_drop_downs_cannot_be_read_in_full_cells():
    rows = [dict(zip("abc", cell, strict=True)) for cell in product("12345", repeat=3)] * 3
    assert best(rows, categories=["a", "b", "c"]) == 125


def test_cells_that_cannot_be_divided_show_what_the_limit_allows():
    assert best([{"x": 1}] * 30 + [{"x": 2}] * 4, ["x"]) == 2


def test_rows_without_a_value_are_a_part():
    assert best([{"x": 1}] * 8 + [{"y": 1}] * 2, ["x"]) == 1
    assert best([{"x": 1}] * 8 + [{"x": 2}] * 2 + [{"y": 1}] * 2, ["x"]) == 2


def test_several_values_in_a_row_make_no_tree():
    rows = [{"tags": ["x", "y"]}, {"tags": ["y"]}]
    assert best(rows, categories=["tags"]) is None
