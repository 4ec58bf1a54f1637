"""What the names of a link, and of the elements around it, say of where it leads.

Class names and ids, cut into words: `pagination-next`, `prevLink`, `carousel`. A parent speaks of a
link only where no other link stands beside it. Links beside "2 / 16" are a pager, too.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice

from selectolax.lexbor import LexborNode

from leadline.read.word_sets import words

_TOKEN = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_FORWARD = frozenset(("next", "older", "suivant", "weiter", "siguiente", "volgende", "nxt"))
_BACK = frozenset(("prev", "previous", "newer", "back", "first", "last", "previouspostslink"))
_OFF = frozenset(("disabled", "inactive", "unavailable"))
_OF = re.compile(
    r"\b(\d{1,6})\s*(?:/|／|of|von|de|sur|di|van|av|af|z|из)\s*(\d{1,6})\b", re.IGNORECASE
)
FEW = 40  # nodes of what stands around a pager's link
LONGEST_PAGER = 30  # items of a pager that are looked at
_PAGER = words(
    "pagination pager paging paginator pages pagenav pagelinks pagenavi paginate paginav"
)
_OTHER = words(
    "carousel slider slick swiper slideshow gallery calendar datepicker date month lightbox"
)


@dataclass(frozen=True, slots=True)
class Hints:
    """What the class names of a link and of what encloses it say."""

    forward: bool
    back: bool
    pager: bool
    other: bool


def hints_of(node: LexborNode) -> Hints:
    """What speaks for a link, and against it, by the names around it."""
    own = tokens(node)
    parent = tokens(node.parent) if node.parent is not None and _alone(node) else frozenset()
    above, numbered, inner = set(own), False, node.parent
    for _ in range(4):
        if inner is None:
            break
        above |= tokens(inner)
        numbered = numbered or _says_which(inner)
        inner = inner.parent
    forward = own & _FORWARD or (not own & _BACK and parent & _FORWARD)
    back = own & _BACK or (not own & _FORWARD and parent & _BACK)
    return Hints(bool(forward), bool(back), numbered or bool(above & _PAGER), bool(above & _OTHER))


def _says_which(node: LexborNode) -> bool:
    """Whether an element is little more than the number of a page and that of all pages."""
    inner = [*islice(node.traverse(include_text=True), FEW)]
    text = " ".join(n.text_content or "" for n in inner if n.tag == "-text")
    found = _OF.search(text) if len(inner) < FEW else None
    return found is not None and 1 <= int(found[1]) <= int(found[2])


def _alone(node: LexborNode) -> bool:
    """Whether no element stands beside it, so that the parent's class speaks of this one."""
    after, before = node.next, node.prev
    if after is not None and after.tag == "-text":
        after = after.next
    if before is not None and before.tag == "-text":
        before = before.prev
    return all(other is None or other.tag != "a" for other in (after, before))


def tokens(node: LexborNode) -> frozenset[str]:
    """The words of an element's classes and id."""
    attributes = node.attributes
    text = f"{attributes.get('class') or ''} {attributes.get('id') or ''}"[:300]
    return frozenset(token.lower() for token in _TOKEN.findall(text))


def switched_off(node: LexborNode) -> bool:
    """Whether the link, or the item it is alone in, is switched off."""
    for inner in (node, node.parent if node.parent and node.parent.tag in ("li", "span") else None):
        if inner is None:
            continue
        attributes = inner.attributes
        if "disabled" in attributes or (attributes.get("aria-disabled") or "").lower() == "true":
            return True
        if tokens(inner) & _OFF:
            return not _is_mislabelled(node, inner)
    return False


def _is_mislabelled(link: LexborNode, item: LexborNode) -> bool:
    """Whether another item that is called switched off leads nowhere, and this one does."""
    if item.tag != "li" or item.parent is None or _goes_nowhere(link):
        return False
    others = (li for li in item.parent.css("li")[:LONGEST_PAGER] if tokens(li) & _OFF)
    return any(_goes_nowhere(a) for li in others for a in li.css("a")[:1])


def _goes_nowhere(link: LexborNode) -> bool:
    return (link.attributes.get("href") or "#").startswith(("#", "javascript:"))


def points_forward(node: LexborNode) -> bool:
    """Whether a class of the link, or of what it stands in, says so."""
    both = (node, node.parent) if node.parent is not None else (node,)
    return any(tokens(one) & _FORWARD for one in both)
