"""Part of a page as a light tree: visible elements and their texts, without the parser behind it.

Records are learned from and read as these trees, so that walking is cheap and never recurses.
What people do not see (scripts, templates, hidden elements) or only operate (buttons, menus of a
form) is left out; white space is normalised. A link that is a picture says what stands for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from selectolax.lexbor import LexborNode

from leadline.model import Record
from leadline.read.word_sets import words

UNSEEN = words(
    "script style noscript template head svg math select option textarea button iframe object "
    "embed canvas audio video map dialog datalist progress -comment -cdata title link"
)
HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.I)
DEEPEST = 200
MOST = 60_000  # elements of one page that are looked at


Outline = tuple[object, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """The records of a page, and whether it still looks as it did when reading was learned."""

    records: tuple[Record, ...] = ()
    healthy: bool = True


class Element:
    """One element: its tag, attributes, and children, which are elements and texts.

    The one a tree was grown from has its outline, as long as the tree stays as it was grown.
    """

    __slots__ = ("attributes", "children", "node", "outline", "tag")

    def __init__(self, tag: str, attributes: dict[str, str | None], node: LexborNode) -> None:
        self.tag = tag
        self.attributes = attributes
        self.children: list[Element | str] = []
        self.node = node
        self.outline: tuple[Outline, list[str], list[Element]] | None = None

    @property
    def classes(self) -> list[str]:
        """The class tokens, in the order they are written."""
        return (self.attributes.get("class") or "").split()

    def elements(self) -> Iterator[Element]:
        """The child elements."""
        return (child for child in self.children if not isinstance(child, str))


def grow(root: LexborNode, most: int = MOST) -> Element:
    """The light tree below a node of the parser, with its outline if it needs no more than that."""
    top = Element(str(root.tag), root.attributes, root)
    marks, texts, inner = [mark_of(top)], list[str](), list[Element]()
    pictures = list[tuple[Element, str]]()
    stack, node, left = [top], root.first_child, most
    while stack:
        left -= 1
        if node is None or left < 0:
            marks.append(None)
            done = stack.pop()
            node = done.node.next if stack else None
        elif (tag := node.tag) == "-text":
            if text := node.text_content:
                stack[-1].children.append(text)
                texts.append(text)
                marks.append(text.isspace())
            node = node.next
        elif tag is None or tag in UNSEEN or ((own := node.attributes) and is_hidden(tag, own)):
            node = node.next
        else:
            element = Element(tag, own, node)
            stack[-1].children.append(element)
            inner.append(element)
            marks.append(mark_of(element) if own else tag)
            if tag == "img" and (said := normal(own.get("alt") or "")):
                pictures += [(one, said) for one in stack[:-4:-1] if one.tag == "a"][:1]
            stack.append(element)
            node = node.first_child if len(stack) <= DEEPEST else None
    marks.append(None)
    if not (pictures and speak(pictures, inner)):
        top.outline = tuple(marks), texts, inner
    return top


def speak(pictures: Sequence[tuple[Element, str]], inner: Sequence[Element]) -> bool:
    """Let links say what their picture stands for, where nothing else says where they lead."""
    links = [element for element in inner if element.tag == "a"]
    told = {link.attributes.get("href") for link in links if text_of(link)}
    mute = [one for one in pictures if one[0].attributes.get("href") not in told]
    for link, said in mute:
        link.children.append(said)
    return bool(mute)


def mark_of(element: Element) -> object:
    """What decides how an element is read: tag, class, itemprop, width, and whether it links."""
    if not element.attributes:
        return element.tag
    get = element.attributes.get
    return element.tag, get("class"), get("itemprop"), get("colspan"), get("href") is None


def set_apart(root: Element, least: int = 2) -> Element:
    """The texts of lines that begin with a link as elements of their own (`-text`), all over.

    Where columns are made by spaces, each is one. Only where there are at least so many lines.
    """
    root.outline = None
    stack = [root]
    while stack:
        element = stack.pop()
        stack.extend(element.elements())
        if _has_lines(element, least):
            element.children = [
                part for child in element.children for part in _parts(element, child)
            ]
    return root


def _has_lines(element: Element, least: int) -> bool:
    tags = [child.tag for child in element.elements()]
    texts = [child for child in element.children if isinstance(child, str) and not child.isspace()]
    ends = sum("\n" in text for text in texts) if element.tag == "pre" else tags.count("br")
    return min(ends, tags.count("a"), len(texts)) >= least


def _parts(parent: Element, child: Element | str) -> list[Element]:
    """A child as elements; a preformatted text as one for each of its columns."""
    if isinstance(child, Element):
        return [child]
    columns = [text for text in COLUMNS.split(child) if text.strip()]
    return [_as_element(parent, text) for text in (columns if parent.tag == "pre" else [child])]


def _as_element(parent: Element, text: str) -> Element:
    element = Element("-text", {}, parent.node)
    element.children = [text]
    return element


def is_hidden(tag: str, attributes: Mapping[str, str | None]) -> bool:
    """Whether an element is hidden by its own attributes."""
    if "hidden" in attributes or (tag == "input" and attributes.get("type") == "hidden"):
        return True
    style = attributes.get("style")
    return bool(style) and HIDDEN.search(style or "") is not None


COLUMNS = re.compile(r" {2,}|\t+")  # what sets the columns of preformatted text apart
BLOCK = words(
    "address article aside blockquote body br caption center dd details div dl dt fieldset "
    "figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main menu nav ol p pre section "
    "summary table tbody td tfoot th thead tr ul"
)


def pieces(element: Element) -> Iterator[str]:
    """The raw texts below an element in order, with a space wherever a block begins or ends."""
    stack: list[tuple[Iterator[Element | str], str]] = [(iter(element.children), "")]
    while stack:
        children, after = stack[-1]
        child = next(children, None)
        if child is None:
            stack.pop()
            yield after
        elif isinstance(child, str):
            yield child
        else:
            space = " " if child.tag in BLOCK else ""
            yield space
            stack.append((iter(child.children), space))


def text_of(element: Element) -> str:
    """All visible text below an element, normalised."""
    return normal("".join(pieces(element)))


def is_said(record: Record, text: str) -> bool:
    """Whether a text has something of a record that is long enough to tell."""
    return any(len(value) > 3 and value in text for _, value in record.values)


def normal(text: str) -> str:
    """White space as single spaces."""
    return " ".join(text.split())
