"""Where something stands on a page: a name for the place, and the elements that are there.

A place is an element's tag, classes and id, and those of the elements around it, innermost first.
Names with digits are left out, which may differ from page to page, and names that no selector
can say. The elements at a place are found by a selector, some microseconds for a large page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from selectolax.lexbor import LexborNode

from leadline.document import Document

LEVELS = 4
CLASSES = 6
NAME = 40  # characters of a class or id
MOST = 50  # elements at one place that are looked at
_SAYABLE = re.compile(r"-?[^\W\d][^\W\d-]*(?:-[^\W\d]+)*-?")
_TAG = re.compile(r"[a-z]+[1-6]?")


def place(node: LexborNode, levels: int = LEVELS) -> str:
    """The tags, classes and ids of an element and of those around it, innermost first."""
    found: list[str] = []
    inner: LexborNode | None = node
    while inner is not None and len(found) < levels and inner.tag not in (None, "-document"):
        found.append(_name(inner))
        inner = inner.parent
    return "<".join(found)


def elements_at(document: Document, where: str) -> Iterator[LexborNode]:
    """The elements of an HTML page at a place, in its order."""
    selector = _selector(where)
    found = document.tree.css(selector)[:MOST] if selector and document.is_html else ()
    return (node for node in found if place(node) == where)


def _name(node: LexborNode) -> str:
    attributes = node.attributes
    return _named(node.tag or "", attributes.get("id") or "", attributes.get("class") or "")


@lru_cache(maxsize=1_000)
def _named(tag: str, ident: str, tokens: str) -> str:
    tag = tag if _TAG.fullmatch(tag) else "*"
    kept = [f"#{ident}"] if _sayable(ident) else []
    classes = dict.fromkeys(tokens.split()[:CLASSES])
    kept += [f".{name}" for name in sorted(classes) if _sayable(name)]
    return f"{tag}{''.join(kept)}"


def _sayable(name: str) -> bool:
    return 0 < len(name) <= NAME and _SAYABLE.fullmatch(name) is not None


@lru_cache(maxsize=1_000)
def _selector(where: str) -> str:
    """The place as a selector; nothing if it is no place."""
    names = where.split("<")[::-1]
    return " > ".join(names) if where and all(_is_name(name) for name in names) else ""


def _is_name(name: str) -> bool:
    tag, *rest = re.split(r"[.#]", name)
    return (tag == "*" or _TAG.fullmatch(tag) is not None) and all(map(_sayable, rest))
