"""What a group of choices is called: the words above it.

In this order: its aria-label, the text before its first choice, the nearest short text without
links before it or before what encloses it. The paper on exploratory sites (Huang et al. 2011, §4.2)
looks one level above a link for the same.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from itertools import islice
from urllib.parse import parse_qsl, urlsplit

from selectolax.lexbor import LexborHTMLParser, LexborNode

LEVELS = 4
NEAR = 4  # siblings that are looked at
LONGEST = 60
# Links that lead somewhere: not those that fold what stands below them.
LINKED = "a[href]:not([href^='#']):not([href^='javascript:' i])"
_ENDS = re.compile(r"[\s:：\-–—|▾▼+]+$")
PIECES = 40
MARKED = 50_000
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6", "legend", "summary", "dt", "caption"))
_FOLDING = frozenset(("aria-expanded", "aria-controls", "data-toggle", "data-bs-toggle"))
_SILENT = frozenset(("script", "style", "-comment", "template", "noscript", "button"))


class Names:
    """The names of the groups of one page; each text above them is looked at once."""

    def __init__(self, tree: LexborHTMLParser | None = None) -> None:
        self._tree = tree
        self._texts: dict[int, str | None] = {}

    @cached_property
    def _marked(self) -> dict[str, LexborNode]:
        """The elements that others may name."""
        found = self._tree.css("[id]")[:MARKED] if self._tree is not None else []
        return {node.attributes.get("id") or "": node for node in reversed(found)}

    def _labelled(self, group: LexborNode) -> str:
        """What the element says that a group is labelled by."""
        name = (group.attributes.get("aria-labelledby") or "").split()[:1]
        label = self._marked.get(name[0]) if name else None
        return (self._text(label) if label is not None else "") or ""

    def of(self, group: LexborNode, first: LexborNode) -> str:
        """The name of a group whose first choice is this element."""
        said = group.attributes.get("aria-label") or self._labelled(group)
        said = said or self._leading(group, first)
        node: LexborNode | None = group
        for _ in range(LEVELS):
            if said or node is None or node.tag in ("body", "html", None):
                break
            said = self._before(node)
            node = node.parent
        return plain_name(said)

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
            self._texts[node.mem_id] = _beside_links(node) if _has_link(node) else _said(node)
        return self._texts[node.mem_id]


def plain_name(said: str) -> str:
    """A name without the signs behind it."""
    return _ENDS.sub("", " ".join(said.split()))


def _has_link(node: LexborNode) -> bool:
    return node.tag != "-text" and node.css_first(LINKED) is not None


def _beside_links(node: LexborNode) -> str | None:
    """What a heading says beside its links, such as one that takes choices back."""
    if node.tag not in _HEADINGS:
        return None
    texts = [one for one in islice(node.traverse(include_text=True), PIECES) if one.tag == "-text"]
    said = (one.text(deep=False) or "" for one in texts if not _in_link(one, node))
    return " ".join(" ".join(said).split())[: LONGEST + 1] or None


def _in_link(text: LexborNode, heading: LexborNode) -> bool:
    node = text.parent
    while node is not None and node.mem_id != heading.mem_id:
        if node.tag == "a":
            return True
        node = node.parent
    return False


def parameter(links: Sequence[str], here: str) -> str:
    """The name of the one parameter that all of some links add to an address; empty if none is."""
    try:
        own = parse_qsl(urlsplit(here).query, keep_blank_values=True)
        each = [parse_qsl(urlsplit(link).query, keep_blank_values=True) for link in links]
    except ValueError:
        return ""
    added = [{name for name, value in some if (name, value) not in own} for some in each]
    values = {name: len({dict(some).get(name) for some in each}) for name in set().union(*added)}
    apart = [name for name in values if all(name in some for some in added) and values[name] > 1]
    return apart[0] if len(apart) == 1 else ""


def _said(node: LexborNode) -> str:
    silent = node.tag in _SILENT and not _folds(node)
    text = "" if silent else node.text(deep=True) or ""
    return " ".join(text.split())[: LONGEST + 1]


def _folds(node: LexborNode) -> bool:
    """Whether a button is a title that folds what stands below it."""
    return node.tag == "button" and not _FOLDING.isdisjoint(node.attributes)
