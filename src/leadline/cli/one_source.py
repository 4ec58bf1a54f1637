"""The one source of a file that is meant."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from leadline.errors import BadChoice, StoreError
from leadline.store import Store, StoredSource

SourceUrl = Annotated[
    str | None,
    typer.Option(help="The address of the source, where the file holds several.", metavar="URL"),
]


def harvested(store: Store, file: Path) -> list[StoredSource]:
    """The sources that were asked something; raises if there are none."""
    sources = [one for one in store.sources() if store.totals(one.id).turns]
    if not sources:
        raise StoreError(f"{file}: it holds no harvest yet")
    return sources


def chosen(store: Store, file: Path, url: str | None) -> list[StoredSource]:
    """All sources that were asked something, or the one that is named."""
    sources = harvested(store, file)
    return sources if url is None else [one_source(sources, file, url)]


def any_source(store: Store, file: Path, url: str | None) -> StoredSource:
    """The same, where also one that was never asked anything may be meant: it may have pages."""
    asked = [one for one in store.sources() if store.totals(one.id).turns]
    return one_source(asked if asked and url is None else store.sources(), file, url)


def one_source(sources: Sequence[StoredSource], file: Path, url: str | None) -> StoredSource:
    """The one whose address contains this text, or the only one; raises if that is not one."""
    found = [one for one in sources if url is None or url in one.url]
    if not sources:
        raise StoreError(f"{file}: it holds no harvest yet")
    if not found:
        raise BadChoice(f"{file}: it holds no harvest of {url}")
    if len(found) > 1:
        urls = ", ".join(one.url for one in found)
        raise BadChoice(f"{file} holds several sources; name one with --source: {urls}")
    return found[0]
