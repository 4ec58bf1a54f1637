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
DEPTH = 12  # of inline elements in each other
Pieces = list[tuple[str, LexborNode]]
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


def numbered_blocks(document: Document) -> Iterator[Block]:
    """Those with a digit in them, where nobody asks for the others."""
    if document in _KNOWN:
        yield from (block for block in _KNOWN[document] if _DIGIT.search(block.text))
        return
    for owner, pieces in _pieces(document):
        if any(_DIGIT.search(piece) for piece, _ in pieces):
            yield from _joined(owner, pieces)


def _blocks(document: Document) -> Iterator[Block]:
    for owner, pieces in _pieces(document):
        yield from _joined(owner, pieces)


def _pieces(document: Document) -> Iterator[tuple[LexborNode, Pieces]]:
    """The texts of each block, with the element that they stand in."""
    root = document.tree.body or document.tree.root
    if root is None:
        return
    owner, pieces = None, Pieces()
    around = dict[int, LexborNode | None]()  # the block of what texts stand in
    for node in islice(root.traverse(include_text=True), NODES):
        if node.tag == "-text":
            text = node.text_content or ""
            if not text.strip():
                pieces += [(" ", node)] if pieces else []
                continue
            block = _known_block_of(node, around)
            if block is None:
                continue
            if owner is not None and block.mem_id != owner.mem_id:
                yield owner, pieces
                pieces = []
            owner = block
            pieces.append((text, node))
        elif node.tag in BREAKS and owner is not None:
            yield owner, pieces
            pieces = []
    if owner is not None:
        yield owner, pieces


def own_blocks(owner: LexborNode) -> Iterator[Block]:
    """The pieces of text that stand in an element itself, not in blocks within it."""
    pieces = Pieces()
    for node in islice(_own_nodes(owner), NODES):
        if node.tag == "-text":
            pieces.append((node.text_content or "", node))
        elif node.tag in BREAKS or node.text().strip():
            yield from _joined(owner, pieces)
            pieces = []
    yield from _joined(owner, pieces)


def _own_nodes(owner: LexborNode) -> Iterator[LexborNode]:
    """The texts, breaks and blocks of an element, those of the inline elements in it too."""
    waiting = [owner.first_child]
    while waiting:
        node = waiting.pop()
        if node is None:
            continue
        waiting.append(node.next)
        if node.tag in INLINE and len(waiting) < DEPTH and not _hidden(node):
            waiting.append(node.first_child)
        elif node.tag not in SILENT and not (node.tag != "-text" and _hidden(node)):
            yield node


def _known_block_of(node: LexborNode, around: dict[int, LexborNode | None]) -> LexborNode | None:
    inner = node.parent.mem_id if node.parent is not None else 0
    if inner not in around:
        around[inner] = _block_of(node)
    return around[inner]


def _block_of(node: LexborNode) -> LexborNode | None:
    inner = node.parent
    for _ in range(DEPTH):
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


def _joined(owner: LexborNode, pieces: Pieces) -> Iterator[Block]:
    text = SPACE.sub(" ", _glued([piece for piece, _ in pieces])[:TEXT]).strip()
    if text:
        yield Block(owner=owner, text=text, linked=_one_link([n for t, n in pieces if t != " "]))


def _glued(pieces: list[str]) -> str:
    """The pieces as one, with a bar between digits that two elements hold: they are two numbers."""
    if len(pieces) == 1:
        return pieces[0]
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
            return _leads_on(inner.attributes.get("href") or "")
        inner = inner.parent
    return False


def _leads_on(href: str) -> bool:
    """Whether a link leads to another page; that of the open tab often does not."""
    return not href.lower().startswith(("#", "javascript:")) and bool(href)
