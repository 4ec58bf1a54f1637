"""`leadline discover`: sites and their query forms, as a database of online databases."""

from __future__ import annotations

import asyncio
import sys
import time
from dataclasses import asdict, dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import typer

from leadline.browse.strategies import DEFAULT, strategies
from leadline.cli.address import address
from leadline.cli.discovered import NAMED, Outcome, show, told
from leadline.cli.interrupt import cancellable
from leadline.cli.line import Line
from leadline.cli.live_options import MANNERS, Contact, Delay, Timeout
from leadline.cli.options import OUTPUT, Json
from leadline.discover.crawl import AT_ONCE, INTERRUPTED, Crawl, Summary, Wish
from leadline.discover.lists import STDIN, read_list
from leadline.discover.met import remember
from leadline.discover.search import Allowance, Tools
from leadline.errors import BadData, Interrupted, UnknownStrategy, Unreachable
from leadline.net.addresses import Guard
from leadline.net.budget import Budget
from leadline.net.stack import Browser, Manners, open_fetcher
from leadline.store import open_store
from leadline.store.sites import Run, SitesStore, open_sites
from leadline.store.sites_values import State

MANY = 100  # sites that are searched, if nobody says otherwise and no more are named
LISTS = (".txt", ".csv", ".tsv", ".list")
WHAT = "What is searched"
EPILOG = """Examples:

`leadline discover https://example.org https://example.com --into sites.db`

`leadline discover sites.csv --sample 30 --max-pages 5000`

`leadline discover --from harvest.db`

Then `leadline sources used cars`, and `leadline harvest @12`. It goes on where it stopped when the
same command is run again.
"""


def discover(
    seeds: Annotated[
        list[str] | None,
        typer.Argument(help="Sites, or files that list some, one on each line or CSV; - is "
                       "standard input.", metavar="SEED"),
    ] = None,
    into: Annotated[
        Path, typer.Option(help="The file of sites and forms.", metavar="FILE",
                           rich_help_panel=OUTPUT)
    ] = Path("sites.db"),
    max_pages: Annotated[
        int | None,
        typer.Option(min=1, help="Stop after so many pages; asking the forms that are found "
                     "comes on top, up to ten requests each.", rich_help_panel=WHAT),
    ] = None,
    max_sites: Annotated[
        int | None,
        typer.Option(min=1, help=f"Search so many sites, of those that are named or met; {MANY}, "
                     "or as many as are named, if left out.", rich_help_panel=WHAT),
    ] = None,
    depth: Annotated[
        int | None,
        typer.Option(min=0, help="Follow so many links from a front page at most.",
                     rich_help_panel=WHAT),
    ] = None,
    strategy: Annotated[
        str, typer.Option(help=f"How the pages of a site are chosen: {', '.join(strategies())}.",
                          rich_help_panel=WHAT)
    ] = DEFAULT,
    sample: Annotated[
        int, typer.Option(min=0, help="Compare all strategies on so many of the sites, and go on "
                          "with the best.", rich_help_panel=WHAT)
    ] = 0,
    harvest: Annotated[
        Path | None,
        typer.Option("--from", help="Remember the sites that the pages of this harvest name; "
                     "without seeds nothing is fetched.", metavar="FILE", rich_help_panel=WHAT),
    ] = None,
    at_once: Annotated[
        int, typer.Option(min=1, max=2000, help="Sites at once, with one connection each.",
                          rich_help_panel=MANNERS)
    ] = AT_ONCE,
    delay: Delay = 1.0,
    timeout: Timeout = 30.0,
    contact: Contact = "",
    as_object: Json = False,
) -> None:  # fmt: skip
    """Find sites and their query forms, and keep them in a file that can be searched.

    Forms are judged by their markup, and searches by asking them a few words; nothing else is ever
    submitted. Ctrl-C ends it cleanly; the same command goes on where it stopped.
    """
    if strategy not in strategies():
        raise UnknownStrategy(strategy, [*strategies()])
    urls, skipped = _seeds(seeds or [])
    if skipped:
        print(f"{skipped:,} lines without an address are skipped", file=sys.stderr)
    if harvest is not None:  # before a file is made for nothing
        open_store(harvest, create=False, write=False).close()
    with open_sites(into) as store:
        met = remember(store, harvest) if harvest is not None else 0
        store.add_seeds(urls)
        if not (seeds or harvest or store.waiting()):
            raise BadData(f"name a site, or a file that lists some; {into} has none that waits")
        wish = Wish(max_sites=max_sites or max(MANY, len(urls)), strategy=strategy,
                    sample=sample, at_once=at_once)  # fmt: skip
        asked = {"seeds": [*(seeds or [])], "wish": asdict(wish), "pages": max_pages,
                 "depth": depth}  # fmt: skip
        job = _Job(
            wish=wish, asked=asked, depth=depth, pages=Allowance(max_pages), quiet=as_object,
            manners=Manners(delay=delay, timeout=timeout, contact=contact, tries=2,
                            browser=Browser.NEVER, patient=False, max_bytes=4 << 20),
        )  # fmt: skip
        idle = harvest is not None and not seeds
        outcome = Outcome.idle(store, met) if idle else asyncio.run(job.run(store))
    show(outcome, into, as_object)
    _complain(outcome)


