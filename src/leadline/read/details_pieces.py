"""A record's own page as pieces of text in order, each with the place it stands at.

A place is a path of tags, ids and classes down from the nearest element with an id; ids and classes
with digits, and those that only count or mark, do not tell places apart. What stands beside the
content is left out: menus, footers, breadcrumbs, boxes with related records. A side bar is not:
many pages have the facts there. Nothing recurses.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from selectolax.lexbor import LexborNode

from leadline.document import Document
from leadline.read.records import BLOCK, DEEPEST, HIDDEN, UNSEEN
from leadline.read.word_sets import words

LEVELS = 8  # of a path
COLUMNS = 99
NAME = 80  # characters of an id
TEXT = 4_000  # characters of one piece that are kept
MOST = 20_000  # pieces of one page
NODES = 120_000
STYLE = 500  # characters of a style that are looked at
BESIDE = words("nav footer form")
CONTENT = words("h1 main article")
SMALL = 400  # elements of what only its class calls a menu
BESIDE_ROLES = words("navigation contentinfo search banner menu menubar toolbar")
BESIDE_WORDS = words(
    "advert advertisement ads banner breadcrumb breadcrumbs cookie cookies crumb crumbs footer "
    "menu nav navbar navigation newsletter pagination pager recommendations recommended related "
    "share sharing similar sitenav social sponsor sponsored subnav toolbar topbar"
)
PASSING = words(
    "active alt alternate clearfix current even first hover last odd open selected visited"
)
SPLIT = re.compile(r"[-_\s]+|(?<=[a-z])(?=[A-Z])")
GAPS = re.compile(r"(?<=[(\[])\s+|\s+(?=[)\]:,.])")
DIGIT = re.compile(r"\d")
WHOLE = words("dt th label h4 h5 h6")  # what is one text, with all that is in it
NUMBERED = frozenset({"td", "th"})
PAIRED = frozenset({"div", "span", "p"})


class Frame:
    """An element around pieces; `end` is the number of the first piece after it."""

    __slots__ = ("cell", "cells", "column", "end", "fresh", "link", "node", "parent", "path", "tag")

    def __init__(
        self, parent: Frame | None, node: LexborNode, tag: str, path: str, link: str
    ) -> None:
        self.parent = parent
        self.node = node
        self.tag = tag
        self.path = path
        self.link = link  # the address, where it is one or stands in one
        self.end = 0
        self.cell: Frame | None = parent.cell if parent is not None else None
        self.column = 0  # of a cell
        self.cells = 0  # so far, in a row
        self.fresh = True  # nothing was met in it yet


@dataclass(slots=True, eq=False)
class Piece:
    """A text, the element it stands in, and the block: what no line break divides."""

    text: str
    frame: Frame
    block: int

    @property
    def path(self) -> str:
        """The place it stands at."""
        return self.frame.path


def root_of(document: Document, start: str = "") -> LexborNode | None:
    """Where the pieces of a page begin: at a selector, else at all of its body."""
    found = document.tree.css_first(start) if start else None
    return found or document.tree.body or document.tree.root


def pieces_of(root: LexborNode | None) -> list[Piece]:
    """The pieces of a page, in its order."""
    return _Walk().walk(root) if root is not None else []


class _Walk:
    """One walk over a page."""

    def __init__(self) -> None:
        self.found: list[Piece] = []
        self.block = 0

    def walk(self, root: LexborNode) -> list[Piece]:
        """The pieces below an element."""
        frame = Frame(None, root, root.tag or "", "body", "")
        node, depth, left = root.first_child, 0, NODES
        while left > 0 and len(self.found) < MOST:
            left -= 1
            if node is None:
                self._leave(frame)
                if frame.parent is None:
                    break
                node, frame, depth = frame.node.next, frame.parent, depth - 1
                continue
            inner = self._meet(node, frame)
            below = node.first_child if inner is not None and depth < DEEPEST else None
            if inner is not None and below is not None:
                node, frame, depth = below, inner, depth + 1
            else:
                node = node.next
        self._close(frame)
        return self.found

    def _meet(self, node: LexborNode, frame: Frame) -> Frame | None:
        """Take a text; the frame of an element that is to be entered."""
        tag = node.tag
        if tag == "-text":
            self._add(node.text_content or "", frame)
            return None
        if tag is None or tag in UNSEEN:
            return None
        if tag == "br" or tag == "hr":
            self.block += 1
            return None
        own = node.attributes
        if (own and is_hidden(own)) or is_beside(node, tag, own):
            return None
        self.block += tag in BLOCK
        inner = _inner(frame, node, tag, own)
        frame.fresh = False
        if tag in WHOLE:
            self._add(GAPS.sub("", node.text(separator=" ")[:TEXT]), inner)
            self._leave(inner)
            return None
        return inner

    def _leave(self, frame: Frame) -> None:
        frame.end = len(self.found)
        self.block += frame.tag in BLOCK

    def _close(self, frame: Frame | None) -> None:
        while frame is not None:
            frame.end = len(self.found)
            frame = frame.parent

    def _add(self, text: str, frame: Frame) -> None:
        if text := " ".join(text[:TEXT].split()):
            frame.fresh = False
            self.found.append(Piece(text, frame, self.block))


Attributes = dict[str, str | None]


def is_hidden(own: Attributes) -> bool:
    """Whether an element's own attributes hide it."""
    style = own.get("style")
    return "hidden" in own or bool(style and HIDDEN.search(style[:STYLE]))


