"""Rows for the products: any JSON Lines table, and what each row is where fields are fixed.

By default the airports that ship with the lab, so that nothing has to be fetched.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

Row = dict[str, str]

AIRPORTS = Path(__file__).parents[2] / "src/leadline/lab/data/airports.jsonl.gz"

KEY = ("package", "iata", "icao", "id")
TITLE = ("title", "name", "word")
GROUP = ("section", "country", "genre", "carrier")
OWNER = ("maintainer", "timezone", "director", "tz")
TEXT = ("description", "text")


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A row as software with fields of its own wants it."""

    key: str
    title: str
    group: str
    owner: str
    text: str


def read(path: Path = AIRPORTS, count: int | None = None) -> list[Row]:
    """So many rows of a table, evenly spaced over the whole of it; all if not said."""
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8") as lines:
        rows = [{name: _shown(value) for name, value in json.loads(one).items()} for one in lines]
    if count is None or count >= len(rows):
        return rows
    return [rows[place * len(rows) // count] for place in range(count)]


def _shown(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def items(rows: Iterable[Row]) -> Iterator[Item]:
    """The rows as items; what a table has no column for is made of what it has."""
    for number, row in enumerate(rows, 1):
        title = _first(row, TITLE) or next(iter(row.values()))
        yield Item(
            key=_first(row, KEY) or f"R{number:06}",
            title=title,
            group=_first(row, GROUP) or "other",
            owner=_first(row, OWNER) or "nobody",
            text=_first(row, TEXT) or ", ".join(row.values()),
        )


def _first(row: Row, columns: tuple[str, ...]) -> str:
    return next((row[column] for column in columns if row.get(column)), "")


def columns(rows: Iterable[Row]) -> list[str]:
    """The names of all columns, in the order they are met."""
    return list(dict.fromkeys(name for row in rows for name in row))
