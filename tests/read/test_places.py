"""Names for places on a page, and the elements that are there."""

from hypothesis import given
from hypothesis import strategies as st

from leadline.document import Document
from leadline.model import Page, Request
from leadline.read.places import elements_at, place
from leadline.read.text_blocks import blocks, own_blocks


def page(body):
    url = "https://example.org/"
    return Document(Page(request=Request(url=url), url=url, body=body.encode()))


def test_a_place_is_found_again():
    document = page("<div id=main class='w-50 md:flex b a'><p class=total>1</p></div><p>2</p>")
    (total,) = document.tree.css("p.total")
    assert place(total) == "p.total<div#main.a.b<body<html"
    assert [node.mem_id for node in elements_at(document, place(total))] == [total.mem_id]
    assert [node.text() for node in elements_at(document, "p<body<html")] == ["2"]


def test_names_that_no_selector_can_say_are_left_out():
    document = page("<x-y id='a.b' class='1st c.d [e] ok--no'><o:p>1</o:p></x-y>")
    (inner,) = document.tree.css("x-y > *")
    assert place(inner) == "*<*<body<html"
    assert len(list(elements_at(document, place(inner)))) == 1


def test_what_is_no_place_has_no_elements():
    assert not list(elements_at(page("<p>1"), ""))
    assert not list(elements_at(page("<p>1"), "p:has(<"))
    assert not list(elements_at(page("[1]"), "p<body"))


def test_an_element_has_texts_of_its_own():
    document = page(
        "<td>Ignored<div id=d>All <b>42</b> <i hidden>x</i>hits<br>Page 1"
        "<table><tr><td>In</table><img>of 5<p></p>!</div>"
    )
    (owner,) = document.tree.css("#d")
    assert [block.text for block in own_blocks(owner)] == ["All 42 hits", "Page 1", "of 5!"]


@given(st.text("<>/ abp divspan=#.\"'1é", max_size=200))
def test_texts_at_a_place_are_those_of_the_page(body):
    document = page(body)
    for block in blocks(document):
        assert block.owner.mem_id in {
            node.mem_id for node in elements_at(document, place(block.owner))
        }
