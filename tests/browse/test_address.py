"""Addresses are cut, and words looked up, as slower ways have it."""

from urllib.parse import SplitResult, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.browse.address import NO_ADDRESS, split
from leadline.browse.terms import Terms
from leadline.interpret.names import spaced, vocabulary

PIECES = st.sampled_from(
    ["http://", "https://", "HTTP://", "a.b", "127.0.0.1:80", "[::1]", "[", "/", "//", "?", "#",
     "&", "=", "%20", "x", "ä", " ", "\t", "\n", "\\", "@", "..", "\x00", "\u2028"]
)  # fmt: skip
LINES = ("search, look up, advanced search, find a book", "рыба, 検索, 検, à propos")
TERMS, PATTERN = Terms(*LINES), vocabulary(*LINES)
WORDS = st.sampled_from(
    ["search", "look", "up", "advanced", "find", "a", "book", "books", "à", "propos", "рыба",
     "検索", "再検討", "LookUp", "find_a", "-", " ", "/", "1"]
)  # fmt: skip


def slowly(url: str) -> SplitResult:
    try:
        return urlsplit(url)
    except ValueError:
        return NO_ADDRESS


def test_an_address_in_parts():
    assert split("http://a.b:80/c/d.html?e=f&g") == ("http", "a.b:80", "/c/d.html", "e=f&g", "")
    assert split("http://a.b/c?d#e") == ("http", "a.b", "/c", "d", "e")
    assert split("http://[") is NO_ADDRESS


@given(st.lists(PIECES, max_size=8).map("".join) | st.text(max_size=30))
def test_any_address_is_cut_as_the_library_does(url):
    assert split(url) == slowly(url)
    assert split("http://a.b" + url) == slowly("http://a.b" + url)


@pytest.mark.parametrize("text", ["Look up", "advanced-search", "À propos", "図書検索", "Рыба!"])
def test_terms_are_found_in_names(text):
    assert TERMS.said(spaced(text))


@pytest.mark.parametrize("text", ["", "Looks up", "research", "find books", "propos"])
def test_other_words_are_not(text):
    assert not TERMS.said(spaced(text))


@given(st.lists(WORDS, max_size=6).map(" ".join) | st.text(max_size=20))
def test_terms_are_those_of_the_pattern(text):
    assert TERMS.said(spaced(text)) == (PATTERN.search(spaced(text)) is not None)
