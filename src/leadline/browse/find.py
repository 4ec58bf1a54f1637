"""Which links of a page most likely lead to a search form, or to a list of many records.

By the words of the link and of its address in several languages, by a number of records beside it,
by its place and the shape of its address. One request is one page, so the order is what counts.
Links that change something, or lead off the site, are never among them. Leaves out learning from
what earlier links brought.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from urllib.parse import SplitResult

from selectolax.lexbor import LexborNode

from leadline.browse.address import same_site, split
from leadline.browse.safety import safe
from leadline.browse.spoken import Spoken, spoken
from leadline.document import Document
from leadline.interpret.regions import Spot, spots

MOST = 100  # links that are worth a list
NODES = 20_000  # of a page that are looked at
LONGEST = 200  # characters of a link's text, and of what stands behind it


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A link worth following; the higher the score, the sooner."""

    url: str
    score: float
    text: str = ""


_NUMBER = r"(\d[\d.,'’ \u00a0\u202f]{0,12})"
_UNITS = (
    r"rows?|records?|entries|items?|results?|titles?|documents?|books?|articles?|objects?|products?"
    r"|pages|tickets|jobs|datensätze|einträge|treffer|titel|objekte|stellen|notices?|résultats?"
    r"|registros|resultados|títulos|risultati|titoli|resultaten|wyników|rekordów|записей"
    r"|результатов|件|条|條|项|건"
)
_DIGIT = re.compile(r"\d")
_COUNT = re.compile(rf"{_NUMBER}\s{{0,2}}(?:{_UNITS})|[(\[]{_NUMBER}[)\]]", re.IGNORECASE)
_HREF = {"a": "href", "area": "href", "frame": "src", "iframe": "src"}


def rank_links(document: Document, seen: Collection[str] = ()) -> tuple[Link, ...]:
    """The links of a page that are not seen yet, the most promising first."""
    if not document.is_html:
        return ()
    best: dict[str, Link] = {}
    for link in _scored(document):
        known = best.get(link.url)
        if link.url not in seen and (known is None or known.score < link.score):
            best[link.url] = link
    return tuple(sorted(best.values(), key=lambda link: -link.score)[:MOST])


def promise(url: str, text: str, aside: bool, said: Spoken | None = None) -> float:
    """How likely a link leads to a search or a list, by its words, address and place alone."""
    return _score(url, text, "", aside, said or spoken(url, text))


def _scored(document: Document) -> Iterator[Link]:
    for node, spot, behind in _anchors(document):
        url = document.resolve(node.attributes.get(_HREF[node.tag or ""]))
        if url is None or url == document.url or not same_site(url, document.url):
            continue
        text = _text(node)
        if safe(url, text) and not _acts(node):
            said = spoken(url, text)
            score = _score(url, text, behind, spot.aside, said) - _elsewhere(url, document.url)
            yield Link(url=url, score=round(score, 3), text=text)


def _anchors(document: Document) -> Iterator[tuple[LexborNode, Spot, str]]:
    """Each link with its place, and the text between it and the next."""
    last: tuple[LexborNode, Spot] | None = None
    inside = behind = ""
    for node, spot in spots(document.tree.root, NODES):
        if node.tag in _HREF and _HREF[node.tag] in node.attributes:
            if last is not None:
                yield *last, behind[len(inside) :]
            last, inside, behind = (node, spot), _text(node), ""
        elif node.tag == "-text" and last is not None and len(behind) < 2 * LONGEST:
            behind = f"{behind} {node.text_content or ''}".strip()
    if last is not None:
        yield *last, behind[len(inside) :]


def _text(node: LexborNode) -> str:
    text = " ".join(node.text(separator=" ")[: 4 * LONGEST].split())
    own = node.attributes
    return (text or own.get("title") or own.get("aria-label") or own.get("alt") or "")[:LONGEST]


def _acts(node: LexborNode) -> bool:
    """Whether a script turns the link into something other than a look."""
    own = node.attributes
    method = (own.get("data-method") or own.get("data-turbo-method") or "get").lower()
    return method != "get" or "download" in own


def _score(url: str, text: str, behind: str, aside: bool, said: Spoken) -> float:
    title, path = said.title, said.path
    score = 3.0 * title.search + 2.0 * path.search + 1.5 * title.lists
    score += path.lists - 2.0 * title.about + _counted(f"{text} {behind}")
    score += said.advanced if score >= 2.0 else 0.0
    score += 0.0 if aside else 0.4
    return score - _shape(split(url))


def _counted(text: str) -> float:
    """More for more records beside the link."""
    if _DIGIT.search(text) is None:
        return 0.0
    said = " ".join(text.split())[: 2 * LONGEST]
    numbers = [one or other for one, other in _COUNT.findall(said)]
    counts = [int(re.sub(r"\D", "", number)[:9] or 0) for number in numbers]
    return min(3.0, 0.6 * math.log10(1 + max(counts, default=0)))


def _shape(parts: SplitResult) -> float:
    """Deep, numbered and parametrised addresses are details rather than starts."""
    folders = [folder for folder in parts.path.split("/") if folder]
    numbered = _DIGIT.search(parts.path) is not None
    asked = len(parts.query.split("&")) if parts.query else 0
    return 0.2 * min(len(folders), 6) + 0.5 * numbered + 0.3 * min(asked, 4)


def _elsewhere(url: str, home: str) -> float:
    return 0.5 * (split(url).netloc.lower() != split(home).netloc.lower())
