"""Which form owns which control, as a browser has it.

An explicit `form=` attribute decides; else the form element pointer of the parser, else the
nearest form around the control. Only where the tree shows that pointer and ancestors can differ (a
control outside of all forms, a form within a form), and the source has other tags than the tree or
in another order, is it read for the pointer.

Follows the HTML standard, 4.10.18.3 ("reset the form owner"). Leaves out what comes after so many
forms and controls: no page for people has them.
"""

from __future__ import annotations

from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser, LexborNode

from leadline.detect.pointer import OWNED, pointed, written

MOST = 20_000  # forms and controls of a page


@dataclass(frozen=True, slots=True, kw_only=True)
class Owned:
    """The forms of a page with their controls in tree order, and the controls of none."""

    forms: tuple[tuple[LexborNode, tuple[LexborNode, ...]], ...]
    loose: tuple[LexborNode, ...]


def owned(tree: LexborHTMLParser, text: str) -> Owned:
    """Who owns what in a tree that was parsed from that text."""
    nodes = tree.css(OWNED)[:MOST]
    owners = _owners(tree, text, nodes)
    members: dict[int, list[LexborNode]] = {
        place: [] for place, node in enumerate(nodes) if node.tag == "form"
    }
    loose: list[LexborNode] = []
    for node, owner in zip(nodes, owners, strict=True):
        if node.tag != "form":
            (loose if owner is None else members[owner]).append(node)
    return Owned(
        forms=tuple((nodes[place], tuple(controls)) for place, controls in members.items()),
        loose=tuple(loose),
    )


def _owners(tree: LexborHTMLParser, text: str, nodes: list[LexborNode]) -> list[int | None]:
    around = _around(nodes)
    forms = {node.mem_id: place for place, node in enumerate(nodes) if node.tag == "form"}
    if forms and _may_differ(nodes, around) and written(text) != _shown(nodes, around):
        pointers = pointed(text)
        if len(pointers) == len(nodes):  # one tag that marking turned into another undoes it
            pairs = zip(pointers, around, strict=True)
            around = [form if pointer is None else pointer for pointer, form in pairs]
    explicit = {i: n.attributes["form"] for i, n in enumerate(nodes) if "form" in n.attributes}
    if explicit:
        ids = _first_by_id(tree)
        for place, identifier in explicit.items():
            around[place] = forms.get(ids.get(identifier or "", -1))
    return around


def _shown(nodes: list[LexborNode], around: list[int | None]) -> list[tuple[str, int | None]]:
    return [(node.tag or "", form) for node, form in zip(nodes, around, strict=True)]


def _may_differ(nodes: list[LexborNode], around: list[int | None]) -> bool:
    return any(
        (form is None) != (node.tag == "form") for node, form in zip(nodes, around, strict=True)
    )


def _around(nodes: list[LexborNode]) -> list[int | None]:
    """The place of the nearest form around each node; each ancestor is looked at once."""
    known: dict[int, int | None] = {}
    found: list[int | None] = []
    for place, node in enumerate(nodes):
        path, at = list[int](), node.parent
        while at is not None and at.mem_id not in known:
            path.append(at.mem_id)
            at = at.parent
        form = known[at.mem_id] if at is not None else None
        known.update(dict.fromkeys(path, form))
        if node.tag == "form":
            known[node.mem_id] = place
        found.append(form)
    return found


def _first_by_id(tree: LexborHTMLParser) -> dict[str, int]:
    found: dict[str, int] = {}
    for node in tree.css("[id]"):
        found.setdefault(node.attributes["id"] or "", node.mem_id)
    found.pop("", None)
    return found