def _seeds(named: list[str]) -> tuple[list[str], int]:
    """The addresses that were meant, and how many lines of lists had none."""
    urls, skipped = list[str](), 0
    for name in named:
        if name == STDIN or Path(name).is_file():
            found = read_list(name, address)
            urls += found.urls
            skipped += found.skipped
        elif name.lower().endswith(LISTS) and "://" not in name:
            raise BadData(f"there is no file {name}")
        else:
            urls.append(address(name))
    return list(dict.fromkeys(urls)), skipped


@dataclass(kw_only=True)
class _Job:
    """One run of the command."""

    wish: Wish
    asked: dict[str, Any]
    depth: int | None
    pages: Allowance
    manners: Manners
    quiet: bool

    async def run(self, store: SitesStore) -> Outcome:
        """All of it, or as much as Ctrl-C leaves."""
        run, budget, guard = store.begin(self.asked), Budget(), Guard()
        began = time.monotonic()
        self.pages.used = store.tally(run).all_pages
        with Line(quiet=self.quiet) as line:
            async with open_fetcher(self.manners, budget=budget, guard=guard) as door:
                tools = Tools(store=store, run=run, door=door, guard=guard, pages=self.pages,
                              depth=self.depth)  # fmt: skip
                crawl = Crawl(self.wish, tools, lambda progress: line.show(told(progress)))
                summary = await cancellable(crawl.run())
        spent = replace(run, seconds=run.seconds + time.monotonic() - began,
                        requests=run.requests + budget.requests)  # fmt: skip
        return self._outcome(store, spent, summary)

    def _outcome(self, store: SitesStore, run: Run, summary: Summary) -> Outcome:
        ended = None if summary.ended == INTERRUPTED else summary.ended
        store.keep_run(run, ended=ended)
        brought, (seconds, requests) = store.tally(run), store.cost()
        known, nothing = store.tally(), brought.unreachable and not brought.sites
        failed = list(islice(
            (site for site in store.sites() if site.forms_state is State.FAILED),
            min(NAMED, known.unreachable),
        ))  # fmt: skip
        return Outcome(
            tally=known, summary=summary, seconds=seconds, requests=requests,
            brought=brought, failure=failed[0].reason if nothing and failed else "",
            failed=tuple((site.url, site.reason) for site in failed),
        )  # fmt: skip


def _complain(outcome: Outcome) -> None:
    """Raise if it ended before its time, or nothing could be had."""
    if outcome.summary.ended == INTERRUPTED:
        raise Interrupted("interrupted; run the same command again to go on")
    if outcome.failure:
        count = outcome.brought.unreachable
        whose = "the site" if count == 1 else f"any of the {count:,} sites; the first"
        raise Unreachable(f"nothing could be had of {whose}: {outcome.failure}")
