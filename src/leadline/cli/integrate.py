"""`leadline integrate`: several sources of one domain, harvested together, as one table."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack, ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import typer

from leadline.cli.address import source_at
from leadline.cli.earlier import Earlier
from leadline.cli.harvested import Cost, as_json, keep_ended
from leadline.cli.integrated import Outcome, failures, show, summary, told
from leadline.cli.interrupt import cancellable, interrupted_as
from leadline.cli.line import Line
from leadline.cli.live_options import (
    WHAT,
    Allowed,
    Contact,
    Delay,
    MaxRequests,
    Shown,
    Sites,
    Timeout,
    spending,
)
from leadline.cli.options import OUTPUT, Json
from leadline.cli.unify import draw, drawable
from leadline.errors import SomeFailed
from leadline.harvest.follow import INTERRUPTED, Details
from leadline.harvest.integrate import Integration
from leadline.harvest.members import Part, Standing, earlier_of, members_of
from leadline.harvest.plan import Plan
from leadline.interpret.understand import Hints
from leadline.linking import need_extra
from leadline.linking.unifying import Unified
from leadline.linking.unifying import unify as unified
from leadline.net.budget import Budget
from leadline.net.stack import Browser, Door, Manners, open_fetcher
from leadline.plan.many.soundings import Soundings
from leadline.plan.sounding import Sounding
from leadline.store import SqliteStore, open_store

EPILOG = """Examples:

`leadline integrate https://one.example/search https://two.example/ --into books.db`

`leadline integrate @12 @31 @40 --into films.db --max-requests 5000`

`leadline integrate https://new.example/ --knowledge books.db --into more.db`
"""


def integrate(
    urls: Annotated[
        list[str],
        typer.Argument(help="The sites, or @12 for a source that `leadline discover` found.",
                       metavar="URL…"),
    ],
    into: Annotated[
        Path, typer.Option(help="The file that everything is kept in.", metavar="FILE",
                           rich_help_panel=OUTPUT)
    ] = Path("integrated.db"),
    knowledge: Annotated[
        Path | None,
        typer.Option(help="A file with an earlier harvest of the same domain: what it says about "
                     "values helps to choose.", metavar="FILE", rich_help_panel=WHAT),
    ] = None,
    sites: Sites = Path("sites.db"),
    max_requests: MaxRequests = None,
    budget: Allowed = None,
    delay: Delay = 1.0,
    timeout: Timeout = 60.0,
    contact: Contact = "",
    browser: Shown = Browser.AUTO,
    overlap: Annotated[
        Path | None, typer.Option(help="Draw how sources overlap.", metavar="FILE.svg",
                                  rich_help_panel=OUTPUT)
    ] = None,
    as_object: Json = False,
) -> None:  # fmt: skip
    """Harvest several sources of one domain, each helping the others, and make them one table.

    What is asked next, and of which site, is what brings most to all of them together. A site that
    fails does not stop the others. Ctrl-C ends it cleanly; the same command goes on where it
    stopped, with the sites that failed too. `leadline export FILE TO --entities` writes the table.
    """
    need_extra()
    drawable(overlap)
    plans = {plan.url: plan for plan in (_plan(url, sites) for url in urls)}
    allowed = spending(budget, max_requests)
    run = _Run(
        plans=[*plans.values()],
        manners=Manners(delay=delay, timeout=timeout, contact=contact, browser=browser,
                        patient=False),
        budget=allowed,
        parts=[Budget(whole=allowed) for _ in plans],
        into=into,
        knowledge=knowledge,
        quiet=as_object,
    )  # fmt: skip
    outcome = asyncio.run(run.integrate())
    if overlap is not None and outcome.unified is not None:
        draw(overlap, outcome.unified)
    if as_object:
        print(json.dumps(outcome.as_json(), ensure_ascii=False))
    else:
        show(outcome, into)
    outcome.complain()


def _plan(url: str, sites: Path) -> Plan:
    place, words = source_at(url, sites)
    return Plan(url=place, policy=Sounding(), hints=Hints(words=words), details=Details.NEVER)


@dataclass(frozen=True, kw_only=True)
class _Run:
    """One run of the command."""

    plans: Sequence[Plan]
    manners: Manners
    budget: Budget
    parts: Sequence[Budget]
    into: Path
    knowledge: Path | None
    quiet: bool

    async def integrate(self) -> Outcome:
        """Everything, or as much as Ctrl-C leaves."""
        began = time.monotonic()
        with ExitStack() as stack:
            store = stack.enter_context(open_store(self.into))
            line = stack.enter_context(Line(quiet=self.quiet))
            standing = await self._harvested(store, line)
            self._keep(store, standing, time.monotonic() - began)
            done = None
            if sum(part.records for part in standing.parts) and self._goes_on(standing):
                done = self._unified(store, line)
        return Outcome(
            parts=standing.parts,
            requests=[part.requests for part in self.parts],
            stopped_because=standing.stopped_because,
            seconds=round(time.monotonic() - began, 1),
            unified=done,
        )

    def _keep(self, store: SqliteStore, standing: Standing, seconds: float) -> None:
        """Keep how each source stands, for `leadline status`."""
        for part, spent in zip(standing.parts, self.parts, strict=True):
            ended = as_json(summary(part, standing.stopped_because))
            cost = Cost(requests=spent.requests, seconds=seconds)
            keep_ended(store, part.url, ended, cost)

    def _unified(self, store: SqliteStore, line: Line) -> Unified:
        kept = f"all records are kept, and `leadline unify {self.into}` makes them one table"
        with interrupted_as(f"interrupted; {kept}"):
            return unified(store, line.show)

    def _goes_on(self, standing: Standing) -> bool:
        return standing.stopped_because != INTERRUPTED

    async def _harvested(self, store: SqliteStore, line: Line) -> Standing:
        async with AsyncExitStack() as stack:
            doors = [await stack.enter_async_context(door) for door in self._doors(store, line)]
            return await cancellable(self._asked(store, doors, line))

    def _doors(self, store: SqliteStore, line: Line) -> list[Any]:
        return [
            open_fetcher(
                self.manners,
                seeds=(plan.url,),
                archive=Earlier(store=store, since=time.time()),
                budget=budget,
                told=line.say,
            )
            for plan, budget in zip(self.plans, self.parts, strict=True)
        ]

    async def _asked(self, store: SqliteStore, doors: Sequence[Door], line: Line) -> Standing:
        def watch(standing: Standing) -> None:
            line.show(told(standing, self.budget.requests))

        earlier = self._earlier()
        members, failed = await members_of(self.plans, store, doors, watch)
        if not members:
            raise SomeFailed(f"no source could be asked; {failures(failed)}")
        integration = Integration(store, members, earlier=earlier)
        standing = await integration.run(watch)
        return replace(standing, parts=self._in_order((*standing.parts, *failed)))

    def _in_order(self, parts: Sequence[Part]) -> tuple[Part, ...]:
        by_url = {part.url: part for part in parts}
        return tuple(by_url[plan.url] for plan in self.plans)

    def _earlier(self) -> Any:
        if self.knowledge is None:
            return ()
        with open_store(self.knowledge, create=False, write=False) as store:
            return earlier_of(store, Soundings())
