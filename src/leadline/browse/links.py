"""The links of a page in order: where they lead, their words, and their place in the page.

The place is the path of tags from the root with the classes and ids along it, which is the same for
the links of one menu, list or table; whether that is a menu; and whether a form stands beside it. A
link that would change something (log out, delete, add to a cart) is no link here, nor is one to a
file that no form stands in. Each element above a link is looked at once, whatever the nesting.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from selectolax.lexbor import LexborNode

from leadline.browse.find import safe
from leadline.document import Document

MOST = 2_000  # links of a page that are listed
DEEPEST = 24  # last steps of a path that are kept
LONGEST = 200  # characters of a link's text
NAMES = 3  # classes of an element that are kept
BESIDE = 12  # links that can stand beside a form; more of them are the page
FORMS = 50  # of a page that are looked at
_WHOLE = frozenset({"html", "body", "main", "article", "table", "tbody", "tr"})
_MENU = re.compile(
    r"^(?:nav|menu|header)\b|[.#_-](?:\w+-)?(?:nav|navbar|navigation|menu|menubar|tabs|topbar)\b",
    re.I,
)
_ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://[^/?#\\]+", re.IGNORECASE)
_LINKS = "a[href], area[href], frame[src], iframe[src]"
_Place = tuple[tuple[str, ...], int]
_HREF = {"a": "href", "area": "href", "frame": "src", "iframe": "src"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchor:
    """One link: where it leads, what it says, and the path of tags that it stands at."""

    url: str
    text: str
    path: tuple[str, ...]
    menu: bool = False
    near: bool = False  # to a form


@lru_cache(8)  # of one page they are asked for by several, one after the other
def anchors(document: Document) -> tuple[Anchor, ...]:
    """The links of a page to anywhere that are safe to follow, in order."""
    if not document.is_html:
        return ()
    found = list[tuple[Anchor, int]]()
    for node, path, beside in _nodes(document):
        anchor = _anchor(document, node, path)
        if anchor is not None:
            found.append((anchor, beside))
        if len(found) == MOST:
            break
    crowds = Counter(beside for _, beside in found)
    return tuple(
        replace(anchor, near=True) if beside and crowds[beside] <= BESIDE else anchor
        for anchor, beside in found
    )


def internal(document: Document, root: str) -> tuple[Anchor, ...]:
    """The links of a page to other pages of the site of `root`, in order."""
    here = origin(root)
    own = (document.url, root)
    return tuple(a for a in anchors(document) if origin(a.url) == here and a.url not in own)


def external(document: Document) -> tuple[str, ...]:
    """The front pages of the other sites that a page names, each once, in order."""
    here = origin(document.url)
    found = dict.fromkeys(origin(anchor.url) for anchor in anchors(document))
    return tuple(f"{site}/" for site in found if site not in ("", here))


def origin(url: str) -> str:
    """The site of an address: scheme, host and port (He et al., Section 3.1)."""
    found = _ORIGIN.match(url)
    return found[0].lower() if found is not None else ""


def _anchor(document: Document, node: LexborNode, path: tuple[str, ...]) -> Anchor | None:
    own = node.attributes
    url = document.resolve(own.get(_HREF[node.tag or ""]))
    if url is None or "download" in own:
        return None
    text = _text(node)
    method = (own.get("data-method") or own.get("data-turbo-method") or "get").lower()
    if method != "get" or not safe(url, text):
        return None
    return Anchor(url=url, text=text, path=path, menu=_in_menu(path))


def _text(node: LexborNode) -> str:
    text = " ".join(node.text(separator=" ")[: 4 * LONGEST].split())
    own = node.attributes
    return (text or own.get("title") or own.get("aria-label") or own.get("alt") or "")[:LONGEST]


def _nodes(document: Document) -> Iterator[tuple[LexborNode, tuple[str, ...], int]]:
    """The elements that link somewhere, each with its path and what it shares with a form."""
    around, known = _around_forms(document), dict[int, _Place]()
    for node in document.tree.css(_LINKS)[: 2 * MOST]:
        path, beside = _place(node.parent, known, around)
        yield node, (*path, _step(node, node.tag or "")), beside


def _place(node: LexborNode | None, known: dict[int, _Place], around: frozenset[int]) -> _Place:
    """The path to an element, and the innermost of those around a form that it is in."""
    above = list[LexborNode]()
    while node is not None and node.mem_id not in known and node.tag != "-document":
        above.append(node)
        node = node.parent
    path, beside = known[node.mem_id] if node is not None and node.mem_id in known else ((), 0)
    for one in reversed(above):
        beside = one.mem_id if one.mem_id in around else beside
        path = (*path[1 - DEEPEST :], _step(one, one.tag or ""))
        known[one.mem_id] = (path, beside)
    return path, beside


def _around_forms(document: Document) -> frozenset[int]:
    """The forms of a page and what immediately encloses them."""
    found = set[int]()
    for form in document.tree.css("form")[:FORMS]:
        at: LexborNode | None = form
        for _ in range(3):
            if at is None or at.tag in _WHOLE:
                break
            found.add(at.mem_id)
            at = at.parent
    return frozenset(found)


def _step(node: LexborNode, tag: str) -> str:
    own = node.attributes
    return _named(tag, own.get("id") or "", own.get("class") or "") if own else tag


@lru_cache(4096)
def _named(tag: str, mark: str, classes: str) -> str:
    """A tag with its id and first classes; numbers in them say nothing."""
    parts = [tag, *(f"#{name}" for name in mark.split()[:1])]
    parts += [f".{name}" for name in sorted(classes.split()[:NAMES])]
    return "".join(c for c in "".join(parts)[:80] if not c.isdigit())


@lru_cache(4096)
def _in_menu(path: tuple[str, ...]) -> bool:
    return any(_MENU.search(step) is not None for step in path)
