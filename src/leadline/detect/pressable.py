"""Values that only a script acts on: boxes that no form sends, buttons, links that lead nowhere.

Those that stand in one list, one in each entry, are a group, as links are. Their texts and counts
can be read; and `sent` says at which place each stands among all that can be pressed, so that a
browser can press it. Leaves out what forms send, what leads to another address, and entries with a
link that does: a box to compare a result with others is no value.
"""

from __future__ import annotations

from itertools import islice

from selectolax.lexbor import LexborNode

from leadline.detect.facet_choices import Choice, Panel
from leadline.detect.facet_names import LINKED, Names
from leadline.detect.facet_values import LONGEST, value_and_count
from leadline.document import Document

# What can be pressed on a page, as a selector.
PRESSABLE = (
    "a, button, input[type=checkbox], input[type=radio], [role=button], [role=link], "
    "[role=checkbox], [role=radio], [role=option], [role=menuitem], [onclick]"
)
MOST = 5_000  # elements that are looked at
LEVELS = 5  # between an element and the list it stands in
PIECES = 12  # texts of one entry
_OUTER = frozenset(("body", "form", "html"))


def pressable_panels(document: Document) -> tuple[Panel, ...]:
    """The groups of values that a script acts on."""
    found = document.tree.css(PRESSABLE) if document.is_html else []
    linked = {link.mem_id for link in document.tree.css(LINKED)} if found else set()
    acting = {node.mem_id: place for place, node in enumerate(found[:MOST])
              if node.mem_id not in linked and _acts(node)}  # fmt: skip
    nodes = [node for node in found[:MOST] if node.mem_id in acting]
    shared, names = _shared(nodes), Names()
    groups: dict[int, tuple[LexborNode, LexborNode, list[Choice]]] = {}
    for node in nodes:
        unit = _unit(node, shared)
        if unit.parent is not None and (choice := _choice(unit, acting[node.mem_id])) is not None:
            groups.setdefault(unit.parent.mem_id, (unit.parent, unit, []))[2].append(choice)
    return tuple(
        Panel(name=names.of(group, first), kind="boxes", choices=tuple(choices))
        for group, first, choices in groups.values()
    )


def without_pressable(document: Document) -> None:
    """Take the entries of groups that count their values out of a page."""
    counted = [panel for panel in pressable_panels(document) if panel.counted]
    places = {int(choice.sent) for panel in counted for choice in panel.choices}
    for place, node in enumerate(document.tree.css(PRESSABLE)[:MOST] if places else ()):
        if place in places:
            near = (above for above in _above(node) if above.tag in ("li", "label"))
            *_, entry = (node, *near)
            entry.decompose()


def _acts(node: LexborNode) -> bool:
    """Whether nothing but a script does something when this is pressed."""
    if node.tag not in ("a", "button", "input"):
        return node.css_first("a, button, input") is None
    if node.tag == "a" or not _is_in_form(node):
        return True
    kind = (node.attributes.get("type") or "").lower()
    return not node.attributes.get("name") if node.tag == "input" else kind == "button"


def _is_in_form(node: LexborNode) -> bool:
    above = node.parent
    while above is not None and above.tag != "form":
        above = above.parent
    return above is not None


def _above(node: LexborNode) -> list[LexborNode]:
    found, at = list[LexborNode](), node.parent
    while at is not None and len(found) < LEVELS:
        found.append(at)
        at = at.parent
    return found


def _shared(nodes: list[LexborNode]) -> set[int]:
    """The elements near above these that hold more than one."""
    seen, shared = set[int](), set[int]()
    for node in nodes:
        for above in _above(node):
            (shared if above.mem_id in seen else seen).add(above.mem_id)
    return shared


def _unit(node: LexborNode, shared: set[int]) -> LexborNode:
    """The entry that an element stands in: the largest near it that holds no other."""
    unit = node
    for above in _above(node):
        if above.mem_id in shared or above.tag in _OUTER:
            break
        unit = above
    return unit


def _choice(unit: LexborNode, place: int) -> Choice | None:
    if unit.css_first(LINKED) is not None:
        return None
    nodes = islice(unit.traverse(include_text=True), 8 * PIECES)
    texts = (node.text(deep=False) or "" for node in nodes if node.tag == "-text")
    text, count = value_and_count(list(islice((t for t in texts if t.strip()), PIECES)))
    if not text or len(text) > LONGEST:
        return None
    return Choice(text=text, count=count, sent=str(place))
