"""The rows of the Site Database, within a transaction: adding sites, taking the next, counting.

Which site is next for the search for forms: those that were broken off, those that the user named,
then those that most other sites name (He et al., Section 3.3, ranked iteration). For the search
for sites, those that have named most others already.
"""

from __future__ import annotations

import sqlite3
import time
from dataclasses import replace
from random import Random
from typing import Any

from leadline.store.cells import cell_text, text_cell
from leadline.store.sites_values import QUERY, Site, State, Tally

CHUNK = 500
COLUMNS = """id, key, url, title, seed, inside, named, names, forms_state, sites_state, strategy,
    pages, site_pages, probes, reason"""
ADD = """INSERT INTO sites (key, url, seed, inside, added) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (key) DO NOTHING"""
AGAIN = """UPDATE sites SET seed = 1, url = CASE forms_state WHEN 'new' THEN ?2 ELSE url END,
    forms_state = CASE forms_state WHEN 'failed' THEN 'new' ELSE forms_state END,
    sites_state = CASE sites_state WHEN 'failed' THEN 'new' ELSE sites_state END
    WHERE key = ?1"""
INSIDE = "UPDATE sites SET inside = 1 WHERE key = ? AND NOT inside AND forms_state = 'new'"
OPENED = "UPDATE sites SET forms_state = 'open', run = ? WHERE id = ?"
FOR_FORMS = f"""SELECT {COLUMNS} FROM sites WHERE forms_state = 'new'
    ORDER BY run IS NULL, seed DESC, named DESC, id LIMIT ?"""
FOR_SITES = f"""SELECT {COLUMNS} FROM sites WHERE sites_state = 'new' AND forms_state = 'done'
    ORDER BY names DESC, id LIMIT ?"""
KEEP = """UPDATE sites SET url = ?, title = ?, names = ?, forms_state = ?, sites_state = ?,
    strategy = ?, pages = ?, site_pages = ?, probes = ?, reason = ? WHERE id = ?"""
TALLY = """SELECT count(*) FILTER (WHERE pages > 0), count(*) FILTER (WHERE forms_state = 'failed'),
    coalesce(sum(pages), 0), coalesce(sum(site_pages), 0), coalesce(sum(probes), 0) FROM sites """


def reopen(db: sqlite3.Connection) -> None:
    """What was open when the last run ended waits again; its pages are counted anew."""
    for name, pages in (("forms_state", "pages"), ("sites_state", "site_pages")):
        db.execute(f"UPDATE sites SET {name} = 'new', {pages} = 0 WHERE {name} = 'open'")


def add_seed(db: sqlite3.Connection, site: Site) -> bool:
    """Add a site that the user names, or say that it is one; whether it is new."""
    new = _add(db, site)
    if not new:
        db.execute(AGAIN, (site.key, text_cell(site.url)))
    return new


def add_met(db: sqlite3.Connection, site: Site) -> bool:
    """Add a site that a page names; whether it is new."""
    new = _add(db, site)
    if not new and site.inside:
        db.execute(INSIDE, (site.key,))
    return new


def _add(db: sqlite3.Connection, site: Site) -> bool:
    row = (text_cell(site.key), text_cell(site.url), site.seed, site.inside, time.time())
    return db.execute(ADD, row).rowcount > 0


def take_for_forms(db: sqlite3.Connection, run: int, most: int) -> list[Site]:
    """The next sites to search for forms, opened."""
    found = _read(db, FOR_FORMS, (most,))
    db.executemany(OPENED, [(run, site.id) for site in found])
    return [replace(site, forms_state=State.OPEN, pages=0) for site in found]


def take_for_sites(db: sqlite3.Connection, most: int) -> list[Site]:
    """The next sites to search for sites, opened."""
    found = _read(db, FOR_SITES, (most,))
    opened = "UPDATE sites SET sites_state = 'open' WHERE id = ?"
    db.executemany(opened, [(site.id,) for site in found])
    return [replace(site, sites_state=State.OPEN, site_pages=0) for site in found]


def sample(db: sqlite3.Connection, run: int, most: int) -> list[Site]:
    """Some sites that wait, at random but the same for the same run, opened; in order."""
    rows = db.execute("SELECT id FROM sites WHERE forms_state = 'new' ORDER BY id").fetchall()
    chosen = Random(run).sample([number for (number,) in rows], min(most, len(rows)))
    db.executemany(OPENED, [(run, number) for number in chosen])
    one = f"SELECT {COLUMNS} FROM sites WHERE id = ?"
    found = [site for number in sorted(chosen) for site in _read(db, one, (number,))]
    return [replace(site, pages=0) for site in found]


def keep(db: sqlite3.Connection, site: Site) -> None:
    """Keep how far a site is."""
    db.execute(
        KEEP,
        (text_cell(site.url), text_cell(site.title), site.names, site.forms_state.value,
         site.sites_state.value, site.strategy, site.pages, site.site_pages, site.probes,
         text_cell(site.reason), site.id),
    )  # fmt: skip


def after(db: sqlite3.Connection, last: int) -> list[Site]:
    """Some of the sites that were added after one."""
    asked = f"SELECT {COLUMNS} FROM sites WHERE id > ? ORDER BY id LIMIT ?"
    return _read(db, asked, (last, CHUNK))


def count(db: sqlite3.Connection, test: str) -> int:
    """How many sites pass a test."""
    (found,) = db.execute(f"SELECT count(*) FROM sites WHERE {test}").fetchone()
    return int(found)


def tally(db: sqlite3.Connection, run: int | None) -> Tally:
    """What all runs brought, or one."""
    mine, values = ("WHERE run = ?", (run,)) if run is not None else ("", ())
    sites, unreachable, pages, site_pages, probes = db.execute(TALLY + mine, values).fetchone()
    marks = ", ".join("?" * len(QUERY))
    asked = f"SELECT count(*), count(*) FILTER (WHERE probe IN ({marks})) FROM forms {mine}"
    forms, query_forms = db.execute(asked, (*(p.value for p in QUERY), *values)).fetchone()
    return Tally(
        sites=sites,
        unreachable=unreachable,
        pages=pages,
        site_pages=site_pages,
        probes=probes,
        forms=forms,
        query_forms=query_forms,
        known=count(db, "1"),
    )


def yields(db: sqlite3.Connection, run: int, strategy: str) -> list[tuple[int, int]]:
    """Pages and query forms of each site that a run has searched by a strategy."""
    marks = ", ".join("?" * len(QUERY))
    asked = f"""SELECT pages, (SELECT count(*) FROM forms WHERE forms.site = sites.id
        AND probe IN ({marks})) FROM sites
        WHERE run = ? AND strategy = ? AND forms_state = 'done' AND pages > 0"""
    return db.execute(asked, (*(p.value for p in QUERY), run, strategy)).fetchall()


def _read(db: sqlite3.Connection, asked: str, values: tuple[Any, ...]) -> list[Site]:
    return [_site(row) for row in db.execute(asked, values).fetchall()]


def _site(row: tuple[Any, ...]) -> Site:
    (number, key, url, title, seed, inside, named, names, forms_state, sites_state, strategy,
     pages, site_pages, probes, reason) = row  # fmt: skip
    return Site(
        id=number,
        key=cell_text(key),
        url=cell_text(url),
        title=cell_text(title),
        seed=bool(seed),
        inside=bool(inside),
        named=named,
        names=names,
        forms_state=State(forms_state),
        sites_state=State(sites_state),
        strategy=strategy,
        pages=pages,
        site_pages=site_pages,
        probes=probes,
        reason=cell_text(reason),
    )
