"""Entities as an export sees them: a source whose records are the fused ones.

Each has its number as key, its values, the address of a page that tells of it if a source has one,
the addresses of its sources, and the attributes that these disagree on. So all formats can write
them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

from leadline.errors import StoreError
from leadline.model import Record
from leadline.store.entities import Entity
from leadline.store.protocol import Change, Store, StoredRecord
from leadline.store.sqlite import SqliteStore

SOURCES = "in sources"
CONFLICTS = "in conflict"


@dataclass(frozen=True)
class _Entities:
    """A store whose records are the entities, whatever source is asked for."""

    store: SqliteStore
    urls: dict[int, str]

    def records(self, source: int) -> Iterator[StoredRecord]:
        """The entities, by number."""
        for entity in self.store.entities():
            yield StoredRecord(source=source, record=_record(entity, self.urls))

    def changes(self, source: int) -> Iterator[Change]:
        """None: entities are of the records as they are."""
        return iter(())

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)


def as_records(store: SqliteStore) -> Store:
    """The store with its entities in place of records."""
    if store.unified() is None:
        raise StoreError(f"{store.path}: its sources were not made one yet: leadline unify")
    return cast(Store, _Entities(store, {one.id: one.url for one in store.sources()}))


def _record(entity: Entity, urls: dict[int, str]) -> Record:
    sources = dict.fromkeys(urls[one.source] for one in entity.records)
    disputed = dict.fromkeys(one.attribute for one in entity.conflicts)
    found = [(SOURCES, url) for url in sources] + [(CONFLICTS, name) for name in disputed]
    pages = (one.key for one in entity.records if one.key.startswith(("http://", "https://")))
    return Record(
        str(entity.id),
        (*entity.fields, *found),
        text=" ".join(value for _, value in entity.fields),
        url=next(pages, ""),
    )
