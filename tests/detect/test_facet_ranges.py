from decimal import Decimal

import pytest

from leadline.detect.facet_ranges import range_panels
from leadline.document import Document
from leadline.model import Page, Request

URL = "http://shop.example/list"


def page(html: str) -> Document:
    headers = (("content-type", "text/html; charset=utf-8"),)
    return Document(Page(request=Request(url=URL), url=URL, body=html.encode(), headers=headers))


def test_two_inputs_with_bounds_are_a_range():
    found = range_panels(
        page("""<h3>Price</h3><form action="/find"><input type="hidden" name="lang" value="de">
        <input type="number" name="from" min="5" max="90"> to
        <input type="number" name="to" min="5" max="90"><button>Go</button></form>""")
    )
    assert [(p.name, str(p.low), str(p.high), str(p.step)) for p in found] == [
        ("Price", "5", "90", "1")
    ]
    assert found[0].url(Decimal(10), Decimal(20)) == (
        "http://shop.example/find?lang=de&from=10&to=20"
    )


def test_a_slider_may_send_both_numbers_at_once():
    found = range_panels(
        page("""<section><h3>Rating</h3><form><div data-min="1.5" data-max="9.0">
        <input type="hidden" name="rating" value="1.5-9.0"></div></form></section>""")
    )
    assert [(p.name, str(p.low), str(p.high), str(p.step)) for p in found] == [
        ("Rating", "1.5", "9.0", "0.1")
    ]
    assert found[0].url(Decimal(2), Decimal("2.5")) == f"{URL}?rating=2-2.5"


@pytest.mark.parametrize(
    "html",
    [
        "<form><input name=q><input name=r></form>",
        "<form method=post><input type=number name=a min=1 max=2>"
        "<input type=number name=b min=1 max=2></form>",
        "<form><input type=number name=a min=9 max=1><input type=number name=b min=9 max=1></form>",
        "<form><input type=number name=a min=1 max=2><input type=number name=b min=5 max=9></form>",
        "<form><input name=a value=1-2>" * 400,
        "<input type=range name=a min=1e999 max=NaN><input type=range name=b min=x max=Infinity>",
        "",
    ],
)
def test_what_says_no_range_is_none(html):
    assert range_panels(page(html)) == ()
