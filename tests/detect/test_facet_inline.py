"""Counts that are part of a text: read where all choices have one, and believed by their lists."""

import pytest

from leadline.detect.facet_choices import Choice, Panel
from leadline.detect.facet_inline import Inline, read_inline
from leadline.detect.facets import panels
from tests.detect.test_facet_looks import page


def read(texts, where=Inline.BEHIND):
    panel = Panel(name="Colour", choices=tuple(Choice(text=text) for text in texts))
    found = read_inline(panel, where)
    return None if found is None else [(choice.text, choice.count) for choice in found.choices]


@pytest.mark.parametrize(
    "texts",
    [
        ["red: 12", "dark blue: 1,203"],
        ["red - 12", "dark blue – 1203"],
        ["red 12", "dark blue 1.203"],
        ["red (12 items)", "dark blue (1203 items)"],
        ["red 12 items", "dark blue 1203 items"],
    ],
)
def test_counts_behind_values(texts):
    assert read(texts) == [("red", 12), ("dark blue", 1203)]


def test_counts_before_values():
    texts = ["12 red", "(1,203) dark blue"]
    assert read(texts, Inline.BEFORE) == [("red", 12), ("dark blue", 1203)]
    assert read(texts) is None


def test_numbers_that_tell_values_apart_are_no_counts():
    assert read(["Size 10", "Size 12", "Size 14"]) is None
    assert read(["red", "blue", "Area 51"]) is None


def test_a_count_may_stand_outside_of_the_link():
    (panel,) = panels(page("<h4>Colour</h4><ul><li><a href='?c=1'>red</a>: 12</li>"
                           "<li><a href='?c=2'>blue</a>: 3</li></ul>"))  # fmt: skip
    assert not panel.counted
    found = read_inline(panel, Inline.BEHIND)
    assert found is not None
    assert [(c.text, c.count) for c in found.choices] == [("red", 12), ("blue", 3)]
