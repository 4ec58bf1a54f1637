"""The facets of a list of everything: found on its first page, unfolded, and tried.

Groups of choices with counts are likely facets. Their folded values are fetched; then the list of
one value is opened: it must show results, as many as the panel counts, and fewer than there are.
Numbers within the texts of all choices are counts if the list of one is exactly as long. Groups
without counts are tried only where that is wanted (`facet_trial.py`). A talk: it yields
requests. Leaves out sliders, and panels that only a script makes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from leadline.browse.address import same_site
from leadline.browse.safety import safe
from leadline.detect.facet_choices import Choice, Panel
from leadline.detect.facet_inline import Inline, read_inline
from leadline.detect.facets import panels
from leadline.document import Document
from leadline.interpret.facet_panels import Facet, as_facet, counted_facets, is_more
from leadline.interpret.facet_trial import (
    FEWEST,
    REMEMBERED,
    Lists,
    Refused,
    are_results,
    is_remembered,
    tried,
)
from leadline.interpret.talk import Talk
from leadline.model import Request
from leadline.read.next_page import next_links

UNFOLDINGS = 60  # pages that are fetched for the values of one facet
ALL = "all have its one value, and nothing else is told"
WRONG = "its counts are not those of its lists"
NEARLY = 0.1  # by which a list may differ from its count: rounding, changes, a second language


@dataclass(frozen=True, slots=True, kw_only=True)
class Facets:
    """The facets of a list; `refused` are the groups of links that are none.

    `orders` are groups that show the list in other orders; `inline` says of which facets the counts
    stand in the texts of values, and where.
    """

    counted: tuple[Facet, ...] = ()
    inline: Mapping[str, Inline] = field(default_factory=dict)
    uncounted: tuple[Panel, ...] = ()
    orders: frozenset[str] = frozenset()
    refused: tuple[Refused, ...] = ()

    @property
    def cut(self) -> int:
        """How many values the shortest panel shows that lacks some; 0 if all are whole."""
        return min((len(facet.values) for facet in self.counted if facet.cut), default=0)


def find_facets(document: Document, lists: Lists, *, uncounted: bool = False) -> Talk[Facets]:
    """The facets of the list that begins on this page."""
    counted, refused = list[Facet](), list[Refused]()
    for facet in counted_facets(document):
        if not _may_narrow(facet, document, lists):
            continue
        total = lists.size(document)
        whole = _checked((yield from _unfolded(facet, lists)), total)
        why = yield from _why_not(whole, document, lists)
        if why:
            refused.append(Refused(what=facet.name, why=why, links=len(facet.values)))
        else:
            counted.append(whole)
    inline = yield from _inline_facets(document, lists)
    counted += [facet for facet, _ in inline]
    where = {facet.name: place for facet, place in inline}
    if all(_says_nothing(facet, lists.size(document)) for facet in counted):
        refused += [Refused(what=facet.name, why=ALL, links=1) for facet in counted]
        counted = []
    if not uncounted:
        return Facets(counted=tuple(counted), inline=where, refused=tuple(refused))
    found = yield from tried(document, lists, frozenset(facet.name for facet in counted))
    return Facets(
        counted=tuple(counted),
        inline=where,
        uncounted=found.narrowing,
        orders=found.orders,
        refused=(*refused, *found.refused),
    )


def _inline_facets(document: Document, lists: Lists) -> Talk[list[tuple[Facet, Inline]]]:
    """The facets whose counts stand in the texts of their values."""
    found: list[tuple[Facet, Inline]] = []
    total = lists.size(document)
    for panel in panels(document) if total is not None else ():
        if not panel.name or panel.counted or are_results(panel, document, lists):
            continue
        for where in Inline:
            read = read_inline(panel, where)
            facet = as_facet(read) if read is not None else None
            if facet is not None and _may_narrow(facet, document, lists):
                why = yield from _why_not(facet, document, lists, nearly=0)
                if not why:
                    found.append((facet, where))
                    break
    return found


def _may_narrow(facet: Facet, document: Document, lists: Lists) -> bool:
    """Whether the counts could be those of parts of this list."""
    size = lists.size(document)
    urls = [choice.url for choice in facet.values]
    if not urls or not all(same_site(url, document.url) for url in urls):
        return False
    if len(urls) < FEWEST and not _may_be_alone(facet.values[0], document):
        return False
    return size is None or max(choice.count or 0 for choice in facet.values) <= size


def _says_nothing(facet: Facet, total: int | None) -> bool:
    """Whether everything has the one value of a facet."""
    return len(facet.values) < FEWEST and facet.values[0].count == total


def _may_be_alone(choice: Choice, document: Document) -> bool:
    """Whether a link with a count may be the one value of a facet, not a menu or a basket."""
    elsewhere = choice.url != document.url and not is_more(choice.text)
    return elsewhere and safe(choice.url, choice.text)


def _unfolded(facet: Facet, lists: Lists) -> Talk[Facet]:
    """The facet with the values that other pages show of it; those may have pages themselves."""
    found, looked = facet, set[str]()
    while found.more and found.more not in looked and len(looked) < UNFOLDINGS:
        looked.add(found.more)
        document = yield Request(url=found.more)
        other = None if document is None else _same(document, facet.name)
        if document is None or other is None:
            break
        if not other.more and not lists.keys(document):
            joined = _joined(found, replace(other, more=_further(document, other)))
            found = replace(joined, cut=bool(joined.more))
        else:
            found = _joined(found, other)
    return found


def _checked(facet: Facet, total: int | None) -> Facet:
    """A facet whose values add up to everything lacks none."""
    counted = sum(choice.count or 0 for choice in facet.values)
    return replace(facet, cut=False) if counted == total else facet


def _further(document: Document, facet: Facet) -> str:
    """The next page of a page of values."""
    own = {choice.url for choice in facet.values}
    return next((link.url for link in next_links(document) if link.url not in own), "")


def _same(document: Document, name: str) -> Facet | None:
    return next((facet for facet in counted_facets(document) if facet.name == name), None)


def _joined(one: Facet, other: Facet) -> Facet:
    """The values of both; where both name one, as the second has it: it shows more values."""
    new = {choice.text: choice for choice in other.values}
    kept = tuple(choice for choice in one.values if choice.text not in new)
    fewer = set(new) >= {choice.text for choice in one.values}
    choices = (*kept, *new.values())
    return replace(other, panel=replace(other.panel, choices=choices), cut=other.cut or not fewer)


def _why_not(facet: Facet, document: Document, lists: Lists, nearly: float = NEARLY) -> Talk[str]:
    """Why a group is no facet; empty if a list shows as many results as the panel says.

    That of the largest value that not all have, which may name values that the first list does not;
    or of the smallest, where lists do not say how many they have.
    """
    total = lists.size(document) or 0
    parts = [choice for choice in facet.values if choice.count and choice.count < total]
    choice = max(parts, key=_count, default=min(facet.values, key=_count))
    other = yield Request(url=choice.url)
    if other is None or other.page.status >= 400:
        return WRONG
    if is_remembered(choice, document, other):
        return REMEMBERED
    return "" if _keeps_its_count(facet, choice, other, lists, nearly) else WRONG


def _keeps_its_count(
    facet: Facet, choice: Choice, document: Document, lists: Lists, nearly: float
) -> bool:
    """Whether the list of a value shows as many results as its panel says.

    A list that does not say how long it is may be longer than what is seen of it, unless the count
    has to be proved: "October 2024" is none.
    """
    count, shown, size = choice.count or 0, len(lists.keys(document)), lists.size(document)
    if len(facet.values) < FEWEST:  # what is chosen is not offered again, unlike "all"
        again = _same(document, facet.name)
        offered = again is not None and choice.url in [value.url for value in again.values]
        return shown > 0 and size == count and not offered
    if size is None:
        return 0 < shown <= count if nearly else shown == count
    return 0 < shown <= size and abs(size - count) <= max(nearly > 0, nearly * count)


def _count(choice: Choice) -> int:
    return choice.count or 1 << 30


__all__ = ["Facets", "Lists", "find_facets"]
