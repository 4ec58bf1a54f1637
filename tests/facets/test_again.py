"""What of an earlier exploration the counts of the first list confirm."""

from leadline.plan.facets.again import confirmed
from leadline.plan.facets.journey import Held
from leadline.plan.facets.lists import Link, Shown


def first(cut=(), **counts):
    panel = {(facet, text): Link(url="", count=n)
             for facet, some in counts.items() for text, n in some.items()}  # fmt: skip
    return Shown(keys=("k1",), total=4, panel=panel, cut=frozenset(cut))


BEFORE = {
    ("colour", "red"): ["k1", "k2"],
    ("colour", "blue"): ["k3"],
    ("size", "L"): ["k1", "k2", "k3"],
    ("size", "S"): ["k4"],
}


def test_values_that_count_as_before_are_held_and_whole_facets_are_settled():
    shown = first(colour={"red": 2, "blue": 2}, size={"L": 3, "S": 1})
    held = confirmed(Held(keys=["k1"], settled=frozenset(["kind"])), shown, BEFORE)
    assert held == Held(
        keys=["k1"],
        own={
            ("colour", "red"): ("k1", "k2"),
            ("size", "L"): ("k1", "k2", "k3"),
            ("size", "S"): ("k4",),
        },
        settled=frozenset(["kind", "size"]),
    )


def test_a_new_value_or_a_panel_that_lacks_some_leaves_a_facet_open():
    assert confirmed(Held(), first(size={"L": 3, "S": 1, "M": 1}), BEFORE).settled == frozenset()
    assert confirmed(Held(), first(("size",), size={"L": 3}), BEFORE).settled == frozenset()
