"""The lists of one source, each fetched, read and kept before the next is chosen."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from leadline.answering import attended
from leadline.document import Document
from leadline.errors import FetchError, MissingExtra, RobotsDenied
from leadline.harvest.follow import GAVE_UP
from leadline.interpret.facet_site import Reader
from leadline.interpret.talk import Talk
from leadline.model import Query, Request
from leadline.net.stack import Door
from leadline.plan.facets.lists import Ask, Exploring, Shown
from leadline.store import Listed, Store

T = TypeVar("T")
FAILING = 8  # pages in a row that could not be had, then the site is let alone


class Visit:
    """Pages of lists, fetched and kept; `again` keeps those too that an earlier run has kept."""

    def __init__(
        self, store: Store, number: int, fetcher: Door, reader: Reader, *, again: bool = False
    ) -> None:
        self.store, self.number, self.fetcher, self.reader = store, number, fetcher, reader
        self.lists = 0
        self.failure = ""  # of the last page that could not be had
        self._failing = 0
        self._kept = {(one.query, one.page) for one in (() if again else store.lists(number))}

    async def page(self, request: Request) -> Document | None:
        """The page, if it could be had."""
        try:
            page = await self.fetcher.fetch(request)
        except RobotsDenied:
            return None
        except (FetchError, MissingExtra) as error:
            self.failure, self._failing = str(error), self._failing + 1
            return None
        if page.status >= 400:
            self.failure = f"{page.url} answers {page.status}"
            self._failing += page.status not in (404, 410)
            return None
        self._failing = 0
        return Document(page)

    async def driven(self, talk: Talk[T]) -> T:
        """What a talk finds out."""
        return await attended(talk, self.page)

    async def travel(
        self,
        talk: Exploring[None],
        read: Callable[[Document], Shown],
        told: Callable[[int], None],
        request: Callable[[str], Request] | None = None,
    ) -> str:
        """Fetch what is wanted until nothing is; why it ended early, if so."""
        rendered = self.reader.source.rendered
        wanted = request or (lambda url: Request(url=url, rendered=rendered))
        try:
            ask = next(talk)
            while True:
                document = await self.page(wanted(ask.url))
                if self._failing >= FAILING:
                    return GAVE_UP
                shown = None if document is None else read(document)
                if document is not None and shown is not None:
                    self.keep(ask, document, shown)
                    told(self.lists)
                ask = talk.send(shown)
        except StopIteration:
            return ""

    def keep(self, ask: Ask, document: Document, shown: Shown) -> None:
        """Keep a page of a list and its new records, unless that was done in an earlier run."""
        self.lists += 1
        query = Query(tuple(ask.under))
        if (query, ask.page) in self._kept:
            return
        self._kept.add((query, ask.page))
        listed = Listed(query=query, page=ask.page, url=ask.url, total=shown.total)
        records = self.reader.records(document)
        self.store.keep_list(self.number, listed, records, document.page)
