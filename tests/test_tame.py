"""Markup beyond reason is cut; all other is left as it is."""

from leadline.tame import DEEPEST, MOST, OPTIONS, tamed


def test_ordinary_pages_stay_as_they_are():
    page = "<ul>" + "<li><a href=/x>word</a></li>" * 20_000 + "</ul>"
    assert tamed(page) == page


def test_what_nests_too_deeply_is_cut():
    assert tamed("<p>a" + "<div>" * 100_000) == "<p>a" + "<div>" * DEEPEST


def test_millions_of_elements_are_not_read():
    assert tamed("<li>a" * (MOST + 1000)) == "<li>a" * MOST


def test_of_endless_lists_the_first_options_stay():
    assert tamed("<select>" + "<option>a" * 9_000 + "</select>") == (
        "<select>" + "<option>a" * OPTIONS + "</select>"
    )


def test_a_tag_with_thousands_of_attributes_is_left_out_but_not_one_with_a_long_value():
    crowd = " ".join(f"a{n}=1" for n in range(9_000))
    assert tamed(f"<p {crowd}><b>word") == "><b>word"
    for value in ("some words " * 9_000, "some words " * 9_000 + " < "):
        assert tamed(f'<p data-page="{value}"><b>word') == f'<p data-page="{value}"><b>word'
