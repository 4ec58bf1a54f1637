"""The words in and around an element, never looking further than a fixed number of nodes.

The bounds keep a page of a hundred thousand controls linear, whatever it nests them in.
"""

from __future__ import annotations

from collections.abc import Iterator

from selectolax.lexbor import LexborNode

SILENT = frozenset({"script", "style", "template", "noscript", "svg", "select", "textarea",
                    "datalist", "object", "iframe", "head"})  # fmt: skip
CONTROLS = frozenset({"input", "select", "textarea", "button"})
INLINE = frozenset({"-text", "a", "abbr", "b", "bdi", "cite", "code", "em", "font", "i", "img",
                    "label", "mark", "small", "span", "strong", "sub", "sup", "u",
                    "-comment"})  # fmt: skip
WALLS = frozenset({"form", "body", "html", "td", "th", "fieldset", "dialog"})


def attribute(node: LexborNode, name: str) -> str:
    """An attribute without the blanks around it; empty where there is none."""
    if (node.tag or "-").startswith("-"):  # a text, a comment, the document: no element
        return ""
    return (node.attrs.get(name) or "").strip()


def squeezed(text: str) -> str:
    """Text with its runs of blanks made one."""
    return " ".join(text.split())


def text_in(node: LexborNode, most: int = 200, nodes: int = 150, skip: str = "") -> str:
    """The words inside an element, without those of lists, scripts and elements to skip."""
    pieces, length = list[str](), 0
    for inner in walk(node, nodes, SILENT | {skip} if skip else SILENT):
        if inner.tag == "-text":
            said = (inner.text_content or "").split()
            if said:
                pieces += said
                length += sum(map(len, said)) + len(said) - 1
                if length > most:
                    break
    return " ".join(pieces)[:most]


def walk(top: LexborNode, nodes: int, closed: frozenset[str]) -> Iterator[LexborNode]:
    """What is inside an element, in order, at most so many nodes, not entering closed tags."""
    at, depth = top.first_child, 1
    while at is not None and nodes > 0:
        nodes -= 1
        yield at
        inner = at.first_child if at.tag not in closed else None
        if inner is not None:
            at, depth = inner, depth + 1
            continue
        while at is not None and at.next is None and depth > 1:
            at, depth = at.parent, depth - 1
        at = at.next if at is not None else None


def ancestors(node: LexborNode, levels: int) -> Iterator[LexborNode]:
    """The elements around one, nearest first."""
    at = node.parent
    while at is not None and levels > 0:
        yield at
        at, levels = at.parent, levels - 1


def before(node: LexborNode, steps: int = 12) -> str:
    """The text read just before an element, if no other control lies between."""
    at = node
    for _ in range(steps):
        previous = at.prev
        if previous is None:
            if at.parent is None or at.parent.tag in WALLS:
                return ""
            at = at.parent
            continue
        at = previous
        if holds_control(at):
            return ""
        if text := _worded(_said(at)):
            return text
    return ""


def after(node: LexborNode, levels: int = 3) -> str:
    """The text that follows an element, or what it is the only control of, up to the next one."""
    at = node
    for _ in range(levels):
        if text := _following(at):
            return text
        if at.parent is None or at.tag in WALLS or not _is_alone(at.parent):
            return ""
        at = at.parent
    return ""


def _following(node: LexborNode, steps: int = 8) -> str:
    """The element that follows one; or the text that does, with its links, in one line."""
    pieces, at = list[str](), node.next
    for _ in range(steps):
        if at is None or holds_control(at) or (pieces and at.tag not in INLINE):
            break
        text = _said(at)
        if at.tag != "-text" and not pieces and _worded(text):
            return text
        pieces += [text] if text else []
        at = at.next
    return _worded(" ".join(pieces)[:200])


def _is_alone(node: LexborNode) -> bool:
    """Whether an element holds one control at most, as far as is looked."""
    return sum(map(_visible, walk(node, 60, SILENT))) <= 1


def holds_control(node: LexborNode) -> bool:
    """Whether an element is a control that people see, or has one among its first nodes."""
    if node.tag == "-text":
        return False
    return _visible(node) or any(_visible(inner) for inner in walk(node, 60, SILENT))


def _visible(node: LexborNode) -> bool:
    return node.tag in CONTROLS and attribute(node, "type").lower() != "hidden"


def _said(node: LexborNode) -> str:
    if node.tag == "-text":
        return squeezed(node.text_content or "")[:200]
    return text_in(node) if node.tag not in SILENT else ""


def _worded(text: str) -> str:
    """The text if it has a word, not just a mark such as a star or a colon."""
    return text if any(map(str.isalnum, text)) else ""
