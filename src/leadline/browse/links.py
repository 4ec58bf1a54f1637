"""The links of a page in order: where they lead, their words, and their place in the page.

The place is the path of tags from the root with the classes and ids along it, which is the same for
the links of one menu, list or table; whether that is a menu; and whether a form stands beside it. A
link that would change something (log out, delete, add to a cart) is no link here, nor is one to a
file that no form stands in. Each element above a link is looked at once, whatever the nesting.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import NamedTuple
from weakref import WeakKeyDictionary

from selectolax.lexbor import LexborHTMLParser, LexborNode

from leadline.browse.safety import safe
from leadline.document import Document

MOST = 2_000  # links of a page that are listed
DEEPEST = 24  # last steps of a path that are kept
LONGEST = 200  # characters of a link's text
NAMES = 3  # classes of an element that are kept
RISE = 4  # elements around a link that may have no other link
BESIDE = 12  # links that can stand beside a form; more of them are the page
FORMS = 50  # of a page that are looked at
BRIEF = 500  # characters of a link's markup that is remembered,
REMEMBERED = 1 << 16  # of so many: those of some hundred sites that are searched at once
_WHOLE = frozenset({"html", "body", "main", "article", "table", "tbody", "tr"})
_MENU = re.compile(
    r"^(?:nav|menu|header)\b|[.#_-](?:\w+-)?(?:nav|navbar|navigation|menu|menubar|tabs|topbar)\b",
    re.I,
)
_ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://[^/?#\\]+", re.IGNORECASE)
_LINKS = "a[href], area[href], frame[src], iframe[src]"
_RARE = ("area", "frame", "iframe")
_Said = tuple[str, str, str]  # where a link leads, what it says, and its step of the path
_Link = tuple[LexborNode, _Said]
_HREF = {"a": "href", "area": "href", "frame": "src", "iframe": "src"}


class Anchor(NamedTuple):
    """One link: where it leads, what it says, and the path of tags that it stands at."""

    url: str
    text: str
    path: tuple[str, ...]
    block: int = 0  # of the page: the nearest element around it that has another link in it
    menu: bool = False
    near: bool = False  # to a form


def anchors(document: Document) -> tuple[Anchor, ...]:
    """The links of a page to anywhere that are safe to follow, in order; found once."""
    found = _ANCHORS.get(document)
    if found is None:
        found = _ANCHORS[document] = _anchors(document)
    return found


_ANCHORS: WeakKeyDictionary[Document, tuple[Anchor, ...]] = WeakKeyDictionary()


def _anchors(document: Document) -> tuple[Anchor, ...]:
    links = _links(document)
    places = _Places(_around_forms(links[0][0].parser) if links else ())
    at = [places.of(node.parent) for node, _ in links]
    blocks = places.blocks([number for number, _, _ in at])
    crowds = Counter([beside for _, _, beside in at])
    found = list[Anchor]()
    for (_, (url, text, step)), (_, outer, beside), block in zip(links, at, blocks, strict=True):
        place = _inner(outer, step, DEEPEST + 1)
        near = beside > 0 and crowds[beside] <= BESIDE
        found.append(Anchor(url, text, place.path, block, place.menu, near))
    return tuple(found)


def internal(document: Document, root: str) -> tuple[Anchor, ...]:
    """The links of a page to other pages of the site of `root`, in order."""
    here, own = f"{origin(root)}/", (document.url, root)
    return tuple(a for a in anchors(document) if a.url.startswith(here) and a.url not in own)


def internal_urls(document: Document, root: str) -> list[str]:
    """Where the links of a page to other pages of the site of `root` lead, in order."""
    here, own = f"{origin(root)}/", (document.url, root)
    return [said[0] for _, said in _links(document)
            if said[0].startswith(here) and said[0] not in own]  # fmt: skip


def external(document: Document) -> tuple[str, ...]:
    """The front pages of the other sites that a page names, each once, in order."""
    here = f"{origin(document.url)}/"
    others = [said[0] for _, said in _links(document) if not said[0].startswith(here)]
    return tuple([f"{site}/" for site in dict.fromkeys(map(origin, others))])


@lru_cache(4096)  # the same sites are named on every page
def origin(url: str) -> str:
    """The site of an address: scheme, host and port (He et al., Section 3.1)."""
    found = _ORIGIN.match(url)
    return found[0].lower() if found is not None else ""


@lru_cache(1)  # more of them would keep as many trees
def _links(document: Document) -> list[_Link]:
    """The elements that are links to follow."""
    if not document.is_html:
        return []
    found = list[_Link]()
    site, folder = _SAID.of(document.origin), _SAID.of(document.folder)
    for node in _elements(document.tree)[: 2 * MOST]:
        mark = hash(html := node.html or "")
        said = site.get(mark, _NEW)
        if said is _NEW:
            said = folder[mark] if mark in folder else _said(document, node, html)
        if said is not None:
            found.append((node, said))
        if len(found) == MOST:
            break
    return found


def _elements(tree: LexborHTMLParser) -> list[LexborNode]:
    """The elements that can be links; most pages have them of one kind, which need no selector."""
    return tree.css(_LINKS) if any(map(tree.tags, _RARE)) else tree.tags("a")


def _said(document: Document, node: LexborNode, html: str) -> _Said | None:
    """What an element leads to and says; None if that is no link to follow."""
    own = node.attributes
    href = own.get(_HREF[node.tag or ""])
    url = document.resolve(href)
    said = None if url is None else _read(node, own, url)
    if href is not None and len(html) <= BRIEF and (within := _within(document, href)):
        _SAID.keep(within, hash(html), said)
    return said


def _read(node: LexborNode, own: Mapping[str, str | None], url: str) -> _Said | None:
    text = " ".join(node.text(separator=" ")[: 4 * LONGEST].split())
    if len(own) > 1:
        if not _is_look(own):
            return None
        text = text or own.get("title") or own.get("aria-label") or own.get("alt") or ""
    text = text[:LONGEST]
    return (url, text, _step(node.tag or "", own)) if safe(url, text) else None


class _Remembered:
    """What links say by their markup, for each site or folder that they lead the same from.

    Of the markup its hash is kept, of 64 bits and another in each process.
    """

    def __init__(self) -> None:
        self._known = dict[str, dict[int, _Said | None]]()
        self._count = 0

    def of(self, within: str) -> Mapping[int, _Said | None]:
        """The links that are known from there."""
        return self._known.get(within, {})

    def keep(self, within: str, mark: int, said: _Said | None) -> None:
        """Take note of one more; when there are too many, those of the first site go."""
        if self._count >= REMEMBERED:
            self._count -= len(self._known.pop(next(iter(self._known))))
        known = self._known.setdefault(within, {})
        self._count += mark not in known
        known[mark] = said


_NEW: _Said = ("", "", "")
_SAID = _Remembered()  # the links of a menu are on every page of a site


def _within(document: Document, href: str) -> str:
    """From where a link leads to the same, whatever page it is on; nothing if it does not."""
    first = href[:1]
    if not href.isascii() or not (first == "/" or first.isalnum()):
        return ""
    return document.origin if first == "/" or "://" in href[:9] else document.folder


def _is_look(own: Mapping[str, str | None]) -> bool:
    """Whether an element with these attributes shows a page and does nothing else."""
    method = (own.get("data-method") or own.get("data-turbo-method") or "get").lower()
    return method == "get" and "download" not in own


@lru_cache(4096)
def _names_menu(step: str) -> bool:
    return _MENU.search(step) is not None


class _Place:
    """A path of tags, and whether it is that of a menu."""

    __slots__ = ("menu", "path")

    def __init__(self, path: tuple[str, ...] = ()) -> None:
        self.path = path
        self.menu = any(map(_names_menu, path))


_ROOT = _Place()


@lru_cache(1 << 14)  # elements that stand alike have one between them, on all pages
def _inner(outer: _Place, step: str, deepest: int) -> _Place:
    """The place one step further in."""
    return _Place((*outer.path[1 - deepest :], step))


_At = tuple[int, _Place, int]  # an element, and the innermost around a form that is on its path


class _Places:
    """The places of the links of a page; each element above them is looked at once."""

    def __init__(self, around: Collection[int]) -> None:
        self._around = around
        self._known = dict[int, _At]()
        self._above = dict[int, int]()  # by element: the one around it

    def blocks(self, around: list[int]) -> list[int]:
        """The nearest element around each link that has another link in it, by its number."""
        for _ in range(RISE):
            crowds = Counter(around)
            if 1 not in crowds.values():
                break
            around = [self._above.get(at, at) if crowds[at] == 1 else at for at in around]
        numbers = {at: number for number, at in enumerate(dict.fromkeys(around))}
        return [numbers[at] for at in around]

    def of(self, node: LexborNode | None) -> _At:
        """Where an element stands that is around a link."""
        known, inside = self._known, list[LexborNode]()
        while node is not None and node.mem_id not in known:
            inside.append(node)
            node = node.parent
        at = known[node.mem_id] if node is not None else (0, _ROOT, 0)
        for inner in reversed(inside):
            at = self._within(at, inner)
        return at

    def _within(self, outer: _At, node: LexborNode) -> _At:
        """Where an element stands within another."""
        around, place, beside = outer
        number, tag = node.mem_id, node.tag or ""
        if tag != "-document":
            place = _inner(place, _step(tag, node.attributes), DEEPEST)
            beside = number if number in self._around else beside
            self._above[number] = around
        at = self._known[number] = (number, place, beside)
        return at


def _around_forms(tree: LexborHTMLParser) -> frozenset[int]:
    """The forms of a page and what immediately encloses them."""
    found = set[int]()
    for form in tree.tags("form")[:FORMS]:
        at: LexborNode | None = form
        for _ in range(3):
            if at is None or at.tag in _WHOLE:
                break
            found.add(at.mem_id)
            at = at.parent
    return frozenset(found)


def _step(tag: str, own: Mapping[str, str | None]) -> str:
    return _named(tag, own.get("id") or "", own.get("class") or "") if own else tag


@lru_cache(1 << 15)
def _named(tag: str, mark: str, classes: str) -> str:
    """A tag with its id and first classes; numbers in them say nothing."""
    parts = [tag, *(f"#{name}" for name in mark.split()[:1])]
    parts += [f".{name}" for name in sorted(classes.split()[:NAMES])]
    return "".join(c for c in "".join(parts)[:80] if not c.isdigit())
