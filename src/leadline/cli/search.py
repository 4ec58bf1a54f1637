"""`leadline search`: find records of a harvest by their words.

What is searched is what the harvest saw, by the full-text index of the file; what is shown is as
the last refresh found it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, cast

import typer

from leadline.cli.interrupt import interrupted_as
from leadline.cli.line import Line
from leadline.cli.one_source import SourceUrl, chosen
from leadline.cli.options import HarvestFile
from leadline.cli.plain import plain
from leadline.errors import BadChoice, StoreError
from leadline.store import Pair, Store, StoredRecord, StoredSource, open_store
from leadline.store.export.to_jsonl import write_text
from leadline.store.present import as_now
from leadline.store.words import asked

EPILOG = """Examples:

`leadline search films.db river valley`

`leadline search films.db 'mount*' --limit 100 | cut -f1`

`leadline search films.db river --json | jq .title`
"""


def search(
    file: HarvestFile,
    words: Annotated[
        list[str],
        typer.Argument(help="Words that a record must all have; `moun*` stands for all that "
                       "begin so.", metavar="WORDS"),
    ],
    source: SourceUrl = None,
    limit: Annotated[int, typer.Option(min=1, help="Show so many.")] = 20,
    as_objects: Annotated[
        bool,
        typer.Option("--json", help="Print one JSON object for each record, a line each, as "
                     "`export` writes them."),
    ] = False,
) -> None:  # fmt: skip
    """Find the records of a harvest that have all these words, the best first.

    A record is a line: its address, a tab, and what the list says of it. Case and accents do not
    matter, and no sign has a meaning but the * at the end of a word.
    """
    typed = " ".join(words)
    if not asked(typed):
        raise BadChoice(f"'{typed}' has no word to look for")
    _index(file)
    with open_store(file, create=False, write=False) as store:
        sources = chosen(store, file, source)
        one = None if source is None else sources[0].id
        found = store.search(typed, limit + 1, source=one)
        shown = list(_now(store, found[:limit], sources))
    if as_objects:
        write_text(cast(Store, Found(shown)), 0, sys.stdout)
        return
    for stored in shown:
        print(f"{plain(stored.record.url or stored.record.key)}\t{plain(_text(stored))}")
    if said := _said(len(found), limit):
        print(said, file=sys.stderr)


def _index(file: Path) -> None:
    """Index what no search has met yet; of a file that others write to, or nobody may, each search
    indexes it for itself."""
    with (
        suppress(StoreError),
        open_store(file, create=False) as store,
        Line() as line,
        interrupted_as("interrupted; the next search goes on indexing"),
    ):
        store.index(lambda done: line.show(f"indexing: {done:,} records"))


def _now(
    store: Store, found: Sequence[StoredRecord], sources: Sequence[StoredSource]
) -> Iterator[StoredRecord]:
    """The records as they are now, with their source where there are several."""
    urls = {each.id: each.url for each in sources}
    see = {each: as_now(store, each) for each in {stored.source for stored in found}}
    for stored in found:
        if (now := see[stored.source](stored)) is None:
            continue
        where = (("source", urls[stored.source]),) if len(sources) > 1 else ()
        yield replace(now, details=(*now.details, *where))


def _text(stored: StoredRecord) -> str:
    return stored.record.text or " ".join(value for _, value in stored.record.values)


def _said(found: int, limit: int) -> str:
    if not found:
        return "Nothing found."
    return f"These are the first {limit:,}; --limit shows more." if found > limit else ""


@dataclass(frozen=True, slots=True)
class Found:
    """Some records, as an export reads them."""

    some: list[StoredRecord]

    def records(self, _: int) -> Iterator[StoredRecord]:
        """They, in their order."""
        return iter(self.some)

    def pairs(self, _: int) -> Iterator[Pair]:
        """What facets tell of them, which no search looks into: nothing."""
        return iter(())
