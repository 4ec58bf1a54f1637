"""The texts of a page with the place they stand in: content or navigation, heading, link or item.

One walk over the tree with a stack of its own, so that neither depth nor size matters; looks at no
more than a fixed number of nodes. Leaves out what a script or style sheet would hide or show.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache

from selectolax.lexbor import LexborNode

from leadline.interpret.names import says, vocabulary

NODES = 60_000


class Place(StrEnum):
    """What kind of element a text stands in."""

    HEADING = "heading"
    LINK = "link"
    ITEM = "item"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Spot:
    """The place of a node; `aside` says that it is navigation and not content."""

    place: Place = Place.TEXT
    aside: bool = False
    main: bool = False
    silent: bool = False


_PLACES = (
    dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6", "caption", "dt"), Place.HEADING)
    | dict.fromkeys(("a",), Place.LINK)
    | dict.fromkeys(("li", "td", "dd", "th"), Place.ITEM)
)
_ASIDE = frozenset({"nav", "footer", "aside", "form", "menu", "dialog", "button", "label"})
_MAIN = frozenset({"main", "article"})
_WHOLE = frozenset({"html", "body", "main", "article"})
_SILENT = frozenset({
    "script", "style", "template", "noscript", "svg", "select", "textarea", "datalist", "object",
    "iframe", "head", "title", "math", "-comment",
})  # fmt: skip
_CONTENT, _NOTHING = Spot(), Spot(silent=True)
_ROLES = frozenset({
    "navigation", "banner", "contentinfo", "search", "menu", "menubar", "complementary", "alert",
    "dialog", "toolbar",
})  # fmt: skip
_NAMED = vocabulary(
    "nav, navbar, navigation, menu, menubar, breadcrumb, breadcrumbs, crumbs, footer, sidebar,"
    "toolbar, pagination, pager, paging, cookie, cookies, consent, login, skip, metanav, mainnav,"
    "topbar, banner, copyright, share, social"
)


def spots(top: LexborNode | None, most: int = NODES) -> Iterator[tuple[LexborNode, Spot]]:
    """The nodes inside an element, in order, each with its place."""
    around, node = [_CONTENT], top.first_child if top is not None else None
    while node is not None and most > 0:
        most -= 1
        tag, spot, inner = node.tag or "", around[-1], None
        if tag != "-text":
            spot = _spot(node, tag, spot)
            inner = node.first_child if not spot.silent else None
        yield node, spot
        if inner is not None:
            around.append(spot)
            node = inner
        else:
            node = _next(node, around)


def _next(node: LexborNode, around: list[Spot]) -> LexborNode | None:
    """What follows a node that is read, outside of the elements that end with it."""
    at: LexborNode | None = node
    while at is not None:
        behind = at.next
        if behind is not None or len(around) == 1:
            return behind
        around.pop()
        at = at.parent
    return None


def texts(top: LexborNode | None) -> Iterator[tuple[str, Spot]]:
    """The texts inside an element that people read, each with its place."""
    for node, spot in spots(top, NODES):
        if node.tag == "-text" and not spot.silent:
            text = " ".join((node.text_content or "").split())
            if text:
                yield text, spot


def _spot(node: LexborNode, tag: str, outer: Spot) -> Spot:
    if tag in _SILENT:
        return _NOTHING
    main = outer.main or tag in _MAIN
    place = _PLACES.get(tag, outer.place)
    aside = outer.aside or tag in _ASIDE or (tag == "header" and not main) or _is_aside(node, tag)
    if place is outer.place and aside == outer.aside and main == outer.main:
        return outer
    return _made(place, aside, main)


@cache
def _made(place: Place, aside: bool, main: bool) -> Spot:
    return Spot(place=place, aside=aside, main=main)


def _is_aside(node: LexborNode, tag: str) -> bool:
    if tag in _WHOLE:
        return False
    own = node.attributes
    return bool(own) and _says_aside(own.get("role"), own.get("class"), own.get("id"))


@lru_cache(4096)  # many elements of a page, and of a site, are called the same
def _says_aside(role: str | None, classes: str | None, name: str | None) -> bool:
    if role and role.strip().lower() in _ROLES:
        return True
    named = f"{classes or ''} {name or ''}"
    return len(named) > 1 and says(_NAMED, named)
