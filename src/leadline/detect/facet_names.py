"""What a group of choices is called: the words above it.

In this order: its aria-label, the text before its first choice, the nearest short text without
links before it or before what encloses it. The paper on exploratory sites (Huang et al. 2011, §4.2)
looks one level above a link for the same.
"""

from __future__ import annotations

import re
from itertools import islice

from selectolax.lexbor import LexborNode

LEVELS = 4
NEAR = 4  # siblings that are looked at
LONGEST = 60
_ENDS = re.compile(r"[\s:：\-–—|▾▼+]+$")
_SILENT = frozenset(("script", "style", "-comment", "template", "noscript"))


def name_of(group: LexborNode, first: LexborNode) -> str:
    """The name of a group whose first choice is this element."""
    said = group.attributes.get("aria-label") or _leading(group, first)
    node: LexborNode | None = group
    for _ in range(LEVELS):
        if said or node is None or node.tag in ("body", "html", None):
            break
        said = _before(node)
        node = node.parent
    return _ENDS.sub("", " ".join(said.split()))


def _leading(group: LexborNode, first: LexborNode) -> str:
    """The text in a group before its first choice."""
    found: list[str] = []
    for child in islice(group.iter(include_text=True), NEAR):
        if child.mem_id == first.mem_id or _has_link(child):
            break
        found.append(_text(child))
    return " ".join(found) if len(" ".join(found)) <= LONGEST else ""


def _before(node: LexborNode) -> str:
    """The nearest text before an element that could be its name."""
    at = node.prev
    for _ in range(2 * NEAR):  # blanks are siblings too
        if at is None or _has_link(at):
            return ""
        text = " ".join(_text(at).split())
        if text:
            return text if len(text) <= LONGEST else ""
        at = at.prev
    return ""


def _has_link(node: LexborNode) -> bool:
    return node.tag == "a" or (node.tag != "-text" and node.css_first("a[href]") is not None)


def _text(node: LexborNode) -> str:
    if node.tag in _SILENT:
        return ""
    return node.text(deep=True) or ""
