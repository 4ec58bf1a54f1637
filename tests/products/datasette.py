"""Datasette: one table with full-text search, its columns as they are; 50 rows a page, by keyset.

The table's page has a search box and a form of column, operator and value (both GET), facets with
counts, and links to the next page only.
"""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

from tests.products.product import Product, Shown
from tests.products.rows import KEY, Row, columns

FACETS = range(2, 300)  # how many values a column may have to be offered as a facet
FIXED = "--immutable"
SETTINGS = {
    "sql_time_limit_ms": "10000",
    "facet_time_limit_ms": "5000",
    "max_returned_rows": "100",
    "default_allow_sql": "off",
    "allow_download": "off",
}


def load(python: str, folder: Path, rows: list[Row]) -> None:
    """Write the database and the settings of its one table."""
    names = columns(rows)
    with sqlite3.connect(folder / "catalogue.db") as base:
        base.execute(f"CREATE TABLE items ({', '.join(map(_declared, names))})")
        base.executemany(
            f"INSERT INTO items VALUES ({', '.join('?' * len(names))})",
            ([row.get(name) for name in names] for row in rows),
        )
        quoted = ", ".join(f'"{name}"' for name in names)
        base.execute(f'CREATE VIRTUAL TABLE items_fts USING fts5({quoted}, content="items")')
        base.execute("INSERT INTO items_fts(items_fts) VALUES ('rebuild')")
    base.close()
    table = {"facets": faceted(rows), "size": 50}
    settings = {"title": "Catalogue", "databases": {"catalogue": {"tables": {"items": table}}}}
    (folder / "metadata.json").write_text(json.dumps(settings))


def _declared(name: str) -> str:
    return f'"{name}" TEXT' + (" PRIMARY KEY" if name in KEY else "")


def faceted(rows: list[Row]) -> list[str]:
    """The columns that are offered as facets."""
    return [name for name in columns(rows) if len({row.get(name) for row in rows}) in FACETS]


def serve(python: str, folder: Path, port: int) -> list[str]:
    """Datasette's own server; the database cannot be changed through it."""
    options = [part for pair in SETTINGS.items() for part in ("--setting", *pair)]
    return [
        *(python, "-m", "datasette", "serve", FIXED, "catalogue.db"),
        *("--metadata", "metadata.json", "--host", "127.0.0.1", "--port", str(port), *options),
    ]


def truth(folder: Path, rows: list[Row]) -> list[Shown]:
    """Every column of every row is shown."""
    first = next((name for name in KEY if name in rows[0]), next(iter(rows[0])))
    return [Shown(key=row[first], values=row) for row in rows]


PRODUCT = Product(
    name="datasette",
    front="/",
    load=load,
    serve=serve,
    truth=truth,
    pins="datasette.txt",
    fixed=FIXED,
    lab=("--interface", "keyword", "--page-size", "50", "--browsable", "--in-order"),
)
