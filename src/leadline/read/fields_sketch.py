"""The HTML of a record cut at its tags, and the tree of such a record with marks for its texts.

The parser writes HTML by fixed rules (HTML standard, §13.3 "Serializing HTML fragments"): values
stand in double quotes, and neither they nor texts hold a sign that could be taken for markup. So
splitting is enough to take a record apart. Not so where text is written as it is (scripts) and in
some comments: there is no sketch of these.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from selectolax.lexbor import LexborNode

from leadline.read.records import UNSEEN, Element, is_hidden
from leadline.read.word_sets import words

TAG = re.compile(r"(<[^>]*+>)")
TAGS = re.compile(r"(<[^>]*+>(?:\s*+<[^>]*+>)*+)")  # and blanks between them
TEXT = "\0"  # where a text was; the parser lets none of these through
NAME = re.compile(r"</?([^\s>]+)")
ATTRIBUTE = re.compile(r'\s([^\s="]+)="([^"]*)"')
RAW = re.compile(
    r"<(?:script|style|xmp|iframe|noembed|noframes|noscript|plaintext|template)[ >]"
    '|<!(?!--[^<>"]*-->)'
)
VOID = words(
    "area base basefont bgsound br col embed frame hr img input keygen link meta param source "
    "track wbr"
)

Slots = dict[str, int]  # which of the values of its record each attribute of an element has


class Cut(NamedTuple):
    """A record cut up: its markup with blank texts in it, its other texts, counted from 1, and the
    values of its attributes, as they are written."""

    markup: tuple[str, ...]
    texts: list[str]
    values: list[str]


def cut(html: str) -> Cut:
    """The HTML of a record, cut at its tags."""
    escaped = "&" in html
    pieces = TAGS.split(html.replace("&nbsp;", "\xa0") if escaped else html)
    bits = TEXT.join(pieces[1::2]).split('"')
    texts = pieces[::2]
    if escaped:
        texts = [unescaped(text) if "&" in text else text for text in texts]
    return Cut(tuple(bits[::2]), texts, bits[1::2])


def unescaped(written: str) -> str:
    """What the parser wrote, as it was read."""
    if "&" not in written:
        return written
    plain = written.replace("&nbsp;", "\xa0").replace("&lt;", "<").replace("&gt;", ">")
    return plain.replace("&quot;", '"').replace("&amp;", "&")


class Sketch:
    """The tree of a record, and which of its values the attributes of an element have."""

    def __init__(self, html: str, node: LexborNode) -> None:
        self._node = node
        self._slots: dict[int, Slots] = {}
        self._made: list[Element] = []  # kept, so that no two have one id
        self._used = 0
        pieces = TAG.split(html)
        self.texts = [""]
        self.first = 0  # the number of the first text that is seen
        self.top = self._grown(pieces)

    def slots(self, element: Element | None) -> Slots:
        """The numbers of the values of an element's attributes."""
        return self._slots.get(id(element), {})

    def _grown(self, pieces: Sequence[str]) -> Element:
        """The tree; elements that are not seen are left out with all they hold, as everywhere."""
        above = Element("", {}, self._node)
        stack: list[Element | None] = [above]
        for number, piece in enumerate(pieces):
            parent = stack[-1]
            if not number % 2:
                self._add_text(unescaped(piece), parent)
            elif piece[1] == "/":
                stack = stack[:-1] or stack
            elif piece[1] != "!":
                element = self._element(piece)
                seen = parent is not None and _is_seen(element)
                if parent is not None and seen:
                    parent.children.append(element)
                if element.tag not in VOID:
                    stack.append(element if seen else None)
        return next(above.elements(), above)

    def _add_text(self, text: str, parent: Element | None) -> None:
        mark = " " if text.isspace() else f"\ue000{len(self.texts)}\ue001"
        if text and parent is not None:
            parent.children.append(mark)
            self.first = self.first or (0 if mark == " " else len(self.texts))
        if text and mark != " ":
            self.texts.append(text)

    def _element(self, written: str) -> Element:
        name = NAME.match(written)
        pairs = ATTRIBUTE.findall(written)
        attributes: dict[str, str | None] = {own: unescaped(value) for own, value in pairs}
        element = Element(name[1] if name else "", attributes, self._node)
        self._slots[id(element)] = {own: self._used + n for n, (own, _) in enumerate(pairs)}
        self._used += len(pairs)
        self._made.append(element)
        return element


def _is_seen(element: Element) -> bool:
    return element.tag not in UNSEEN and not is_hidden(element.tag, element.attributes)


def sketched(html: str, real: Element) -> Sketch | None:
    """The sketch of a record; None unless it is the tree that the parser made."""
    if RAW.search(html):
        return None
    sketch = Sketch(html, real.node)
    return sketch if _are_same(sketch, real) else None


def _are_same(sketch: Sketch, real: Element) -> bool:
    pairs: list[tuple[Element | str, Element | str]] = [(sketch.top, real)]
    while pairs:
        own, other = pairs.pop()
        if isinstance(own, str) or isinstance(other, str):
            if not _is_text(own, other, sketch.texts):
                return False
        elif not _is_like(own, other):
            return False
        else:
            pairs += zip(own.children, other.children, strict=True)
    return True


def _is_text(mark: Element | str, text: Element | str, texts: Sequence[str]) -> bool:
    if not isinstance(mark, str) or not isinstance(text, str):
        return False
    return text.isspace() if mark == " " else texts[int(mark[1:-1])] == text


def _is_like(own: Element, other: Element) -> bool:
    same = own.tag == other.tag and own.attributes == _written(other)
    return same and len(own.children) == len(other.children)


def _written(element: Element) -> dict[str, str]:
    return {name: value or "" for name, value in element.attributes.items()}
