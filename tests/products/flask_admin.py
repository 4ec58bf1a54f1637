"""Flask-Admin: a table with a search box, 50 rows a page, numbered pages, the total in a tab.

It looks for parts of words in some columns. Filters are put together by its script.
"""

from __future__ import annotations

import sqlite3
from dataclasses import asdict
from pathlib import Path

from tests.products.product import HERE, Product, Shown
from tests.products.rows import Row, items

COLUMNS = ("key", "title", "group", "owner", "text")
LISTED = ("key", "title", "group", "owner")


def load(python: str, folder: Path, rows: list[Row]) -> None:
    """Write the table that is shown."""
    with sqlite3.connect(folder / "items.db") as base:
        declared = ", ".join(f'"{name}" TEXT' for name in COLUMNS)
        base.execute(f"CREATE TABLE item ({declared}, PRIMARY KEY (key))")
        base.executemany(
            f"INSERT INTO item VALUES ({', '.join('?' * len(COLUMNS))})",
            (tuple(asdict(item).values()) for item in items(rows)),
        )
    base.close()


def serve(python: str, folder: Path, port: int) -> list[str]:
    """A site with one view of the table, nothing in it to be changed."""
    return [python, str(HERE / "inside" / "admin_site.py"), "items.db", str(port)]


def truth(folder: Path, rows: list[Row]) -> list[Shown]:
    """The columns that are listed; the text is found but not shown."""
    return [
        Shown(
            key=item.key,
            values={name: getattr(item, name) for name in LISTED},
            searched={"text": item.text},
        )
        for item in items(rows)
    ]


PRODUCT = Product(
    name="flask_admin",
    front="/",
    load=load,
    serve=serve,
    truth=truth,
    pins="flask_admin.txt",
    lab=("--interface", "keyword", "--page-size", "50", "--browsable"),
)
