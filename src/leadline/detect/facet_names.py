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
_SILENT = frozenset(("script", "style", "-comment", "template", "noscript", "button"))


class Names:
    """The names of the groups of one page; each text above them is looked at once."""

    def __init__(self) -> None:
        self._texts: dict[int, str | None] = {}

    def of(self, group: LexborNode, first: LexborNode) -> str:
        """The name of a group whose first choice is this element."""
        said = group.attributes.get("aria-label") or self._leading(group, first)
        node: LexborNode | None = group
        for _ in range(LEVELS):
            if said or node is None or node.tag in ("body", "html", None):
                break
            said = self._before(node)
            node = node.parent
        return _ENDS.sub("", " ".join(said.split()))

    def _leading(self, group: LexborNode, first: LexborNode) -> str:
        """The text in a group before its first choice."""
        found: list[str] = []
        for child in islice(group.iter(include_text=True), NEAR):
            text = self._text(child) if child.mem_id != first.mem_id else None
            if text is None:
                break
            found.append(text)
        said = " ".join(found).strip()
        return said if len(said) <= LONGEST else ""

    def _before(self, node: LexborNode) -> str:
        """The nearest text before an element that could be its name."""
        at = node.prev
        for _ in range(2 * NEAR):  # blanks are siblings too
            text = self._text(at) if at is not None else None
            if at is None or text is None:
                return ""
            if text:
                return text if len(text) <= LONGEST else ""
            at = at.prev
        return ""

    def _text(self, node: LexborNode) -> str | None:
        """What an element says, no more than a little over a name; None if it holds a link."""
        if node.mem_id not in self._texts:
            self._texts[node.mem_id] = None if _has_link(node) else _said(node)
        return self._texts[node.mem_id]


def _has_link(node: LexborNode) -> bool:
    return node.tag == "a" or (node.tag != "-text" and node.css_first("a[href]") is not None)


def _said(node: LexborNode) -> str:
    text = "" if node.tag in _SILENT else node.text(deep=True) or ""
    return " ".join(text.split())[: LONGEST + 1]
