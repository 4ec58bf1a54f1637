"""Keeping a harvest: the ledger of turns, the records, and the archive of pages."""

from leadline.store.memory import MemoryStore
from leadline.store.present import records_now
from leadline.store.protocol import (
    Change,
    Followed,
    Kind,
    Listed,
    Pair,
    ReadFrom,
    Store,
    StoredRecord,
    StoredSource,
    Totals,
)
from leadline.store.sqlite import SqliteStore, open_store

__all__ = [
    "Change",
    "Followed",
    "Kind",
    "Listed",
    "MemoryStore",
    "Pair",
    "ReadFrom",
    "SqliteStore",
    "Store",
    "StoredRecord",
    "StoredSource",
    "Totals",
    "open_store",
    "records_now",
]
