"""Our way through a faceted site, on pages that are fetched: `plan/facets` chooses them.

What is a facet is found out as `leadline harvest` does, sliders included (`interpret`). A page that
was fetched to find out is not fetched again.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import TypeVar

from leadline.answering import attended
from leadline.detect.boxes import is_scripted
from leadline.detect.facet_ranges import range_panels
from leadline.detect.facets import panels
from leadline.document import Document
from leadline.interpret.facet_data import data_pages
from leadline.interpret.facet_find import Facets, Lists, find_facets
from leadline.interpret.facet_pages import FacetPages, values_of
from leadline.interpret.facet_panels import as_facet
from leadline.interpret.facet_pressed import everything, pressed_pages
from leadline.interpret.facet_urls import alone, together
from leadline.lab.facets.crawl import Crawl, Refused, Spent
from leadline.model import Request
from leadline.plan.facets.journey import Journey
from leadline.plan.facets.lists import Ask, Shown
from leadline.plan.facets.sliders import Slider
from leadline.query.script import place_of, request_at
from leadline.read.total import TotalSample, learn_total

SAMPLES = 4  # lists whose addresses are compared
T = TypeVar("T")


async def ours(crawl: Crawl) -> None:
    """Everything that the facets of a site tell of its entities."""
    document = await crawl.page(crawl.root)
    if document is None:
        return
    crawl.learn(document)
    with suppress(Spent):
        await _Visit(crawl, document).explore()


class _Visit:
    """A crawl of one site, from its first list."""

    def __init__(self, crawl: Crawl, document: Document) -> None:
        self.crawl = crawl
        self.document = document
        self._fetched: dict[str, Document | None] = {document.url: document}

    async def explore(self) -> None:
        """Find the facets, and ask what they tell."""
        if not self.crawl.results(self.document) and is_scripted(self.document):
            await self._explore_script()
            return
        facets = await self._facets()
        pages = self._pages(facets)
        cut = frozenset(facet.name for facet in facets.counted if facet.cut)
        journey = Journey(
            replace(pages.shown(self.document), panel=values_of(facets.counted), cut=cut),
            [((p.name, c.text), c.url) for p in facets.uncounted for c in p.choices],
            url=self.document.url,
            alone=alone,
            together=together,
            sliders=_sliders(self.document),
        )
        await self._travel(journey, pages.shown)

    async def _explore_script(self) -> None:
        """What a script shows: by the data that it asks for, else by pressing what it offers."""
        data = await attended(data_pages(self.document), self._answer)
        if data is not None:
            journey = Journey(data.shown(data.document), url=data.document.url, alone=alone)
            await self._travel(journey, data.shown)
            return
        drawn = await self.crawl.fetch(everything(self.document.url))
        if drawn is None:
            return
        self.crawl.learn(drawn)
        pages = await attended(pressed_pages(drawn, self._lists(drawn)), self._answer)
        if pages is not None:
            first = pages.shown(drawn)
            await self._travel(Journey(first, url=first.url), pages.shown, request_at)

    def _lists(self, document: Document) -> Lists:
        """How lists are read, as the first page of one shows."""
        number = len(self.crawl.results(document))
        sample = TotalSample(document=document, records=number, page_size=number)
        return Lists(keys=self.crawl.results, total=learn_total([sample]))

    async def _facets(self) -> Facets:
        """The facets of the first list; what else it links to is refused."""
        crawl, self.lists = self.crawl, self._lists(self.document)
        found = await attended(find_facets(self.document, self.lists, uncounted=True), self._answer)
        crawl.refused += [Refused(what=r.what, why=r.why, links=r.links) for r in found.refused]
        lists = [d for d in self._fetched.values() if d is not None and crawl.results(d)]
        crawl.compare(lists[:SAMPLES])
        return found

    def _pages(self, facets: Facets) -> FacetPages:
        counted = frozenset(facet.name for facet in facets.counted)
        there = frozenset(as_facet(panel).name for panel in panels(self.document))
        return FacetPages(self.lists, facets, there - counted)

    async def _answer(self, request: Request) -> Document | None:
        """Fetch what is asked, and keep it."""
        place = place_of(request) if request.rendered else request.url
        answer = self._fetched.get(place) or await self.crawl.fetch(request)
        self._fetched[place] = answer
        return answer

    async def _travel(
        self,
        journey: Journey,
        shown: Callable[[Document], Shown],
        wanted: Callable[[str], Request] = lambda url: Request(url=url),
    ) -> None:
        """Fetch what is wanted, until nothing is."""

        async def answer(ask: Ask) -> Shown | None:
            document = self._fetched.pop(ask.url, None)
            document = document or await self.crawl.fetch(wanted(ask.url))
            self.crawl.scans += document is not None
            return None if document is None else shown(document)

        self.crawl.mined = lambda: set(journey.known.pairs())
        try:
            await attended(journey.go(), answer)
        finally:
            journey.known.conclude()
            self.crawl.found.update(journey.known.pairs())


def _sliders(document: Document) -> list[Slider]:
    return [
        Slider(name=one.name, low=one.low, high=one.high, step=one.step, url=one.url)
        for one in range_panels(document)
    ]
