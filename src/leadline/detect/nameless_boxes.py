"""Check-boxes that no form sends: a script acts on them. Their texts and counts can be read.

Boxes that stand in one list, one box in each entry, are a group, as links are. Leaves out boxes
with names, which belong to forms.
"""

from __future__ import annotations

from itertools import islice

from selectolax.lexbor import LexborNode

from leadline.detect.facet_names import Names
from leadline.detect.facet_values import LONGEST, value_and_count
from leadline.detect.facets import Choice, Panel
from leadline.document import Document

BOXES = 5_000
LEVELS = 5  # between a box and the list it stands in
PIECES = 12  # texts of one entry
SELECTOR = "input[type=checkbox]:not([name]), input[type=radio]:not([name])"


def nameless_panels(document: Document) -> tuple[Panel, ...]:
    """The groups of check-boxes and radio buttons that have no name."""
    boxes = document.tree.css(SELECTOR)[:BOXES] if document.is_html else []
    shared, names = _shared(boxes), Names()
    groups: dict[int, tuple[LexborNode, LexborNode, list[Choice]]] = {}
    for box in boxes:
        unit = _unit(box, shared)
        if unit.parent is not None and (choice := _choice(unit)) is not None:
            groups.setdefault(unit.parent.mem_id, (unit.parent, unit, []))[2].append(choice)
    return tuple(
        Panel(name=names.of(group, first), kind="boxes", choices=tuple(choices))
        for group, first, choices in groups.values()
    )


def _above(box: LexborNode) -> list[LexborNode]:
    found, node = list[LexborNode](), box.parent
    while node is not None and len(found) < LEVELS:
        found.append(node)
        node = node.parent
    return found


def _shared(boxes: list[LexborNode]) -> set[int]:
    """The elements near above boxes that hold more than one."""
    seen, shared = set[int](), set[int]()
    for box in boxes:
        for node in _above(box):
            (shared if node.mem_id in seen else seen).add(node.mem_id)
    return shared


def _unit(box: LexborNode, shared: set[int]) -> LexborNode:
    """The entry that a box stands in: the largest element near it that holds no other."""
    unit = box
    for node in _above(box):
        if node.mem_id in shared or node.tag in ("body", "form", "html"):
            break
        unit = node
    return unit


def _choice(unit: LexborNode) -> Choice | None:
    nodes = islice(unit.traverse(include_text=True), 8 * PIECES)
    texts = (node.text(deep=False) or "" for node in nodes if node.tag == "-text")
    text, count = value_and_count(list(islice((t for t in texts if t.strip()), PIECES)))
    return Choice(text=text, count=count) if text and len(text) <= LONGEST else None
