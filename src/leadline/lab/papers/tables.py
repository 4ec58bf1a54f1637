"""The tables an experiment is run on: a sample of the rows, and a domain table that fits them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random

from leadline.errors import BadData
from leadline.lab.table import Row, read_rows


def rows_of(path: Path, most: int | None) -> list[Row]:
    """All rows of a file or, where it has more than `most`, so many: always the same ones."""
    rows = list(read_rows(path))
    return rows if most is None else sample(rows, most)


def sample(rows: Sequence[Row], most: int) -> list[Row]:
    """So many rows, in their order, chosen once and for all."""
    if len(rows) <= most:
        return list(rows)
    return [rows[i] for i in sorted(Random("rows").sample(range(len(rows)), most))]


def write_domain(
    path: Path, rows: Sequence[Row], names: frozenset[str] | None, share: float
) -> None:
    """A share of a domain table, only the columns of these names; a row without any is left out."""
    common = list(rows if names is None else _common(rows, names))
    if not common:
        wanted = "any row" if names is None else f"any of the columns {', '.join(sorted(names))}"
        raise BadData(f"the domain table does not have {wanted}")
    kept = sample(common, max(1, round(share * len(common))))
    path.write_text("".join(json.dumps(row) + "\n" for row in kept), encoding="utf-8")


def _common(rows: Iterable[Row], names: frozenset[str]) -> Iterator[Row]:
    for row in rows:
        if kept := {name: value for name, value in row.items() if name in names}:
            yield kept
