"""`leadline integrate`: several sources of one domain, harvested together, as one table."""

from __future__ import annotations

import asyncio
import json
import signal
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack, ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import typer

from leadline.cli.address import source_at
from leadline.cli.budget import budget_option
from leadline.cli.duration import duration
from leadline.cli.earlier import Earlier
from leadline.cli.harvest import as_json
from leadline.cli.line import Line
from leadline.cli.unify import draw, drawable, interruptible
from leadline.conversation import Plan, Summary
from leadline.errors import Interrupted, SomeFailed
from leadline.follow import GAVE_UP, INTERRUPTED, Details
from leadline.integrate import Integration, Part, Standing, earlier_of, members_of
from leadline.interpret.understand import Hints
from leadline.linking import need_extra
from leadline.net.budget import Budget
from leadline.net.stack import Browser, Door, Manners, open_fetcher
from leadline.plan.many.soundings import Soundings
from leadline.plan.sounding import Sounding
from leadline.plan.stopping import EVERYTHING
from leadline.store import SqliteStore, open_store
from leadline.unifying import Unified
from leadline.unifying import unify as unified

WHAT, HOW, OUTPUT = "What is harvested", "How the sites are asked", "The output"
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
    sites: Annotated[
        Path, typer.Option(help="The file of `leadline discover` that @12 is in.", metavar="FILE",
                           rich_help_panel=WHAT)
    ] = Path("sites.db"),
    max_requests: Annotated[
        int | None, typer.Option(min=1, help="Stop after so many requests, of all sites.",
                                 rich_help_panel=HOW)
    ] = None,
    budget: Annotated[
        Budget | None,
        typer.Option(parser=budget_option, metavar="AMOUNT", rich_help_panel=HOW,
                     help="What this run may take, of all sites: 500 (requests), 20MB or 3h."),
    ] = None,
    delay: Annotated[
        float, typer.Option(min=0, help="Seconds between two requests to a site; 0 is for sites "
                            "of your own.", rich_help_panel=HOW)
    ] = 1.0,
    timeout: Annotated[
        float, typer.Option(min=1, help="Seconds that a page may take.", rich_help_panel=HOW)
    ] = 60.0,
    contact: Annotated[
        str, typer.Option(help="Your address or page, said to the sites.", rich_help_panel=HOW)
    ] = "",
    browser: Annotated[
        Browser, typer.Option(help="When pages are shown in a real browser first.",
                              rich_help_panel=HOW)
    ] = Browser.AUTO,
    overlap: Annotated[
        Path | None, typer.Option(help="Draw how sources overlap.", metavar="FILE.svg",
                                  rich_help_panel=OUTPUT)
    ] = None,
    as_object: Annotated[
        bool, typer.Option("--json", help="Print one JSON object and nothing else.",
                           rich_help_panel=OUTPUT)
    ] = False,
) -> None:  # fmt: skip
    """Harvest several sources of one domain, each helping the others, and make them one table.

    What is asked next, and of which site, is what brings most to all of them together. A site that
    fails does not stop the others. Ctrl-C ends it cleanly; the same command goes on where it
    stopped, with the sites that failed too. `leadline export FILE TO --entities` writes the table.
    """
    need_extra()
    drawable(overlap)
    plans = {plan.url: plan for plan in (_plan(url, sites) for url in urls)}
    spending = budget or Budget()
    spending.max_requests = max_requests or spending.max_requests
    run = _Run(
        plans=[*plans.values()],
        manners=Manners(delay=delay, timeout=timeout, contact=contact, browser=browser,
                        patient=False),
        budget=spending,
        parts=[Budget(whole=spending) for _ in plans],
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
        _show(outcome, into)
    outcome.complain()


def _plan(url: str, sites: Path) -> Plan:
    place, words = source_at(url, sites)
    return Plan(url=place, policy=Sounding(), hints=Hints(words=words), details=Details.NEVER)


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """How it ended: each source, and all of them as one table."""

    parts: Sequence[Part]
    requests: Sequence[int]
    stopped_because: str
    seconds: float
    unified: Unified | None

    @property
    def union(self) -> dict[str, Any]:
        """Records and entities held, and how many entities there may be."""
        if self.unified is None:
            return {"records": sum(part.records for part in self.parts), "entities": None,
                    "estimate": None, "low": None, "high": None}  # fmt: skip
        held = self.unified.entities
        bounds = [self._missing(name) for name in ("estimate", "low", "high")]
        estimate, low, high = (None if b is None else round(held + b) for b in bounds)
        return {"records": self.unified.records, "entities": held, "estimate": estimate,
                "low": low, "high": high}  # fmt: skip

    def _missing(self, bound: str) -> float | None:
        """Entities that no source has shown: what each lacks, as far as it is there alone."""
        assert self.unified is not None
        alone = dict(zip(self.unified.overlap.sources, self.unified.overlap.alone, strict=True))
        numbers = {url: number for number, url in self.unified.urls.items()}
        missing = 0.0
        for part in self.parts:
            if part.size is None:
                return None
            lacking = max(getattr(part.size, bound) - part.records, 0.0)
            missing += lacking * alone[numbers[part.url]] / max(part.records, 1)
        return missing

    def as_json(self) -> dict[str, Any]:
        """All of it as JSON values."""
        return {
            "sources": [
                {
                    "url": part.url,
                    "requests": requests,
                    "queries": part.queries,
                    "records": part.records,
                    "coverage": None if part.coverage is None else round(part.coverage, 4),
                    "stopped_because": part.stopped_because or self.stopped_because,
                    "failure": part.failure,
                }
                for part, requests in zip(self.parts, self.requests, strict=True)
            ],
            "union": self.union,
            "requests": sum(self.requests),
            "queries": sum(part.queries for part in self.parts),
            "stopped_because": self.stopped_because,
            "seconds": self.seconds,
        }

    def complain(self) -> None:
        """Raise if not all of it went well, though all that it brought is kept."""
        if self.stopped_because == INTERRUPTED:
            raise Interrupted("interrupted; run the same command again to go on")
        failed = [part for part in self.parts if part.failure]
        if failed:
            raise SomeFailed(f"{_failures(failed)}; run the same command again to go on with it")


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
            number = store.source(part.url)
            before = store.state(number) or {}
            cost = {
                "requests": before.get("requests", 0) + spent.requests,
                "seconds": round(before.get("seconds", 0.0) + seconds, 1),
            }
            ended = as_json(_summary(part, standing.stopped_because))
            store.keep_state(number, {**before, **ended, **cost})

    def _unified(self, store: SqliteStore, line: Line) -> Unified:
        told = f"all records are kept, and `leadline unify {self.into}` makes them one table"
        with interruptible(f"interrupted; {told}"):
            return unified(store, line.show)

    def _goes_on(self, standing: Standing) -> bool:
        return standing.stopped_because != INTERRUPTED

    async def _harvested(self, store: SqliteStore, line: Line) -> Standing:
        async with AsyncExitStack() as stack:
            doors = [await stack.enter_async_context(door) for door in self._doors(store, line)]
            task = asyncio.ensure_future(self._asked(store, doors, line))
            loop = asyncio.get_running_loop()
            loop.add_signal_handler(signal.SIGINT, task.cancel)
            try:
                return await task
            except asyncio.CancelledError as error:
                raise Interrupted(
                    "interrupted before the first record; run the same command again to start anew"
                ) from error
            finally:
                loop.remove_signal_handler(signal.SIGINT)

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
            line.show(_line(standing, self.budget.requests))

        earlier = self._earlier()
        members, failed = await members_of(self.plans, store, doors, watch)
        if not members:
            raise SomeFailed(f"no source could be asked; {_failures(failed)}")
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


def _failures(parts: Sequence[Part]) -> str:
    return "; ".join(
        part.failure if part.failure.startswith(part.url) else f"{part.url}: {part.failure}"
        for part in parts
    )


def _summary(part: Part, stopped: str) -> Summary:
    """A source as if it had been harvested by itself."""
    return Summary(
        pages=part.pages,
        queries=part.queries,
        records=part.records,
        size=part.size,
        proved=part.stopped_because == EVERYTHING,
        stopped_because=part.stopped_because or stopped,
        failure=part.failure,
    )


def _line(standing: Standing, requests: int) -> str:
    held = " + ".join(f"{part.records:,}" for part in standing.parts)
    entities = f" · about {standing.entities:,} entities" if standing.entities else ""
    return f"{standing.doing}: {requests:,} requests · {held} records{entities}"


def _show(outcome: Outcome, into: Path) -> None:
    for part, requests in zip(outcome.parts, outcome.requests, strict=True):
        share = "" if part.coverage is None else f" (about {part.coverage:.1%} of it)"
        print(f"  source    {part.records:,} records{share}, {requests:,} requests, "
              f"{part.queries:,} queries: {part.url}")  # fmt: skip
        if part.stopped_because == GAVE_UP or part.failure:
            print(f"            {part.stopped_because}: {part.failure}")
    union = outcome.union
    if outcome.unified is not None:
        about = "" if union["estimate"] is None else (
            f", of about {union['estimate']:,} (between {union['low']:,} and {union['high']:,})"
        )  # fmt: skip
        print(f"  entities  {union['entities']:,} of {union['records']:,} records{about}")
    if outcome.unified is not None and len(outcome.unified.urls) > 1:
        shared = [one.name for one in outcome.unified.matching.attributes if one.is_shared]
        print(f"  in common {', '.join(shared) or 'nothing'}")
    print(f"  requests  {sum(outcome.requests):,}, {duration(outcome.seconds)}")
    print(f"  stopped   {outcome.stopped_because}")
    print(f"  kept in   {into}")
