"""Which links lead to the following page of results, and which to the numbered ones.

Evidence is added up: `rel=next`, the words of a link in many languages, class names, the run of
page numbers it stands in (the number after the current one), and whether its address is that of
the same page but for a number. Addresses in JSON bodies count too. Leaves out links that only a
script can follow, and pages further than the next (see `query.paging` for the law of numbers).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from selectolax.lexbor import LexborNode

from leadline.document import Document
from leadline.read.next_page_data import Link, header_links, json_links
from leadline.read.next_page_hints import Hints, hints_of, points_forward, switched_off
from leadline.read.next_page_ranges import range_after
from leadline.read.next_page_runs import best_run, both_ends, kin
from leadline.read.next_page_words import (
    ALL,
    LAST,
    MORE,
    NEXT,
    ONE_STEP,
    PREVIOUS,
    begins_with_next,
    plain,
    says_more,
)
from leadline.read.places import elements_at, place
from leadline.read.word_sets import words

ENOUGH = 0.5  # the score from which a link counts
OWNERS = 4  # elements at one place that are looked at: a pager above the records, one below
LEVELS = 5
CANDIDATES = (
    "a[href], link[rel][href], area[href], [data-url], [data-href], [data-next-url], [data-next], "
    "[hx-get], turbo-frame[loading=lazy][src], [onclick*='location']"
)
ADDRESSES = ("href", "data-next-url", "data-next", "data-url", "data-href", "hx-get", "src")
_SENT = re.compile(r"location(?:\.href)?\s*=\s*['\"]([^'\"]+)|location\.\w+\(\s*['\"]([^'\"]+)")
_NOT_NEXT = PREVIOUS | LAST
VAGUE = words("more mehr weiter forward older weitere vor dalej")


def next_links(document: Document, where: str = "") -> tuple[Link, ...]:
    """The links to the following page, the surest first; those at a place, where it has some."""
    found = [*header_links(document)]
    if document.is_json:
        found += json_links(document)
    elif document.is_html:
        found += _links_at(document, where) or _scored(document, None)
    best: dict[str, Link] = {}
    for link in found:
        if link.url not in best or best[link.url].score < link.score:
            best[link.url] = link
    return tuple(sorted(best.values(), key=lambda link: -link.score))


def next_place(document: Document, url: str) -> str:
    """The place of the smallest element in which alone this address is the next page's."""
    found = both_ends(document.tree.css(CANDIDATES)) if document.is_html else []
    named = (n for n in found if n.tag != "link" and _address(document, n.attributes) == url)
    for node in islice(named, OWNERS):
        for where in map(place, _around(node)):
            few = len(list(elements_at(document, where))) <= OWNERS
            if few and [link.url for link in _links_at(document, where)][:1] == [url]:
                return where
    return ""


def _around(node: LexborNode) -> Iterator[LexborNode]:
    """The element itself and those around it."""
    inner: LexborNode | None = node
    for _ in range(LEVELS):
        if inner is None or inner.tag in ("body", "html", None):
            return
        yield inner
        inner = inner.parent


def _links_at(document: Document, where: str) -> list[Link]:
    for owner in islice(elements_at(document, where), OWNERS):
        if found := sorted(_scored(document, owner), key=lambda link: -link.score):
            return found
    return []


def _scored(document: Document, owner: LexborNode | None) -> Iterator[Link]:
    run = best_run(document, owner)
    for node in both_ends((document.tree if owner is None else owner).css(CANDIDATES)):
        link = _link(document, node)
        contradicted = node.tag == "link" and run is not None and run.ended
        if link is not None and link.score >= ENOUGH and not contradicted:
            yield link
    following = run.following if run is not None else None
    if run is not None and following is not None:
        yield Link(url=following, score=run.score, why="number", text=str((run.current or 0) + 1))
    if (ranged := range_after(document, owner)) is not None:
        yield Link(url=ranged, score=0.6, why="range")


