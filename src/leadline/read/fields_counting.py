"""Texts that count: the places of records on a page, not values of theirs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

PLACE = re.compile(r"(#?\d{1,11}[.)])\s+(?=\S)")  # "12. ", before something else


def is_counting(values: Sequence[str]) -> bool:
    """Whether these are consecutive numbers, as places on a page are."""
    numbers = [int(v) for v in (value.strip("#.) ") for value in values) if _is_number(v)]
    if len(numbers) < 3 or len(numbers) != len(values):
        return False
    return all(b - a == 1 for a, b in pairwise(numbers))


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 12


def place_before(text: str) -> str:
    """The number that a text begins with as the lines of a list do; "" if it does not."""
    match = PLACE.match(text)
    return match[1] if match else ""


def unnumbered(text: str) -> str:
    """A text without the number that it begins with."""
    return PLACE.sub("", text, count=1)
