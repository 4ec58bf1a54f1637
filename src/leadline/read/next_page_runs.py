"""Runs of page numbers: "1 2 [3] 4 5 … 27", whatever they are made of.

A run is the numbered links below one element. Its current page is the number that is no link, is
marked as current, leads to this very page, or is missing from a row of neighbours. Runs that lead
to other lists (the pages of each thread of a forum, the days of a calendar) are told by their
addresses, and of two that look alike the one that keeps what was asked for is this list's: years to
choose from ask for a year alone.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import islice, pairwise

from selectolax.lexbor import LexborHTMLParser, LexborNode

from leadline.document import Document

LINKS = 10_000  # that are looked at from either end of a page
LARGEST = 100_000
LEVELS = 4
_GROUPED = r"\d{1,3}(?:[,.'’\u00a0\u202f]\d{3})+(?!\d)|\d{1,6}"  # also 1,097
_FIGURE = re.compile(_GROUPED)
_NUMBER = re.compile(
    rf"[\[(]?\s*(?:(?:page|seite|página|pagina|strona|стр\.?|第)\s*)?({_GROUPED})\s*[页頁]?[\])]?",
    re.IGNORECASE,
)
_INDEX = re.compile(r"(?:/(?:index|default))?\.(?:s?html?|php|aspx?|jsp)$")  # "/" shows such a page
_DIGITS = re.compile(r"\d+")
_CURRENT = re.compile(
    r"\b(current|active|selected|sel|on|here|this|thispage|cur|now)\b|current|active"
)
_PAGE_BIT = re.compile(
    r"/(?:page|p|seite|pagina|strona|str|pg|index|start|offset)?[-_/]?\d+(?=/|$|\.)"
)
_DATE = re.compile(r"(?<!\d)(?:19|20)\d\d([-/_.]?)(?:0?[1-9]|1[0-2])\1(0?[1-9]|[12]\d|3[01])(?!\d)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """The numbered links of one element, and which page we are on."""

    links: tuple[tuple[int, str], ...]
    current: int | None
    score: float
    kept: float = 0.0  # of what the page's own address asks for, the share that the links ask for
    sure: bool = False  # that the current page is told, not inferred

    @property
    def ended(self) -> bool:
        """Whether the current page is told, and is the last."""
        return self.sure and all(number < (self.current or 0) for number, _ in self.links)

    @property
    def following(self) -> str | None:
        """The address of the page after the current one."""
        return None if self.current is None else dict(self.links).get(self.current + 1)


def best_run(document: Document, within: LexborNode | None = None) -> Run | None:
    """The run of page numbers of this page itself, or of one element of it."""
    runs = [run for run in _runs(document, within) if run.score >= 0.5]
    return max(runs, key=lambda run: (run.score, run.kept, len(run.links)), default=None)


def both_ends(nodes: list[LexborNode]) -> list[LexborNode]:
    """The elements, or of very many the first and the last: paging stands at either end."""
    return nodes if len(nodes) <= 2 * LINKS else nodes[:LINKS] + nodes[-LINKS:]


def kin(url: str, other: str) -> bool:
    """Whether two addresses are pages of one list: they differ in numbers or parameters only."""
    return _trunk(url) == _trunk(other)


def _trunk(url: str) -> str:
    path = url.partition("?")[0].partition("#")[0].split("://")[-1].removeprefix("www.")
    return _INDEX.sub("", _DIGITS.sub("", _PAGE_BIT.sub("", path)).lower()).rstrip("/")


def _runs(document: Document, within: LexborNode | None) -> Iterator[Run]:
    for owner, members in _grouped(document.tree if within is None else within):
        run = _run(document, owner, members)
        if run is not None:
            yield run


def _grouped(
    within: LexborNode | LexborHTMLParser,
) -> Iterator[tuple[LexborNode, list[tuple[int, LexborNode]]]]:
    """Numbered links by the lowest element that holds two of them."""
    below: dict[int, list[tuple[int, LexborNode]]] = defaultdict(list)
    owners: dict[int, LexborNode] = {}
    numbered = [(n, a) for a in both_ends(within.css("a[href]")) if (n := _number(a))]
    top = within if isinstance(within, LexborNode) else None
    for number, link in numbered:
        for owner in _above(link, top):
            below[owner.mem_id].append((number, link))
            owners[owner.mem_id] = owner
    done: set[int] = set()
    for _, link in numbered:
        above = list(_above(link, top))
        full = [owner for owner in above if len(below[owner.mem_id]) > 1]
        for owner in full[:1] or above[:2]:
            if owner.mem_id not in done:
                done.add(owner.mem_id)
                yield owner, below[owner.mem_id]


def _above(node: LexborNode, top: LexborNode | None) -> Iterator[LexborNode]:
    """The elements around one, up to the fourth, the body, or that one."""
    inner = node
    for _ in range(LEVELS):
        if inner.parent is None or (top is not None and inner.mem_id == top.mem_id):
            return
        inner = inner.parent
        if inner.tag in ("body", "html", None):
            return
        yield inner


def _number(node: LexborNode) -> int | None:
    text = "".join(
        n.text_content or ""
        for n in islice(node.traverse(include_text=True), 12)
        if n.tag == "-text"
    )
    return _value(text)


def _value(text: str) -> int | None:
    text = text.strip()
    found = _NUMBER.fullmatch(text) if len(text) < 20 else None
    value = _figure(found[1]) if found else 0
    return value if 0 < value <= LARGEST else None


def _figure(text: str) -> int:
    return int("".join(character for character in text if character.isdecimal()))


def _run(
    document: Document, owner: LexborNode, members: list[tuple[int, LexborNode]]
) -> Run | None:
    links: dict[int, str] = {}
    current = None
    for number, node in members[:200]:
        url = document.resolve(node.attributes.get("href"))
        if _marked(node, owner) or url == document.url:
            current = number
        elif url is not None and number not in links:
            links[number] = url
    if not links or _calendar(links, document.url):
        return None
    sure = current or _unlinked(owner, set(links))
    current = sure or _gap(sorted(links))
    if len(links) < 2 and not (sure and all(kin(url, document.url) for url in links.values())):
        return None
    score = _score(document, links, current, bool(sure))
    ordered = tuple(sorted(links.items()))
    kept = _kept(document.url, links.values())
    return Run(links=ordered, current=current, score=score, kept=kept, sure=bool(sure))


def _kept(own: str, urls: Collection[str]) -> float:
    asked = _parameters(own)
    return sum(len(asked & _parameters(url)) for url in urls) / max(len(asked) * len(urls), 1)


def _parameters(url: str) -> set[str]:
    return {part for part in url.partition("?")[2].partition("#")[0].split("&") if part}


def _calendar(links: dict[int, str], own: str) -> bool:
    """Whether the numbers are days: their addresses are dates that end in them.

    Dates that are the same in all addresses, or in the page's own, are what was searched for.
    """
    dates = {n: dict(_dates(url)) for n, url in links.items()}
    asked = set(dict(_dates(own)))
    if len(dates) > 1:
        asked |= set.intersection(*(set(found) for found in dates.values()))
    days = sum(n in {found[d] for d in found.keys() - asked} for n, found in dates.items())
    return days > len(links) / 2


def _dates(url: str) -> Iterator[tuple[str, int]]:
    """The dates in an address, and their days."""
    return ((found[0], int(found[2])) for found in _DATE.finditer(url))


def _score(document: Document, links: dict[int, str], current: int | None, sure: bool) -> float:
    """Kinship of the addresses counts most, then whether the current page is told."""
    related = sum(kin(url, document.url) for url in links.values()) / len(links)
    ordered = sorted(links)
    neighbours = 0.1 if current is not None and {current - 1, current + 1} & set(ordered) else -0.3
    return round(0.35 + 0.3 * related + (0.2 if sure else 0.0) + neighbours, 2)


def _marked(node: LexborNode, owner: LexborNode) -> bool:
    inner: LexborNode | None = node
    for _ in range(2):
        if inner is None or inner.mem_id == owner.mem_id:
            return False
        attributes = inner.attributes
        if (attributes.get("aria-current") or "false") not in ("false", ""):
            return True
        if _CURRENT.search((attributes.get("class") or "").lower().replace("inactive", "")):
            return True
        inner = inner.parent
    return False


def _unlinked(owner: LexborNode, linked: set[int]) -> int | None:
    """A number beside the links that is none itself and continues their row."""
    found = []
    for node in islice(owner.traverse(include_text=True), 600):
        if node.tag == "-text" and not _within_link(node):
            found += [
                _figure(digits) for digits in _FIGURE.findall((node.text_content or "")[:60])[:4]
            ]
    row = [n for n in found if n not in linked and ({n - 1, n + 1} & linked)]
    return row[0] if row else None


def _within_link(node: LexborNode) -> bool:
    inner = node.parent
    for _ in range(3):
        if inner is None:
            return False
        if inner.tag == "a" and "href" in inner.attributes:
            return True
        inner = inner.parent
    return False


def _gap(numbers: list[int]) -> int | None:
    """The one number missing in a row; 1 if the row begins with 2."""
    if numbers[0] == 2:
        return 1
    holes = [a + 1 for a, b in pairwise(numbers) if b - a == 2]
    return holes[0] if len(holes) == 1 else None
