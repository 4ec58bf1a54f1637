"""Which of the sets that repeat on result pages are the records.

Records hold most of the text that changes with the question; they vary, have links of their own,
hold several pieces of text each, contain the words asked for, look alike, and are not there when
nothing was found. Menus, facets and footers stay the same from page to page.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile

from selectolax.lexbor import LexborNode

from leadline.read.fields_roles import words_of
from leadline.read.records import Element, normal
from leadline.read.repeated import (
    Repeated,
    Unit,
    alike,
    core_of,
    descendants,
    kind_of,
    shape,
    usual_size,
)

DIGITS = re.compile(r"\d+")
COUNT = re.compile(r"\W*\d+\W*")
HEAVIEST = 3000
LOOKED_AT = 24
LAID_OUT = 0.1
RECURRING = 0.3  # of the units
ASIDE = frozenset({"nav", "footer", "header", "aside"})
ASIDE_WORDS = re.compile(
    r"(?:^|[^a-z])(nav|navbar|menu|footer|header|sidebar|facets?|filters?|breadcrumbs?|pager"
    r"|pagination|widget|related|recommend\w*|carousel|cookie|lang\w*|toolbar|dropdown|tabs?"
    r"|comments?|ads?|advert\w*|banner|promo\w*)(?![a-z])",
    re.I,
)
MAIN_WORDS = re.compile(r"result|hits|search|main|content|list|items|records|treffer|listing", re.I)


@dataclass(frozen=True, slots=True)
class Facts:
    """What counts about an element and all below it."""

    weight: int  # characters that are not on every page
    leaves: int
    hit: bool
    text: int  # a hash
    links: int  # a hash, 0 for none


Known = dict[int, Facts]


def texts(root: Element) -> set[str]:
    """The texts of a page, numbers left out."""
    return {
        DIGITS.sub("", normal(child))
        for element in descendants(root)
        for child in element.children
        if isinstance(child, str) and not child.isspace()
    }


def stale_texts(pages: Sequence[set[str]], empty: Sequence[set[str]]) -> set[str]:
    """What is on a page without hits, or on nearly every page."""
    counts = Counter(text for page in pages for text in page)
    everywhere = {text for text, n in counts.items() if n >= max(2, 0.75 * len(pages))}
    without_hits = {text for page in empty for text in page}
    return {text for text in everywhere | without_hits if any(c.isalpha() for c in text)}


def facts(root: Element, stale: set[str], words: Sequence[str]) -> Known:
    """The facts of every element of a page."""
    known: Known = {}
    asked = words_of(words)
    for element in reversed(list(descendants(root))):
        known[id(element)] = _facts(element, known, stale, asked)
    return known


def _facts(element: Element, known: Known, stale: set[str], asked: Sequence[str]) -> Facts:
    weight = leaves = 0
    hit, hashes, links = False, list[object](), list[object]()
    href = element.attributes.get("href") if element.tag == "a" else None
    if href and href[0] != "#" and not href.lower().startswith("javascript:"):
        links.append(href)
    for child in element.children:
        if isinstance(child, str):
            text = normal(child)
            if text:
                hashes.append(text)
                weight += 0 if DIGITS.sub("", text) in stale else len(text)
                leaves += not COUNT.fullmatch(text)
                hit = hit or any(word in text.casefold() for word in asked)
        else:
            inner = known[id(child)]
            weight, leaves, hit = weight + inner.weight, leaves + inner.leaves, hit or inner.hit
            hashes += [inner.text] if inner.text else []
            links += [inner.links] if inner.links else []
    return Facts(
        weight, leaves, hit, hash(tuple(hashes)) if hashes else 0,
        hash(tuple(links)) if links else 0,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Scored:
    """A set with the units that look alike, by page, what they share, and how good it is."""

    found: Repeated
    pages: dict[int, list[Unit]]
    core: frozenset[str]
    score: float


def ranked(sets: Iterable[Repeated], known: Sequence[Known], asked: bool) -> list[Scored]:
    """The likeliest sets first."""
    heavy = sorted(sets, key=lambda one: -_mass(one.pages, known))[:LOOKED_AT]
    scored = [_scored(one, known, asked) for one in heavy]
    order = sorted((one for one in scored if one.score > 0), key=lambda one: -one.score)
    finer = [one for one in order[1:] if _is_finer(one, order[0], known)]
    return [*finer[:1], *order]


def _is_finer(one: Scored, best: Scored, known: Sequence[Known]) -> bool:
    """Whether the best set only bundles these units: rows of a grid, columns of a page."""
    if one.score < 0.4 * best.score or one.found.starts:
        return False
    inner = [(page, unit) for page, units in one.pages.items() for unit in units]
    outer = {id(e) for units in best.pages.values() for unit in units for e in unit}
    if len(inner) < 1.5 * sum(map(len, best.pages.values())):
        return False
    links = {tuple(known[page][id(e)].links for e in unit) for page, unit in inner}
    if len(links) < 0.9 * len(inner) or _richness(inner, known) < 0.8:
        return False
    if not holds(best, one) or any(id(e) in outer for _, unit in inner for e in unit):
        return False
    held = sum(_weight(unit, known[page]) for page, unit in inner)
    whole = sum(_weight(u, known[page]) for page, units in best.pages.items() for u in units)
    return held >= 0.85 * whole


def holds(outer: Scored, inner: Scored) -> bool:
    """Whether all of the inner set is in units of the outer one, or among them."""
    whole = (element for units in outer.pages.values() for unit in units for element in unit)
    below = {id(e) for element in whole for e in descendants(element)}
    return all(id(e) in below for units in inner.pages.values() for unit in units for e in unit)


def recur(one: Scored, known: Sequence[Known]) -> bool:
    """Whether many of the units of a set are on several pages."""
    texts = [
        {tuple(known[page][id(e)].text for e in unit) for unit in units}
        for page, units in one.pages.items()
    ]
    counts = Counter(text for page in texts for text in page)
    return sum(n for n in counts.values() if n > 1) >= RECURRING * sum(counts.values())


def _mass(pages: dict[int, list[Unit]], known: Sequence[Known]) -> float:
    total = 0.0
    for page, units in pages.items():
        weights = sorted(min(_weight(unit, known[page]), HEAVIEST) for unit in units)
        total += len(weights) * weights[(len(weights) - 1) // 2] if weights else 0
    return total


def _weight(unit: Unit, known: Known) -> int:
    return sum(known[id(element)].weight for element in unit)


def _scored(one: Repeated, known: Sequence[Known], asked: bool) -> Scored:
    trimmed = _without_tails(one)
    shapes = {id(unit): shape(unit) for units in trimmed.values() for unit in units}
    core = core_of(list(shapes.values()))
    pages = {
        page: [u for u in units if fits(shapes[id(u)], core) and _leaves(u, known[page])]
        for page, units in trimmed.items()
    }
    most = max(map(len, pages.values()), default=0)
    if most < 2:
        return Scored(one, pages, core, 0.0)
    kept = [(page, unit) for page, units in pages.items() for unit in units]
    regular = sum(alike(shapes[id(unit)], core) for _, unit in kept) / len(kept)
    score = _mass(pages, known) * (1 - 1 / most) * regular**2 * _zone(one)
    score *= _balance(kept, known) * (LAID_OUT if _are_laid_out(kept) else 1)
    score *= _variety(pages, known) * _richness(kept, known) * (_hits(kept, known) if asked else 1)
    return Scored(one, pages, core, score * _start(one))


def _start(one: Repeated) -> float:
    """Runs of siblings start with a heading, a term or a link, if they are records."""
    if not one.starts:
        return 1.0
    page, first = next((page, units[0]) for page, units in one.pages.items() if units)
    tags = {element.tag for element in descendants(first[0])}
    factor = 0.97 if tags & {"a", "dt", "h1", "h2", "h3", "h4", "h5", "h6"} else 0.8
    before = takewhile(lambda child: child is not first[0], one.parents[page][0].elements())
    kinds = {kind_of(element) for element in first}
    return factor * (0.8 if any(kind_of(child) in kinds for child in before) else 1)


def _without_tails(one: Repeated) -> dict[int, list[Unit]]:
    """Units without what follows the last of them: kinds of siblings seen in no other."""
    if not one.starts:
        return one.pages
    inside = {e.tag for units in one.pages.values() for unit in units[:-1] for e in unit}
    size = usual_size(one.units())
    return {
        page: [tuple(e for e in unit if e.tag in inside)[: size or None] for unit in units]
        for page, units in one.pages.items()
    }


def fits(own: frozenset[str], core: frozenset[str]) -> bool:
    """Whether a shape has enough of the core to be one of them."""
    return 2 * len(own & core) >= len(core)


def _leaves(unit: Unit, known: Known) -> int:
    return sum(known[id(element)].leaves for element in unit)


def _variety(pages: dict[int, list[Unit]], known: Sequence[Known]) -> float:
    """How many texts are different, and how many links."""
    texts = links = total = 0
    for page, units in pages.items():
        total += len(units)
        texts += len({tuple(known[page][id(e)].text for e in unit) for unit in units})
        own = {tuple(known[page][id(e)].links for e in unit) for unit in units}
        links += len({link for link in own if any(link)})
    return (texts / total) * (0.5 + 0.5 * links / total)


def _richness(kept: Sequence[tuple[int, Unit]], known: Sequence[Known]) -> float:
    leaves = sorted(_leaves(unit, known[page]) for page, unit in kept)[len(kept) // 2]
    return (0.2, 0.3, 0.8, 1.0)[min(leaves, 3)]


def _hits(kept: Sequence[tuple[int, Unit]], known: Sequence[Known]) -> float:
    hits = sum(any(known[page][id(e)].hit for e in unit) for page, unit in kept)
    return 0.2 + hits / len(kept)


def _balance(kept: Sequence[tuple[int, Unit]], known: Sequence[Known]) -> float:
    """Near 1 when units are of like size; small when one holds nearly everything."""
    weights = sorted(_weight(unit, known[page]) for page, unit in kept)
    mean = sum(weights) / len(weights)
    return min(1.0, weights[(len(weights) - 1) // 2] / mean) if mean else 0.0


def _are_laid_out(kept: Sequence[tuple[int, Unit]]) -> bool:
    """Whether units have names of their own, as the parts of a page do: header, main, footer."""
    names = {unit[0].attributes.get("id") or "" for _, unit in kept}
    named = [name for name in names if name and not any(c.isdigit() for c in name)]
    return len(kept) < 8 and 2 * len(named) >= len(kept)


def _zone(one: Repeated) -> float:
    """Less for what stands aside: menus, facets, footers."""
    parent = next(parents[0] for parents in one.parents.values() if parents)
    node: LexborNode | None = parent.node
    factor = 1.0
    for _ in range(12):
        if node is None or node.tag in ("body", "html"):
            break
        own = node.attributes
        words = f"{own.get('class') or ''} {own.get('id') or ''} {own.get('role') or ''}"
        if node.tag in ASIDE or ASIDE_WORDS.search(words):
            factor = min(factor, 0.3)
        elif node.tag == "main" or MAIN_WORDS.search(words):
            factor = max(factor, 1.2) if factor >= 1 else factor
        node = node.parent
    return factor
