"""Facet panels: groups of choices beside a list that narrow it.

Links that stand in one list, one link in each entry, those under each title apart; the options of a
drop-down; check-boxes and radio buttons of one name. Each group has a name, each choice a text, and
where the page says so, how many results it leaves. Menus, orders and views are groups of links too:
those with counts are facets, and what the others are, only trying tells. Leaves out sliders, and
what scripts make.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from selectolax.lexbor import LexborNode

from leadline.detect.facet_choices import Choice, Panel
from leadline.detect.facet_controls import control_panels
from leadline.detect.facet_names import LINKED, Names, parameter
from leadline.detect.facet_parts import Entries, above, around, depth, nested, parted, pieces
from leadline.detect.facet_values import (
    LONGEST,
    letters,
    shown_otherwise,
    unmarked,
    value_and_count,
    whole,
)
from leadline.document import Document

LINKS = 50_000  # that are looked at
FEW = 2
AROUND = 2  # elements around a list behind which a link may belong to it
_PAGE = frozenset(("main", "body", "html"))
_ENTRIES = frozenset(("li", "dd", "tr", "option", "label"))
_LISTS = frozenset(("ul", "ol", "dl", "table", "tbody", "nav", "section", "aside", "fieldset",
                    "details", "form", "main", "body", "html"))  # fmt: skip
_TITLES = "h1, h2, h3, h4, h5, h6, legend, summary, dt, strong, b"


def panels(document: Document) -> tuple[Panel, ...]:
    """The groups of choices on a page, in its order, the links first."""
    if not document.is_html:
        return ()
    return (*_link_panels(document), *control_panels(document))


def facets(document: Document) -> tuple[Panel, ...]:
    """The groups that say how many results each choice leaves."""
    return tuple(panel for panel in panels(document) if panel.counted)


def _link_panels(document: Document) -> Iterator[Panel]:
    names, found = Names(document.tree), list[Panel]()
    choices: list[list[Choice]] = []  # of each panel, with what belongs to it further down
    places: dict[int, int] = {}  # which panel a list belongs to
    counted: list[bool] = []
    before: LexborNode | None = None
    for group, title, entries in parted(_groups(document)):
        own = [c for unit, link in entries if (c := _choice(document, unit, link))]
        if not own:
            continue
        panel = Panel(name=title or names.of(group, entries[0][0]), choices=tuple(own))
        place = places.get(above(group), -1) if nested(group) and panel.counted else -1
        if place < 0 or not counted[place]:
            goes_on = before is not None and counted[-1] and _goes_on(before, group, panel)
            place = len(found) - goes_on
        places[group.mem_id] = place
        if place == len(found):
            before = group
            found.append(_named(panel, document))
            counted.append(panel.counted)
            choices.append([])
        choices[place] += own
    return (replace(one, choices=tuple(all_)) for one, all_ in zip(found, choices, strict=True))


def _groups(document: Document) -> list[tuple[LexborNode, Entries]]:
    """The entries with links by the lists they stand in, outer lists first."""
    links = _without_signs(document.tree.css(LINKED)[:LINKS])
    shared = _shared(links)
    groups: dict[int, tuple[LexborNode, Entries]] = {}
    for link in links:
        unit = _unit(link, shared)
        if unit.parent is not None:
            groups.setdefault(unit.parent.mem_id, (unit.parent, []))[1].append((unit, link))
    return sorted(groups.values(), key=depth)


def _without_signs(links: list[LexborNode]) -> list[LexborNode]:
    """The links but for those that are a mere sign beside one other: to leave a value out."""
    near: dict[int, list[LexborNode]] = {}
    for link in links:
        if link.parent is not None:
            near.setdefault(link.parent.mem_id, []).append(link)
    pairs = (both for both in near.values() if len(both) == FEW)
    signs = {link.mem_id for both in pairs if sum(map(_is_sign, both)) == 1
             for link in both if _is_sign(link)}  # fmt: skip
    return [link for link in links if link.mem_id not in signs]


def _is_sign(link: LexborNode) -> bool:
    return not any(map(str.isalnum, link.text(deep=True) or ""))


def _named(panel: Panel, document: Document) -> Panel:
    """A panel that nothing names is called by what its links add to the address of the page."""
    if panel.name or not panel.counted:
        return panel
    return replace(panel, name=parameter([choice.url for choice in panel.choices], document.url))


def _goes_on(list_: LexborNode, group: LexborNode, panel: Panel) -> bool:
    """Whether links belong to the group before: a second list under its name, a link behind it."""
    above = list_.parent
    if above is None:
        return False
    around = {node.mem_id for node in islice(_around(list_), AROUND)}
    behind = group.mem_id in around and len(panel.choices) <= FEW
    return behind or (_beside(above, group) and not panel.name and panel.counted)


def _around(list_: LexborNode) -> Iterator[LexborNode]:
    node = list_.parent
    while node is not None and node.tag not in _PAGE:
        yield node
        node = node.parent


def _beside(above: LexborNode, group: LexborNode) -> bool:
    """Whether a list stands in this element, maybe with something around it."""
    near = group.parent
    return near is not None and (
        near.mem_id == above.mem_id
        or (near.parent is not None and near.parent.mem_id == above.mem_id)
    )


def _shared(links: list[LexborNode]) -> set[int]:
    """The elements near above links that hold more than one."""
    seen, shared = set[int](), set[int]()
    for link in links:
        for node in around(link):
            (shared if node.mem_id in seen else seen).add(node.mem_id)
    return shared


def _unit(link: LexborNode, shared: set[int]) -> LexborNode:
    """The entry that a link stands in: the largest element that holds no other link."""
    unit = link
    for node in around(link):
        inmost = unit.tag in _ENTRIES and node.tag not in _ENTRIES  # a label may stand in an entry
        if inmost or node.mem_id in shared or node.tag in _LISTS:
            break
        if _has_title(node, unit):
            break
        unit = node
    return unit


def _has_title(node: LexborNode, unit: LexborNode) -> bool:
    """Whether an element begins with a heading, so that it is a group and no entry."""
    first = node.css_first(_TITLES)
    return first is not None and unit.css_first(_TITLES) is None and first.mem_id != unit.mem_id


def _choice(document: Document, unit: LexborNode, link: LexborNode) -> Choice | None:
    url = document.resolve(link.attributes.get("href"))
    own = " ".join((link.text(deep=True) or "").split())
    drawn = "" if own else shown_otherwise(link)
    texts = pieces(unit)
    text, count = value_and_count([drawn, *texts])
    if url is None or not text or len(text) > LONGEST:
        return None
    if drawn:  # a picture, or a patch of a colour
        return Choice(text=text, count=count, url=url) if count is not None else None
    said = " ".join(" ".join(texts).split())
    if count is None or letters(own) != letters(text):  # a row of results that ends in a number
        text, count = own, None
    value = unmarked(whole(text, link))
    return Choice(text=value, count=count, url=url, said=said) if value else None
