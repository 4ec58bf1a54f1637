"""What a page of a faceted list shows: who is on it, how many there are, and what narrows it.

How results and totals are read is learned before, and so is which groups of links are facets. The
link to the following page is looked for where others had theirs, and never among the values of
facets, which may be numbers in a row as those of pages are.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from leadline.detect.facet_choices import Panel
from leadline.detect.facet_inline import read_inline
from leadline.detect.facets import panels
from leadline.document import Document
from leadline.interpret.facet_find import Facets
from leadline.interpret.facet_panels import Facet, as_facet
from leadline.interpret.facet_trial import Lists
from leadline.interpret.facet_urls import leads_back
from leadline.plan.facets.lists import Link, Shown, Value
from leadline.read.next_page import next_links, next_place


class FacetPages:
    """How the lists of one site are read, whose facets are known.

    A panel that is as long as one that is known to be cut may be cut as well. Groups that are
    neither facets nor `foreign`, and that count their values, are facets that appear late.
    """

    def __init__(self, lists: Lists, facets: Facets, foreign: frozenset[str]) -> None:
        self._lists, self._cut, self._inline = lists, facets.cut, facets.inline
        self._counted = frozenset(facet.name for facet in facets.counted)
        self._facets = self._counted | {panel.name for panel in facets.uncounted}
        self._orders, self._foreign = facets.orders, foreign
        self._turned = ""  # the place of the link to the following page

    def shown(self, document: Document) -> Shown:
        """What a page says."""
        keys = self._lists.keys(document)
        found = [self._named(panel) for panel in panels(document)]
        counted = [facet for facet in found if self._is_counted(facet, document.url)]
        return Shown(
            keys=keys,
            url=document.url,
            total=self._lists.size(document),
            panel=values_of(counted),
            following=self._next(document, found),
            orders=tuple(c.url for f in found if f.name in self._orders for c in f.panel.choices),
            cut=frozenset(f.name for f in counted if f.cut or 0 < self._cut <= len(f.values)),
        )

    def _named(self, panel: Panel) -> Facet:
        """A panel as a facet; a name that is known is no number of values."""
        where = self._inline.get(panel.name)
        facet = as_facet((where and read_inline(panel, where)) or panel)
        known = panel.name in self._facets
        return replace(facet, panel=replace(facet.panel, name=panel.name)) if known else facet

    def _is_counted(self, facet: Facet, url: str) -> bool:
        if facet.name in self._counted:
            return True
        if all(leads_back(choice.url, url) for choice in facet.values):
            return False
        return facet.panel.counted and bool(facet.name) and facet.name not in self._foreign

    def _next(self, document: Document, found: Iterable[Facet]) -> str:
        facets = (facet for facet in found if facet.name in self._facets)
        values = {choice.url for facet in facets for choice in facet.panel.choices
                  if choice.count is not None or facet.name not in self._counted}  # fmt: skip
        links = next_links(document, self._turned)
        following = next((link.url for link in links if link.url not in values), "")
        if following and not self._turned:
            self._turned = next_place(document, following)
        return following


def values_of(facets: Iterable[Facet]) -> dict[Value, Link]:
    """The values of facets, where they lead, and how many results they leave."""
    return {
        (facet.name, choice.text): Link(url=choice.url, count=choice.count or 0)
        for facet in facets
        for choice in facet.values
    }
