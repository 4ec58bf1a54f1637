"""What a page says, cut where its layout breaks lines: one piece of text for each block.

Inline elements do not break a line, so "<b>808</b> results" is one piece. Leaves out styles: an
element hidden by a style sheet is read, one hidden by its own attributes is not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from weakref import WeakKeyDictionary

from selectolax.lexbor import LexborNode

from leadline.document import Document
from leadline.read.word_sets import words

NODES = 400_000  # that are looked at
TEXT = 4_000  # characters of one block that are kept
INLINE = words(
    "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr output "
    "q s samp small span strike strong sub sup time tt u var wbr"
)
SILENT = words("script style noscript template option textarea title svg iframe head")
BREAKS = frozenset(("br", "hr"))
_DIGIT = re.compile(r"\d")
SPACE = re.compile(r"[ \t\n\r\f]+")  # not those that belong to a number: 1\xa0234


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """One piece of text, and the element it stands in."""

    owner: LexborNode
    text: str
    linked: bool = False  # all of it is one link


def blocks(document: Document) -> tuple[Block, ...]:
    """The pieces of text of an HTML page, in its order."""
    if document not in _KNOWN:
        _KNOWN[document] = tuple(_blocks(document))
    return _KNOWN[document]


_KNOWN: WeakKeyDictionary[Document, tuple[Block, ...]] = WeakKeyDictionary()  # several ask


def _blocks(document: Document) -> Iterator[Block]:
    root = document.tree.body or document.tree.root
    if root is None:
        return
    owner, pieces = None, list[tuple[str, LexborNode]]()
    for node in islice(root.traverse(include_text=True), NODES):
        if node.tag == "-text":
            text = node.text_content or ""
            if not text.strip():
                pieces += [(" ", node)] if pieces else []
                continue
            block = _block_of(node)
            if block is None:
                continue
            if owner is not None and block.mem_id != owner.mem_id:
                yield from _joined(owner, pieces)
                pieces = []
            owner = block
            pieces.append((text, node))
        elif node.tag in BREAKS and owner is not None:
            yield from _joined(owner, pieces)
            pieces = []
    if owner is not None:
        yield from _joined(owner, pieces)


def place(node: LexborNode, levels: int = 4) -> str:
    """The tags, classes and ids of an element and of those around it, innermost first."""
    found: list[str] = []
    inner: LexborNode | None = node
    while inner is not None and len(found) < levels and inner.tag not in (None, "-document"):
        found.append(_name(inner))
        inner = inner.parent
    return "<".join(found)


def _name(node: LexborNode) -> str:
    attributes = node.attributes
    classes = sorted((attributes.get("class") or "").split()[:6])
    ident = attributes.get("id") or ""
    kept = [f".{name}" for name in classes if not _counted(name)]
    return f"{node.tag}{'' if not ident or _counted(ident) else '#' + ident}{''.join(kept)}"[:120]


def _counted(name: str) -> bool:
    """Whether a class or id holds a number, and so may differ from page to page."""
    return _DIGIT.search(name) is not None


def _block_of(node: LexborNode) -> LexborNode | None:
    inner = node.parent
    for _ in range(12):
        if inner is None or inner.tag in SILENT or _hidden(inner):
            return None
        if inner.tag not in INLINE:
            return inner
        inner = inner.parent
    return inner


def _hidden(node: LexborNode) -> bool:
    attributes = node.attributes
    style = (attributes.get("style") or "").replace(" ", "").lower()
    return "hidden" in attributes or "display:none" in style


def _joined(owner: LexborNode, pieces: list[tuple[str, LexborNode]]) -> Iterator[Block]:
    text = SPACE.sub(" ", _glued([piece for piece, _ in pieces])[:TEXT]).strip()
    if text:
        yield Block(owner=owner, text=text, linked=_one_link([n for t, n in pieces if t != " "]))


def _glued(pieces: list[str]) -> str:
    """The pieces as one, with a bar between digits that two elements hold: they are two numbers."""
    glued, digit = list[str](), False
    for piece in pieces:
        bare = piece.strip()
        glued += [" ¦ "] if digit and bare[:1].isdigit() else []
        glued.append(piece)
        digit = bare[-1].isdigit() if bare else digit
    return "".join(glued)


def _one_link(nodes: list[LexborNode]) -> bool:
    return all(node.parent is not None and _in_link(node.parent) for node in nodes)


def _in_link(node: LexborNode) -> bool:
    inner: LexborNode | None = node
    for _ in range(4):
        if inner is None:
            return False
        if inner.tag == "a":
            return True
        inner = inner.parent
    return False
