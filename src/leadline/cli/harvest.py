"""`leadline harvest`: from the address of a site to the table behind it."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Annotated

import typer

from leadline.cli.address import file_for, source_at
from leadline.cli.finished import finished, show_finished
from leadline.cli.harvest_run import ARCHIVE_ENDS, HarvestRun
from leadline.cli.harvested import show
from leadline.cli.inspect import show_source
from leadline.cli.interrupt import interruptible
from leadline.cli.live_options import (
    MANNERS,
    WHAT,
    Allowed,
    Contact,
    Delay,
    MaxRequests,
    SeedWords,
    Shown,
    Sites,
    Timeout,
    spending,
)
from leadline.cli.options import OUTPUT, Json, listed
from leadline.cli.region import region_option
from leadline.errors import Interrupted, NotArchived, StoppedAnswering, UnknownPolicy
from leadline.harvest.exploring import Asking
from leadline.harvest.follow import GAVE_UP, INTERRUPTED, Details
from leadline.harvest.plan import Plan, Summary
from leadline.interpret.understand import Hints
from leadline.net.stack import Browser, Manners
from leadline.plan.classic import Adaptive, BreadthFirst, DepthFirst, GreedyLink, Mmmi, RandomValue
from leadline.plan.locator.region import Region
from leadline.plan.policy import Policy
from leadline.plan.sounding import Sounding
from leadline.plan.splitting import Splitting
from leadline.plan.stopping import Goal

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
    max_requests: MaxRequests = None,
    target: Annotated[
        float | None,
        typer.Option(min=0, max=1, help="Stop when this share of the records is surely held (by "
                     "an audit's lower bound); if left out, when asking no longer pays.",
                     rich_help_panel=WHAT),
    ] = None,
    until_proved: Annotated[
        bool,
        typer.Option("--until-proved", help="Go on until it is proved that nothing is missing, "
                     "or that cannot be and asking no longer pays.", rich_help_panel=WHAT),
    ] = False,
    budget: Allowed = None,
    delay: Delay = 1.0,
    seed_word: SeedWords = None,
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
                     "auto: with what a budget leaves.", rich_help_panel=WHAT),
    ] = Details.AUTO,
    facets: Annotated[
        bool | None,
        typer.Option("--facets/--no-facets", help="Ask by the facets beside a list, too, or not at "
                     "all; if left out, by those that count and say more than rows of results.",
                     rich_help_panel=WHAT),
    ] = None,
    region: Annotated[
        Region | None,
        typer.Option(parser=region_option, metavar="S,W,N,E",
                     help="The part of the Earth to cover, in degrees, where a site is asked for "
                     "what is near a point; all of it if left out.", rich_help_panel=WHAT),
    ] = None,
    browser: Shown = Browser.AUTO,
    timeout: Timeout = 60.0,
    contact: Contact = "",
    archive: Annotated[
        Path | None,
        typer.Option(help="Take all pages from the archive in this file, none from the network.",
                     metavar="FILE", rich_help_panel=MANNERS),
    ] = None,
    sites: Sites = Path("sites.db"),
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Find out how the site is asked, then stop.",
                           rich_help_panel=OUTPUT)
    ] = False,
    as_object: Json = False,
) -> None:  # fmt: skip
    """Harvest the table behind a search form: find it, learn to ask it, ask as little as possible.

    Everything is kept in one SQLite file: the records, each question and why it was asked, and
    every page. Ctrl-C ends it cleanly; the same command goes on where it stopped.
    """
    place, words = source_at(url, sites)
    if policy not in POLICIES:
        raise UnknownPolicy(policy, [*POLICIES])
    allowed = spending(budget, max_requests)
    run = HarvestRun(
        plan=Plan(
            url=place,
            policy=POLICIES[policy],
            hints=Hints(words=tuple(seed_word or words), fields=listed(fields)),
            goal=Goal(target=target, proof=until_proved),
            details=_details(details, limited=allowed.is_limited),
            facets=_asking(facets),
            region=region or Region(),
        ),
        manners=Manners(delay=delay, timeout=timeout, contact=contact, browser=browser),
        budget=allowed,
        into=into or file_for(place),
        archive=archive,
        quiet=as_object,
    )
    if dry_run:
        show_source(*interruptible(run.look()), as_object)
        return
    if (found := finished(run.into, run.plan)) is not None:
        show_finished(found, run.into, as_object)
        return
    outcome = asyncio.run(run.harvest())
    if as_object:
        print(json.dumps(outcome.as_json()))
    else:
        show(outcome, run.plan.details, run.into)
    _complain(outcome.summary, run)


def _complain(got: Summary, run: HarvestRun) -> None:
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


def _details(wanted: Details, *, limited: bool) -> Details:
    """Without a budget, own pages are read only if that was asked for."""
    return Details.ALWAYS if wanted is Details.AUTO and limited else wanted


def _asking(facets: bool | None) -> Asking:
    return Asking.AUTO if facets is None else Asking.ALWAYS if facets else Asking.NEVER
