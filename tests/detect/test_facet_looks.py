"""Panels as sites draw them: several facets in one list, trees, swatches, names that are links."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.detect.facet_choices import Panel
from leadline.detect.facets import facets, panels
from leadline.document import Document
from leadline.model import Page, Request

URL = "http://shop.example/list"
Said = dict[str, list[tuple[str, int | None]]]


def page(html: str) -> Document:
    headers = (("content-type", "text/html; charset=utf-8"),)
    return Document(Page(request=Request(url=URL), url=URL, body=html.encode(), headers=headers))


def said(found: tuple[Panel, ...]) -> Said:
    return {one.name: [(choice.text, choice.count) for choice in one.choices] for one in found}


BOTH: Said = {"Colour": [("red", 4), ("blue", 3)], "Size": [("S", 5)]}


@pytest.mark.parametrize(
    "html",
    [
        "<dl><dt>Colour</dt><dd><a href='?c=1'>red</a> (4)</dd><dd><a href='?c=2'>blue</a> (3)</dd>"
        "<dt>Size</dt><dd><a href='?s=1'>S</a> (5)</dd></dl>",
        "<table><tr><th colspan=2>Colour</th></tr><tr><td><a href='?c=1'>red</a></td><td>4</td>"
        "</tr><tr><td><a href='?c=2'>blue</a></td><td>3</td></tr><tr><th>Size</th></tr>"
        "<tr><td><a href='?s=1'>S</a></td><td>5</td></tr></table>",
        "<ul><li><b>Colour:</b></li><li><a href='?c=1'>red (4)</a></li>"
        "<li><a href='?c=2'>blue (3)</a></li><li><b>Size:</b></li><li><a href='?s=1'>S (5)</a></li>"
        "</ul>",
    ],
)
def test_titles_part_one_list_into_facets(html):
    assert said(facets(page(html))) == BOTH


def test_what_is_chosen_is_no_title():
    html = ("<h3>Category</h3><ul><li><a href='?'>All categories</a></li><li><b>Sport</b></li>"
            "<li><a href='?c=1'>Ball</a> (4)</li><li><a href='?c=2'>Water</a> (3)</li>"
            "</ul>")  # fmt: skip
    (found,) = panels(page(html))
    assert (found.name, len(found.choices)) == ("Category", 3)


@pytest.mark.parametrize(
    "head",
    [
        "<h4><a href='#f1' data-toggle=collapse>Colour</a></h4>",
        "<h4><a href='JavaScript:fold(1)'>Colour</a></h4>",
        "<h4>Colour <a href='/help/colour'>?</a></h4>",
        "<div><span id=n1>Colour</span> <a href='/list'>Reset</a></div>",
    ],
)
def test_a_name_may_have_links(head):
    html = f"<div>{head}<ul aria-labelledby=n1><li><a href='?c=1'>red</a> (4)</li></ul></div>"
    assert said(facets(page(html)))["Colour"] == [("red", 4)]


def test_a_facet_without_a_name_is_called_by_its_parameter():
    html = ("<ul><li><a href='?colour=1&n=9'>red</a> (4)</li>"
            "<li><a href='?colour=2&n=9'>blue</a> (3)</li></ul>")  # fmt: skip
    assert said(facets(page(html))) == {"colour": [("red", 4), ("blue", 3)]}


def test_an_unfolded_tree_is_one_facet():
    html = ("<h3>Category</h3><ul><li><b>Home</b> (9)<ul><li><a href='?c=2'>Bath</a> (4)</li>"
            "<li><a href='?c=3'>Garden</a> (5)<ul><li><a href='?c=4'>Hoses</a> (5)</li></ul></li>"
            "</ul></li><li><a href='?c=5'>Sport</a> (8)</li></ul>")  # fmt: skip
    assert said(facets(page(html))) == {
        "Category": [("Sport", 8), ("Bath", 4), ("Garden", 5), ("Hoses", 5)]
    }


def test_swatches_pictures_and_shortened_values():
    html = ("<h3>Look</h3><ul><li><a href='?c=1' title=red></a> (4)</li>"
            "<li><a href='?c=2'><img src=i.png alt=blue></a> (3)</li>"
            "<li><a href='?c=3' title='British racing green'>British rac…</a> (2)</li>"
            "</ul>")  # fmt: skip
    assert said(facets(page(html))) == {
        "Look": [("red", 4), ("blue", 3), ("British racing green", 2)]
    }


def test_a_drop_down_of_addresses_leads_there():
    html = ("<label>Colour <select onchange='location=this.value'>"
            "<option value='/list'>any</option><option value='/list?c=1'>red (4)</option>"
            "<option value='/list?c=2'>blue (3)</option>"
            "</select></label>")  # fmt: skip
    (found,) = facets(page(html))
    assert [choice.url for choice in found.choices] == [f"{URL}?c=1", f"{URL}?c=2"]
    chosen = html.replace("?c=2'", "?c=2' selected")
    assert panels(page(chosen)) == ()


def test_counts_stand_apart_in_labels():
    html = ("<form><fieldset><legend>Colour</legend><label><input type=checkbox name=c value=1>red"
            "<em>4</em></label><input type=checkbox name=c value=2 id=b><label for=b>blue<em>3</em>"
            "</label></fieldset></form>")  # fmt: skip
    assert said(facets(page(html))) == {"Colour": [("red", 4), ("blue", 3)]}


@pytest.mark.parametrize(
    "html",
    [
        # Several shops wrap each link in a label, for a box that a script works.
        "<p class=h6>Colour</p><ul><li><label><span><input type=checkbox></span>"
        "<a href='?q=Colour-red'>red<span>(4)</span></a></label></li><li><label><span>"
        "<input type=checkbox></span><a href='?q=Colour-blue'>blue<span>(3)</span></a></label></li>"
        "</ul>",
        # Catalogues of open data part value and count by a sign that is not shown.
        "<h2>Colour</h2><ul><li><a href='?c=1'><span>red</span><span class=hidden> - </span>"
        "<span>4</span></a></li><li><a href='?c=2'><span>blue</span><span class=hidden> - </span>"
        "<span>3</span></a></li></ul>",
        # Library catalogues have a second link in each entry, to leave the value out.
        "<button aria-expanded=true>Colour</button><div><div><a href='?c=1'>red</a><span>4</span>"
        "<a href='?c=-1' title='leave out'><i></i></a></div><div><a href='?c=2'>blue</a>"
        "<span>3</span><a href='?c=-2' title='leave out'><i></i></a></div></div>",
        "<h4>Colour</h4><ul><li><a href='?c=1'>☐ red</a> 4</li><li><a href='?c=2'>☑ blue</a> 3"
        "</li></ul>",
    ],
)
def test_entries_with_labels_signs_and_marks(html):
    assert said(facets(page(html))) == {"Colour": [("red", 4), ("blue", 3)]}


def test_a_link_behind_what_encloses_the_values_belongs_to_them():
    html = ("<section><h2>Colour</h2><nav><ul><li><a href='?c=1'>red</a> (4)</li>"
            "<li><a href='?c=2'>blue</a> (3)</li></ul></nav>"
            "<p><a href='?all=1'>Show more colours</a></p></section>")  # fmt: skip
    (found,) = panels(page(html))
    assert [choice.text for choice in found.choices] == ["red", "blue", "Show more colours"]


TAGS = ("ul", "li", "dl", "dt", "dd", "table", "tr", "th", "td", "b", "h3", "a href='?x=1'",
        "select", "option value='/x'", "label for=z",
        "input type=checkbox name=n id=z")  # fmt: skip


@given(st.lists(st.sampled_from((*(f"<{tag}>" for tag in TAGS), "</ul>", "</li>", "red (4)", "7"))))
def test_any_tangle_is_read(pieces):
    assert isinstance(panels(page("".join(pieces))), tuple)
