"""Records as the last refresh found them: changed ones as they are since, vanished ones left out.

What is kept stays as it was first seen; this is the one place where changes are laid over it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, cast

from leadline.store.protocol import Change, Kind, Store, StoredRecord

VANISHED = "vanished"  # the field that tells when a record was no longer found


def records_now(store: Store, source: int, vanished: bool = False) -> Iterator[StoredRecord]:
    """The records of a source as they are known to be; those that are gone if they are wanted."""
    see = as_now(store, source, vanished)
    return (now for stored in store.records(source) if (now := see(stored)) is not None)


def as_now(
    store: Store, source: int, vanished: bool = False
) -> Callable[[StoredRecord], StoredRecord | None]:
    """How a record of a source is known to be now; None if it is gone, unless that is wanted."""
    latest = {change.key: change for change in store.changes(source)}
    shown = {c.key: c.record for c in store.changes(source) if c.record is not None}

    def see(stored: StoredRecord) -> StoredRecord | None:
        key = stored.record.key
        change = latest.get(key)
        now = replace(stored, record=shown[key]) if key in shown else stored
        if change is None or change.kind is not Kind.VANISHED:
            return now
        return replace(now, details=_marked(stored, change)) if vanished else None

    return see


def _marked(stored: StoredRecord, change: Change) -> tuple[tuple[str, str], ...]:
    when = datetime.fromtimestamp(change.at, UTC).isoformat(timespec="seconds")
    return (*stored.details, (VANISHED, when))


@dataclass(frozen=True)
class Present:
    """A store whose records are as the last refresh found them."""

    store: Store
    vanished: bool = False

    @property
    def asked(self) -> tuple[str, ...]:
        """Fields that are wanted though no record may have them."""
        return (VANISHED,) if self.vanished else ()

    def records(self, source: int) -> Iterator[StoredRecord]:
        """The records in the order in which they were first seen."""
        return records_now(self.store, source, self.vanished)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)


def present(store: Store, vanished: bool = False) -> Store:
    """The store as an export sees it."""
    return cast(Store, Present(store, vanished))
