import pytest

from leadline.detect.facet_choices import Choice, Panel
from leadline.detect.facet_values import value_and_count
from leadline.detect.facets import facets, panels
from leadline.document import Document
from leadline.model import Page, Request

URL = "http://shop.example/list"


def page(html: str) -> Document:
    headers = (("content-type", "text/html; charset=utf-8"),)
    return Document(Page(request=Request(url=URL), url=URL, body=html.encode(), headers=headers))


LINKS = """<h1>Shoes</h1>
<ul class="menu"><li><a href="/">Home</a></li><li><a href="/about">About</a></li></ul>
<div class="facet"><h3>Brand:</h3>
  <ul><li><a href="?b=1">Nike</a> <span>(1,204)</span></li><li><a href="?b=2">Puma (7)</a></li></ul>
</div>
<div class="facet"><h3>Colour</h3><ul><li><a href="?c=1">red <b>12</b></a></li></ul></div>
<p>Sort by: <a href="?sort=price">Price</a> | <a href="?sort=name">Name</a></p>"""


def test_links_in_lists_are_facets_if_they_count():
    assert facets(page(LINKS)) == (
        Panel(name="Brand", choices=(
            Choice(text="Nike", count=1204, url=f"{URL}?b=1"),
            Choice(text="Puma", count=7, url=f"{URL}?b=2"),
        )),
        Panel(name="Colour", choices=(Choice(text="red", count=12, url=f"{URL}?c=1"),)),
    )  # fmt: skip


def test_orders_are_a_group_without_counts():
    found = panels(page(LINKS))[-1]
    assert (found.name, found.counted) == ("Sort by", False)
    assert [choice.text for choice in found.choices] == ["Price", "Name"]


def test_drop_downs_and_boxes_are_facets_too():
    found = facets(
        page("""<form><label>Size <select name="size"><option value="">Any</option>
        <option value="s">Small (3)</option><option value="m">Medium (4)</option></select></label>
        <fieldset><legend>Material</legend>
        <label><input type="checkbox" name="m" value="1"> Wool (2)</label>
        <label><input type="checkbox" name="m" value="2"> Silk (9)</label></fieldset></form>""")
    )
    assert [(p.kind, p.param) for p in found] == [("select", "size"), ("boxes", "m")]
    assert [[(c.text, c.count, c.sent) for c in p.choices if c.count] for p in found] == [
        [("Small", 3, "s"), ("Medium", 4, "m")],
        [("Wool", 2, "1"), ("Silk", 9, "2")],
    ]
    assert found[1].name == "Material"


def test_a_form_leads_to_what_was_chosen_and_what_is_chosen_now():
    found = facets(
        page("""<form action="/find"><input type="hidden" name="lang" value="de">
        <select name="size"><option>S (3)<option value="m" selected>M (4)</select>
        <fieldset><legend>Material</legend>
        <label><input type="checkbox" name="m" value="1"> Wool (2)</label></fieldset>
        <input type="submit" name="go" value="Go"></form>""")
    )
    assert [choice.url for panel in found for choice in panel.choices] == [
        "http://shop.example/find?lang=de&size=m&m=1"
    ]


def test_values_that_are_hidden_belong_to_their_facet():
    found = facets(
        page("""<section><h3>Brand</h3><ul><li><a href="?b=1">Nike</a> (4)</li></ul>
        <button>More…</button>
        <div hidden><ul><li><a href="?b=2">Puma</a> (2)</li></ul></div></section>""")
    )
    assert [(p.name, [c.text for c in p.choices]) for p in found] == [("Brand", ["Nike", "Puma"])]


def test_a_link_behind_the_values_is_kept_with_them():
    html = """<section><h3>Brand</h3><ul><li><a href="?b=1">Nike</a> (4)</li>
    <li><a href="?b=2">Puma</a> (2)</li></ul><a href="?all=b">Show all 12</a></section>
    <section><h3>Size</h3><ul><li><a href="?s=1">S</a> (4)</li></ul></section>"""
    found = [(p.name, [(c.text, c.count) for c in p.choices]) for p in facets(page(html))]
    assert found == [
        ("Brand", [("Nike", 4), ("Puma", 2), ("Show all 12", None)]),
        ("Size", [("S", 4)]),
    ]


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        (["Drama", "(1.234)"], ("Drama", 1234)),
        (["Drama (12)"], ("Drama", 12)),
        (["1998", "44"], ("1998", 44)),
        (["1998"], ("1998", None)),
        (["Vitamin B12"], ("Vitamin B12", None)),
        (["", "  "], ("", None)),
        ([], ("", None)),
    ],
)
def test_a_value_and_its_count(pieces, expected):
    assert value_and_count(pieces) == expected


@pytest.mark.parametrize(
    "html",
    [
        "",
        "<a href=x>" * 3000,
        "<div>" * 5000 + "<a href=x>y (3)</a>",
        "<ul>" + "<li><a href='http://['>x</a>(3)" * 200,
        "<select name=a><option><option value=b>(((((3",
        "\0<a href>\ufffd</a",
    ],
)
def test_broken_pages_have_whatever_they_have(html):
    assert isinstance(panels(page(html)), tuple)


def test_what_is_no_html_has_no_facets():
    data = Page(request=Request(url=URL), url=URL, body=b'{"a": 1}')
    assert panels(Document(data)) == ()
