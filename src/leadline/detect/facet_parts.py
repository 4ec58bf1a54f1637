"""Groups of links that hold several facets: a list, or a table, with titles between its entries.

A term of a description list, a heading, or a table's row of headings begins a new facet. So does an
entry in bold, but only if all links stand under such ones and there are at least two: a single one
is the value that is chosen. Leaves out titles that only their looks tell from values.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice, takewhile

from selectolax.lexbor import LexborNode

from leadline.detect.facet_names import LINKED, LONGEST, plain_name
from leadline.detect.facet_values import value_and_count

Entries = list[tuple[LexborNode, LexborNode]]  # an entry, and the link in it
LEVELS = 5  # between a link and the list it stands in
PIECES = 12  # texts of one entry
CHILDREN = 50_000  # of one group that are looked at
FEW = 2
DEEPEST = 50
_LISTS = frozenset(("ul", "ol"))
_HEADINGS = frozenset(("dt", "h1", "h2", "h3", "h4", "h5", "h6", "legend"))
_BOLD = frozenset(("b", "strong"))
_MAYBE = _HEADINGS | _BOLD | {"li", "tr"}


def nested(list_: LexborNode) -> bool:
    """Whether a list stands in an entry of another, as the branches of a tree do."""
    return list_.tag in _LISTS and list_.parent is not None and list_.parent.tag == "li"


def around(link: LexborNode) -> Iterator[LexborNode]:
    """The elements near above a link, as far as its entry can reach."""
    node = link.parent
    for _ in range(LEVELS):
        if node is None:
            return
        yield node
        if nested(node):  # what stands there belongs to its own entries
            return
        node = node.parent


def pieces(unit: LexborNode) -> list[str]:
    """The texts of an entry, each by itself."""
    nodes = takewhile(lambda n: not nested(n), islice(unit.traverse(include_text=True), 8 * PIECES))
    texts = (node.text(deep=False) or "" for node in nodes if node.tag == "-text")
    return list(islice((text for text in texts if text.strip()), PIECES))


def depth(group: tuple[LexborNode, Entries]) -> int:
    """In how many others a list stands."""
    node, found = group[0], 0
    while found < DEEPEST and nested(node) and node.parent is not None:
        found += 1
        node = node.parent.parent or node
    return found


def above(list_: LexborNode) -> int:
    """The list whose entry a list stands in; 0 if there is none."""
    entry = list_.parent
    return entry.parent.mem_id if entry is not None and entry.parent is not None else 0


def parted(
    groups: Iterable[tuple[LexborNode, Entries]],
) -> Iterator[tuple[LexborNode, str, Entries]]:
    """The groups, each with its title; those with several titles in parts."""
    for group, entries in groups:
        titles = _titles(group, {unit.mem_id for unit, _ in entries})
        if not titles:
            yield group, "", entries
            continue
        parts: dict[str, Entries] = {}
        for unit, link in entries:
            parts.setdefault(titles.get(unit.mem_id, ""), []).append((unit, link))
        yield from ((group, title, part) for title, part in parts.items())


def _titles(group: LexborNode, units: set[int]) -> dict[int, str]:
    """The title above each entry, if the group has several."""
    found: list[tuple[str, bool, list[int]]] = [("", True, [])]
    for child in islice(group.iter(), CHILDREN):
        if child.mem_id in units:
            found[-1][2].append(child.mem_id)
        elif child.tag in _MAYBE and (title := _title(child)):
            found.append((title, child.tag in _BOLD or child.tag == "li", []))
    bold = any(weak for _, weak, _ in found[1:])
    used = [part for part in found if part[2]]
    if len(used) < FEW or (bold and (used[0][0] == "" or len(used) < len(found) - 1)):
        return {}
    return {unit: title for title, _, below in used for unit in below}


def _title(node: LexborNode) -> str:
    """What a title says; empty if an element is none."""
    if node.tag in ("li", "tr"):
        inner = node.css_first("th" if node.tag == "tr" else "b, strong, h2, h3, h4, h5, h6")
        if inner is None or (node.text(deep=True) or "").split() != _words(inner):
            return ""
    said = " ".join(_words(node))
    plain = len(said) <= LONGEST and value_and_count([said])[1] is None
    return plain_name(said) if plain and node.css_first(LINKED) is None else ""


def _words(node: LexborNode) -> list[str]:
    return (node.text(deep=True) or "").split()
