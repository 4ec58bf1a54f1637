"""Harvest real faceted software on loopback and compare the values that facets tell with the truth.

    python -m bench.product_facets [NAME …] [--data FILE] [--rows N] [--hide COLUMN,…]
                                   [--churn SHARE]

Every product is loaded with the same rows (the lab's airports if not said) and harvested by the
command line from its address. A pair is a row, an attribute and a value. An attribute stands for
the column with which it agrees most; a record is the row whose key is one of its fields, or a word
of its address. `--hide` is for Datasette: rows of results do not show these columns, as asked for
by `_nocol` in the address of the table; then only facets, and own pages, tell them.

With `--churn` that share of the rows comes, goes or moves to another value in the course of as many
requests as a harvest of the still product took, which is measured first. Then a pair is right if it
was true at some moment of the harvest, and missed if it was true all the time and was not found.
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
from tests.products.asked_sets import asked_in_orders, asked_twice
from tests.products.facet_churn import changing, churned
from tests.products.proxy import Asked, Watched, proxied
from tests.products.rows import AIRPORTS, Row, items, read
from tests.products.runner import running

LEADLINE = Path(sys.executable).with_name("leadline")
NAMES = ("datasette", "oscar", "jsfacets")
Triple = tuple[str, str, str]  # a row's key, an attribute, a value
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
    twice: int  # pages of sets of values that were had under more than one address
    reordered: int  # sets of values that were asked in another order, too
    changes: int = 0  # moments at which rows changed


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What a harvest kept of facets, and what its records say."""

    pairs: list[Pair]
    lists: list[Listed]
    said: dict[str, list[str]]
    asked: list[Asked]


def measure(name: str, rows: list[Row], folder: Path, hide: tuple[str, ...] = ()) -> Measured:
    """Harvest one product and compare what its facets tell."""
    with running(name, rows) as site, proxied(site) as watched:
        kept = harvested(watched, folder / f"{name}.db", hide)
    table = dict(zip((item.key for item in items(rows)), rows, strict=True))
    return _compared(name, [table], kept)


def changed(
    name: str, rows: list[Row], folder: Path, hide: tuple[str, ...], *, share: float, requests: int
) -> Measured:
    """The same while a share of the rows changes over so many requests."""
    versions = churned(name, rows, share)
    with changing(name, rows, versions, requests, folder) as of:
        kept = harvested(of.site, folder / f"{name}-changing.db", hide)
    return _compared(name, of.had, kept)


def harvested(site: Watched, base: Path, hide: tuple[str, ...] = ()) -> Kept:
    """What a harvest of a product keeps, columns hidden from rows or not."""
    hidden = "&".join(f"_nocol={column}" for column in hide)
    url = f"{site.root}/catalogue/items?{hidden}" if hide else site.url
    command = [str(LEADLINE), "harvest", url, "--into", str(base), "--delay", "0", "--json"]
    subprocess.run(command, capture_output=True, text=True, check=True)
    return _kept(base, site.requests)


def _kept(base: Path, asked: list[Asked]) -> Kept:
    with open_store(base, create=False, write=False) as store:
        number = store.sources()[0].id
        records = (stored.record for stored in store.records(number))
        said = {r.key: [*(value for _, value in r.values), r.key] for r in records}
        return Kept(pairs=list(store.pairs(number)), lists=list(store.lists(number)), said=said,
                    asked=asked)  # fmt: skip


def _compared(name: str, tables: list[dict[str, Row]], kept: Kept) -> Measured:
    """What was found beside the rows that the product had, one table after the other."""
    known = {key.casefold(): row for table in tables for key, row in table.items()}
    row_of = {key: _row(texts, known) for key, texts in kept.said.items()}
    columns = _columns(kept.pairs, row_of, known)
    true = [_true(table, columns) for table in tables]
    ever, always = set[Triple]().union(*true), true[0].intersection(*true)
    found = {(row_of[pair.key], pair.attribute, pair.value) for pair in kept.pairs}
    return Measured(
        product=name,
        rows=len(known),
        attributes=columns,
        truth=len(always),
        found=len(found),
        precision=round(len(found & ever) / max(1, len(found)), 4),
        recall=round(len(found & always) / max(1, len(always)), 4),
        hidden=sum(pair.hidden for pair in kept.pairs),
        lists=len(kept.lists),
        queries=len({one.query for one in kept.lists}),
        asked=len(kept.asked),
        twice=len(asked_twice(name, kept.asked)),
        reordered=len(asked_in_orders(name, kept.asked)),
        changes=len(tables) - 1,
    )


def _true(table: dict[str, Row], columns: dict[str, str]) -> set[Triple]:
    return {(key.casefold(), name, row[column]) for name, column in columns.items()
            for key, row in table.items() if row.get(column)}  # fmt: skip


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
    parser.add_argument("--churn", type=float, default=0.0)
    options = parser.parse_args()
    rows = read(options.data, options.rows)
    hide = tuple(column for column in options.hide.split(",") if column)
    for name in options.names:
        with tempfile.TemporaryDirectory() as folder:
            still = measure(name, rows, Path(folder), hide)
            print(json.dumps(asdict(still)), flush=True)
            if options.churn:
                share, asked = options.churn, still.asked
                got = changed(name, rows, Path(folder), hide, share=share, requests=asked)
                print(json.dumps(asdict(got)), flush=True)


if __name__ == "__main__":
    main()
