"""What groups of links without counts are for: one link of each is followed and the list compared.

A link that leaves fewer results is a facet's; one that leaves as many shows them in another order
or another look, and is not followed again unless a list's end is not shown; one that leads to no
list is neither. Not tried are groups that are results, menus (which lead back to where one is),
pages, and days of a calendar: numbers in a row.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from leadline.browse.address import same_site
from leadline.browse.safety import safe
from leadline.detect.facet_choices import Choice, Panel
from leadline.detect.facets import panels
from leadline.document import Document
from leadline.interpret.facet_panels import as_facet
from leadline.interpret.presentation import as_control, is_page_size
from leadline.interpret.talk import Talk
from leadline.model import Request
from leadline.read.next_page import next_links
from leadline.read.total import TotalRule

TRIED = 8  # groups without counts
FEWEST = 2  # values of a facet
ROW = 3  # numbers in a row that are pages or days

Keys = Callable[[Document], tuple[str, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lists:
    """How lists are read: who is on a page, and where it says of how many."""

    keys: Keys
    total: TotalRule | None

    def size(self, document: Document) -> int | None:
        """How many results a list claims to have."""
        told = self.total.read(document, len(self.keys(document))) if self.total else None
        return None if told is None else told[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """A group of links that is not followed: its name, why, and how many links it has."""

    what: str
    why: str
    links: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """Groups that narrow a list, those that order it, and what is not followed."""

    narrowing: tuple[Panel, ...] = ()
    orders: frozenset[str] = frozenset()
    refused: tuple[Refused, ...] = ()


def tried(document: Document, lists: Lists, counted: frozenset[str]) -> Talk[Tried]:
    """The groups of a list of everything, but for facets that count their values."""
    narrowing, orders, refused = list[Panel](), set[str](), list[Refused]()
    left = TRIED
    for panel in panels(document):
        if not counted.isdisjoint((panel.name, as_facet(panel).name)):
            continue
        why = _reason(panel, document, lists, numbers=bool(counted))
        if not why:
            left -= 1
            why = (yield from _trial(panel, document, lists)) if left >= 0 else UNTRIED
        if not why:
            narrowing.append(panel)
        elif why != NOTHING:
            refused.append(Refused(what=panel.name, why=why, links=len(panel.choices)))
            orders |= {panel.name} if why == ORDER else set()
    return Tried(narrowing=tuple(narrowing), orders=frozenset(orders), refused=tuple(refused))


NOTHING = "no group of choices"
NUMBERS = "numbers in a row: pages or days"
ORDER = "as many results, in another order"
RESULTS = "other results"
LOOK = "the same results"
UNTRIED = "enough other groups were tried"
ELSEWHERE = "leads to no list of results"
UNSAFE = "may do more than show something"
REMEMBERED = "the server remembers the choice, no address says it"


def _reason(panel: Panel, document: Document, lists: Lists, *, numbers: bool) -> str:
    """Why a group is not even tried; empty if it is."""
    urls = [choice.url for choice in panel.choices]
    if not panel.name or len(urls) < FEWEST or not all(urls) or document.url in urls:
        return NOTHING
    if not all(same_site(url, document.url) for url in urls):
        return NOTHING
    if are_results(panel, document, lists):
        return RESULTS
    if numbers and _are_numbers([choice.text for choice in panel.choices]):
        return NUMBERS
    if is_page_size(as_control(panel.name, [(one.url, one.text) for one in panel.choices])):
        return LOOK
    harmless = sum(safe(choice.url, choice.text) for choice in panel.choices)
    return "" if 2 * harmless > len(urls) else UNSAFE  # a value may be called "new" or "edit"


def is_remembered(choice: Choice, document: Document, other: Document) -> bool:
    """Whether a choice leads back to the address of the list that it was made beside.

    Or the second page of its list has the address of that list's second page.
    """
    if other.url == document.url != choice.url:
        return True
    own = document.url.partition("?")[0]
    nexts = [next((link.url for link in next_links(one)), "") for one in (document, other)]
    return nexts[0] == nexts[1] != other.url and nexts[0].partition("?")[0] == own


def are_results(panel: Panel, document: Document, lists: Lists) -> bool:
    """Whether the links of a group look as those of results do."""
    results = {_shape(key) for key in lists.keys(document)}
    return 2 * sum(_shape(choice.url) in results for choice in panel.choices) > len(panel.choices)


def _shape(url: str) -> str:
    """An address with its numbers left out."""
    return re.sub(r"\d+", "#", url.partition("?")[0])


def _are_numbers(texts: list[str]) -> bool:
    """Whether most of some texts are whole numbers, each one more than the one before."""
    found = [int(text) for text in texts if text.isdecimal() and len(text) < 9]
    ups = sum(after == before + 1 for before, after in pairwise(found))
    return ups + 1 >= max(ROW, len(texts) / 2)


def _trial(panel: Panel, document: Document, lists: Lists) -> Talk[str]:
    """Why a group's links are not followed; empty if its first leaves fewer results.

    The first option of a drop-down may be what is chosen anyhow: then the last is tried.
    """
    why = yield from _tried_with(panel.choices[0], document, lists)
    if why != LOOK or panel.kind != "select":
        return why
    return (yield from _tried_with(panel.choices[-1], document, lists))


def _tried_with(choice: Choice, document: Document, lists: Lists) -> Talk[str]:
    other = yield Request(url=choice.url)
    after = lists.keys(other) if other is not None and other.page.status < 400 else ()
    if other is None or not after:
        return ELSEWHERE
    before = lists.keys(document)
    if is_remembered(choice, document, other) and after != before:
        return REMEMBERED
    sizes = lists.size(document), lists.size(other)
    if sizes[0] is None or sizes[1] is None:
        return "" if len(after) < len(before) else LOOK if after == before else ORDER
    if sizes[1] < sizes[0]:
        return ""
    return LOOK if after == before else ORDER
