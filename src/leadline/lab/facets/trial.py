"""Which groups of links are facets: counts say so, or following one link and comparing.

A link that leaves fewer results is a facet's; one that leaves as many, in another order or in
another look, is presentation; one that leads to no list is neither. Tried are groups that are
neither results nor a menu (which leads back to where one is); where some facets count, nor numbers,
which are pages then.
"""

from __future__ import annotations

from dataclasses import dataclass

from leadline.detect.facets import Panel, panels
from leadline.document import Document
from leadline.lab.facets.crawl import Crawl
from leadline.read.total import TotalRule


@dataclass(frozen=True, slots=True, kw_only=True)
class Facets:
    """The facets of a list: those that count their values by name, and the others."""

    counted: frozenset[str]
    uncounted: tuple[Panel, ...] = ()


async def facets_by_trial(crawl: Crawl, document: Document, rule: TotalRule | None) -> Facets:
    """The facets of a list of everything."""
    links = [p for p in panels(document) if p.name and all(c.url for c in p.choices)]
    counted = frozenset(panel.name for panel in links if panel.counted)
    unsure = [p for p in links if p.name not in counted and _may_be(p, crawl, document)]
    if counted:
        unsure = [p for p in unsure if not any(c.text.isdigit() for c in p.choices)]
    narrow = [panel for panel in unsure if await _narrows(crawl, panel, document, rule)]
    return Facets(counted=counted, uncounted=tuple(narrow))


def _may_be(panel: Panel, crawl: Crawl, document: Document) -> bool:
    urls = [choice.url for choice in panel.choices]
    return not any(crawl.is_entity(url) or url == document.url for url in urls)


async def _narrows(crawl: Crawl, panel: Panel, document: Document, rule: TotalRule | None) -> bool:
    """Whether a group's first link leaves fewer results."""
    other = await crawl.page(panel.choices[0].url)
    if other is None:
        return False
    whole, part = crawl.results(document), crawl.results(other)
    if not part or rule is None:
        return 0 < len(part) < len(whole)
    totals = rule.read(document, len(whole)), rule.read(other, len(part))
    return totals[0] is not None and totals[1] is not None and totals[1][0] < totals[0][0]
