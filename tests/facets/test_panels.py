"""Facets under the same name on every page, and whether they show all their values."""

import pytest

from leadline.detect.pressable import pressable_panels
from leadline.document import Document
from leadline.interpret.facet_panels import counted_facets, is_more
from leadline.model import Page, Request

URL = "http://shop.example/all"


def document(body):
    headers = (("content-type", "text/html"),)
    return Document(Page(request=Request(url=URL), url=URL, headers=headers, body=body.encode()))


def group(name, *values, more=""):
    entries = "".join(f'<li><a href="?v={v}">{v}</a> ({n})</li>' for n, v in enumerate(values, 1))
    return f"<section><h3>{name}</h3><ul>{entries}{more}</ul></section>"


def test_the_number_of_values_is_no_part_of_a_name():
    found = counted_facets(
        document(group("Colour 3", "red", "green", "blue") + group("Top 10", "a", "b"))
    )
    assert [(facet.name, facet.cut) for facet in found] == [("Colour", False), ("Top 10", False)]


def test_a_name_or_a_link_says_that_there_are_more_values():
    link = '<li><a href="?all=1">…</a></li>'
    page = group("Colour >3", "red", "green", "blue") + group("Size", "S", "M", "L", more=link)
    found = counted_facets(document(page))
    assert [(f.name, f.cut, f.more, len(f.values)) for f in found] == [
        ("Colour", True, "", 3),
        ("Size", True, f"{URL}?all=1", 3),
    ]


def test_panels_that_end_at_the_same_number_are_cut():
    letters, digits = "abcdefgh", "12345678"
    page = group("Letter", *letters) + group("Digit", *digits) + group("Size", "S", "M")
    assert [facet.cut for facet in counted_facets(document(page))] == [True, True, False]


@pytest.mark.parametrize("text", ["…", "...", "Show more", "+ 12 more", "Alle anzeigen", "更多"])
def test_links_to_more_values(text):
    assert is_more(text)


@pytest.mark.parametrize("text", ["red", "more fire", "", "12", "Moreau"])
def test_values_are_no_such_links(text):
    assert not is_more(text)


def test_boxes_without_names_can_be_read():
    boxes = "".join(
        f"<li><label><input type=checkbox><span>{text}</span><span>{count}</span></label></li>"
        for text, count in (("US", 12), ("CA", 3))
    )
    [panel] = pressable_panels(document(f"<h2>Country</h2><div><ul>{boxes}</ul></div>"))
    assert (panel.name, panel.kind, panel.counted) == ("Country", "boxes", True)
    assert [(choice.text, choice.count) for choice in panel.choices] == [("US", 12), ("CA", 3)]


def test_a_box_beside_a_result_is_no_value():
    results = "".join(
        f"<li><input type=checkbox> <a href=/item/{n}>Thing {n}</a> <b>{n}</b></li>"
        for n in range(9)
    )
    assert pressable_panels(document(f"<h2>Things</h2><ul>{results}</ul>")) == ()


def test_what_only_a_script_acts_on_is_told_from_links_and_from_what_a_form_sends():
    page = document(
        "<a href=/home>Home</a><h3>Colour</h3><ul><li><a href='#'>red</a> 12</li>"
        "<li><a href='javascript:go()'>blue</a> 3</li></ul>"
        "<h3>Size</h3><ul><li><a href=/s>S</a> 2</li><li><a href=/m>M</a> 4</li></ul>"
        "<form><h3>Maker</h3><ul><li><button name=m value=1>Holt (1)</button></li>"
        "<li><button name=m value=2>Lund (2)</button></li></ul></form>"
        "<h3>Kind</h3><div><div role=option>cup (7)</div><div role=option>bowl (8)</div></div>"
    )
    found = [(panel.name, [(one.text, one.sent) for one in panel.choices])
             for panel in pressable_panels(page) if panel.counted]  # fmt: skip
    assert found == [("Colour", [("red", "1"), ("blue", "2")]),
                     ("Kind", [("cup", "7"), ("bowl", "8")])]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "name"), [("more Subject »", "Subject"), ("Show all brands", "Brand"),
                       ("View all 60 countries", "Country"), ("Mehr Farbe", "Farbe")]
)  # fmt: skip
def test_such_links_may_name_the_facet(text, name):
    assert is_more(text, name)
    assert not is_more(text, "Price")


def test_all_is_no_value():
    html = ("<h3>Colour</h3><ul><li><a href='?'>All</a> (7)</li><li><a href='?c=1'>red</a> (4)</li>"
            "<li><a href='?c=2'>blue</a> (3)</li></ul>")  # fmt: skip
    (found,) = counted_facets(document(html))
    assert [choice.text for choice in found.values] == ["red", "blue"]
