"""Asking a live source again for what has changed, and keeping what was found.

The ledger of the harvest stays as it is; pages are archived beside those of the harvest, and what
is different is kept as changes, in one transaction at the end, however that comes about.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from leadline.errors import BudgetSpent, StoppedAnswering, StoreError
from leadline.harvest.conversation import Conversation
from leadline.harvest.exploring_again import Again, explored_again
from leadline.harvest.follow import GAVE_UP, INTERRUPTED
from leadline.harvest.plan import Plan
from leadline.harvest.proofs import source_of
from leadline.harvest.redesign import driven
from leadline.interpret.orders import with_orders
from leadline.model import Answer, Outcome, Page, Query, Record, Request, Step, Turn
from leadline.net.stack import Door
from leadline.plan.refresh import Asking, Findings, Refresh
from leadline.plan.sounding import Sounding
from leadline.read.plain import plainly
from leadline.source import Source
from leadline.store import Change, Kind, MemoryStore, Store, records_now

FAILING = 8  # pages in a row that could not be had, then the site is let alone
WORTH = 25  # pages that were not looked at: then it is tried in what orders they can be had
LOOK = 20  # pages between two counts of what was found
SPENT = "the budget is spent"
DONE = "nothing that was asked differs any more"


@dataclass(frozen=True, slots=True, kw_only=True)
class Refreshed:
    """What a refresh found, what it cost, and what it could not see."""

    added: int
    changed: int
    vanished: int
    doubtful: int  # of these: they are not where they were, and may have changed instead
    pages: int
    unseen: int  # records held that were not shown again: what changed in place is not known
    unexplained: int  # records by which counts still differ
    stopped_because: str
    pairs: Again  # what facets tell


@dataclass(frozen=True, slots=True)
class OnlyKept:
    """An archive that keeps pages and never gives one: a refresh asks the site."""

    store: Store

    def get(self, request: Request) -> Page | None:
        """Nothing: what is archived is old."""
        return None

    def put(self, page: Page) -> None:
        """Keep a page."""
        self.store.put(page)


async def refresh(
    store: Store, number: int, door: Door, now: float, watch: Callable[[str], None]
) -> Refreshed:
    """Ask a source again, as little as will do; `watch` hears what is being done."""
    source = source_of(store, number)
    if not store.totals(number).turns:
        raise StoreError("nothing was harvested yet: there is nothing to refresh")
    watch("reading what is held")
    talk = _Talk(store, number, door, source)
    reason = await talk.run(watch)
    found = talk.refresh.findings
    store.keep_changes(number, talk.changes(found, now))
    pairs = Again()
    if reason == DONE:
        watch("looking at facets")
        pairs = await explored_again(
            store, number, door, source, lambda done: watch(f"asking facets: {done:,} pages")
        )
    return Refreshed(
        added=len(found.added),
        changed=len(found.changed),
        vanished=len(found.vanished),
        doubtful=len(found.doubtful),
        pages=talk.pages,
        unseen=talk.refresh.unseen,
        unexplained=talk.refresh.unexplained,
        stopped_because=pairs.stopped or reason,
        pairs=pairs,
    )


class _Talk:
    """A refresh, driven over the network."""

    def __init__(self, store: Store, number: int, door: Door, source: Source) -> None:
        self.source, self.pages, self._failing = source, 0, 0
        self._door = door
        held = [_plain(source, stored.record) for stored in records_now(store, number)]
        turns = (plainly(source, turn) for turn in store.turns(number))
        self.refresh = Refresh(source.interface, turns, held)
        self._shown: dict[str, Record] = {}  # as the site shows them
        self._ask = self._asked_by(source)

    def _asked_by(self, source: Source) -> Conversation:
        memory = MemoryStore()
        plan = Plan(url=source.url, policy=Sounding())
        return Conversation(plan, memory, memory.source(source.url), self._door, source)

    async def run(self, watch: Callable[[str], None]) -> str:
        """Ask to the end; why it ended."""
        try:
            return await self._in_every_order(watch)
        except BudgetSpent:
            return SPENT
        except StoppedAnswering:
            return GAVE_UP
        except asyncio.CancelledError:
            return INTERRUPTED

    async def _in_every_order(self, watch: Callable[[str], None]) -> str:
        """Ask as it was harvested, then the first pages of a list in other orders."""
        reason = await self._drive(self.refresh.run(), watch)
        interface = self.source.interface
        listed = interface.browsable and interface.limit is None and not interface.orders
        if reason != DONE or not listed or self.refresh.unseen < WORTH * interface.page_size:
            return reason
        watch("looking for orders of the list")
        ordered = await driven(with_orders(self.source), self._door)
        self._ask = self._asked_by(ordered)
        return await self._drive(self.refresh.skim(ordered.interface), watch)

    async def _drive(self, asking: Asking, watch: Callable[[str], None]) -> str:
        found = 0
        try:
            step = next(asking)
            while self._failing < FAILING:
                answer = await self._answer(step)
                step = asking.send(answer)
                found = len(self.refresh.findings) if self.pages % LOOK == 0 else found
                watch(f"refreshing: {self.pages:,} pages · {found:,} changes")
        except StopIteration:
            return DONE
        return GAVE_UP

    async def _answer(self, step: Step) -> Answer:
        reading, _ = await self._ask.ask(step)
        self.pages += 1
        if reading.next is not None:
            self._ask.next[step.query, step.page + 1] = reading.next
        failed = reading.answer.outcome is Outcome.FAILED
        self._failing = self._failing + 1 if failed else 0
        self._shown |= {record.key: record for record in reading.answer.records}
        return plainly(self.source, Turn(self.pages, step, reading.answer)).answer

    def changes(self, found: Findings, at: float) -> Iterator[Change]:
        """The findings as they are kept: records as the site shows them."""
        for record in found.added:
            yield Change(key=record.key, kind=Kind.ADDED, at=at, record=self._shown[record.key])
        for record in found.changed:
            yield Change(key=record.key, kind=Kind.CHANGED, at=at, record=self._shown[record.key])
        for key in found.vanished:
            yield Change(key=key, kind=Kind.VANISHED, at=at)


def _plain(source: Source, record: Record) -> Record:
    turn = Turn(0, Step(Query()), Answer(records=(record,)))
    return plainly(source, turn).answer.records[0]
