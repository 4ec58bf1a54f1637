"""`leadline harvest`: from the address of a site to the table behind it."""

from __future__ import annotations

import asyncio
import json
import signal
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from leadline.cli.address import file_for, source_at
from leadline.cli.budget import budget_option
from leadline.cli.duration import duration
from leadline.cli.earlier import Earlier
from leadline.cli.facets import facets_line
from leadline.cli.inspect import interruptible, show_source
from leadline.cli.progress import HarvestWatch
from leadline.conversation import Plan, Summary
from leadline.errors import (
    Interrupted,
    LeadlineError,
    NotArchived,
    StoppedAnswering,
    StoreError,
    UnknownPolicy,
)
from leadline.exploring import Asking
from leadline.follow import GAVE_UP, INTERRUPTED, Details
from leadline.harvest import driven, harvest, understood
from leadline.interpret.facet_site import Panels, find_panels
from leadline.interpret.understand import Hints
from leadline.net.budget import Budget
from leadline.net.cookies import Cookies
from leadline.net.stack import Browser, Door, Manners, open_fetcher
from leadline.plan.classic import Adaptive, BreadthFirst, DepthFirst, GreedyLink, Mmmi, RandomValue
from leadline.plan.policy import Policy
from leadline.plan.sounding import Sounding
from leadline.plan.splitting import Splitting
from leadline.plan.stopping import Goal
from leadline.source import Source
from leadline.store import Store, open_store

POLICIES: dict[str, Policy] = {
    "sounding": Sounding(),
    "splitting": Splitting(),
    "adaptive": Adaptive(),
    "mmmi": Mmmi(),
    "greedy-link": GreedyLink(),
    "breadth-first": BreadthFirst(),
    "depth-first": DepthFirst(),
    "random": RandomValue(),
}
EPILOG = """Examples:

`leadline harvest https://example.org/catalogue --into catalogue.db`

`leadline harvest https://example.org --seed-word history --max-requests 500 --delay 2`

`leadline harvest https://example.org --json > summary.json`

It goes on where it stopped when the same command is run again.
"""


ARCHIVE_ENDS = "the archive ends here"
NAMES = 8  # of fields that the closing lines tell
WHAT, HOW, OUTPUT = "What is asked", "Manners", "The output"


def harvest_command(
    url: Annotated[
        str, typer.Argument(help="The site, or the page with its search form; @12 is the source "
                            "of that number (see `leadline sources`).")
    ],
    into: Annotated[
        Path | None,
        typer.Option(help="The file to keep everything in; named after the host if left out.",
                     metavar="FILE", rich_help_panel=OUTPUT),
    ] = None,
    max_requests: Annotated[
        int | None,
        typer.Option(min=1, help="Stop after so many requests in this run.", rich_help_panel=HOW),
    ] = None,
    target: Annotated[
        float | None,
        typer.Option(min=0, max=1, help="Stop when this share of the records is surely held (by "
                     "an audit's lower bound); if left out, when asking no longer pays.",
                     rich_help_panel=WHAT),
    ] = None,
    until_proved: Annotated[
        bool,
        typer.Option("--until-proved", help="Go on until it is proved that nothing is missing, "
                     "or nothing is left to ask.", rich_help_panel=WHAT),
    ] = False,
    budget: Annotated[
        Budget | None,
        typer.Option(parser=budget_option, metavar="N|SIZE|TIME",
                     help="What this run may take: 500 requests, 20MB, 3h, 45min.",
                     rich_help_panel=HOW),
    ] = None,
    delay: Annotated[
        float, typer.Option(min=0, help="Seconds between two requests; it grows when the site is "
                            "slow or asks for it.", rich_help_panel=HOW)
    ] = 1.0,
    seed_word: Annotated[
        list[str] | None,
        typer.Option(help="A word that the search should find; may be given several times.",
                     metavar="WORD", rich_help_panel=WHAT),
    ] = None,
    fields: Annotated[
        str | None,
        typer.Option(help="Ask by these fields of the form only: a,b (see `leadline inspect`).",
                     metavar="A,B", rich_help_panel=WHAT),
    ] = None,
    policy: Annotated[
        str, typer.Option(help=f"How the next page is chosen: {', '.join(POLICIES)}.",
                          rich_help_panel=WHAT)
    ] = "sounding",
    details: Annotated[
        Details,
        typer.Option(help="Read each record's own page too, one request each, where it says more; "
                     "auto: as far as --max-requests allows.", rich_help_panel=WHAT),
    ] = Details.AUTO,
    facets: Annotated[
        bool | None,
        typer.Option("--facets/--no-facets", help="Ask by the facets beside a list, too, or not at "
                     "all; if left out, by those that count and say more than rows of results.",
                     rich_help_panel=WHAT),
    ] = None,
    browser: Annotated[
        Browser, typer.Option(help="Show pages in a real browser first; auto: where it is needed.",
                              rich_help_panel=HOW)
    ] = Browser.AUTO,
    timeout: Annotated[
        float, typer.Option(min=0.1, help="Seconds that a page may take.", rich_help_panel=HOW)
    ] = 60.0,
    contact: Annotated[
        str, typer.Option(help="An address or URL for the site's owner, said in the user agent.",
                          rich_help_panel=HOW)
    ] = "",
    archive: Annotated[
        Path | None,
        typer.Option(help="Take all pages from the archive in this file, none from the network.",
                     metavar="FILE", rich_help_panel=HOW),
    ] = None,
    sites: Annotated[
        Path, typer.Option(help="The file of `leadline discover` that @12 is in.", metavar="FILE",
                           rich_help_panel=WHAT)
    ] = Path("sites.db"),
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Find out how the site is asked, then stop.",
                           rich_help_panel=OUTPUT)
    ] = False,
    as_object: Annotated[
        bool, typer.Option("--json", help="Print one JSON object and nothing else.",
                           rich_help_panel=OUTPUT)
    ] = False,
) -> None:  # fmt: skip
    """Harvest the table behind a search form: find it, learn to ask it, ask as little as possible.

    Everything is kept in one SQLite file: the records, each question and why it was asked, and
    every page. Ctrl-C ends it cleanly; the same command goes on where it stopped.
    """
    place, words = source_at(url, sites)
    if policy not in POLICIES:
        raise UnknownPolicy(policy, [*POLICIES])
    spending = budget or Budget()
    spending.max_requests = max_requests or spending.max_requests
    run = _Run(
        plan=Plan(
            url=place,
            policy=POLICIES[policy],
            hints=Hints(words=tuple(seed_word or words), fields=_listed(fields)),
            goal=Goal(target=target, proof=until_proved),
            details=_details(details, spending.max_requests),
            facets=_asking(facets),
        ),
        manners=Manners(delay=delay, timeout=timeout, contact=contact, browser=browser),
        budget=spending,
        into=into or file_for(place),
        archive=archive,
        quiet=as_object,
    )
    if dry_run:
        show_source(*interruptible(run.look()), as_object)
        return
    outcome = asyncio.run(run.harvest())
    if as_object:
        print(json.dumps(outcome.as_json()))
    else:
        _show(outcome, run)
    _complain(outcome.summary, run)