def is_beside(node: LexborNode, tag: str, own: Attributes) -> bool:
    """Whether an element is a menu, a footer or another thing that is not of the record."""
    if tag in BESIDE:
        return tag != "form" or _is_small(node, 60)
    if not own:
        return False
    said = _says_beside(*_names(own)[:2], (own.get("role") or "")[:NAME])
    return said and _is_small(node, SMALL)


def _names(own: Attributes) -> tuple[str, str, str]:
    """Its id, classes and itemprop, as far as they are kept."""
    ident, classes, prop = own.get("id"), own.get("class"), own.get("itemprop")
    return (ident or "")[:NAME], (classes or "")[: 2 * NAME], (prop or "")[:NAME]


@lru_cache(4096)
def _says_beside(classes: str, ident: str, role: str) -> bool:
    names = (word.lower() for word in SPLIT.split(f"{classes} {ident}"))
    return role.lower() in BESIDE_ROLES or not BESIDE_WORDS.isdisjoint(names)


def _is_small(node: LexborNode, most: int) -> bool:
    """Whether it is not what some sites wrap around all of a page."""
    left = most
    for inner in node.traverse():
        left -= 1
        if left <= 0 or inner.tag in CONTENT:
            return False
    return True


def _inner(frame: Frame, node: LexborNode, tag: str, own: Attributes) -> Frame:
    mark = _mark(frame, node, tag)
    step = tag if not own and not mark else step_of(tag, mark, *_names(own))
    link = own.get("href") or frame.link if tag == "a" else frame.link
    inner = Frame(frame, node, tag, _under(frame.path, step), link)
    if tag in NUMBERED:
        inner.cell, inner.column = inner, frame.cells
    return inner


def _mark(frame: Frame, node: LexborNode, tag: str) -> str:
    """What tells a cell, and the first of a pair, from its neighbours."""
    if tag in NUMBERED:
        frame.cells += 1
        return str(min(frame.cells, COLUMNS))
    return "1" if tag in PAIRED and frame.fresh and _is_in_pair(node) else ""


def _is_in_pair(first: LexborNode) -> bool:
    """Whether one or two elements follow it, and nothing else."""
    others, node = 0, first.next
    for _ in range(7):
        if node is None:
            return 1 <= others <= 2
        if node.tag == "-text":
            if (node.text_content or "").strip():
                return False
        elif node.tag not in UNSEEN:
            others += 1
        node = node.next
    return False


@lru_cache(8192)
def _under(path: str, step: str) -> str:
    if "#" in step:
        return step
    whole = f"{path}>{step}"
    return whole if whole.count(">") < LEVELS else whole.partition(">")[2]


@lru_cache(8192)
def step_of(tag: str, mark: str, ident: str, classes: str, prop: str) -> str:
    """One level of a path."""
    if ident and not DIGIT.search(ident):
        name = f"{tag}#{ident}"
    else:
        name = f"{tag}:{mark}" if mark else tag
    kept = [c for c in classes.split() if not DIGIT.search(c) and c not in PASSING]
    return ".".join((name, *kept, *([f"@{prop}"] if prop else ())))
