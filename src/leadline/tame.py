"""Markup that no page needs and that parsers choke on, cut before they see it.

HTML parsers look up the whole stack of open elements at each tag, and along all options of a list
at each option, so that both cost the square of their number. Browsers stop at a depth of some
hundreds too; a list of thousands of options is asked by its first ones.
"""

from __future__ import annotations

import re

MANY = 5_000  # tags below which nothing can be wrong
DEEPEST = 500
OPTIONS = 5_000

_TAG = re.compile(r"<(/?)([a-zA-Z][^\s/>]*)")
_OPTION = re.compile(r"<option\b[^>]*>[^<]*(?:</option>)?", re.IGNORECASE)
_EMPTY = ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param",
          "source", "track", "wbr")  # fmt: skip
_ENDING = ("p", "li", "dt", "dd", "tr", "td", "th", "thead", "tbody", "tfoot", "option", "optgroup",
           "colgroup", "rp", "rt", "html", "head", "body")  # fmt: skip
_SHALLOW = frozenset({*_EMPTY, *_ENDING})  # have no content, or end by themselves


def tamed(text: str) -> str:
    """The text, without nesting and lists beyond reason; nearly always the text itself."""
    if text.count("<") < MANY:
        return text
    return _shortened(_flattened(text))


def _flattened(text: str) -> str:
    """The text up to where it nests too deeply."""
    depth = 0
    for match in _TAG.finditer(text):
        if match[2].lower() in _SHALLOW:
            continue
        depth = max(0, depth - 1) if match[1] else depth + 1
        if depth > DEEPEST:
            return text[: match.start()]
    return text


def _shortened(text: str) -> str:
    """The text with so many options and no more."""
    kept = 0

    def keep(match: re.Match[str]) -> str:
        nonlocal kept
        kept += 1
        return match[0] if kept <= OPTIONS else ""

    return _OPTION.sub(keep, text)
