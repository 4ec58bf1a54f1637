"""A store that is watched while much is read from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from leadline.model import Page
from leadline.store import Store, StoredRecord

T = TypeVar("T")


@dataclass(frozen=True)
class Watched:
    """A store; somebody hears how many records or pages of it were read."""

    store: Store
    told: Callable[[str], None]

    def records(self, source: int) -> Iterator[StoredRecord]:
        """The records in the order in which they were first seen."""
        return self._counted(self.store.records(source), "records")

    def pages(self) -> Iterator[Page]:
        """All of the archive, oldest first."""
        return self._counted(self.store.pages(), "pages")

    def _counted(self, items: Iterator[T], what: str) -> Iterator[T]:
        for number, one in enumerate(items, 1):
            self.told(f"reading: {number:,} {what}")
            yield one

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)


def watched(store: Store, told: Callable[[str], None]) -> Store:
    """The store, with somebody who hears of it."""
    return cast(Store, Watched(store, told))
