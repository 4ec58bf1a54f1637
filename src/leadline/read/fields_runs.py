"""A record as runs of text, each with the spot it stands at.

A run is the text of one spot between two other spots: highlighted words and other spots that are
read *through* do not break it, a `<br>` does. A spot that holds a *label* names what follows it
within the same parent, be that `<dt>`, `<th>`, `<b>Author</b>:` or a span.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from leadline.read.align import CELLS, Branch, Spot, Unit, span_of
from leadline.read.records import BLOCK, Element

EDGES = " ,;|·•–—:：/"
COLONS = " \t\r\n:："
CUT = "…."
FULL = ("title", "aria-label", "data-original-title")
COLUMNS = Branch(())
NOWHERE = Spot((), -1)


class Run(NamedTuple):
    """A text, the spot it stands at, the step it comes after there, and its label, if any.

    `trim` says whether it was set off from neighbours by punctuation that is left out; `host` is
    the element it stands in.
    """

    spot: Spot
    after: str
    text: str
    label: str = ""
    trim: bool = False
    host: Element | None = None


class _Frame:
    """An element being read: its spot, whose text it adds to, and what was read so far."""

    __slots__ = (
        "after", "breaks", "buffer", "children", "counts", "element", "host", "label", "spot", "tag"
    )  # fmt: skip

    def __init__(self, element: Element | None, spot: Spot, host: _Frame | None) -> None:
        self.element = element
        self.tag = element.tag if element is not None else ""
        self.children: Iterator[Element | str] = iter(element.children if element else ())
        self.spot = spot
        self.host: _Frame = host or self
        self.buffer: list[str] = []
        self.after = ""
        self.breaks = 0
        self.label = ""
        self.counts: dict[Branch, int] | None = None


def runs(
    unit: Unit, top: Spot, through: Collection[int], labels: Collection[int]
) -> tuple[list[Run], dict[int, Element]]:
    """The runs of one record, in order, and the first link at each spot."""
    found: list[Run] = []
    links: dict[int, Element] = {}
    root = _Frame(None, top, None)
    root.children = iter(unit)
    stack = [root]
    while stack:
        frame = stack[-1]
        child = next(frame.children, None)
        if child is None:
            stack.pop()
            if stack:
                _leave(frame, stack[-1], found, labels)
            else:
                _flush(frame, found)
        elif isinstance(child, str):
            frame.host.buffer.append(child)
        elif child.tag == "br":
            _break(frame.host, found)
        else:
            stack.append(_enter(child, frame, found, through))
            if child.tag == "a" and "href" in child.attributes:
                links.setdefault(stack[-1].spot.number, child)
    return found, links


def _break(host: _Frame, found: list[Run]) -> None:
    _flush(host, found, mixed=True)
    host.breaks += 1
    host.after = f"br {host.breaks}"


def _enter(child: Element, frame: _Frame, found: list[Run], through: Collection[int]) -> _Frame:
    spot = _spot(child, frame)
    if spot is None or spot.number in through:
        if child.tag in BLOCK:
            frame.host.buffer.append(" ")
        inner = _Frame(child, spot or NOWHERE, frame.host)
        inner.label = frame.label
        return inner
    _flush(frame.host, found, mixed=True)
    inner = _Frame(child, spot, None)
    inner.label = frame.label
    return inner


def _spot(child: Element, frame: _Frame) -> Spot | None:
    branch = frame.spot.branch(child, child.attributes)
    if child.tag in CELLS:
        return _cell(child, frame, branch)
    if branch is None:
        return None
    if 0 in branch.spots:
        return branch.spots[0]
    counts = frame.counts = frame.counts if frame.counts is not None else {}
    counts[branch] = counts.get(branch, 0) + 1
    return branch.spots.get(counts[branch])


def _cell(child: Element, frame: _Frame, branch: Branch | None) -> Spot | None:
    counts = frame.counts = frame.counts if frame.counts is not None else {}
    column = counts.get(COLUMNS, 1)
    counts[COLUMNS] = column + span_of(child)
    return branch.spots.get(column) if branch is not None else None


def _leave(frame: _Frame, parent: _Frame, found: list[Run], labels: Collection[int]) -> None:
    if frame.host is not frame:
        if frame.tag in BLOCK:
            frame.host.buffer.append(" ")
        return
    if frame.spot.number in labels:
        label = " ".join("".join(frame.buffer).split()).strip(COLONS)
        parent.label = parent.host.label = label
    else:
        _flush(frame, found)
    host = parent.host
    host.after, host.breaks = frame.spot.label, 0


def _flush(host: _Frame, found: list[Run], mixed: bool = False) -> None:
    buffer = host.buffer
    if not buffer:
        return
    text = " ".join("".join(buffer).split())
    buffer.clear()
    if not text:
        return
    if text[-1] in CUT and host.element is not None:
        text = whole(text, host.element.attributes)
    trim = bool(mixed or host.after or host.label or host.tag == "-text")
    if trim:
        text = trimmed(text)
    if text:
        found.append(Run(host.spot, host.after, text, host.label, trim, host.element))


def whole(text: str, attributes: Mapping[str, str | None]) -> str:
    """A text that is cut short, as an attribute of its element gives it in full, if one does."""
    start = text.rstrip(CUT + " ")
    for name in FULL if text.endswith(("…", "...")) and len(start) > 2 else ():
        full = " ".join((attributes.get(name) or "").split())
        if len(full) > len(start) and full.startswith(start):
            return full
    return text


def trimmed(text: str) -> str:
    """A text without the punctuation that sets it off from its neighbours."""
    text = text.strip(EDGES).removeprefix("- ").removesuffix(" -").strip()
    if text[:1] == "(" and text.find(")") in (-1, len(text) - 1):
        text = text[1:].removesuffix(")")
    return "" if text in ("-", ".", "(", ")", "[", "]", "&") else text
