"""What a store promises: sources, their ledgers and records, and the archive of pages.

Storing is synchronous. Whatever a `keep_…` has returned from is not lost, whatever happens to the
process afterwards; nor is a page that was `put` before it. Only the last page that was put can be
lost, until the store is asked for anything else or closed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple, Protocol, Self

from leadline.model import Page, Query, Record, Request, Turn

Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredSource:
    """A source that the store knows: its number, and its address as given."""

    id: int
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredRecord:
    """A record as first seen, what its own page added, and where it comes from."""

    source: int
    record: Record
    details: Pairs = ()
    first_turn: int = 0
    url: str = ""  # of the result page that first showed it, if that was archived


class Kind(StrEnum):
    """What happened to a record since the harvest."""

    ADDED = "added"
    CHANGED = "changed"
    VANISHED = "vanished"


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What a refresh found about a record, when; `record` is as it is since, None if it is gone."""

    key: str
    kind: Kind
    at: float  # seconds since 1970: the same for all of one refresh
    record: Record | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A page of a list that facets led to: the values chosen, where it is, and what it counts.

    `shown` is how many records are on it.
    """

    query: Query
    page: int
    url: str
    total: int | None = None
    shown: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A record has a value of an attribute, and what tells it: a page of a list, or its counts.

    Page 0 is the record's own row. `hidden` says that neither its row nor its own page shows it.
    """

    key: str
    attribute: str
    value: str
    query: Query = field(default_factory=Query)
    page: int = 0
    url: str = ""
    counted: bool = False
    hidden: bool = False


class Followed(NamedTuple):
    """A page of a query, and the request that leads to the page after it."""

    query: Query
    page: int
    next: Request


class ReadFrom(NamedTuple):
    """A turn's number and the page it was read from; None if the archive does not have it."""

    turn: int
    page: Page | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """How much was asked of a source and got: `pages` and `bytes` count what is archived."""

    turns: int = 0
    queries: int = 0
    records: int = 0
    details: int = 0
    requests: int = 0
    pages: int = 0
    bytes: int = 0


class Store(Protocol):
    """Where a harvest is kept; one process writes to it at a time."""

    def source(self, url: str) -> int:
        """The number of the source at that address, made if it is new."""

    def sources(self) -> list[StoredSource]:
        """All sources, oldest first."""

    def understanding(self, source: int) -> Any:
        """How the source is asked and read, as JSON values; None if nobody knows yet."""

    def keep_understanding(self, source: int, data: Any) -> None:
        """Keep how the source is asked and read."""

    def settings(self, source: int) -> Any:
        """Policy, seed and options of the harvest, as JSON values; None if never kept."""

    def keep_settings(self, source: int, data: Any) -> None:
        """Keep policy, seed and options of the harvest."""

    def state(self, source: int) -> Any:
        """How the harvest stands, such as why it stopped, as JSON values; None if never kept."""

    def keep_state(self, source: int, data: Any) -> None:
        """Keep how the harvest stands."""

    def proof(self, source: int) -> Any:
        """The proof of how much is held, as JSON values; None if there is none."""

    def keep_proof(self, source: int, data: Any) -> None:
        """Keep the proof of how much is held, in place of an earlier one."""

    def keep_turn(
        self,
        source: int,
        turn: Turn,
        *,
        next: Request | None = None,
        page: Page | None = None,
        requests: int = 1,
    ) -> None:
        """Keep a turn, its new records and its cost, all or nothing.

        `next` leads to the following page where that cannot be computed; `page` is the archived
        page that the turn was read from.
        """

    def turns(self, source: int) -> Iterator[Turn]:
        """The ledger in order; a record that was met again has the values of its first sight."""

    def order(self) -> Iterator[int]:
        """The source of each turn of all ledgers, in the order in which they were kept."""

    def follow(self, source: int) -> Iterator[Followed]:
        """Where the pages of the ledger led to, in order, for those that kept a `next`."""

    def read_from(self, source: int) -> Iterator[ReadFrom]:
        """The page that each turn was read from, in order."""

    def records(self, source: int) -> Iterator[StoredRecord]:
        """The records in the order in which they were first seen."""

    def keep_details(
        self,
        source: int,
        key: str,
        values: Pairs,
        *,
        page: Page | None = None,
        requests: int = 1,
    ) -> None:
        """Keep what a record's own page says, in place of what it said before."""

    def keep_changes(self, source: int, changes: Iterable[Change]) -> None:
        """Keep what a refresh found, all or nothing; what was there before stays as it was."""

    def changes(self, source: int) -> Iterator[Change]:
        """What refreshes found, oldest first."""

    def keep_list(
        self, source: int, listed: Listed, records: Iterable[Record], page: Page | None = None
    ) -> None:
        """Keep a page of a list and its new records, all or nothing; once for each page."""

    def lists(self, source: int) -> Iterator[Listed]:
        """The pages of lists that were read, oldest first."""

    def keep_pairs(self, source: int, found: Iterable[Pair]) -> None:
        """Keep who has which value, in place of what was kept before; unknown records are left."""

    def pairs(self, source: int) -> Iterator[Pair]:
        """Who has which value."""

    def totals(self, source: int) -> Totals:
        """How much was asked and got."""

    def get(self, request: Request) -> Page | None:
        """The latest archived answer to a request."""

    def put(self, page: Page) -> None:
        """Archive a page; everybody who asks this store sees it from now on."""

    def pages(self) -> Iterator[Page]:
        """All of the archive, oldest first."""

    def frozen(self) -> AbstractContextManager[None]:
        """What is read in this block is of one moment, whatever others write meanwhile."""

    def close(self) -> None:
        """Let go of the file."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...
