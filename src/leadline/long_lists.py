"""Long lists to choose one of, marked so that the parser does not walk along them at each option.

Where one option can be chosen, lexbor looks at each new one which that is, along all others: a list
of 2,000 takes 20 ms. Where several can be, it does not. So a long list is parsed as one of which
several can be chosen, with a mark that says that it is none; `is_multiple` knows.
"""

from __future__ import annotations

import re

from selectolax.lexbor import LexborNode

LONG = 100  # options
ONE = "leadline-one"
_TAG = "<select"
_LIST = re.compile(rf"(?={_TAG}[\s>])", re.IGNORECASE)
_WHOLE_TAG = re.compile(rf"""{_TAG}(?:[^>"']|"[^"]*"|'[^']*')*""", re.IGNORECASE)


def marked(text: str) -> str:
    """The text with a mark at each long list of one choice; nearly always the text itself."""
    return "".join(map(_marked, _LIST.split(text))) if _options(text) >= LONG else text


def is_multiple(node: LexborNode) -> bool:
    """Whether several can be chosen, or given."""
    own = node.attributes
    return "multiple" in own and ONE not in own


def _marked(part: str) -> str:
    """A piece of text up to the next list."""
    tag = _WHOLE_TAG.match(part)
    if tag is None or _options(part) < LONG or "multiple" in tag[0].lower():
        return part
    return f"{part[: len(_TAG)]} multiple {ONE}{part[len(_TAG) :]}"


def _options(text: str) -> int:
    return text.count("<option") + text.count("<OPTION")
