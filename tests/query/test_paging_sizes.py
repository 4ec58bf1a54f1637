"""More records on a page: what menus and links offer, and what addresses suggest."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.document import Document
from leadline.model import Control, Form, Option, Page, Request
from leadline.query.paging import size_of, sizes

SITE = "https://example.org"
ASKED = Request(url=f"{SITE}/s?q=a")


def page(body, request=ASKED):
    body = body.encode() if isinstance(body, str) else body
    headers = (("content-type", "text/html"),)
    return Document(Page(request=request, url=request.url, headers=headers, body=body))


def offered(body, request=ASKED, form=None):
    return [other.url.removeprefix(SITE) for other in sizes(page(body, request), request, form)]


@pytest.mark.parametrize(
    "body",
    [
        "<select name=per_page><option>50<option selected>10<option value=100>100 a page</select>",
        "<select name=per_page><option value=100>100 Treffer pro Seite<option value=50>50</select>",
        "<select onchange=go()><option value='?q=a&per_page=50'>50"
        "<option value='?q=a&per_page=100'>100<option value='?q=a&per_page=all'>All</select>",
        "<a href='?q=a&per_page=50'>50</a> <a href='?q=a&per_page=100'>100 par page</a> "
        "<a href='?q=a&page=100'>100</a>",
    ],
)
def test_what_the_page_offers(body):
    assert [url for url in offered(body) if "10&" not in url][:2] == [
        "/s?q=a&per_page=100",
        "/s?q=a&per_page=50",
    ]


def test_no_more_is_offered_than_the_page_shows():
    links = "<a href='?q=a&limit=20'>20</a> <a href='?q=a&limit=50'>50</a>"
    assert sizes(page(links), ASKED, None, 50) == ()
    assert sizes(page(links), ASKED, None, 20) == (Request(url=f"{SITE}/s?q=a&limit=50"),)
    assert size_of(Request(url=f"{SITE}/s?q=a&limit=50")) == 50


def test_what_the_form_offers():
    options = tuple(Option(value) for value in ("20", "2000", "500"))
    form = Form(
        action=f"{SITE}/s", controls=(Control(name="rows", kind="select", options=options),)
    )
    assert offered("", form=form) == ["/s?q=a&rows=500", "/s?q=a&rows=20"]


def test_a_menu_that_offers_what_is_shown_is_one_of_sizes_whatever_its_name():
    menu = "<select name=par_lot><option>10<option>25<option>50</select>"
    assert [one.url for one in sizes(page(menu), ASKED, None, 10)] == [
        f"{SITE}/s?q=a&par_lot=50", f"{SITE}/s?q=a&par_lot=25"]  # fmt: skip
    assert sizes(page(menu), ASKED, None, 12) == ()
    jumps = "<select name=go>" + "".join(f"<option>{n}" for n in range(1, 6)) + "</select>"
    assert sizes(page(jumps), ASKED, None, 3) == ()


def test_a_size_without_a_menu_is_raised():
    asked = Request(url=f"{SITE}/s?q=a&limit=100")
    assert offered("", asked) == ["/s?q=a&limit=1000"]


def test_a_size_in_the_next_link_is_raised():
    body = "<a rel=next href='?q=a&limit=20&offset=20'>Next</a>"
    assert offered(body)[:2] == ["/s?q=a&limit=1000", "/s?q=a&limit=100"]


def test_links_that_offer_less_and_more():
    body = "<a href='?q=a&many=5'>less</a> <a href='?q=a&many=20'>more</a>"
    found = sizes(page(body), ASKED, records=10)
    assert [other.url.removeprefix(SITE) for other in found] == [
        "/s?q=a&many=1000",
        "/s?q=a&many=100",
    ]


@pytest.mark.parametrize(
    "body",
    [
        "<a href='?q=a&from=10'>2</a> <a href='?q=a&from=20'>3</a>",  # where pages begin
        "".join(f"<a href='?q=a&page={n}'>{n}</a>" for n in range(2, 12)),
        "<a href='?q=a&id=5'>Oslo</a> <a href='?r=a&id=3'>Rome</a>",
    ],
)
def test_numbers_of_other_kinds_are_no_less_and_more(body):
    assert sizes(page(body), ASKED, records=10) == ()


def test_a_size_with_a_name_in_brackets_is_raised():
    request = Request(url=f"{SITE}/s?page%5Bsize%5D=10")
    assert offered("", request)[0] == "/s?page%5Bsize%5D=1000"


def test_a_posted_size():
    asked = Request(url=f"{SITE}/s", method="POST", body="q=a&size=10")
    assert [other.body for other in sizes(page("", asked), asked)][:2] == [
        "q=a&size=1000",
        "q=a&size=100",
    ]


@pytest.mark.parametrize(
    "body",
    [
        "<p>One</p>",
        "<select name=year><option>2019<option>2020</select>",
        "<select name=sort><option value=1>Price<option value=2>Date</select>",
        "<a href='/r/50'>50</a> <a href='?q=50'>50</a>",
    ],
)
def test_other_numbers_are_no_sizes(body):
    assert offered(body) == []


@given(
    st.binary(max_size=200)
    | st.lists(
        st.sampled_from(
            ["<select name=show>", "<option>", "50", "<option value='?n=9'>", "<a href=?n=50>"]
        )
    ).map("".join)
)
def test_any_page_is_read(body):
    sizes(page(body), ASKED)
