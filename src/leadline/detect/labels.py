"""What people read beside a control.

In this order: `<label for>`, the label around it, aria-labelledby, aria-label, title, the cell or
term beside it, the text before it, the placeholder, the text right after it, and its name made
readable.
"""

from __future__ import annotations

import re
from functools import cached_property

from selectolax.lexbor import LexborHTMLParser, LexborNode

from leadline.detect.nearby import after, ancestors, attribute, before, holds_control, text_in

_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|[_\-.\[\]$:/\s]+")
_SHORTCUT = re.compile(r"\[(?:\w{1,9}\+){0,3}\w\]$")  # "Search this wiki [Alt+F]"
_CELLS = {"td": ("td", "th"), "dd": ("dt",)}
_AROUND = 8


class Labels:
    """The labels of one page, each read once."""

    def __init__(self, tree: LexborHTMLParser) -> None:
        self._tree = tree
        self._texts: dict[int, str] = {}

    def of(self, node: LexborNode) -> str:
        """The label of one control."""
        return (
            self._written(node) or _beside(node) or before(node) or _last(node) or self.tied(node)
        )

    def of_choice(self, node: LexborNode) -> str:
        """The label of one radio button or check-box: what stands after it."""
        return self._written(node) or after(node) or before(node, 2) or self.tied(node)

    def of_group(self, node: LexborNode) -> str:
        """The label of the radio buttons or check-boxes that begin with this one."""
        return self._legend(node) or _beside(node) or readable(attribute(node, "name"))

    def tied(self, node: LexborNode) -> str:
        """The text of the `<label>` that is for a control or around it."""
        return self._for.get(attribute(node, "id"), "") or self._wrapping(node)

    def _written(self, node: LexborNode) -> str:
        """What is written for a control, in letters: 🔍 says nothing."""
        if _has_letters(tied := self.tied(node)):
            return tied
        own = node.attributes
        by = self._labelled_by((own.get("aria-labelledby") or "").split()[:4])
        title = _SHORTCUT.sub("", own.get("title") or "")
        return by or (own.get("aria-label") or "").strip() or title.strip()

    @cached_property
    def _for(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for label in self._tree.tags("label"):
            if named := attribute(label, "for"):
                found[named] = found.get(named) or self._text(label)
        return found

    @cached_property
    def _by_id(self) -> dict[str, LexborNode]:
        return {attribute(node, "id"): node for node in reversed(self._tree.css("[id]"))}

    def _wrapping(self, node: LexborNode) -> str:
        around = (at for at in ancestors(node, _AROUND) if at.tag == "label")
        return next((self._text(label) for label in around if not attribute(label, "for")), "")

    def _labelled_by(self, named: list[str]) -> str:
        parts = (self._by_id[name] for name in named if name in self._by_id)
        return " ".join(self._text(part) for part in parts)

    def _legend(self, node: LexborNode) -> str:
        for at in ancestors(node, _AROUND):
            if at.tag == "form":
                return ""
            if at.tag == "fieldset" and (text := self._first_legend(at)):
                return text
            if attribute(at, "role") in ("group", "radiogroup") and (text := self._written(at)):
                return text
        return ""

    def _first_legend(self, fieldset: LexborNode) -> str:
        at = fieldset.first_child
        for _ in range(4):
            if at is None or at.tag == "legend":
                break
            at = at.next
        return self._text(at) if at is not None and at.tag == "legend" else ""

    def _text(self, node: LexborNode) -> str:
        if node.mem_id not in self._texts:
            self._texts[node.mem_id] = text_in(node, skip="button").rstrip(" :*")
        return self._texts[node.mem_id]


def _has_letters(text: str) -> bool:
    return any(sign.isalnum() for sign in text)


def readable(name: str) -> str:
    """A name made for machines as people would write it: `pubYear_min` is Pub year min."""
    words = " ".join(_CAMEL.sub(" ", name).split())
    return words[:1].upper() + words[1:].lower() if not words.isupper() else words


def _beside(node: LexborNode) -> str:
    """The text of the cell before a control's cell, or of the term before its description."""
    for at in ancestors(node, _AROUND):
        if at.tag == "form":
            return ""
        if at.tag in _CELLS:
            own = before(node).rstrip(" :*")
            return own or _neighbour(at, _CELLS[at.tag or ""])
    return ""


def _neighbour(cell: LexborNode, tags: tuple[str, ...]) -> str:
    at = cell.prev
    for _ in range(6):
        if at is None:
            return ""
        if at.tag in tags:
            return "" if holds_control(at) else text_in(at).rstrip(" :*")
        at = at.prev
    return ""


def _last(node: LexborNode) -> str:
    return attribute(node, "placeholder") or after(node, 1) or readable(attribute(node, "name"))
