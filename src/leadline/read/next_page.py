"""Which links lead to the following page of results, and which to the numbered ones.

Evidence is added up: `rel=next`, the words of a link in many languages, class names, the run of
page numbers it stands in (the number after the current one), and whether its address is that of
the same page but for a number. Addresses in JSON bodies count too. Leaves out links that only a
script can follow, and pages further than the next (see `query.paging` for the law of numbers).
Follows ALGORITHMS §5, paging.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from selectolax.lexbor import LexborNode

from leadline.document import Document
from leadline.read.next_page_data import Link, header_links, json_links
from leadline.read.next_page_runs import best_run, both_ends, kin
from leadline.read.next_page_words import ALL, LAST, MORE, NEXT, ONE_STEP, PREVIOUS, plain
from leadline.read.places import elements_at, place
from leadline.read.word_sets import words

ENOUGH = 0.5  # the score from which a link counts
OWNERS = 4  # elements at one place that are looked at: a pager above the records, one below
LEVELS = 4
CANDIDATES = (
    "a[href], link[rel][href], area[href], [data-url], [data-href], [data-next-url], [hx-get]"
)
ADDRESSES = ("href", "data-next-url", "data-url", "data-href", "hx-get")
_TOKEN = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_NOT_NEXT = PREVIOUS | LAST
_FORWARD = frozenset(("next", "older", "suivant", "weiter", "siguiente", "volgende", "nxt"))
_BACK = frozenset(("prev", "previous", "newer", "back", "first", "last", "previouspostslink"))
_PAGER = words(
    "pagination pager paging paginator pages pagenav pagelinks pagenavi paginate paginav"
)
_PHRASE = re.compile(  # "next 20", "next page of results"
    r"(?:next|nächste|suivants?|siguientes?|próxim[oa]s?|volgende|prossim[ie]|następne)"
    r" (?:\d+|page|seite|results|résultats|resultados)\b"
)
VAGUE = words("more mehr weiter forward older weitere vor dalej")
_OTHER = words(
    "carousel slider slick swiper slideshow gallery calendar datepicker date month lightbox"
)


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


def page_links(document: Document) -> dict[int, str]:
    """The addresses of the numbered pages this page links to."""
    run = best_run(document) if document.is_html else None
    return dict(run.links) if run is not None else {}


def next_place(document: Document, url: str) -> str:
    """The place of the smallest element in which alone this address is the next page's."""
    for node in both_ends(document.tree.css(CANDIDATES)) if document.is_html else ():
        if node.tag != "link" and _address(document, node.attributes) == url:
            for where in map(place, _around(node)):
                few = len(elements_at(document, where)) <= OWNERS
                if few and [link.url for link in _links_at(document, where)][:1] == [url]:
                    return where
    return ""


def _around(node: LexborNode) -> Iterator[LexborNode]:
    inner = node.parent
    for _ in range(LEVELS):
        if inner is None or inner.tag in ("body", "html", None):
            return
        yield inner
        inner = inner.parent


def _links_at(document: Document, where: str) -> list[Link]:
    owners = elements_at(document, where)[:OWNERS] if where else ()
    found = [link for owner in owners for link in _scored(document, owner)]
    return sorted(found, key=lambda link: -link.score)


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


def _link(document: Document, node: LexborNode) -> Link | None:
    attributes = node.attributes
    rel = (attributes.get("rel") or "").lower().split()
    if node.tag == "link":
        score, why, text = (0.75 if "next" in rel else 0.0), "rel", ""
    else:
        score, why, text = _evidence(node, rel)
    url = _address(document, attributes) if score > 0 and not _off(node) else None
    if url is None or url in (document.url, document.page.request.url):
        return None
    if not (why == "more" and "href" not in attributes):  # a piece has an address of its own
        score += 0.1 if kin(url, document.url) else -0.25
    return Link(url=url, score=round(min(score, 1.0), 2), why=why, text=text)


def _address(document: Document, attributes: dict[str, str | None]) -> str | None:
    for name in ADDRESSES:
        href = (attributes.get(name) or "").strip()
        if href and not href.startswith("#") and not href.lower().startswith("javascript:"):
            return document.resolve(href)
    return None