def _complain(got: Summary, run: _Run) -> None:
    """Raise if it ended before its time, though all it brought is kept."""
    if got.stopped_because == INTERRUPTED:
        raise Interrupted("interrupted; run the same command again to go on")
    if got.stopped_because == ARCHIVE_ENDS:
        raise NotArchived(
            f"{ARCHIVE_ENDS} ({got.failure}); what it has is kept in {run.into}, the rest takes "
            "the network"
        )
    if got.stopped_because == GAVE_UP:
        raise StoppedAnswering(
            got.failure,
            f"what it gave is kept in {run.into}, run the same command again later to go on",
        )


def _details(wanted: Details, max_requests: int | None) -> Details:
    """Without a budget, own pages are read only if that was asked for."""
    return Details.ALWAYS if wanted is Details.AUTO and max_requests is not None else wanted


def _asking(facets: bool | None) -> Asking:
    return Asking.AUTO if facets is None else Asking.ALWAYS if facets else Asking.NEVER


def _listed(text: str | None) -> tuple[str, ...]:
    return tuple(part.strip() for part in (text or "").split(",") if part.strip())


@dataclass(frozen=True, kw_only=True)
class _Run:
    """One run of the command."""

    plan: Plan
    manners: Manners
    budget: Budget
    into: Path
    archive: Path | None
    quiet: bool

    async def harvest(self) -> Outcome:
        """All of it, or as much as Ctrl-C leaves."""
        async with self._opened() as (store, door, watch):
            with self._counted(store) as count:
                summary = await self._harvested(store, door, watch)
                return Outcome(summary=summary, **count(as_json(summary)))

    async def _harvested(self, store: Store, door: Door, watch: HarvestWatch) -> Summary:
        task = asyncio.ensure_future(harvest(self.plan, store, door, watch))
        asyncio.get_running_loop().add_signal_handler(signal.SIGINT, task.cancel)
        try:
            summary = await task
            ended = self.archive is not None and summary.stopped_because == GAVE_UP
            return replace(summary, stopped_because=ARCHIVE_ENDS) if ended else summary
        except asyncio.CancelledError as error:
            raise Interrupted(
                "interrupted before the first record; run the same command again to start anew"
            ) from error

    async def look(self) -> tuple[Source, Panels | None]:
        """Only how the site is asked."""
        async with self._opened() as (store, door, watch):
            with self._counted(store) as count:
                number = store.source(self.plan.url)
                source = await understood(self.plan, store, number, door, watch)
                asks = self.plan.facets is not Asking.NEVER
                panels = await driven(find_panels(source), door, watch) if asks else None
                count({})
                return source, panels

    @contextmanager
    def _counted(self, store: Store) -> Iterator[Callable[[dict[str, Any]], dict[str, Any]]]:
        """A block whose cost is added to that of earlier runs, however it ends.

        It is given what keeps how it ended, and returns the cost of all runs.
        """
        began = time.monotonic()

        def count(ended: dict[str, Any]) -> dict[str, Any]:
            number = store.source(self.plan.url)
            before = store.state(number) or {}
            cost = {
                "requests": before.get("requests", 0) + self.budget.requests,
                "seconds": round(before.get("seconds", 0.0) + time.monotonic() - began, 1),
            }
            store.keep_state(number, {**before, **ended, **cost})
            return cost

        try:
            yield count
        except StoreError:  # nothing can be kept
            raise
        except LeadlineError as error:
            count({"stopped_because": str(error)})
            raise

    @contextmanager
    def _cookies(self, store: Store) -> Iterator[Cookies]:
        """The cookies of earlier runs; those of this one are kept in the end."""
        number = store.source(self.plan.url)
        cookies = Cookies((store.settings(number) or {}).get("cookies", ()))
        try:
            yield cookies
        finally:
            if kept := cookies.kept():
                with suppress(StoreError):
                    store.keep_settings(number, {"cookies": kept})

    @asynccontextmanager
    async def _opened(self) -> AsyncIterator[tuple[Store, Door, HarvestWatch]]:
        with ExitStack() as stack:
            store = stack.enter_context(open_store(self.into))
            old = None
            if self.archive is not None:
                old = stack.enter_context(open_store(self.archive, create=False, write=False))
            watch = stack.enter_context(
                HarvestWatch(self.budget, quiet=self.quiet, replay=old is not None)
            )
            async with open_fetcher(
                self.manners,
                seeds=(self.plan.url,),
                archive=old or Earlier(store=store, since=time.time()),
                offline=old is not None,
                budget=self.budget,
                told=watch.say,
                cookies=stack.enter_context(self._cookies(store)) if old is None else None,
            ) as door:
                yield store, door, watch


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """How a harvest ended, and what it cost over all its runs."""

    summary: Summary
    requests: int
    seconds: float

    def as_json(self) -> dict[str, Any]:
        """The closing object."""
        return {"requests": self.requests, **as_json(self.summary), "seconds": self.seconds}


