"""Whatever a server sends, learning and reading neither raise nor run away."""

import json

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from leadline.document import Document
from leadline.read import Sample, induce
from leadline.read.jsonpath import flat, object_lists
from leadline.read.keys import parameters, plain_url
from tests.read.result_pages import cards, document, page, table

PIECES = [
    "<div class=a>", "</div>", "<p>", "<li><a href='/x?a=1&b=2'>", "</a></li>", "<ul>", "</ul>",
    "<table>", "<tr><td>", "<tr><th>Name", "</table>", "<dl><dt>A<dd>B", "<br>", "text", "Label: x",
    "12", "<b>", "</b>", "<a href='http://[::1'>", "<a href=''>x</a>", "<td colspan=99999999>",
    "<div itemprop='' class=' '>", "<script>x = {\"a\": [", "</script>", "<!--", "\x00", "é",
    "<h3 class='a.b/c:d e\"f'>", "<template>", "<svg><a>", "<input hidden>", "=", "&#0;",
    "<p style='display:none'>",
]  # fmt: skip
SOUP = st.lists(st.sampled_from(PIECES), max_size=120).map("".join)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4)
    ),
    max_leaves=30,
)
CALM = settings(
    max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow], database=None
)


def read_all(first: Document, second: Document) -> None:
    wrapper = induce([Sample(document=first, words=("x",)), Sample(document=second)], [second])
    if wrapper is not None:
        wrapper.extract(first)
        wrapper.extract(second)


@CALM
@given(SOUP, SOUP)
def test_any_markup_can_be_learned_from(first, second):
    read_all(document(first + first), document(second))


@CALM
@given(SOUP)
def test_any_markup_can_be_read(soup):
    for design in (table, cards):
        wrapper = induce([Sample(document=page(design, "heathrow", 1), words=("x",))])
        wrapper = wrapper or induce([Sample(document=page(design, "new"), words=("x",))])
        assert wrapper is not None
        wrapper.extract(document(soup))


@CALM
@given(st.binary(max_size=300), st.sampled_from(["text/html", "application/json", "image/png"]))
def test_any_bytes_can_be_read(body, kind):
    read_all(document(body, kind=kind), document(body + body, kind=kind))


@CALM
@given(JSON, JSON)
def test_any_json_can_be_learned_from(first, second):
    read_all(
        document(json.dumps([first, second]), kind="application/json"),
        document(json.dumps({"a": [second, first]}), kind="application/json"),
    )


@CALM
@given(st.text(max_size=60), st.lists(st.text(max_size=5), max_size=3))
def test_any_address_has_a_plain_form(text, drop):
    parameters(text)
    plain_url(f"http://a.example/{text}", drop)


def test_deep_nesting_is_cut_off():
    deep = document("<div>" * 3000 + "<p>x</p>" * 20)
    read_all(deep, document("<ul>" + "<li><b>" * 2000))


def test_deep_json_is_cut_off():
    value: object = {"a": 1}
    for _ in range(500):
        value = {"a": [value, value]} if isinstance(value, int) else {"a": [value]}
    assert object_lists(value)
    assert flat({"a": value}) == []


def test_a_huge_flat_page_is_read_to_its_end():
    rows = "".join(f"<tr><td>{n}<td><a href='/r/{n}'>Record {n}</a>" for n in range(20_000))
    huge = document(f"<table>{rows}</table>")
    wrapper = induce([Sample(document=huge)])
    assert wrapper is not None
    assert len(wrapper.extract(huge).records) == 20_000


def test_a_tag_that_no_selector_can_name_does_not_stop_reading():
    def odd(numbers):
        rows = "".join(
            f"<x'y><a href='/{n}'>{n} of some length</a><b>{n * 7}</b></x'y>" for n in numbers
        )
        return Sample(document=document(f'<q"r>{rows}</q"r>'))

    wrapper = induce([odd(range(10)), odd(range(20, 30))])
    assert wrapper is None or len(wrapper.extract(odd(range(5)).document).records) in (0, 5)
