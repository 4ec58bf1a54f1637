"""A conversation with one source: each turn chosen, asked, kept, and only then heard.

The order of things is what makes a harvest survive anything: fetch, then one transaction with the
page, the turn and its records, and only then does the policy hear of it. Resuming is folding the
stored turns, and whatever was fetched before is read from the archive.
"""

from __future__ import annotations

import asyncio
import math
from dataclasses import replace
from typing import ClassVar

from leadline.codec import dump
from leadline.detect.forms import forms
from leadline.detect.searches import identity
from leadline.document import Document
from leadline.errors import (
    BudgetSpent,
    FetchError,
    StoppedAnswering,
)
from leadline.flow import next_step, recall
from leadline.harvest.auditing import Audits
from leadline.harvest.follow import GAVE_UP, INTERRUPTED, Following
from leadline.harvest.lapses import Lapses
from leadline.harvest.plan import Plan, Progress, Summary, Watch
from leadline.harvest.redesign import Redesign
from leadline.interpret.revise import revised
from leadline.interpret.searched import Searched
from leadline.model import Answer, Outcome, Page, Request, Step, Turn
from leadline.net.stack import Door
from leadline.plan.locator.policy import Locator
from leadline.plan.size import Size, estimate_size
from leadline.plan.size.hidden import with_hidden
from leadline.plan.size.value import exactly
from leadline.plan.stopping import DRY, EVERYTHING, UNPROVABLE, proved, reason_to_stop
from leadline.query.ask import request_for
from leadline.query.encode import tokens
from leadline.read.answer import Reading, read
from leadline.read.echoes import Echoes
from leadline.read.plain import plainly
from leadline.read.single import may_be_single
from leadline.read.walls import wall
from leadline.source import Source
from leadline.store import Store

FAILING = 8  # pages in a row that could not be had, then the site is let alone
REVISE_EVERY = 25  # pages
NOTHING_LEFT = "nothing is left to ask"
BY_ITSELF = (EVERYTHING, DRY, UNPROVABLE, NOTHING_LEFT)  # a harvest ends, whatever it is allowed


