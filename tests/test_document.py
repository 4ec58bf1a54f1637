"""A page is parsed once, whatever it is, and its links mean what a browser makes of them."""

import ada_url
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.document import Document
from leadline.model import Page, Request


def document(body, url="http://a.org/b/c?x=1", kind="text/html"):
    page = Page(request=Request(url=url), url=url, headers=(("Content-Type", kind),), body=body)
    return Document(page)


@pytest.mark.parametrize(
    ("href", "url"),
    [
        ("d", "http://a.org/b/d"),
        ("/d#part", "http://a.org/d"),
        ("?page=2", "http://a.org/b/c?page=2"),
        ("//b.org", "http://b.org/"),
        (" https://c.org/x y ", "https://c.org/x%20y"),
        ("javascript:void(0)", None),
        ("mailto:me@a.org", None),
        ("http://[", None),
        (None, None),
    ],
)
def test_links_are_resolved_as_browsers_do(href, url):
    assert document(b"<p>").resolve(href) == url


@pytest.mark.parametrize(
    "url",
    [
        "http://a.org/", "http://a.org", "http://a.org/b/c", "http://a.org/b/c/?x=/y/z",
        "http://a.org/b/../c/d", "http://a.org/b/.c/d", "http://a.org:80/b/c", "http://A.org/b/c",
        "http://a.org?x=/b/c", "https://127.0.0.1:8080/b.d/c.html?x=1",
    ],
)  # fmt: skip
def test_a_name_stands_in_the_folder_of_the_page(url):
    assert document(b"<p>", url).resolve("d") == str(ada_url.URL("d", base=url).href)


def test_base_is_heeded():
    assert document(b'<base href="/z/"><p>').resolve("d") == "http://a.org/z/d"


def test_json_is_known_by_its_body():
    found = document(b' {"a": [1]}', kind="text/plain")
    assert found.is_json
    assert found.json == {"a": [1]}
    assert not found.is_html


def test_broken_and_deep_json_is_no_json():
    assert document(b'{"a": ').json is None
    assert document(b"[" * 100_000).json is None


def test_deep_nesting_is_cut_where_nobody_would_look():
    found = document(b"<p>top<i>" + b"<div>" * 100_000 + b"deep")
    assert found.tree.body is not None
    assert found.tree.body.text() == "top"


def test_many_shallow_tags_are_kept():
    found = document(b"<ul>" + b"<li>x" * 20_000)
    assert len(found.tree.css("li")) == 20_000


def test_endless_options_are_cut():
    found = document(b"<select name=a>" + b"<option>x</option>" * 50_000 + b"</select><b>on</b>")
    assert len(found.tree.css("option")) == 5_000
    assert found.tree.css_first("b") is not None


@given(st.binary(max_size=400))
def test_any_bytes_make_a_document(body):
    found = document(body)
    assert isinstance(found.text, str)
    assert found.tree is not None
    assert isinstance(found.base, str)


def test_links_of_old_pages_are_written_in_their_character_set():
    body = '<meta charset=windows-1251><a href="/книга?q=книга&a=%20b">'.encode("cp1251")
    link = document(body).resolve("/книга?q=книга&a=%20b")
    assert link == "http://a.org/%D0%BA%D0%BD%D0%B8%D0%B3%D0%B0?q=%EA%ED%E8%E3%E0&a=%20b"


NAMES = ["a", "b.html", "~x", "c;d", ".", "..", "", "%2e", "é", "a:b", "a b", "-"]
STARTS = [
    "",
    "/",
    "//",
    "http://h.org",
    "https://H.org:443",
    "http://127.1",
    "http://h:99999",
    "x:",
]
ENDS = ["", "/", "?", "?a=b&c", "?a=/x:y%20", "?ä", "#z", "?a#z", "\t"]


@given(
    st.sampled_from(STARTS),
    st.lists(st.sampled_from(NAMES), max_size=3).map("/".join),
    st.sampled_from(ENDS),
    st.sampled_from(["http://a.org/b/c?x=/1/2", "http://a.org", "https://a.org/b/../c/;d", "a:b"]),
)
def test_plain_links_are_put_together_as_any_other(start, path, end, url):
    found = document(b"<p>", url=url)
    hidden = document(b"<p>", url=url).resolve(f" {start}{path}{end}")  # blanks take the long way
    assert found.resolve(start + path + end) == hidden


def test_a_folded_page_says_the_same_from_a_tree_of_its_own():
    page = document(b"<title>One</title><a href=d>Two</a>")
    before = page.tree
    page.fold()
    page.fold()
    assert page.tree is not before
    assert [page.tree.css_first(tag).text() for tag in ("title", "a")] == ["One", "Two"]
