"""Long lists to choose one of, marked so that the parser does not walk along them at each option.

Where one option can be chosen, lexbor looks at each new one which that is, along all others: a list
of 2,000 takes 20 ms. Where several can be, it does not. So a long list is parsed as one of which
several can be chosen, with a mark that says that it is none; `is_multiple` knows. Leaves out lists
in capitals.
"""

from __future__ import annotations

import re
from itertools import pairwise

from selectolax.lexbor import LexborNode

LONG = 100  # options
ONE = "leadline-one"
_TAG = "<select"
_LIST = re.compile(rf"{_TAG}(?=[\s>])", re.IGNORECASE)
_WHOLE_TAG = re.compile(rf"""{_TAG}(?:[^>"']|"[^"]*"|'[^']*')*""", re.IGNORECASE)


def marked(text: str) -> str:
    """The text with a mark at each long list of one choice; nearly always the text itself."""
    if not _is_long(text):
        return text
    starts = [tag.start() for tag in _LIST.finditer(text)]
    lists = (text[start:end] for start, end in pairwise((*starts, len(text))))
    return "".join((text[: (*starts, len(text))[0]], *map(_marked, lists)))


def is_multiple(node: LexborNode) -> bool:
    """Whether several can be chosen, or given."""
    own = node.attributes
    return "multiple" in own and ONE not in own


def _marked(part: str) -> str:
    """A list, and what stands behind it up to the next."""
    tag = _WHOLE_TAG.match(part)
    if tag is None or not _is_long(part) or "multiple" in tag[0].lower():
        return part
    return f"{part[: len(_TAG)]} multiple {ONE}{part[len(_TAG) :]}"


def _is_long(part: str) -> bool:
    return part.count("<option") >= LONG
