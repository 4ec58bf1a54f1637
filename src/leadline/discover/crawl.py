"""Site Finder and Form Finder over the two databases, many sites at once.

The Form Finder searches every site for query forms; while more sites are wanted than are known, the
Site Finder searches those that the Form Finder is done with for sites. Both take sites from the
Site Database and bring back what they find, so that each can be interrupted at any moment. A site
is visited by one search at a time, over one connection.
Source: He et al., Section 3.3, Figure 6.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from leadline.browse.adaptive import adaptive
from leadline.browse.experience import Experience
from leadline.browse.strategies import DEFAULT, LEARNING, strategies
from leadline.browse.strategy import Maker
from leadline.discover import sample
from leadline.discover.remember import remember, remembered
from leadline.discover.search import SiteSearch, Tools
from leadline.errors import StoreError
from leadline.net.fetcher import host_of
from leadline.store.sites_values import Site, Sought, State, Tally

TICK = 0.5  # seconds between two looks at the databases, if nothing happens
TELL = 1.0  # seconds after which what was found is safe, and told
SHARE = 4  # of the sites at once, one so many is searched for sites
REFILL = 16
AT_ONCE, FIRST = 200, 20  # sites; until some are done, where they teach
INTERRUPTED = "interrupted"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What is wanted: how many sites, by which strategy, or by the best on a sample."""

    max_sites: int
    strategy: str = DEFAULT
    sample: int = 0
    at_once: int = AT_ONCE


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How it stands, for people who watch it."""

    doing: str
    running: int
    waiting: int
    tally: Tally


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """How a run ended."""

    strategy: str
    ended: str
    sample: sample.Report | None = None


Watch = Callable[[Progress], None]


@dataclass(slots=True)
class Crawl:
    """One run of both finders."""

    wish: Wish
    tools: Tools
    watch: Watch
    experience: Experience = field(init=False)
    makers: dict[str, Maker] = field(init=False)
    site_maker: Maker = field(default_factory=adaptive)
    doing: str = "searching"
    _strategy: str = DEFAULT
    _begun: int = 0
    _taught: int = 0  # sites that earlier runs have learned from
    _forms: set[asyncio.Task[None]] = field(default_factory=set)
    _sites: set[asyncio.Task[None]] = field(default_factory=set)
    _told: float = 0.0

    def __post_init__(self) -> None:
        """Begin with what earlier runs have learned; when strategies are compared, with nothing."""
        compared = self.wish.sample > 0
        self.experience = Experience() if compared else remembered(self.tools.store, self.tools.run)
        self.makers = strategies(None if compared else self.experience)
        self._taught = self.experience.menus.sites

    async def run(self) -> Summary:
        """Search until every site is searched, or enough."""
        self._strategy = self.wish.strategy
        tally = self.tools.store.tally(self.tools.run)
        self._begun = tally.sites + tally.unreachable
        told, ended = None, INTERRUPTED
        with self.tools.store.relaxed():
            try:
                told = await self._sampled() if self.wish.sample else None
                self._strategy = told.chosen if told is not None else self._strategy
                await self._search()
                ended = self._reason()
            except asyncio.CancelledError:
                pass
            finally:
                await self._stop()
                if not self.wish.sample:
                    remember(self.tools.store, self.tools.run, self.experience)
        if ended != INTERRUPTED:
            self.tools.store.forget_done()
        return Summary(strategy=self._strategy, ended=ended, sample=self._checked(told))

    def _reason(self) -> str:
        if self.tools.pages.is_spent:
            return f"all {self.tools.pages.most:,} pages of the budget are read"
        if self._begun >= self.wish.max_sites and self.tools.store.waiting():
            count = "1 site is" if self._begun == 1 else f"{self._begun:,} sites are"
            return f"{count} searched; --max-sites allows more"
        return "every site is searched"

    # --- executing ----------------------------------------------------------------------------

    async def _search(self) -> None:
        self.doing = "searching"
        while True:
            self._start()
            if not self._forms | self._sites:
                return
            await self._some_end(self._forms | self._sites)

    def _start(self) -> None:
        """Give the finders the sites that they have room for."""
        if self.tools.pages.is_spent:
            return
        most = self._at_once()
        room, left = most - len(self._forms), self.wish.max_sites - self._begun
        if room >= max(1, most // REFILL) and left > 0:
            for site in self.tools.store.take_for_forms(self.tools.run, min(room, left)):
                self._begun += 1
                self._forms.add(self._task(self._find_forms(site), site))
        places = max(1, self.wish.at_once // SHARE) - len(self._sites)
        if places > 0 and self._wants_sites():
            for site in self.tools.store.take_for_sites(places):
                self._sites.add(self._task(self._find_sites(site), site))

    def _at_once(self) -> int:
        """As many as may be, once enough have taught; others wait for these.

        Barren pages teach at once, forms only when they were asked: of many sites begun together
        what is learned first is that nothing is found.
        """
        if self._strategy not in LEARNING:
            return self.wish.at_once
        return min(self.wish.at_once, FIRST + self._taught + self._begun - len(self._forms))

    def _wants_sites(self) -> bool:
        """Whether more sites are to be searched than are known."""
        return self.wish.max_sites - self._begun > self.tools.store.waiting()

    async def _some_end(self, tasks: set[asyncio.Task[None]]) -> None:
        done, _ = await asyncio.wait(tasks, timeout=TICK, return_when=asyncio.FIRST_COMPLETED)
        self._forms -= done
        self._sites -= done
        for task in done:
            task.result()
        self._tell()

    def _task(self, work: Coroutine[Any, Any, None], site: Site) -> asyncio.Task[None]:
        return asyncio.create_task(self._sheltered(work, site))

    async def _sheltered(self, work: Awaitable[None], site: Site) -> None:
        """A site whose pages break something does not end the search through the others."""
        try:
            await work
        except StoreError:
            raise
        except Exception as error:
            reason = f"its pages cannot be worked on ({type(error).__name__}: {error})"[:300]
            self.tools.store.keep_failed(site, reason)

    async def _find_forms(self, site: Site) -> None:
        search = self._opened(site, Sought.FORMS)
        entrance = await search.enter()
        if entrance is not None:
            maker = self.makers[self._strategy]
            found = await search.search(entrance, maker)
            search.end(found, self._strategy)
        if search.site.forms_state is not State.OPEN and not self._wants_sites():
            self.tools.store.forget(site)

    async def _find_sites(self, site: Site) -> None:
        search = self._opened(site, Sought.SITES)
        entrance = await search.enter()
        if entrance is not None:
            found = await search.search(entrance, self.site_maker)
            search.end(found, self._strategy)
        if search.site.sites_state is not State.OPEN:
            self.tools.store.forget(site)

    def _opened(self, site: Site, sought: Sought) -> SiteSearch:
        if site.seed or site.inside:
            self.tools.guard.admit(host_of(site.url))
        return SiteSearch(self.tools, site, sought)

    # --- sampling -----------------------------------------------------------------------------

    async def _sampled(self) -> sample.Report | None:
        """Try all strategies on a sample of the sites, unless that was done."""
        store, run = self.tools.store, self.tools.run
        trials = sample.from_notes(store.notes(run))
        missing = self.wish.sample - len({trial.site for trial in trials})
        self.doing = "sampling"

        async def try_out(site: Site) -> None:
            search = self._opened(site, Sought.FORMS)
            trials.extend(await sample.try_out(search, self.makers))
            store.keep_notes(run, {"trials": sample.to_notes(trials)})

        for site in store.sample(run, missing) if missing > 0 else ():
            self._begun += 1
            self._forms.add(self._task(try_out(site), site))
        while self._forms:
            await self._some_end(self._forms)
        return sample.report(trials, min(store.waiting(), self.wish.max_sites - self._begun))

    def _checked(self, told: sample.Report | None) -> sample.Report | None:
        if told is None:
            return None
        came = self.tools.store.yields(self.tools.run, told.chosen)
        return sample.checked(told, came)

    # --- around it ----------------------------------------------------------------------------

    def _tell(self) -> None:
        if time.monotonic() - self._told < TELL:
            return
        store = self.tools.store
        store.settle()
        self._told = time.monotonic()
        running = len(self._forms) + len(self._sites)
        self.watch(
            Progress(doing=self.doing, running=running, waiting=store.waiting(),
                     tally=store.tally(self.tools.run))
        )  # fmt: skip

    async def _stop(self) -> None:
        """End what still runs; what it has kept is enough to go on."""
        tasks = self._forms | self._sites
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
