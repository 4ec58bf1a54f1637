"""The orders of a simulated source."""

from typing import Any

import numpy as np
import pytest

from leadline.errors import BadData
from leadline.lab.proving import form_over
from leadline.lab.sorting import sorting_by
from leadline.lab.world import World
from leadline.model import Order, Outcome, Query, Step

ROWS: list[dict[str, Any]] = [
    {"kind": "a", "price": 30},
    {"kind": "b"},
    {"kind": "a", "price": 4},
    {"kind": "a", "price": "4.0"},
]


def test_either_end_comes_first_equals_stay_and_what_has_no_value_is_last():
    sorting = sorting_by(ROWS, ["price"])
    assert sorting.orders == (
        Order(name="price ascending", by="price", reverse="price descending"),
        Order(name="price descending", by="price", descending=True, reverse="price ascending"),
    )
    rows = np.array([3, 2, 1, 0])
    assert sorting.sorted(rows, "price ascending").tolist() == [3, 2, 0, 1]
    assert sorting.sorted(rows, "price descending").tolist() == [0, 3, 2, 1]


def test_an_answer_in_an_order_shows_what_it_is_sorted_by():
    world = World(
        collection=form_over(ROWS, [], ["kind"]), sorting=sorting_by(ROWS, ["price"], ["kind"])
    )
    answer = world.answer(Step(Query((("kind", "a"),), "price descending")))
    assert answer.records[0].values == (("kind", "a"), ("price", "30"))
    assert answer.total == 3
    assert world.answer(Step(Query((("kind", "a"),), "by chance"))).outcome is Outcome.REFUSED


def test_nothing_to_sort_by():
    with pytest.raises(BadData, match="no row has a value in the column 'size'"):
        sorting_by(ROWS, ["size"])