def _evidence(node: LexborNode, rel: list[str]) -> tuple[float, str, str]:
    """How much speaks for a link, what does, and its label."""
    labels = _labels(node)
    words = [plain(label) for label in labels]
    text = labels[0] if labels else ""
    if (words and words[0] in _NOT_NEXT) or "prev" in rel:
        return 0.0, "", text
    if not (_promising(words, text) or "next" in rel or _forward(node)):
        return 0.0, "", text
    hints = _hints(node)
    signs = (
        (0.8 * ("next" in rel), "rel"),
        _by_words(words, hints),
        _by_class(words, hints),
        _by_arrow(text, hints),
    )
    score, why = max(signs, key=lambda sign: sign[0])
    return (0.0 if hints.other else score), why, text


def _promising(words: list[str], text: str) -> bool:
    return text in ONE_STEP or any(w in NEXT or w in MORE or _PHRASE.match(w) for w in words)


def _forward(node: LexborNode) -> bool:
    """Whether a class of the link, or of what it stands in, says so."""
    both = (node, node.parent) if node.parent is not None else (node,)
    return any(_tokens(one) & _FORWARD for one in both)


def _by_words(words: list[str], hints: _Hints) -> tuple[float, str]:
    for word in words:
        if word in MORE:
            return 0.7, "more"
        if word in NEXT:
            return (0.45 if word in VAGUE and not hints.pager else 0.85), "words"
        if _PHRASE.match(word):
            return 0.7, "words"
    return 0.0, ""


def _by_class(words: list[str], hints: _Hints) -> tuple[float, str]:
    if not hints.forward or hints.back or (words and ALL & set(words[0].split())):
        return 0.0, ""
    return (0.75 if hints.pager else 0.5), "class"


def _by_arrow(text: str, hints: _Hints) -> tuple[float, str]:
    if text not in ONE_STEP or hints.back:
        return 0.0, ""
    double = text in ("»", ">>", "≫", "»»")  # may lead to the last page
    return (0.5 if double else 0.6) + (0.05 if hints.pager else -0.2), "arrow"


@dataclass(frozen=True, slots=True)
class _Hints:
    """What the class names of a link and of what encloses it say."""

    forward: bool
    back: bool
    pager: bool
    other: bool


def _hints(node: LexborNode) -> _Hints:
    own = _tokens(node)
    parent = _tokens(node.parent) if node.parent is not None and _alone(node) else frozenset()
    above, inner = set(own), node.parent
    for _ in range(4):
        if inner is None:
            break
        above |= _tokens(inner)
        inner = inner.parent
    forward = own & _FORWARD or (not own & _BACK and parent & _FORWARD)
    back = own & _BACK or (not own & _FORWARD and parent & _BACK)
    return _Hints(bool(forward), bool(back), bool(above & _PAGER), bool(above & _OTHER))


def _alone(node: LexborNode) -> bool:
    """Whether no element stands beside it, so that the parent's class speaks of this one."""
    after, before = node.next, node.prev
    if after is not None and after.tag == "-text":
        after = after.next
    if before is not None and before.tag == "-text":
        before = before.prev
    return all(other is None or other.tag != "a" for other in (after, before))


def _tokens(node: LexborNode) -> frozenset[str]:
    attributes = node.attributes
    text = f"{attributes.get('class') or ''} {attributes.get('id') or ''}"[:300]
    return frozenset(token.lower() for token in _TOKEN.findall(text))


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


def _off(node: LexborNode) -> bool:
    """Whether the link, or the item it is alone in, is switched off."""
    for inner in (node, node.parent if node.parent and node.parent.tag in ("li", "span") else None):
        if inner is None:
            continue
        attributes = inner.attributes
        if "disabled" in attributes or (attributes.get("aria-disabled") or "").lower() == "true":
            return True
        if _tokens(inner) & {"disabled", "inactive", "unavailable"}:
            return True
    return False


__all__ = ["Link", "next_links", "next_place", "page_links"]
