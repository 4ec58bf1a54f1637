"""Texts in ASCII are cut into words as the patterns for all texts cut them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.ascii_words import ascii_words, has_camel
from leadline.detect.stems import plain
from leadline.interpret.names import spaced
from leadline.plan.words import tokens

ASCII = st.text(st.characters(max_codepoint=127))


@given(ASCII)
def test_words_are_runs_of_letters_and_digits(text: str) -> None:
    assert ascii_words(text) == re.findall(r"[^\W_]+", text.lower())
    assert has_camel(text) == bool(re.search("[a-z0-9][A-Z]", text))


@pytest.mark.parametrize("rest", ["", " é"])
def test_a_letter_beyond_ascii_does_not_change_how_the_others_are_read(rest: str) -> None:
    text = f"Year_of 2Go: minPrice{rest}"
    assert " ".join(tokens(text)).startswith("year of 2go minprice")
    assert spaced(text).startswith("year of 2 go min price")
    assert plain(text).startswith("year of 2go min price")
