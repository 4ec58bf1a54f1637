"""Following records to their own pages, once the conversation with their source is over.

The pages of three records tell what such pages say beyond the rows of results. Whether all of them
are read is the user's choice; it goes on where it stopped, since records that have details are
left out and every page is archived.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import islice
from urllib.parse import urlsplit

from leadline.browse.address import same_site
from leadline.browse.safety import does, safe
from leadline.codec import dump
from leadline.document import Document
from leadline.errors import BudgetSpent, FetchError, StoppedAnswering
from leadline.model import Record, Request
from leadline.net.fetcher import Fetcher
from leadline.read.details import DetailRule, learn_details
from leadline.read.kin import Kin
from leadline.read.walls import wall
from leadline.source import Source
from leadline.store import Store

SAMPLE = 3  # pages that are read to learn from
AMONG = 600  # first records that the sample is taken from
FAILING = 8  # pages in a row that could not be had, then the others are left alone
GONE = (404, 410)
SUFFIX = re.compile(r"\.\w{1,6}$")
GAVE_UP = "the site no longer answers"
INTERRUPTED = "interrupted"


class Details(StrEnum):
    """Whether records' own pages are read; `auto` only finds out what they would add."""

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


@dataclass(frozen=True, slots=True, kw_only=True)
class Followed:
    """What own pages say beyond the rows, how many were not read, and why it ended early.

    `failure` is of the last page that could not be had.
    """

    names: tuple[str, ...] = ()
    unread: int = 0
    stopped: str = ""
    failure: str = ""


class Following:
    """The records of one source, led to their own pages."""

    def __init__(self, store: Store, number: int, fetcher: Fetcher, source: Source) -> None:
        self.store, self.number, self.fetcher, self.source = store, number, fetcher, source
        self._failure = ""

    async def run(self, details: Details, told: Callable[[int], None]) -> Followed:
        """Learn what own pages say and, if that is wanted, read them; `told` hears how many."""
        if details is Details.NEVER:
            return Followed()
        stopped, all_read = "", False
        try:
            rule = await self.rule()
            if rule is not None and rule.more and details is Details.ALWAYS:
                stopped = await self.read_all(rule, told)
                all_read = not stopped
        except BudgetSpent as error:
            stopped = str(error) if details is Details.ALWAYS else ""
        except StoppedAnswering as error:
            stopped, self._failure = GAVE_UP, error.failure
        except asyncio.CancelledError:
            stopped = INTERRUPTED
        return self._followed(stopped, all_read)

    async def rule(self) -> DetailRule | None:
        """How own pages are read: as known, else as learned now; None if that cannot be known."""
        if self.source.details is not None:
            return self.source.details
        documents = [(record, await self._document(record)) for record in self.sample()]
        pages = [(r, d) for r, d in documents if d is not None and d.page.status < 400]
        if len(pages) < 2:
            return None
        rule = replace(learn_details(pages) or DetailRule(), addresses=self._addresses())
        self.source = replace(self.source, details=rule)
        self.store.keep_understanding(self.number, dump(self.source))
        return rule

    def _addresses(self) -> Kin | None:
        """What the addresses of own pages have in common, if that says something."""
        kin = Kin.of([record.url for record in islice(self._eligible(), AMONG)])
        return kin if kin.is_telling else None

    def sample(self) -> list[Record]:
        """Records that have pages of their own, far apart in the order of first sight."""
        first = {record.url: record for record in islice(self._eligible(), AMONG)}
        records = list(first.values())
        if len(records) < 2:
            return []
        places = dict.fromkeys((0, len(records) // 2, len(records) - 1))
        return [records[place] for place in places][:SAMPLE]

    async def read_all(self, rule: DetailRule, told: Callable[[int], None]) -> str:
        """Read the pages of all records that have no details yet; why it ended early, if so."""
        done = failing = 0
        for record in self._eligible():
            document = await self._document(record)
            failing = failing + 1 if document is None else 0
            if failing >= FAILING:
                return GAVE_UP
            if document is not None:
                values = rule.beyond(document) if document.page.status < 400 else ()
                self.store.keep_details(self.number, record.key, values, page=document.page)
                done += 1
                told(done)
        return ""

    async def _document(self, record: Record) -> Document | None:
        """A record's own page, gone or not; None if it could not be had, or a wall is there."""
        request = Request(url=record.url, rendered=self.source.rendered)
        try:
            document = Document(await self.fetcher.fetch(request))
        except FetchError as error:
            self._failure = str(error)
            return None
        if document.page.status in GONE:
            return document
        if (obstacle := wall(document)) is None and document.page.status < 400:
            return document
        self._failure = str(obstacle or f"{document.url} answers {document.page.status}")
        return None

    def _eligible(self) -> Iterator[Record]:
        """The records without details whose own pages may be read, in order of first sight."""
        first = islice(self.store.records(self.number), AMONG)
        shared = shared_parts([one.record.url for one in first if one.record.url])
        for one in self.store.records(self.number):
            if not one.details and self._may_read(one.record.url, shared):
                yield one.record

    def _may_read(self, url: str, shared: Collection[str]) -> bool:
        return bool(url) and same_site(url, self.source.url) and only_shows(url, shared)

    def _followed(self, stopped: str, all_read: bool) -> Followed:
        rule = self.source.details
        if rule is None or not rule.more:
            return Followed(stopped=stopped, failure=self._failure)
        left = 0 if all_read else sum(1 for _ in self._eligible())
        return Followed(names=rule.more, unread=left, stopped=stopped, failure=self._failure)


def shared_parts(urls: Collection[str]) -> frozenset[str]:
    """The folders and parameters that most addresses have in common."""
    counts = Counter(part for url in urls for part in set(_parts(url)))
    return frozenset(part for part, times in counts.items() if 2 * times > len(urls))


def only_shows(url: str, shared: Collection[str]) -> bool:
    """Whether following a record's address only shows something.

    What is a record's own in its address are words of its title, which may be any: they count
    only where one stands alone, or where a parameter says what to do.
    """
    if does(url.partition("?")[2]):
        return False
    parts = _parts(url)
    telling = [part for part in parts if part in shared or part.isalpha()]
    suffix = SUFFIX.search(parts[-1]) if parts else None
    return safe("http://x/" + "/".join(telling)) and (not suffix or safe(f"http://x/x{suffix[0]}"))


def _parts(url: str) -> list[str]:
    try:
        split = urlsplit(url)
    except ValueError:
        return []
    values = [part.partition("=")[::2] for part in split.query.split("&") if part]
    return [p for p in (*split.path.split("/"), *(text for pair in values for text in pair)) if p]
