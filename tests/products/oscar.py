"""django-oscar: rows as products of a shop, 20 a page, with "previous" and "next".

The search box is on every page and asks a Whoosh index for words in titles and descriptions; the
catalogue lists everything. Forms for the basket, the language and the sort order stand beside it.
Rows of results show a title, a price and whether there is one left.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from pathlib import Path
from zlib import crc32

from tests.products.product import HERE, Product, Shown, run
from tests.products.rows import Item, Row, items

MANAGE = HERE / "inside" / "shop.py"


def load(python: str, folder: Path, rows: list[Row]) -> None:
    """Make the shop's tables, fill them below its models, and index what is in them."""
    products = [
        {**asdict(item), "title": _title(item), "price": _price(item)} for item in items(rows)
    ]
    (folder / "products.json").write_text(json.dumps(products))
    for step in ("fill", "index"):
        run(python, MANAGE, step, cwd=folder, environment={**os.environ, "SHOP": str(folder)})


def _title(item: Item) -> str:
    return f"{item.title} ({item.key})"[-250:]


def _price(item: Item) -> str:
    """Some price, always the same for an item."""
    cents = 100 + crc32(item.key.encode()) % 99_900
    return f"{cents // 100}.{cents % 100:02}"


def serve(python: str, folder: Path, port: int) -> list[str]:
    """Django's own server."""
    return ["env", f"SHOP={folder}", python, str(MANAGE), "serve", str(port)]


def truth(folder: Path, rows: list[Row]) -> list[Shown]:
    """Title, price and availability; descriptions are found but not shown."""
    return [
        Shown(
            key=item.key,
            values={"title": _title(item), "price": f"£{_price(item)}", "stock": "Available"},
            searched={"text": item.text},
        )
        for item in items(rows)
    ]


PRODUCT = Product(
    name="oscar",
    front="/",
    load=load,
    serve=serve,
    truth=truth,
    pins="oscar.txt",
    lab=("--interface", "keyword", "--page-size", "20", "--ranking", "relevance", "--browsable"),
)
