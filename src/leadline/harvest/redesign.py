"""Noticing, while a harvest runs, that a site has got a new design, and learning it.

A page is doubted if the wrapper does not fit it, or if it is empty where the site itself promised
more. Then answers that are known are asked for again, past the archive (`interpret/relearn`). A
page that turns out to be just odd is a reason to trust the next few.
"""

from __future__ import annotations

from itertools import islice

from leadline.answering import attended
from leadline.codec import dump
from leadline.document import Document
from leadline.errors import FetchError
from leadline.interpret.relearn import relearn
from leadline.interpret.talk import T, Talk
from leadline.model import Outcome, Request, Step, Turn
from leadline.net.stack import Door
from leadline.plan.knowledge import Knowledge
from leadline.read import Sample
from leadline.read.answer import Reading
from leadline.source import Source
from leadline.store import Store

WITNESSES = 2  # answers that are asked for again
TRUSTED = 25  # pages that are not doubted after an odd one
ENOUGH = 3  # records to know a page by


class Redesign:
    """Watches the pages of one source; without the network it notices nothing."""

    def __init__(self, store: Store, number: int, door: Door) -> None:
        self._store, self._number, self._door = store, number, door
        self._doubted = -TRUSTED

    async def learned(
        self, source: Source, known: Knowledge, step: Step, document: Document, reading: Reading
    ) -> Source | None:
        """How the source is read by now, if this page shows that it has changed."""
        fits = reading.healthy and not _breaks_a_promise(source, known, step, reading)
        if fits or self._door.live is None or document.page.status >= 400:
            return None
        if known.pages - self._doubted < TRUSTED:
            return None
        odd = Sample(document=document, words=tuple(v for _, v in step.query.predicates))
        turns = list(islice(filter(_telling, self._store.turns(self._number)), WITNESSES))
        again = await driven(relearn(source, turns, odd), self._door)
        if again is None:
            self._doubted = known.pages
        else:
            self._store.keep_understanding(self._number, dump(again))
        return again


def _breaks_a_promise(source: Source, known: Knowledge, step: Step, reading: Reading) -> bool:
    """Whether a page is empty though the one before it, or the total, says that it is not."""
    if reading.answer.outcome is not Outcome.EMPTY or step.page == 1:
        return False
    query = known.number(step.query)
    counted = query >= 0 and bool(known.exact[query])
    before = (step.page - 1) * source.interface.page_size
    if counted:
        return bool(known.total[query] > before)
    return source.links_more and _was_read(known, query, step.page - 1)


def _was_read(known: Knowledge, query: int, page: int) -> bool:
    passed = query >= 0 and page < known.next_page[query]
    return passed and page not in known.skipped.get(query, ())


def _telling(turn: Turn) -> bool:
    return turn.step.page == 1 and len(turn.answer.records) >= ENOUGH


async def driven(talk: Talk[T], door: Door) -> T:
    """What a talk comes to, each page as it is now."""

    async def answer(request: Request) -> Document | None:
        try:
            return Document(await door.fetch_anew(request))
        except FetchError:
            return None

    return await attended(talk, answer)
