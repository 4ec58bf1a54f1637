"""Multi-step decisions are generators: they yield requests and are sent documents.

A page that could not be had is sent as None. Whoever drives such a talk owns the network; the
talk itself decides only what to ask next.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import TypeVar

from leadline.document import Document
from leadline.model import Query, Record, Request

T = TypeVar("T")
Talk = Generator[Request, Document | None, T]


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """A query that was asked while understanding a form, and the page that came back."""

    query: Query
    request: Request
    document: Document
    records: tuple[Record, ...] = ()
    page: int = 1

    @property
    def keys(self) -> frozenset[str]:
        """Which records it showed."""
        return frozenset(record.key for record in self.records)

    @property
    def words(self) -> tuple[str, ...]:
        """What was asked."""
        return tuple(value for _, value in self.query.predicates)
