"""A django-oscar shop in the folder SHOP: `python shop.py fill | index | serve PORT`.

Products are inserted in bulk: saving them one by one would index each by itself.
"""

# mypy: ignore-errors

import json
import os
import sys
from decimal import Decimal
from pathlib import Path

import django
from django.core.management import call_command

os.environ["DJANGO_SETTINGS_MODULE"] = "shop_settings"
django.setup()


def fill() -> None:
    from django.db import transaction

    call_command("migrate", run_syncdb=True, verbosity=0)
    rows = json.loads(Path(os.environ["SHOP"], "products.json").read_text())
    with transaction.atomic():
        _insert(rows)


def _insert(rows: list[dict[str, str]]) -> None:
    from django.utils.text import slugify
    from oscar.apps.catalogue.models import Category, Product, ProductCategory, ProductClass
    from oscar.apps.partner.models import Partner, StockRecord

    kind = ProductClass.objects.create(name="Item", requires_shipping=False, track_stock=False)
    partner = Partner.objects.create(name="Partner")
    groups = {name: Category.add_root(name=name) for name in sorted({r["group"] for r in rows})}
    products = Product.objects.bulk_create(
        [
            Product(
                title=row["title"],
                slug=slugify(row["title"]) or "item",
                upc=row["key"],
                description=row["text"],
                product_class=kind,
            )
            for row in rows
        ],
        batch_size=500,
    )
    pairs = list(zip(products, rows, strict=True))
    ProductCategory.objects.bulk_create(
        [ProductCategory(product=one, category=groups[row["group"]]) for one, row in pairs],
        batch_size=500,
    )
    StockRecord.objects.bulk_create(
        [
            StockRecord(
                product=one, partner=partner, partner_sku=row["key"], price=Decimal(row["price"])
            )
            for one, row in pairs
        ],
        batch_size=500,
    )


def index() -> None:
    call_command("rebuild_index", interactive=False, verbosity=0, batchsize=10_000)


def serve(port: str) -> None:
    call_command("runserver", f"127.0.0.1:{port}", "--noreload", "--insecure")


{"fill": fill, "index": index, "serve": serve}[sys.argv[1]](*sys.argv[2:])
