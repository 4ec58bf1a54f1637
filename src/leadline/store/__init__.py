"""Keeping a harvest: the ledger of turns, the records, and the archive of pages."""

from leadline.store.files import open_store
from leadline.store.memory import MemoryStore
from leadline.store.protocol import Followed, ReadFrom, Store, StoredRecord, StoredSource, Totals
from leadline.store.sqlite import SqliteStore

__all__ = [
    "Followed",
    "MemoryStore",
    "ReadFrom",
    "SqliteStore",
    "Store",
    "StoredRecord",
    "StoredSource",
    "Totals",
    "open_store",
]
