"""Trac: rows as tickets. A search box for everything, 10 hits a page; a query form for tickets.

Trac looks for parts of words, refuses fewer than three letters and an empty question, and says
how many hits there are. Its own manual and milestones are found beside the tickets.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

from tests.products.product import Product, Shown, run
from tests.products.rows import Item, Row, items

BEGINNING = 1_600_000_000_000_000  # the first ticket's date, in microseconds
HOUR = 3_600_000_000
LINE = 75  # letters of a summary, and of a page, that a hit shows

TICKET = """
INSERT INTO ticket (id, type, time, changetime, component, severity, priority, owner, reporter, cc,
    version, milestone, status, resolution, summary, description, keywords)
VALUES (?, 'defect', ?, ?, ?, '', 'major', ?, ?, '', '', '', 'new', '', ?, ?, '')
"""


def load(python: str, folder: Path, rows: list[Row]) -> None:
    """Make an environment and put the tickets into its database."""
    run(python, "-m", "trac.admin.console", "site", "initenv", "Catalogue", "sqlite:db/trac.db",
        cwd=folder)  # fmt: skip
    found = list(items(rows))
    with sqlite3.connect(_base(folder)) as base:
        base.execute("DELETE FROM component")
        groups = sorted({item.group for item in found})
        base.executemany("INSERT INTO component (name) VALUES (?)", ((name,) for name in groups))
        base.executemany(TICKET, (_ticket(n, item) for n, item in enumerate(found, 1)))
    base.close()


def _base(folder: Path) -> Path:
    return folder / "site" / "db" / "trac.db"


def _ticket(number: int, item: Item) -> tuple[object, ...]:
    when = BEGINNING + number * HOUR
    return number, when, when, item.group, item.owner, item.owner, _summary(item), item.text


def _summary(item: Item) -> str:
    return f"{item.key}: {item.title}"


def serve(python: str, folder: Path, port: int) -> list[str]:
    """Trac's own server, with one environment at the root."""
    address = ("--hostname", "127.0.0.1", "--port", str(port))
    return [python, "-m", "trac.web.standalone", "--single-env", *address, "site"]


def truth(folder: Path, rows: list[Row]) -> list[Shown]:
    """The tickets, and the pages and milestones that every new Trac has."""
    tickets = (_shown(number, item) for number, item in enumerate(items(rows), 1))
    return [*tickets, *_others(folder)]


def _shown(number: int, item: Item) -> Shown:
    title = f"#{number}: defect: {_beginning(_summary(item))} (new)"
    searched = {"title": _summary(item), "text": item.text}
    return Shown(key=f"#{number}", values={"title": title, "by": item.owner}, searched=searched)


def _others(folder: Path) -> Iterator[Shown]:
    """What was there before the tickets."""
    base = sqlite3.connect(_base(folder))
    for name, text in base.execute("SELECT name, text FROM wiki"):
        title = f"{name}: {_beginning(text)}"
        yield Shown(key=name, values={"title": title}, searched={"title": name, "text": text})
    for (name,) in base.execute("SELECT name FROM milestone"):
        yield Shown(key=name, values={"title": f"Milestone {name}"})
    base.close()


def _beginning(text: str) -> str:
    """So much of a text as the title of a hit has room for, by whole words."""
    if len(text) <= LINE:
        return text
    start = text[: LINE - 4]
    return start[: max(start.rfind(" "), start.rfind("\n")) % LINE] + " ..."


PRODUCT = Product(
    name="trac",
    front="/",
    load=load,
    serve=serve,
    truth=truth,
    pins="trac.txt",
    lab=("--interface", "keyword", "--page-size", "10"),
)
