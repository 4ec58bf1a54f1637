"""A record's own page as pieces of text in order, each with the place it stands at.

A place is a path of tags, ids and classes down from the nearest element with an id; ids and classes
with digits, and those that only count or mark, do not tell places apart. What stands beside the
content is left out: menus, footers, breadcrumbs, boxes with related records. Nothing recurses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from selectolax.lexbor import LexborNode

from leadline.document import Document
from leadline.read.records import BLOCK, Element, grow
from leadline.read.word_sets import words

LEVELS = 8  # of a path
TEXT = 4_000  # characters of one piece that are kept
MOST = 20_000  # pieces of one page
BESIDE = words("nav aside footer form")
CONTENT = words("h1 main article")
SMALL = 400  # elements of what only its class calls a menu
BESIDE_ROLES = words("navigation complementary contentinfo search banner menu menubar toolbar")
BESIDE_WORDS = words(
    "advert advertisement ads banner breadcrumb breadcrumbs cookie cookies crumb crumbs footer "
    "menu nav navbar navigation newsletter pagination pager recommendations recommended related "
    "share sharing sidebar similar sitenav social sponsor sponsored subnav toolbar topbar"
)
PASSING = words(
    "active alt alternate clearfix current even first hover last odd open selected visited"
)
SPLIT = re.compile(r"[-_\s]+|(?<=[a-z])(?=[A-Z])")
DIGIT = re.compile(r"\d")
NUMBERED = frozenset({"td", "th"})
PAIRED = frozenset({"div", "span", "p"})


class Frame:
    """An element around pieces; `end` is the number of the first piece after it."""

    __slots__ = ("end", "link", "parent", "path", "tag")

    def __init__(self, parent: Frame | None, tag: str, path: str, link: str) -> None:
        self.parent = parent
        self.tag = tag
        self.path = path
        self.link = link  # the address, where it is one or stands in one
        self.end = 0


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
    return _Walk().walk(grow(root)) if root is not None else []


class _Walk:
    """One walk over a page."""

    def __init__(self) -> None:
        self.found: list[Piece] = []
        self.block = 0

    def walk(self, root: Element) -> list[Piece]:
        top = Frame(None, root.tag, _step(root, ""), "")
        stack = [(top, _placed(root.children))]
        while stack and len(self.found) < MOST:
            frame, children = stack[-1]
            child, mark = next(children, (None, ""))
            if child is None:
                self._leave(frame)
                stack.pop()
            elif isinstance(child, str):
                self._add(child, frame)
            elif child.tag in ("br", "hr"):
                self.block += 1
            elif not is_beside(child):
                self.block += child.tag in BLOCK
                inner = Frame(frame, child.tag, _under(frame, child, mark), _link(frame, child))
                stack.append((inner, _placed(child.children)))
        for frame, _ in stack:
            frame.end = len(self.found)
        return self.found

    def _leave(self, frame: Frame) -> None:
        frame.end = len(self.found)
        self.block += frame.tag in BLOCK

    def _add(self, text: str, frame: Frame) -> None:
        if text := " ".join(text[:TEXT].split()):
            self.found.append(Piece(text, frame, self.block))


def is_beside(element: Element) -> bool:
    """Whether an element is a menu, a footer or another thing that is not of the record."""
    if element.tag in BESIDE:
        return element.tag != "form" or _is_small(element, 60)
    own = element.attributes
    if not own:
        return False
    if (own.get("role") or "").lower() in BESIDE_ROLES:
        return _is_small(element, SMALL)
    names = f"{own.get('class') or ''} {own.get('id') or ''}"
    return len(names) > 2 and _says_beside(names) and _is_small(element, SMALL)


@lru_cache(4096)
def _says_beside(names: str) -> bool:
    return not BESIDE_WORDS.isdisjoint(word.lower() for word in SPLIT.split(names))


def _is_small(element: Element, most: int) -> bool:
    """Whether it is not what some sites wrap around all of a page."""
    left, stack = most, [element]
    while stack and left > 0:
        one = stack.pop()
        if one.tag in CONTENT:
            return False
        left -= 1
        stack.extend(one.elements())
    return left > 0


def _placed(children: Sequence[Element | str]) -> Iterator[tuple[Element | str, str]]:
    """Children with the mark that tells cells, and the first of a pair, from their neighbours."""
    column = 0
    paired = _is_pair(children)
    for child in children:
        mark = ""
        if not isinstance(child, str):
            if child.tag in NUMBERED:
                column += 1
                mark = str(min(column, 9))
            elif paired and child.tag in PAIRED:
                mark, paired = "1", False
        yield child, mark


def _is_pair(children: Sequence[Element | str]) -> bool:
    if not 2 <= len(children) <= 7:
        return False
    own = [child for child in children if not isinstance(child, str) or not child.isspace()]
    return 2 <= len(own) <= 3 and all(isinstance(child, Element) for child in own)


def _under(frame: Frame, child: Element, mark: str) -> str:
    step = _step(child, mark)
    if "#" in step:
        return step
    path = f"{frame.path}>{step}"
    return path if path.count(">") < LEVELS else path.partition(">")[2]


def _step(element: Element, mark: str) -> str:
    own = element.attributes
    name = element.tag if not mark else f"{element.tag}:{mark}"
    if not own:
        return name
    ident = own.get("id") or ""
    if ident and not DIGIT.search(ident):
        name += f"#{ident}"
    kept = [c for c in (own.get("class") or "").split() if not DIGIT.search(c) and c not in PASSING]
    if prop := own.get("itemprop"):
        kept += [f"@{prop}"]
    return f"{name}.{'.'.join(kept)}" if kept else name


def _link(frame: Frame, child: Element) -> str:
    if child.tag == "a":
        return child.attributes.get("href") or frame.link
    return frame.link
