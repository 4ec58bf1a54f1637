"""One run of `leadline harvest`: its file and its door to the network, opened, used and closed."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from leadline.cli.earlier import Earlier, cookies_of
from leadline.cli.finished import keep_finished
from leadline.cli.harvested import Cost, Outcome, as_json, keep_ended
from leadline.cli.interrupt import cancellable
from leadline.cli.progress import HarvestWatch
from leadline.errors import LeadlineError, StoreError
from leadline.harvest.exploring import Asking
from leadline.harvest.follow import GAVE_UP
from leadline.harvest.plan import Plan, Summary
from leadline.harvest.run import driven, harvest, understood
from leadline.interpret.facet_site import Panels, find_panels
from leadline.net.budget import Budget
from leadline.net.cookies import Cookies
from leadline.net.stack import Door, Manners, open_fetcher
from leadline.source import Source
from leadline.store import Store, open_store

ARCHIVE_ENDS = "the archive ends here"


@dataclass(frozen=True, kw_only=True)
class HarvestRun:
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
                keep_finished(store, self.plan, settled=False)
                summary = await self._harvested(store, door, watch)
                outcome = Outcome(summary=summary, cost=count(as_json(summary)))
                settled = summary.settled and self.archive is None
                keep_finished(store, self.plan, settled=settled)
                return outcome

    async def _harvested(self, store: Store, door: Door, watch: HarvestWatch) -> Summary:
        summary = await cancellable(harvest(self.plan, store, door, watch))
        ended = self.archive is not None and summary.stopped_because == GAVE_UP
        return replace(summary, stopped_because=ARCHIVE_ENDS) if ended else summary

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
    def _counted(self, store: Store) -> Iterator[Callable[[dict[str, Any]], Cost]]:
        """A block whose cost is added to that of earlier runs, however it ends.

        It is given what keeps how it ended, and returns the cost of all runs.
        """
        began = time.monotonic()

        def count(ended: dict[str, Any]) -> Cost:
            spent = Cost(requests=self.budget.requests, seconds=time.monotonic() - began)
            return keep_ended(store, self.plan.url, ended, spent)

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
        cookies = cookies_of(store, number)
        try:
            yield cookies
        finally:
            if kept := cookies.kept():
                with suppress(StoreError):
                    store.keep_settings(number, {**(store.settings(number) or {}), "cookies": kept})

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
