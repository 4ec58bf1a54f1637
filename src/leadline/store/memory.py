"""A store that forgets everything with the process: for trials, tests and simulated sources."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from typing import Any, Self

from leadline.errors import StoreError
from leadline.model import Page, Query, Record, Request, Turn
from leadline.store.cells import Pairs
from leadline.store.notes import Notes
from leadline.store.protocol import (
    Change,
    Followed,
    Kind,
    Listed,
    Pair,
    ReadFrom,
    StoredRecord,
    StoredSource,
    Totals,
)


@dataclass(slots=True)
class Shelf:
    """All that is kept of one source."""

    source: StoredSource
    notes: dict[str, str] = field(default_factory=dict)
    turns: dict[int, Turn] = field(default_factory=dict)
    following: dict[int, Request] = field(default_factory=dict)
    records: dict[str, StoredRecord] = field(default_factory=dict)
    opened: dict[str, tuple[int, int | None]] = field(default_factory=dict)  # requests, page
    asked: dict[int, tuple[int, int | None]] = field(default_factory=dict)  # by turn
    changes: list[Change] = field(default_factory=list)
    lists: dict[tuple[Query, int], Listed] = field(default_factory=dict)
    pairs: list[Pair] = field(default_factory=list)

    def first_seen(self, turn: Turn) -> Turn:
        """The turn with its records as they were first seen."""
        records = tuple(self.records[record.key].record for record in turn.answer.records)
        return replace(turn, answer=replace(turn.answer, records=records))


class MemoryStore(Notes):
    """The `Store` without a file."""

    def __init__(self) -> None:
        self._shelves: dict[int, Shelf] = {}
        self._order: list[int] = []
        self._pages: list[Page] = []
        self._latest: dict[Request, int] = {}

    # --- sources ------------------------------------------------------------------------------

    def source(self, url: str) -> int:
        """The number of the source at that address, made if it is new."""
        for number, shelf in self._shelves.items():
            if shelf.source.url == url:
                return number
        number = len(self._shelves) + 1
        self._shelves[number] = Shelf(StoredSource(id=number, url=url))
        return number

    def sources(self) -> list[StoredSource]:
        """All sources, oldest first."""
        return [shelf.source for shelf in self._shelves.values()]

    def _note(self, name: str, source: int) -> Any:
        shelf = self._shelves.get(source)
        return json.loads(shelf.notes.get(name, "null")) if shelf else None

    def _keep_note(self, name: str, source: int, data: Any) -> None:
        self._shelf(source).notes[name] = json.dumps(data)

    def _shelf(self, source: int) -> Shelf:
        if source not in self._shelves:
            raise StoreError(f"there is no source {source}")
        return self._shelves[source]

    # --- the ledger ---------------------------------------------------------------------------

    def keep_turn(
        self,
        source: int,
        turn: Turn,
        *,
        next: Request | None = None,
        page: Page | None = None,
        requests: int = 1,
    ) -> None:
        """Keep a turn, its new records and its cost."""
        shelf = self._shelf(source)
        if turn.number in shelf.turns:
            raise StoreError(f"turn {turn.number} of source {source} is kept already")
        archived = self._number(page)
        for record in turn.answer.records:
            shelf.records.setdefault(record.key, self._first(source, turn, record, archived))
        shelf.turns[turn.number] = shelf.first_seen(turn)
        self._order.append(source)
        shelf.asked[turn.number] = (requests, archived)
        if next is not None:
            shelf.following[turn.number] = next

    def turns(self, source: int) -> Iterator[Turn]:
        """The ledger in order."""
        turns = self._shelves[source].turns if source in self._shelves else {}
        yield from (turns[number] for number in sorted(turns))

    def order(self) -> Iterator[int]:
        """The source of each turn, in the order in which they were kept."""
        yield from self._order

    def follow(self, source: int) -> Iterator[Followed]:
        """Where the pages of the ledger led to, in order."""
        for turn in self.turns(source):
            following = self._shelf(source).following.get(turn.number)
            if following is not None:
                yield Followed(turn.step.query, turn.step.page, following)

    def read_from(self, source: int) -> Iterator[ReadFrom]:
        """The page that each turn was read from, in order."""
        for turn in self.turns(source):
            _, page = self._shelf(source).asked[turn.number]
            yield ReadFrom(turn.number, None if page is None else self._pages[page])

    def records(self, source: int) -> Iterator[StoredRecord]:
        """The records in the order in which they were first seen."""
        if source in self._shelves:
            yield from list(self._shelf(source).records.values())

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
        shelf = self._shelf(source)
        if key not in shelf.records:
            raise StoreError(f"source {source} has no record {key!r}")
        shelf.records[key] = replace(shelf.records[key], details=tuple(values))
        shelf.opened[key] = (requests, self._number(page))

    def keep_changes(self, source: int, changes: Iterable[Change]) -> None:
        """Keep what a refresh found."""
        shelf = self._shelf(source)
        for change in changes:
            shelf.changes.append(change)
            if change.record is not None and change.kind is Kind.ADDED:
                stored = StoredRecord(source=source, record=change.record)
                shelf.records.setdefault(change.key, stored)

    def changes(self, source: int) -> Iterator[Change]:
        """What refreshes found, oldest first."""
        yield from list(self._shelves[source].changes) if source in self._shelves else ()

    def keep_list(
        self, source: int, listed: Listed, records: Iterable[Record], page: Page | None = None
    ) -> None:
        """Keep a page of a list and its new records."""
        shelf, records = self._shelf(source), tuple(records)
        for record in records:
            shelf.records.setdefault(record.key, StoredRecord(source=source, record=record))
        kept = replace(listed, shown=len(records))
        shelf.lists.setdefault((listed.query, listed.page), kept)

    def lists(self, source: int) -> Iterator[Listed]:
        """The pages of lists that were read, oldest first."""
        yield from list(self._shelves[source].lists.values()) if source in self._shelves else ()

    def keep_pairs(self, source: int, found: Iterable[Pair]) -> None:
        """Keep who has which value, in place of what was kept before."""
        shelf = self._shelf(source)
        shelf.pairs = [self._at(shelf, one) for one in found if one.key in shelf.records]

    def _at(self, shelf: Shelf, pair: Pair) -> Pair:
        """The pair with the address of the list that tells it."""
        listed = shelf.lists.get((pair.query, pair.page)) if pair.page else None
        if listed is None:
            return replace(pair, query=Query(), page=0, url="")
        return replace(pair, url=listed.url)

    def pairs(self, source: int) -> Iterator[Pair]:
        """Who has which value."""
        yield from list(self._shelves[source].pairs) if source in self._shelves else ()

    def totals(self, source: int) -> Totals:
        """How much was asked and got."""
        if source not in self._shelves:
            return Totals()
        shelf = self._shelf(source)
        costs = [*shelf.asked.values(), *shelf.opened.values()]
        pages = {page for _, page in costs if page is not None}
        queries: set[Query] = {turn.step.query for turn in shelf.turns.values()}
        return Totals(
            turns=len(shelf.turns),
            queries=len(queries),
            records=len(shelf.records),
            details=len(shelf.opened),
            requests=sum(requests for requests, _ in costs),
            pages=len(pages),
            bytes=sum(len(self._pages[page].body) for page in pages),
        )

    def _first(self, source: int, turn: Turn, record: Record, archived: int | None) -> StoredRecord:
        url = "" if archived is None else self._pages[archived].url
        return StoredRecord(source=source, record=record, first_turn=turn.number, url=url)

    # --- the archive --------------------------------------------------------------------------

    def get(self, request: Request) -> Page | None:
        """The latest archived answer to a request."""
        return self._pages[self._latest[request]] if request in self._latest else None

    def put(self, page: Page) -> None:
        """Archive a page."""
        self._latest[page.request] = len(self._pages)
        self._pages.append(page)

    def pages(self) -> Iterator[Page]:
        """All of the archive, oldest first."""
        yield from list(self._pages)

    def _number(self, page: Page | None) -> int | None:
        return None if page is None else self._latest.get(page.request)

    # --- nothing to let go of -----------------------------------------------------------------

    def frozen(self) -> AbstractContextManager[None]:
        """Nobody else writes."""
        return nullcontext()

    def close(self) -> None:
        """Nothing to let go of."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
