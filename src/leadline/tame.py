"""Markup that no page needs and that parsers choke on, cut before they see it.

HTML parsers look up the whole stack of open elements at each tag, along all options of a list at
each option and all attributes at each attribute, so that these cost the square of their number.
Browsers stop at a depth of some hundreds too; a list of thousands of options is asked by its first
ones. Each element takes a thousand bytes and more when it is read, so that a page may have many,
but not millions.
"""

from __future__ import annotations

import re
from itertools import accumulate, islice

MANY = 5_000  # tags below which nothing can be wrong
MOST = 400_000  # tags of one page that are read
DEEPEST = 500
OPTIONS = 5_000
LONG = 50_000  # characters of a tag that may have too many attributes
ATTRIBUTES = 5_000

_TAG = re.compile(r"<(/?[a-zA-Z][^\s/>]*)")
_OPTION = re.compile(r"<option\b[^>]*>[^<]*(?:</option>)?", re.IGNORECASE)
_LONG_TAG = re.compile(rf"<[a-zA-Z][^<>]{{{LONG},}}")
_QUOTED = re.compile(r'"[^"]*(?:"|\Z)|\'[^\']*(?:\'|\Z)')
_EMPTY = ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param",
          "source", "track", "wbr")  # fmt: skip
_ENDING = ("p", "li", "dt", "dd", "tr", "td", "th", "thead", "tbody", "tfoot", "option", "optgroup",
           "colgroup", "rp", "rt", "html", "head", "body")  # fmt: skip
_SHALLOW = frozenset({*_EMPTY, *_ENDING})  # have no content, or end by themselves


def tamed(text: str) -> str:
    """The text, without nesting and lists beyond reason; nearly always the text itself."""
    if _has_long_tag(text):
        text = _LONG_TAG.sub(_without_crowds, text)
    tags = text.count("<")
    if tags < MANY:
        return text
    return _shortened(_flattened(_cut(text) if tags > MOST else text))


def _has_long_tag(text: str) -> bool:
    """Whether so many characters stand between two tags, or in one; few places have to be read."""
    at = 0
    while at + LONG < len(text):
        last = text.rfind("<", at + 1, at + LONG + 1)
        if last < 0:
            return True
        at = last
    return False


def _without_crowds(tag: re.Match[str]) -> str:
    """A tag, unless it has attributes by the thousand; long values are as good as short ones."""
    return tag[0] if len(_QUOTED.sub("", tag[0]).split()) <= ATTRIBUTES else ""


def _cut(text: str) -> str:
    """The text up to so many tags."""
    at = -1
    for _ in range(MOST + 1):
        at = text.find("<", at + 1)
    return text[:at]


def _flattened(text: str) -> str:
    """The text up to where it nests too deeply."""
    tags, depth = _TAG.findall(text), 0
    steps = {tag: _step(tag) for tag in set(tags)}
    depths = list(accumulate(map(steps.__getitem__, tags), initial=0))
    if max(depths) - min(depths) <= DEEPEST:
        return text
    for number, step in enumerate(map(steps.__getitem__, tags)):
        depth += step
        if depth < 0:
            depth = 0
        elif depth > DEEPEST:
            return text[: next(islice(_TAG.finditer(text), number, None)).start()]
    return text


def _step(tag: str) -> int:
    """How much deeper it is behind a tag."""
    if tag.removeprefix("/").lower() in _SHALLOW:
        return 0
    return -1 if tag.startswith("/") else 1


def _shortened(text: str) -> str:
    """The text with so many options and no more."""
    kept = 0

    def keep(match: re.Match[str]) -> str:
        nonlocal kept
        kept += 1
        return match[0] if kept <= OPTIONS else ""

    return _OPTION.sub(keep, text)
