"""Exploring the facets of a source: what only the lists under chosen values tell of its records.

Begins at the list of everything, when the conversation with the source is over. What is asked next
is for `plan/facets` to choose; here pages are fetched, read and kept. Each list is kept with its
new records before the next is chosen, and every page is archived, so that an interrupted
exploration is repeated from the archive and goes on where it stopped.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeVar

from leadline.detect.boxes import is_scripted
from leadline.detect.facets import Panel
from leadline.document import Document
from leadline.errors import (
    BudgetSpent,
    FetchError,
    MissingExtra,
    RobotsDenied,
    StoppedAnswering,
)
from leadline.follow import GAVE_UP, INTERRUPTED
from leadline.interpret.facet_data import DataPages, data_pages
from leadline.interpret.facet_pages import FacetPages, values_of
from leadline.interpret.facet_panels import Facet
from leadline.interpret.facet_rows import Rows
from leadline.interpret.facet_site import Panels, Reader, find_panels
from leadline.interpret.facet_urls import alone
from leadline.interpret.talk import Talk
from leadline.model import Query, Record, Request
from leadline.net.fetcher import Fetcher
from leadline.plan.facets.journey import Held, Journey
from leadline.plan.facets.known import Pair
from leadline.plan.facets.lists import Ask, Shown, Value
from leadline.query.ask import opening
from leadline.source import Source
from leadline.store import Listed, Store

T = TypeVar("T")
FAILING = 8  # pages in a row that could not be had, then the site is let alone
SAME = 0.95  # of the records of a list that must be known, if it is one of the known records
SHARED = 0.5  # of a first page's records that must be known, if it is of the same kind


class Asking(StrEnum):
    """Whether facets are asked; `auto` asks those that say more than the rows of results."""

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


@dataclass(frozen=True, slots=True, kw_only=True)
class Explored:
    """How an exploration ended: the lists read, what the site counts, and why it ended early."""

    lists: int = 0
    total: int | None = None
    stopped: str = ""
    failure: str = ""


class Exploration:
    """The facets of one source, asked list by list."""

    def __init__(self, store: Store, number: int, fetcher: Fetcher, source: Source) -> None:
        self.store, self.number, self.fetcher, self.source = store, number, fetcher, source
        self.panels: Panels | None = None
        self.journey: Journey | None = None
        self.fields: dict[str, str] = {}  # of rows, that show a facet
        self._kept = {(one.query, one.page) for one in store.lists(number)}
        self._reader = Reader(source)
        self._total: int | None = None
        self._lists = self._failing = 0
        self._failure = ""

    async def run(
        self, asking: Asking, told: Callable[[int], None], *, complete: bool = False
    ) -> Explored:
        """Find the facets and ask what they hide; `told` hears how many lists were read.

        Groups of links without counts are tried if that is wanted, or if all records are known, so
        that it can be seen whether their lists have the same.
        """
        stopped = ""
        try:
            stopped = await self._explore(asking, told, complete)
        except BudgetSpent as error:
            stopped = str(error)
        except StoppedAnswering as error:
            stopped, self._failure = GAVE_UP, error.failure
        except asyncio.CancelledError:
            stopped = INTERRUPTED
        if self.journey is not None:
            self.journey.known.conclude()
        return Explored(
            lists=self._lists,
            total=self._total,
            stopped=stopped,
            failure=self._failure if stopped == GAVE_UP else "",
        )

    @property
    def told_something(self) -> bool:
        """Whether it is known of some records which values of facets they have."""
        return self.journey is not None or bool(self.fields)

    def witnessed(self) -> Iterator[Pair]:
        """Who has which value, and what tells it."""
        return self.journey.known.witnessed() if self.journey is not None else iter(())

    async def _explore(self, asking: Asking, told: Callable[[int], None], complete: bool) -> str:
        always = asking is Asking.ALWAYS
        self.panels = await self._driven(find_panels(self.source, uncounted=always or complete))
        data = await self._data() if self.panels is None else None
        if data is not None:
            return await self._explore_data(data, told, skip_shown=not always)
        if self.panels is None:
            return ""
        self._reader = self.panels.reader
        first, pages = self._first(self.panels)
        held = self._held(first, self.panels.mute, skip_shown=not always)
        if held is None or not self.panels.can_be_asked:
            return ""
        document, groups = self.panels.document, self.panels.facets.uncounted
        if not always:
            groups = await self._of_the_same(groups)
        uncounted = [((panel.name, choice.text), choice.url)
                     for panel in groups for choice in panel.choices]  # fmt: skip
        self.journey = Journey(
            first,
            uncounted,
            url=document.url,
            held=held,
            alone=alone,
            sliders=self.panels.sliders() if always else (),
        )
        self._keep(Ask(under=frozenset(), url=document.url), document, first)
        return await self._travel(pages.shown, told)

    async def _data(self) -> DataPages | None:
        """The facets of the data that a script asks for, if records are such data."""
        if not self.source.interface.browsable:
            return None
        everything = await self._page(opening(self.source, Query()))
        front = await self._page(Request(url=self.source.url))
        if everything is None or not everything.is_json or front is None or not is_scripted(front):
            return None
        return await self._driven(data_pages(front))

    async def _explore_data(
        self, data: DataPages, told: Callable[[int], None], *, skip_shown: bool
    ) -> str:
        """Ask the data itself; records are known by what the source knows them by."""

        def shown(document: Document) -> Shown:
            return replace(data.shown(document), keys=self._reader.keys(document))

        first, url = shown(data.document), data.document.url
        held = self._held(first, (), skip_shown=skip_shown) if first.keys else None
        if held is None:
            return ""
        self.journey = Journey(first, url=url, held=held, alone=alone)
        self._keep(Ask(under=frozenset(), url=url), data.document, first)
        return await self._travel(shown, told)

    async def _driven(self, talk: Talk[T]) -> T:
        try:
            request = next(talk)
            while True:
                request = talk.send(await self._page(request))
        except StopIteration as done:
            found: T = done.value
            return found

    async def _of_the_same(self, groups: tuple[Panel, ...]) -> tuple[Panel, ...]:
        """The groups whose first choice leads to records that are known."""
        known = {record.key for record in self._records()}
        found: list[Panel] = []
        for panel in groups:
            document = await self._page(Request(url=panel.choices[0].url))
            keys = set() if document is None else set(self._reader.keys(document))
            found += [panel] if keys and len(keys & known) >= SAME * len(keys) else []
        return tuple(found)

    def _first(self, panels: Panels) -> tuple[Shown, FacetPages]:
        """What the first page shows, with the values that had to be unfolded."""
        facets = panels.facets
        pages = FacetPages(
            keys=panels.lists.keys,
            total=panels.lists.total,
            counted=frozenset(facet.name for facet in facets.counted),
            uncounted=frozenset(panel.name for panel in facets.uncounted),
            cut=facets.cut,
            orders=facets.orders,
            foreign=panels.foreign,
        )
        cut = frozenset(facet.name for facet in facets.counted if facet.cut)
        shown = pages.shown(panels.document)
        return replace(shown, panel=values_of(facets.counted), cut=cut), pages

    def _held(self, first: Shown, mute: tuple[Facet, ...], *, skip_shown: bool) -> Held | None:
        """The records that are known, and what their rows show; None if the list has others."""
        self._total = first.total
        rows, keys = Rows(counts=_counts(first, mute), total=first.total), list[str]()
        for record in self._records():
            keys.append(record.key)
            rows.hear(record.key, record.values)
        self.fields = rows.fields()
        shared = len(set(keys) & set(first.keys)) / max(1, len(first.keys))
        if shared < SHARED * min(1.0, len(keys) / max(1, first.total or 1)):
            return None if self._reader.learned else Held()
        complete = first.total is None or len(keys) >= first.total
        held = Held(keys=keys if complete else ())
        if not skip_shown:
            return held
        settled = frozenset(self.fields) if complete else frozenset[str]()
        return replace(held, own=rows.own(self.fields), settled=settled)

    def _records(self) -> Iterator[Record]:
        """The records of the conversation; with those of lists a new run would choose otherwise."""
        return (one.record for one in self.store.records(self.number) if one.first_turn)

    async def _travel(self, read: Callable[[Document], Shown], told: Callable[[int], None]) -> str:
        """Fetch what is wanted until nothing is; why it ended early, if so."""
        assert self.journey is not None
        talk = self.journey.go()
        try:
            ask = next(talk)
            while True:
                document = await self._page(Request(url=ask.url, rendered=self.source.rendered))
                if self._failing >= FAILING:
                    return GAVE_UP
                shown = None if document is None else read(document)
                if document is not None and shown is not None:
                    self._keep(ask, document, shown)
                    told(self._lists)
                ask = talk.send(shown)
        except StopIteration:
            return ""

    async def _page(self, request: Request) -> Document | None:
        """The page, if it could be had."""
        try:
            page = await self.fetcher.fetch(request)
        except RobotsDenied:
            return None
        except (FetchError, MissingExtra) as error:
            self._failure, self._failing = str(error), self._failing + 1
            return None
        if page.status >= 400:
            self._failure = f"{page.url} answers {page.status}"
            self._failing += page.status not in (404, 410)
            return None
        self._failing = 0
        return Document(page)

    def _keep(self, ask: Ask, document: Document, shown: Shown) -> None:
        """Keep a page of a list and its new records, unless that was done in an earlier run."""
        self._lists += 1
        query = Query(tuple(ask.under))
        if (query, ask.page) in self._kept:
            return
        self._kept.add((query, ask.page))
        listed = Listed(query=query, page=ask.page, url=ask.url, total=shown.total)
        records = self._reader.records(document)
        self.store.keep_list(self.number, listed, records, document.page)


def _counts(first: Shown, panels: tuple[Facet, ...]) -> dict[Value, int]:
    """How many records each value has, as panels say."""
    asked = {value: link.count for value, link in first.panel.items()}
    mute = {(f.name, c.text): c.count or 0 for f in panels for c in f.panel.choices}
    return {**mute, **asked}