class Conversation:
    """One source being asked, turn after turn; given up after `patience` failures in a row."""

    patience: ClassVar[int] = FAILING

    def __init__(
        self, plan: Plan, store: Store, number: int, fetcher: Door, source: Source
    ) -> None:
        self.plan, self.store, self.number, self.fetcher = plan, store, number, fetcher
        self.source = source
        if source.located:
            self.plan = plan = replace(plan, policy=Locator(region=plan.region))
        self._echoes = Echoes()
        self.lapses = Lapses()
        self.audits = Audits(store.state(number))
        self._searched = Searched(source.interface)
        heard = self._searched.hearing(store.turns(number))
        stored = (plainly(source, turn) for turn in heard)
        turns = self._echoes.hearing(self.lapses.without(stored))
        self.known = recall(plan.policy, source.interface, self.audits.without_cut_short(turns))
        self.next = {(query, page + 1): request for query, page, request in store.follow(number)}
        self._unkept: list[tuple[Turn, Reading, Page | None]] = []
        self._number = store.totals(number).turns
        self.failure = ""
        self._redesign = Redesign(store, number, fetcher)
        self._renewal = -1  # the page before which the form was looked up last

    async def run(self, watch: Watch) -> Summary:
        """Ask until there is a reason to stop."""
        self.revise()
        try:
            reason = await self._checked(self._reason(), watch)
            while reason is None:
                reason = await self._checked(await self.turn() or self._reason(), watch)
                watch(self.progress())
        except BudgetSpent as error:
            reason = str(error)
        except StoppedAnswering as error:
            reason, self.failure = GAVE_UP, error.failure
        except asyncio.CancelledError:
            reason = INTERRUPTED
        return self.summary(reason)

    async def _checked(self, reason: str | None, watch: Watch) -> str | None:
        """The reason to stop, if it stands up to an audit: a target has to be surely reached."""
        if reason is None or reason in (EVERYTHING, GAVE_UP) or not self._is_uncertain():
            return reason
        target = self.plan.goal.target if reason == self.plan.goal.reached else None
        if target is not None and self.audits.waits(self.known, target):
            return None
        if self.audits.is_due(self.known, self.fetcher.budget.left()):
            watch(replace(self.progress(), doing="auditing"))
            await self._audit()
        shown = target is None or self.audits.shows(self.known, target)
        return reason if shown else None

    def _is_uncertain(self) -> bool:
        size = estimate_size(self.known)
        counted = proved(self.known, size) or (size is not None and size.counted)
        audited = bool(self.source.interface.attributes) and not self.source.located
        return audited and not counted

    def is_over(self, reason: str) -> bool:
        """Whether it ended by itself, every page came, and no audit is left for another run."""
        due = self._is_uncertain() and self.audits.is_due(self.known, math.inf)
        return reason in BY_ITSELF and not self.failure and not due

    async def _audit(self) -> None:
        asked: list[tuple[Reading, Page | None]] = []

        async def ask(step: Step) -> Answer:
            asked.append(await self.ask(step))
            return plainly(self.source, Turn(0, step, asked[-1][0].answer)).answer

        def keep(step: Step, answer: Answer) -> Turn:
            reading, page = asked[-1]
            self._number += 1
            turn = Turn(self._number, step, reading.answer)
            self._keep(turn, reading, page)
            self._searched.hear(turn)
            return plainly(self.source, turn)

        await self.audits.run(self.known, ask, keep)
        state = self.store.state(self.number) or {}
        self.store.keep_state(self.number, {**state, "audits": self.audits.kept})

    def _reason(self) -> str | None:
        """Why to stop, once what failed in earlier runs was asked again."""
        waiting = self.lapses.next() is not None
        return None if waiting else reason_to_stop(self.known, self.plan.goal)

    async def turn(self) -> str | None:
        """One step and its answer; why to stop, if so."""
        step = self._next()
        if step is None and self._learnt():
            step = self._next()
        return self._nothing_left() if step is None else await self.taken(step)

    def _next(self) -> Step | None:
        """What to ask next: what failed earlier, then what the policy chooses."""
        return self.lapses.next() or next_step(
            self.plan.policy, self.known, self.source.first, self.plan.seed
        )

    def _nothing_left(self) -> str:
        whole = proved(self.known, estimate_size(self.known))
        return EVERYTHING if whole else NOTHING_LEFT

    async def taken(self, step: Step) -> str | None:
        """A step and its answer, whoever chose it; why to stop, if so."""
        reading, page = await self.ask(step)
        turn = Turn(self._number + 1, step, reading.answer)
        if self.lapses.hear(turn):
            self.hear(plainly(self.source, turn))
            return None
        self._number += 1
        self._keep(turn, reading, page)
        if reading.next is not None:
            self.next[step.query, step.page + 1] = reading.next
        self._searched.hear(turn)
        self.hear(plainly(self.source, turn))
        self.revise()
        return GAVE_UP if len(self._unkept) >= self.patience else None

    def _keep(self, turn: Turn, reading: Reading, page: Page | None) -> None:
        """Keep a turn; one that failed only when the site answers again.

        So a site that is given up has lost nothing: what it could not answer is asked again.
        """
        self._unkept.append((turn, reading, page))
        if turn.answer.outcome is Outcome.FAILED:
            return
        for kept, read_then, its_page in self._unkept:
            cost = 0 if read_then is UNASKED else 1
            self.store.keep_turn(
                self.number, kept, next=read_then.next, page=its_page, requests=cost
            )
        self._unkept.clear()
        self._echoes.hear(turn.step, turn.answer)

    async def ask(self, step: Step) -> tuple[Reading, Page | None]:
        """Fetch and read one page; once more where a form has to be filled in anew."""
        reading, page = await self._ask(step)
        failed = reading.answer.outcome is Outcome.FAILED
        return await self._ask(step) if failed and await self._renewed() else (reading, page)

    async def _renewed(self) -> bool:
        """Whether the form has other tokens by now: those of an earlier session are worth nothing.

        They are not kept: a new run asks for its own.
        """
        form = self.source.form
        if form is None or not tokens(form) or self._renewal == self.known.pages:
            return False
        self._renewal = self.known.pages
        try:
            page = await (self.fetcher.live or self.fetcher).fetch(Request(url=form.page))
        except FetchError:
            return False
        same = [new for new in forms(Document(page)) if identity(new) == identity(form)]
        if not same:
            return False
        encoding = self.source.encoding.with_form(same[0])
        self.source = replace(self.source, encoding=encoding)
        return True

    async def _ask(self, step: Step) -> tuple[Reading, Page | None]:
        if self.source.refuses(step.query):
            return UNASKED, None
        request = self.next.get((step.query, step.page)) or request_for(self.source, step)
        if request is None:
            return FAILED, None
        try:
            page = await self.fetcher.fetch(request)
        except FetchError as error:
            self.failure = str(error)
            return FAILED, None
        document = Document(page)
        await self._learn_own_pages(document, request)
        reading = read(self.source, document, request, step)
        again = await self._redesign.learned(self.source, self.known, step, document, reading)
        if again is not None:
            self.source = again
            reading = read(again, document, request, step)
        reading = self._echoes.ended(reading, step)
        if reading.answer.outcome is Outcome.FAILED:
            self.failure = str(wall(document) or f"{document.url} answers {page.status}")
        return reading, page

    async def _learn_own_pages(self, document: Document, request: Request) -> None:
        """Find out how records' own pages are read once one comes in place of a list of one."""
        if self.source.details is None and may_be_single(self.source, document, request):
            following = Following(self.store, self.number, self.fetcher, self.source)
            await following.rule()
            self.source = following.source

    def hear(self, turn: Turn) -> None:
        """Let a turn be known."""
        self.known.hear(turn)

    def revise(self) -> None:
        """Look now and then whether more was learnt about the source."""
        news = not self.source.unsearched and bool(self._searched.vain)
        if news or self.known.pages % REVISE_EVERY == 0:
            self._learnt()

    def _learnt(self) -> bool:
        """Whether more is known about the source: it changes how everything so far is seen."""
        source = None if self._unkept else revised(self.source, self.known, self._searched.vain)
        if source is None:
            return False
        self.source = source
        self.store.keep_understanding(self.number, dump(source))
        stored = (plainly(source, turn) for turn in self.store.turns(self.number))
        turns = self.lapses.counting(stored)
        self.known = recall(self.plan.policy, source.interface, turns)
        return True

    def progress(self) -> Progress:
        """How it stands."""
        listed = not self.source.interface.attributes
        return Progress(
            doing=f"reading {self.source.encoding.action}" if listed else "harvesting",
            pages=self.known.pages,
            queries=len(self.known.queries),
            records=self.known.records,
            size=self._size(),
        )

    def _size(self) -> Size | None:
        """As counted by the source, else by the latest audit, else by what was asked."""
        size = estimate_size(self.known)
        if proved(self.known, size):
            return exactly(float(self.known.records), counted=size is not None and size.counted)
        if self.source.located:
            return None
        if size is not None and size.counted:
            return size
        return self.audits.size(self.known.records) or size

    def summary(self, reason: str) -> Summary:
        """How it ended."""
        size = self._size()
        whole = proved(self.known, size)
        return Summary(
            pages=self.known.pages,
            queries=len(self.known.queries),
            records=self.known.records,
            size=size if whole else with_hidden(self.known, size),
            proved=whole,
            stopped_because=reason,
            failure=self.failure if reason == GAVE_UP else "",
        )


FAILED = Reading(answer=Answer(outcome=Outcome.FAILED))
UNASKED = Reading(answer=Answer(outcome=Outcome.REFUSED))  # known beforehand to be refused
