"""Exploring the facets of a source: what only the lists under chosen values tell of its records.

Begins at the list of everything, when the conversation with the source is over. What is asked next
is for `plan/facets` to choose; here pages are fetched, read and kept. Each list is kept with its
new records before the next is chosen, and every page is archived, so that an interrupted
exploration is repeated from the archive and goes on where it stopped.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import Any, TypeVar

from leadline.browse.find import same_site
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
from leadline.harvest.follow import GAVE_UP, INTERRUPTED
from leadline.harvest.holding import Holding
from leadline.interpret.facet_data import DataPages, data_pages
from leadline.interpret.facet_map import not_found
from leadline.interpret.facet_pages import FacetPages, values_of
from leadline.interpret.facet_panels import Facet
from leadline.interpret.facet_pressed import everything, pressed_pages
from leadline.interpret.facet_site import Panels, Reader, find_panels, lists_of, reader_of
from leadline.interpret.facet_trial import Refused
from leadline.interpret.facet_urls import alone, together
from leadline.interpret.talk import Talk
from leadline.model import Query, Request
from leadline.net.stack import Door
from leadline.plan.facets.again import confirmed
from leadline.plan.facets.journey import Held, Journey
from leadline.plan.facets.known import Pair
from leadline.plan.facets.lists import Ask, Shown, Value
from leadline.query.ask import opening
from leadline.query.script import request_at
from leadline.source import Source
from leadline.store import Listed, Store

T = TypeVar("T")
NAMED = 20  # missing records whose addresses are kept
FAILING = 8  # pages in a row that could not be had, then the site is let alone
SAME = 0.95  # of the records of a list that must be known, if it is one of the known records


class Asking(StrEnum):
    """Whether facets are asked; `auto` asks those that say more than the rows of results."""

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


@dataclass(frozen=True, slots=True, kw_only=True)
class Explored:
    """How an exploration ended: the lists read, what the site counts, and why it ended early.

    `failure` is of the last page that could not be had.
    """

    lists: int = 0
    total: int | None = None
    stopped: str = ""
    failure: str = ""


class Exploration:
    """The facets of one source, asked list by list.

    Where it is known who had which value `before`, only what counts differently is asked.
    """

    def __init__(
        self,
        store: Store,
        number: int,
        fetcher: Door,
        source: Source,
        *,
        before: Mapping[Value, Collection[str]] | None = None,
    ) -> None:
        self.store, self.number, self.fetcher, self.source = store, number, fetcher, source
        self.panels: Panels | None = None
        self.journey: Journey | None = None
        self.missing: tuple[str, ...] = ()  # addresses of records that the site's map names
        self._before = before
        self._holding = Holding(store, number, source, now=before is not None)
        lists = store.lists(number) if before is None else ()
        self._kept = {(one.query, one.page) for one in lists}
        self._reader = Reader(source)
        self._total: int | None = None
        self._lists = self._failing = 0
        self._named = set[str]()  # facets of which the first list names all values
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
            await self._look_at_the_map(complete)
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
            failure=self._failure,
        )

    @property
    def fields(self) -> dict[str, str]:
        """The fields of rows that show a facet."""
        return self._holding.fields

    @property
    def told_something(self) -> bool:
        """Whether it is known of some records which values of facets they have."""
        return self.journey is not None or bool(self.fields)

    def witnessed(self) -> Iterator[Pair]:
        """Who has which value, and what tells it."""
        return self.journey.known.witnessed() if self.journey is not None else iter(())

    def is_known(self, value: Value) -> bool:
        """Whether it is known who has a value: all that its list has, or nobody."""
        if self.journey is None or value[0] not in self._named:
            return False
        known = self.journey.known
        return not known.has(value) or known.is_closed(value)

    async def _explore(self, asking: Asking, told: Callable[[int], None], complete: bool) -> str:
        always = asking is Asking.ALWAYS
        self.panels = await self._driven(find_panels(self.source, uncounted=always or complete))
        if self.panels is not None:
            refused = _merged(self.panels.facets.refused)
            self._note({"refused": [asdict(group) for group in refused]})
        if self.panels is None or not self.panels.tells:
            return await self._explore_script(told, skip_shown=not always)
        self._reader = self.panels.reader
        first, pages = self._first(self.panels)
        held = self._held(first, self.panels.mute, skip_shown=not always)
        if not self.panels.can_be_asked and {one.name for one in self.panels.mute} - {*self.fields}:
            return await self._explore_script(told, skip_shown=not always)
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
            together=together,
            sliders=[
                one
                for one in (self.panels.sliders() if self._before is None else ())
                if always or not self._holding.shows(one)
            ],
            lookups=self._holding.lookups(),
        )
        self._keep(Ask(under=frozenset(), url=document.url), document, first)
        return await self._travel(pages.shown, told)

    async def _look_at_the_map(self, complete: bool) -> None:
        """Keep which records the site's map names and nothing has shown, if some are missing."""
        known = [one.record.url for one in self.store.records(self.number)]
        if complete if self._total is None else len(known) >= self._total:
            return
        maps = await self.fetcher.sitemaps(self.source.url)
        own = [url for url in maps if same_site(url, self.source.url)]
        missing = await self._driven(not_found(own, known))
        if missing is not None:
            self.say_missing(missing)

    def say_missing(self, addresses: Sequence[str]) -> None:
        """Keep how many records the site's map names that were not found, and the first."""
        self.missing = tuple(addresses)
        first = list(self.missing[:NAMED])
        self._note({"missing": {"count": len(self.missing), "first": first}})

    def _note(self, found: dict[str, Any]) -> None:
        """Keep something with how the run stands."""
        state = self.store.state(self.number) or {}
        self.store.keep_state(self.number, {**state, **found})

    async def _explore_script(self, told: Callable[[int], None], *, skip_shown: bool) -> str:
        """What a script shows: by the data that it asks for, else by pressing what it offers."""
        self._reader = Reader(self.source)
        data = await self._data()
        if data is not None:
            return await self._explore_data(data, told, skip_shown=skip_shown)
        if self.panels is None or not self.panels.mute:
            return ""
        drawn = await self._pressable(self.panels.document)
        if drawn is None:
            return ""
        pages = await self._driven(pressed_pages(drawn, lists_of(self._reader, drawn)))
        if pages is None:
            return ""
        first = pages.shown(drawn)
        held = self._held(first, self.panels.mute, skip_shown=skip_shown)
        if held is None:
            return ""
        self.journey = Journey(first, url=first.url, held=held)
        self._keep(Ask(under=frozenset(), url=first.url), drawn, first)
        return await self._travel(pages.shown, told, request_at)

    async def _pressable(self, document: Document) -> Document | None:
        """A page that a script works as it is before anything is pressed, if it shows records."""
        drawn = await self._page(everything(document.url)) if is_scripted(document) else None
        reader = reader_of(self.source, drawn) if drawn is not None else None
        if reader is None:
            return None
        self._reader = reader.naming(self._holding.names()) if reader.learned else reader
        return drawn

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
        known = {record.key for record in self._holding.records()}
        found: list[Panel] = []
        for panel in groups:
            document = await self._page(Request(url=panel.choices[0].url))
            keys = set() if document is None else set(self._reader.keys(document))
            found += [panel] if keys and len(keys & known) >= SAME * len(keys) else []
        return tuple(found)

    def _first(self, panels: Panels) -> tuple[Shown, FacetPages]:
        """What the first page shows, with the values that had to be unfolded."""
        facets = panels.facets
        pages = FacetPages(panels.lists, facets, panels.foreign)
        cut = frozenset(facet.name for facet in facets.counted if facet.cut)
        shown = pages.shown(panels.document)
        return replace(shown, panel=values_of(facets.counted), cut=cut), pages

    def _held(self, first: Shown, mute: tuple[Facet, ...], *, skip_shown: bool) -> Held | None:
        """What is known before; None if the list has other records than the source."""
        self._total = first.total
        held = self._holding.held(first, mute, skip_shown=skip_shown)
        self._named = {facet for facet, _ in first.panel} - first.cut
        if held is not None and self._before is not None:
            held = confirmed(held, first, self._before)
        return held if held is not None or self._reader.learned else Held()

    async def _travel(
        self,
        read: Callable[[Document], Shown],
        told: Callable[[int], None],
        request: Callable[[str], Request] | None = None,
    ) -> str:
        """Fetch what is wanted until nothing is; why it ended early, if so."""
        assert self.journey is not None
        wanted = request or (lambda url: Request(url=url, rendered=self.source.rendered))
        talk = self.journey.go()
        try:
            ask = next(talk)
            while True:
                document = await self._page(wanted(ask.url))
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


def _merged(groups: Sequence[Refused]) -> list[Refused]:
    """Groups of one name that are refused for one reason, together."""
    found: dict[tuple[str, str], Refused] = {}
    for one in groups:
        before = found.get((one.what, one.why))
        links = one.links + (before.links if before is not None else 0)
        found[one.what, one.why] = replace(one, links=links)
    return list(found.values())
