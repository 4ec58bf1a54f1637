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

from leadline.detect.facet_choices import Panel
from leadline.errors import (
    BudgetSpent,
    StoppedAnswering,
)
from leadline.harvest.exploring_script import scripted
from leadline.harvest.follow import GAVE_UP, INTERRUPTED
from leadline.harvest.holding import Holding
from leadline.harvest.visit import Visit
from leadline.interpret.facet_map import Maps
from leadline.interpret.facet_pages import FacetPages, values_of
from leadline.interpret.facet_panels import Facet
from leadline.interpret.facet_site import Panels, Reader, find_panels
from leadline.interpret.facet_trial import Refused
from leadline.interpret.facet_urls import alone, together
from leadline.model import Request
from leadline.net.stack import Door
from leadline.plan.facets.again import confirmed
from leadline.plan.facets.journey import Held, Journey
from leadline.plan.facets.known import Known, Pair
from leadline.plan.facets.lists import Ask, Shown, Value
from leadline.source import Source
from leadline.store import Store

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
        maps: Maps,
        before: Mapping[Value, Collection[str]] | None = None,
    ) -> None:
        self.store, self.number, self.source, self.maps = store, number, source, maps
        self.panels: Panels | None = None
        self.journey: Journey | None = None
        self.missing: tuple[str, ...] = ()  # addresses of records that the site's map names
        self._before = before
        self._holding = Holding(store, number, source, now=before is not None)
        self._visit = Visit(store, number, fetcher, Reader(source), again=before is not None)
        self._total: int | None = None
        self._named = set[str]()  # facets of which the first list names all values

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
            stopped, self._visit.failure = GAVE_UP, error.failure
        except asyncio.CancelledError:
            stopped = INTERRUPTED
        if self.journey is not None:
            self._conclude(self.journey.known)
        return Explored(
            lists=self._visit.lists,
            total=self._total,
            stopped=stopped,
            failure=self._visit.failure,
        )

    def _conclude(self, known: Known) -> None:
        """What follows from all counts, also for records that only the site's map names."""
        lacking = self._holding.mapped(self.maps, known.keys, known.total)
        if lacking:
            known.meet(lacking, frozenset())
        known.conclude()

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
        self.panels = await self._visit.driven(
            find_panels(self.source, uncounted=always or complete)
        )
        if self.panels is not None:
            refused = _merged(self.panels.facets.refused)
            self._note({"refused": [asdict(group) for group in refused]})
        if self.panels is None or not self.panels.tells:
            return await self._explore_script(told, skip_shown=not always)
        self._visit.reader = self.panels.reader
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
        self._visit.keep(Ask(under=frozenset(), url=document.url), document, first)
        return await self._visit.travel(self.journey.go(), pages.shown, told)

    async def _look_at_the_map(self, complete: bool) -> None:
        """Keep which records the site's map names and nothing has shown, if some are missing."""
        known = [one.record.url for one in self.store.records(self.number)]
        if complete if self._total is None else len(known) >= self._total:
            return
        await self._visit.driven(self.maps.read())
        if named := self.maps.records(known):
            held = set(known)
            self.say_missing([url for url in named if url not in held])

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
        """What a script shows; by data, records are known by what the source knows them by."""
        self._visit.reader = Reader(self.source)
        found = await scripted(self._visit, self.source, self.panels, self._holding.names)
        held = self._held(found.first, found.mute, skip_shown=skip_shown) if found else None
        if found is None or held is None:
            return ""
        self.journey = Journey(found.first, url=found.url, held=held, alone=found.alone)
        self._visit.keep(Ask(under=frozenset(), url=found.url), found.document, found.first)
        return await self._visit.travel(self.journey.go(), found.read, told, found.request)

    async def _of_the_same(self, groups: tuple[Panel, ...]) -> tuple[Panel, ...]:
        """The groups whose first choice leads to records that are known."""
        known = {record.key for record in self._holding.records()}
        found: list[Panel] = []
        for panel in groups:
            document = await self._visit.page(Request(url=panel.choices[0].url))
            keys = set() if document is None else set(self._visit.reader.keys(document))
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
        return held if held is not None or self._visit.reader.learned else Held()


def _merged(groups: Sequence[Refused]) -> list[Refused]:
    """Groups of one name that are refused for one reason, together."""
    found: dict[tuple[str, str], Refused] = {}
    for one in groups:
        before = found.get((one.what, one.why))
        links = one.links + (before.links if before is not None else 0)
        found[one.what, one.why] = replace(one, links=links)
    return list(found.values())
