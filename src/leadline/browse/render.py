"""A page as lines of text, the way a text browser shows it: what stands side by side is one line.

Blocks, items and rows of a table begin a line of their own; inline elements and the cells of a row
stay beside each other; lines are as wide as a terminal. Of each line only what the search for menus
asks for is kept: the links that begin on it, the words in links and the other words.
Source: He et al., Section 4.2, Figure 12 (the output of Lynx). Leaves out style sheets, so that a
list that they lay out horizontally is a vertical one, as it is there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from selectolax.lexbor import LexborNode

from leadline.document import Document

NODES = 20_000
WIDTH = 80
_BREAKING = frozenset({
    "address", "article", "aside", "blockquote", "body", "br", "center", "dd", "details", "dialog",
    "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2",
    "h3", "h4", "h5", "h6", "header", "hr", "legend", "li", "main", "menu", "nav", "ol", "p", "pre",
    "search", "section", "summary", "table", "tbody", "tfoot", "thead", "tr", "caption", "ul",
})  # fmt: skip
_SILENT = frozenset({
    "head", "script", "style", "template", "svg", "option", "select", "textarea", "datalist",
    "object", "noframes", "iframe",
})  # fmt: skip


@dataclass(slots=True)
class Line:
    """One line: the addresses of the links on it, the words in links, the words beside them."""

    urls: list[str] = field(default_factory=list)
    linked: int = 0
    other: int = 0
    width: int = 0

    @property
    def empty(self) -> bool:
        """Whether nothing stands on it."""
        return not (self.urls or self.other)


def render(document: Document) -> list[Line]:
    """The lines of a page that have something on them, from top to bottom."""
    if not document.is_html:
        return []
    page = _Screen()
    for node, opened in _walk(document.tree.root):
        tag = node.tag or ""
        if tag == "-text" and opened:
            page.write(node.text_content or "")
        elif tag == "img" and opened:
            page.write(node.attributes.get("alt") or "")
        elif tag == "a":
            page.link = document.resolve(node.attributes.get("href")) if opened else None
            page.begun = False
        elif tag in _BREAKING:
            page.end_line()
    page.end_line()
    return page.lines


class _Screen:
    def __init__(self) -> None:
        self.lines = list[Line]()
        self.link: str | None = None  # that what is written belongs to
        self.begun = False  # whether any of it is
        self._line = Line()

    def write(self, text: str) -> None:
        for word in text.split():
            if self._line.width + len(word) > WIDTH:
                self.end_line()
            self._line.width += len(word) + 1
            self._count(word)

    def end_line(self) -> None:
        if not self._line.empty:
            self.lines.append(self._line)
        self._line = Line()

    def _count(self, word: str) -> None:
        said = any(c.isalnum() for c in word)
        if self.link is None:
            self._line.other += said
            return
        if not self.begun:
            self._line.urls.append(self.link)
            self.begun = True
        self._line.linked += said


def _walk(top: LexborNode | None) -> Iterator[tuple[LexborNode, bool]]:
    """The nodes in order, each when it opens and when it closes."""
    at, around, left = top, list[LexborNode](), NODES
    while at is not None and left > 0:
        left -= 1
        yield at, True
        inner = at.first_child if at.tag not in _SILENT else None
        if inner is not None:
            around.append(at)
            at = inner
            continue
        yield at, False
        while at.next is None and around:
            at = around.pop()
            yield at, False
        at = at.next
