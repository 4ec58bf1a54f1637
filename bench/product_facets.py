"""Harvest real faceted software on loopback and compare the values that facets tell with the truth.

    python -m bench.product_facets [NAME …] [--data FILE] [--rows N] [--hide COLUMN,…]

Every product is loaded with the same rows (the lab's airports if not said) and harvested by the
command line from its address. A pair is a row, an attribute and a value. An attribute stands for
the column with which it agrees most; a record is the row whose key is one of its fields, or a word
of its address. `--hide` is for Datasette: rows of results do not show these columns, as asked for
by `_nocol` in the address of the table; then only facets, and own pages, tell them.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path

from leadline.store import Listed, Pair, open_store
from tests.products.proxy import proxied
from tests.products.rows import AIRPORTS, Row, items, read
from tests.products.runner import running

LEADLINE = Path(sys.executable).with_name("leadline")
NAMES = ("datasette", "oscar", "jsfacets")
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """One product's harvest, as far as facets go."""

    product: str
    rows: int
    attributes: dict[str, str]
    truth: int
    found: int
    precision: float
    recall: float
    hidden: int
    lists: int
    queries: int
    asked: int  # requests that reached the proxy


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What a harvest kept of facets, and what its records say."""

    pairs: list[Pair]
    lists: list[Listed]
    said: dict[str, list[str]]


def measure(name: str, rows: list[Row], folder: Path, hide: tuple[str, ...] = ()) -> Measured:
    """Harvest one product and compare what its facets tell."""
    base = folder / f"{name}.db"
    with running(name, rows) as site, proxied(site) as watched:
        hidden = "&".join(f"_nocol={column}" for column in hide)
        url = f"{watched.root}/catalogue/items?{hidden}" if hide else watched.url
        command = [str(LEADLINE), "harvest", url, "--into", str(base), "--delay", "0", "--json"]
        subprocess.run(command, capture_output=True, text=True, check=True)
        asked = len(watched.requests)
    return _compared(name, rows, _kept(base), asked)


def _kept(base: Path) -> Kept:
    with open_store(base, create=False, write=False) as store:
        number = store.sources()[0].id
        records = (stored.record for stored in store.records(number))
        said = {r.key: [*(value for _, value in r.values), r.key] for r in records}
        return Kept(pairs=list(store.pairs(number)), lists=list(store.lists(number)), said=said)


def _compared(name: str, rows: list[Row], kept: Kept, asked: int) -> Measured:
    keyed = zip(items(rows), rows, strict=True)
    table = {item.key.casefold(): row for item, row in keyed}
    row_of = {key: _row(texts, table) for key, texts in kept.said.items()}
    columns = _columns(kept.pairs, row_of, table)
    truth = {(key, name, row[column]) for name, column in columns.items()
             for key, row in table.items() if row.get(column)}  # fmt: skip
    found = {(row_of[pair.key], pair.attribute, pair.value) for pair in kept.pairs}
    right = len(found & truth)
    return Measured(
        product=name,
        rows=len(rows),
        attributes=columns,
        truth=len(truth),
        found=len(found),
        precision=round(right / max(1, len(found)), 4),
        recall=round(right / max(1, len(truth)), 4),
        hidden=sum(pair.hidden for pair in kept.pairs),
        lists=len(kept.lists),
        queries=len({one.query for one in kept.lists}),
        asked=asked,
    )


def _row(texts: list[str], table: dict[str, Row]) -> str:
    """The key of the row that a record is: one of its fields, or else the last word that is one."""
    words = [word for text in texts for word in _WORD.findall(text.casefold())]
    whole = [text.casefold() for text in texts]
    return next((key for key in (*whole, *reversed(words)) if key in table), "")


def _columns(pairs: list[Pair], row_of: dict[str, str], table: dict[str, Row]) -> dict[str, str]:
    """The column with which each attribute agrees most."""
    agree: dict[str, Counter[str]] = {}
    for pair in pairs:
        row = table.get(row_of.get(pair.key, ""), {})
        same = (column for column, value in row.items() if value == pair.value)
        agree.setdefault(pair.attribute, Counter()).update(same)
    return {name: counts.most_common(1)[0][0] for name, counts in agree.items() if counts}


def main() -> None:
    """Measure the products that are named."""
    parser = argparse.ArgumentParser(prog="bench.product_facets")
    parser.add_argument("names", nargs="*", default=NAMES)
    parser.add_argument("--data", type=Path, default=AIRPORTS)
    parser.add_argument("--rows", type=int)
    parser.add_argument("--hide", default="")
    options = parser.parse_args()
    rows = read(options.data, options.rows)
    hide = tuple(column for column in options.hide.split(",") if column)
    for name in options.names:
        with tempfile.TemporaryDirectory() as folder:
            print(json.dumps(asdict(measure(name, rows, Path(folder), hide))), flush=True)


if __name__ == "__main__":
    main()
