"""Products whose rows change while they are read: `with changing("datasette", churn, folder) …`.

A third of the rows that change come, a third go, a third move to another value, in moments spread
over so many requests (`lab/sites/faceted_churn.py`). What is changed is the product's own storage:
the SQLite files of Datasette and django-oscar, the JSON file of InstantSearch. Leaves out the
search index of django-oscar, which goes on finding what the lists no longer show.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from leadline.lab.sites.faceted_churn import Churn
from leadline.lab.sites.faceted_table import FacetTable
from tests.products.datasette import faceted
from tests.products.proxy import Trouble, Watched, proxied
from tests.products.rows import GROUP, KEY, OWNER, Row, columns, items
from tests.products.runner import running

Table = dict[str, Row]  # the rows that are there, by their keys


@dataclass(frozen=True, slots=True, kw_only=True)
class Changing:
    """A product behind a proxy, and the tables it has had so far, from the first to the latest."""

    site: Watched
    had: list[Table]


def churned(name: str, rows: list[Row], share: float) -> list[Table]:
    """The tables of a product, one after the other, when a share of the rows changes."""
    facets = FacetTable(rows=rows, facets=tuple(CHANGED[name](rows)))
    churn = Churn(table=facets, share=share, requests=0)
    keys = [item.key for item in items(rows)]
    return [
        {keys[n]: {k: str(v) for k, v in table.rows[n].items()} for n in table.present.tolist()}
        for table in churn.versions
    ]


@contextmanager
def changing(
    name: str, rows: list[Row], versions: list[Table], requests: int, folder: Path
) -> Iterator[Changing]:
    """The product, whose tables follow one another in the course of so many requests."""
    copy, had = folder / "changing", [dict(zip((i.key for i in items(rows)), rows, strict=True))]

    def before(asked: int) -> None:
        step = max(1.0, requests / len(versions))
        while len(had) < min(len(versions), int(asked / step) + 1):
            CHANGE[name](copy, had[-1], versions[len(had)])
            had.append(versions[len(had)])

    with running(name, rows, copy=copy) as site:
        CHANGE[name](copy, had[0], versions[0])
        had[0] = versions[0]
        with proxied(site, Trouble(before=before)) as watched:
            yield Changing(site=watched, had=had)


def _datasette(folder: Path, old: Table, new: Table) -> None:
    with closing(sqlite3.connect(folder / "catalogue.db", timeout=60)) as base, base:
        names = [row[1] for row in base.execute("PRAGMA table_info(items)")]
        key = next(name for name in names if name in KEY)
        changed = [k for k in old if k not in new or new[k] != old[k]]
        base.executemany(f'DELETE FROM items WHERE "{key}" = ?', [(k,) for k in changed])
        base.executemany(
            f"INSERT INTO items VALUES ({', '.join('?' * len(names))})",
            ([new[k].get(name) for name in names] for k in new if new[k] != old.get(k)),
        )
        base.execute("INSERT INTO items_fts(items_fts) VALUES ('rebuild')")


def _oscar(folder: Path, old: Table, new: Table) -> None:
    with closing(sqlite3.connect(folder / "shop.db", timeout=60)) as base, base:
        public = [(k in new, k) for k in old.keys() ^ new.keys()]
        base.executemany("UPDATE catalogue_product SET is_public = ? WHERE upc = ?", public)
        group = next(item.group for item in items([*new.values()][:1]))
        name = next(n for n, value in next(iter(new.values())).items() if value == group)
        base.executemany(
            "UPDATE catalogue_productcategory SET category_id = (SELECT id FROM catalogue_category"
            " WHERE name = ?) WHERE product_id = (SELECT id FROM catalogue_product WHERE upc = ?)",
            [(row.get(name), k) for k, row in new.items() if row != old.get(k)],
        )


def _jsfacets(folder: Path, old: Table, new: Table) -> None:
    found = [{"id": str(n), **asdict(item)} for n, item in enumerate(items(new.values()), 1)]
    fresh = folder / "public" / "items.new"
    fresh.write_text(json.dumps(found))
    os.replace(fresh, folder / "public" / "items.json")


def _group(rows: list[Row]) -> list[str]:
    return [next(name for name in GROUP if name in columns(rows))]


def _owner(rows: list[Row]) -> list[str]:
    return [next(name for name in OWNER if name in columns(rows))]


CHANGE: Mapping[str, Callable[[Path, Table, Table], None]] = {
    "datasette": _datasette,
    "oscar": _oscar,
    "jsfacets": _jsfacets,
}
CHANGED: Mapping[str, Callable[[list[Row]], list[str]]] = {
    "datasette": faceted,
    "oscar": _group,
    "jsfacets": lambda rows: [*_group(rows), *_owner(rows)],
}
