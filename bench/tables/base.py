"""What a collection is, and how its rows reach a JSONL file."""

import json
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Row = dict[str, object]
Use = Literal["tune", "report", "overlap", "places"]

PROGRESS_EVERY = 50_000


class CollectionError(RuntimeError):
    """A collection cannot be made; the message says what to do about it."""


@dataclass(frozen=True)
class Collection:
    """One JSONL file: its name, its part in the experiments, and who makes its rows.

    `rows` is the count seen when the collection was chosen. Upstream lists move a little, so
    another count is reported and not refused.
    """

    name: str
    use: Use
    rows: int
    about: str
    make: Callable[[Path], Iterator[Row]]

    def path(self, outdir: Path) -> Path:
        return outdir / f"{self.name}.jsonl"


def present(**fields: object) -> Row:
    """A row of the fields which have a value: no None, no empty text, no empty list."""
    return {name: value for name, value in fields.items() if value not in (None, "", [])}


def one_line(text: str) -> str:
    """The text with every run of white space turned into one space."""
    return re.sub(r"\s+", " ", text).strip()


def write(collection: Collection, outdir: Path) -> int:
    """Make the collection's file, in one step as seen from outside; give the number of rows."""
    final = collection.path(outdir)
    partial = final.with_suffix(".partial")
    started = time.monotonic()
    count = 0
    with partial.open("w", encoding="utf-8") as out:
        for count, row in enumerate(collection.make(outdir), start=1):
            out.write(json.dumps(row, ensure_ascii=False) + "\n")
            if count % PROGRESS_EVERY == 0:
                print(f"{collection.name}: {count:,} rows …", flush=True)
    if not count:
        partial.unlink()
        raise CollectionError(f"{collection.name}: the source gave no rows")
    partial.rename(final)
    print(f"{collection.name}: {_summary(collection, final, count, started)}", flush=True)
    return count


def _summary(collection: Collection, path: Path, count: int, started: float) -> str:
    megabytes = path.stat().st_size / 1e6
    seconds = time.monotonic() - started
    note = "" if count == collection.rows else f" (when chosen: {collection.rows:,})"
    return f"{count:,} rows{note}, {megabytes:.1f} MB, {seconds:.0f} s"