def _link(document: Document, node: LexborNode) -> Link | None:
    attributes = node.attributes
    rel = (attributes.get("rel") or "").lower().split()
    if node.tag == "link":
        score, why, text = (0.75 if "next" in rel else 0.0), "rel", ""
    else:
        score, why, text = _evidence(node, rel)
    url = _address(document, attributes) if score > 0 and not switched_off(node) else None
    if url is None or url in (document.url, document.page.request.url):
        return None
    if not (
        why in ("more", "data") and "href" not in attributes
    ):  # a piece has an address of its own
        score += 0.1 if kin(url, document.url) else -0.25 * (not hints_of(node).pager)
    return Link(url=url, score=round(min(score, 1.0), 2), why=why, text=text)


def _address(document: Document, attributes: dict[str, str | None]) -> str | None:
    for name in ADDRESSES:
        href = (attributes.get(name) or "").strip()
        if href and not href.startswith("#") and not href.lower().startswith("javascript:"):
            return document.resolve(href)
    sent = _SENT.search((attributes.get("onclick") or "")[:500])
    return document.resolve(sent[1] or sent[2]) if sent else None


def _evidence(node: LexborNode, rel: list[str]) -> tuple[float, str, str]:
    """How much speaks for a link, what does, and its label."""
    labels = _labels(node)
    words = [plain(label) for label in labels]
    text = labels[0] if labels else ""
    if (words and words[0] in _NOT_NEXT) or "prev" in rel:
        return 0.0, "", text
    data = _by_data(node, words)
    if not (_promising(words, text) or "next" in rel or data or points_forward(node)):
        return 0.0, "", text
    hints = hints_of(node)
    signs = (
        (0.8 * ("next" in rel), "rel"),
        (data, "data"),
        _by_words(words, hints),
        _by_class(words, hints),
        _by_arrow(text, hints),
    )
    score, why = max(signs, key=lambda sign: sign[0])
    return (0.0 if hints.other else score), why, text


def _promising(words: list[str], text: str) -> bool:
    return text in ONE_STEP or any(w in NEXT or w in MORE or begins_with_next(w) for w in words)


def _by_data(node: LexborNode, words: list[str]) -> float:
    """Elements that load the following page when they come into view, or are asked for more."""
    attributes = node.attributes
    if "data-next-url" in attributes or "/" in (attributes.get("data-next") or ""):
        return 0.75
    if node.tag == "turbo-frame":
        return 0.6
    trigger = attributes.get("hx-trigger") or ""
    in_view = "revealed" in trigger or "intersect" in trigger
    return 0.6 if "hx-get" in attributes and (in_view or any(map(says_more, words))) else 0.0


def _by_words(words: list[str], hints: Hints) -> tuple[float, str]:
    for word in words:
        if word in MORE:
            return 0.7, "more"
        if word in NEXT:
            return (0.45 if word in VAGUE and not hints.pager else 0.85), "words"
        if begins_with_next(word):
            return 0.7, "words"
    return 0.0, ""


def _by_class(words: list[str], hints: Hints) -> tuple[float, str]:
    if not hints.forward or hints.back or (words and ALL & set(words[0].split())):
        return 0.0, ""
    return (0.75 if hints.pager else 0.5), "class"


def _by_arrow(text: str, hints: Hints) -> tuple[float, str]:
    if text not in ONE_STEP or hints.back:
        return 0.0, ""
    double = text in ("»", ">>", "≫", "»»")  # may lead to the last page
    return (0.5 if double else 0.6) + (0.05 if hints.pager else -0.2), "arrow"


def _labels(node: LexborNode) -> tuple[str, ...]:
    """What people read or hear of a link: its text, else its title, label or picture."""
    attributes = node.attributes
    found = [_text(node), attributes.get("aria-label"), attributes.get("title")]
    picture = node.css_first("img[alt], img[title]") if node.tag == "a" else None
    if picture is not None:
        found += [picture.attributes.get("alt"), picture.attributes.get("title")]
    return tuple(label.strip() for label in found if label and label.strip())


def _text(node: LexborNode) -> str:
    inner = islice(node.traverse(include_text=True), 40)
    text = "".join(n.text_content or "" for n in inner if n.tag == "-text")
    return " ".join(text[:200].split())


__all__ = ["Link", "next_links", "next_place"]