def as_json(got: Summary) -> dict[str, Any]:
    """What a run brought, as JSON values."""
    size = got.size
    return {
        "pages": got.pages,
        "queries": got.queries,
        "records": got.records,
        "details": got.details,
        "pairs": {"count": got.pairs.count, "hidden": got.pairs.hidden, "lists": got.lists},
        "size": None
        if size is None
        else {
            "estimate": round(size.estimate),
            "low": round(size.low),
            "high": round(size.high),
        },
        "coverage": None if got.coverage is None else round(got.coverage, 4),
        "complete": got.complete,
        "stopped_because": got.stopped_because,
    }


def _show(outcome: Outcome, run: _Run) -> None:
    got, console = outcome.summary, Console(highlight=False)
    for name, value in (
        ("records", f"{got.records:,}{_of(got)}"),
        ("requests", f"{outcome.requests:,}, {got.queries:,} queries, {duration(outcome.seconds)}"),
        ("stopped", got.stopped_because),
        ("facets", facets_line(got.pairs.count, got.pairs.hidden, got.lists)),
        ("own pages", _own_pages(got, run.plan.details)),
        ("kept in", str(run.into)),
    ):
        if value:
            console.print(f"  {name:<9} {value}", markup=False, soft_wrap=True)


def _own_pages(got: Summary, wanted: Details) -> str:
    """What records' own pages added, or would add, and how to get it."""
    if got.details and not got.unread:
        return f"{got.details:,} read"
    if not got.more or not got.unread:
        return ""
    names = ", ".join(got.more[:NAMES]) + (", …" if len(got.more) > NAMES else "")
    read = f"{got.details:,} read; " if got.details else ""
    if wanted is Details.ALWAYS:
        return f"{read}they also say: {names}; {got.unread:,} are left for another run"
    return f"{read}they also say: {names}; --details always reads them: {got.unread:,} requests"


def _of(got: Summary) -> str:
    if got.size is None:
        return ", of how many is unknown"
    if got.size.counted:
        return f" of {got.size.estimate:,.0f} that the site counts ({got.coverage:.1%})"
    return (
        f" of about {got.size.estimate:,.0f} ({got.coverage:.0%}; "
        f"roughly between {got.size.low:,.0f} and {got.size.high:,.0f})"
    )
