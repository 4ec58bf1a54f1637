"""The texts of a page with the place they stand in: content or navigation, heading, link or item.

One walk over the tree with a stack of its own, so that neither depth nor size matters; looks at no
more than a fixed number of nodes. Leaves out what a script or style sheet would hide or show.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

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
    at = top.first_child if top is not None else None
    around = [Spot()]
    while at is not None and most > 0:
        most -= 1
        spot = _spot(at, around[-1])
        yield at, spot
        inner = at.first_child if not spot.silent else None
        if inner is not None:
            around.append(spot)
            at = inner
            continue
        while at is not None and at.next is None and len(around) > 1:
            around.pop()
            at = at.parent
        at = at.next if at is not None else None


def texts(top: LexborNode | None, most: int = NODES) -> Iterator[tuple[str, Spot]]:
    """The texts inside an element that people read, each with its place."""
    for node, spot in spots(top, most):
        if node.tag == "-text" and not spot.silent:
            text = " ".join((node.text_content or "").split())
            if text:
                yield text, spot


def _spot(node: LexborNode, outer: Spot) -> Spot:
    tag = node.tag or ""
    if tag == "-text":
        return outer
    if tag in _SILENT:
        return Spot(silent=True)
    main = outer.main or tag in _MAIN
    return Spot(
        place=_PLACES.get(tag, outer.place),
        aside=outer.aside
        or tag in _ASIDE
        or (tag == "header" and not main)
        or _is_aside(node, tag),
        main=main,
    )


def _is_aside(node: LexborNode, tag: str) -> bool:
    if tag in _WHOLE:
        return False
    own = node.attributes
    if (own.get("role") or "").strip().lower() in _ROLES:
        return True
    named = f"{own.get('class') or ''} {own.get('id') or ''}"
    return len(named) > 1 and says(_NAMED, named)
