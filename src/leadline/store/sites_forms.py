"""The Form Database: forms kept once, with all the places where they stand.

A form is known by its identity. Another one with the same fields that shows the same titles for
what was asked is the same form on a mirror: it becomes a place of the first. Leaves out forms that
changed since: the first sight is kept.
"""

from __future__ import annotations

import sqlite3
import time
from hashlib import blake2b
from urllib.parse import urlsplit

from leadline.codec import dump, load
from leadline.store.cells import cell_json, cell_text, json_cell, text_cell, whole_cell
from leadline.store.sites_values import FormEntry, KnownForm, Site
from leadline.store.words import spread

ALIKE = 0.8  # of their titles that two forms of the same fields share, if they are one
FEWEST = 3  # titles that can tell
PLACES = 50  # pages that are kept for a form
SCANNED = 200  # forms with the same fields that are compared

FIND = """SELECT id FROM forms WHERE identity = ?1
    UNION ALL SELECT form FROM twins WHERE identity = ?1"""
LIKE_IT = "SELECT id, entry FROM forms WHERE signature = ? ORDER BY id LIMIT ?"
ADD = """INSERT INTO forms (identity, site, run, kind, probability, probe, signature, size, entry,
    found) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
INDEX = """INSERT INTO subjects (rowid, title, subject, labels, results, site)
    VALUES (?, ?, ?, ?, ?, ?)"""
PLACE = """INSERT OR IGNORE INTO places (form, url)
    SELECT ?1, ?2 WHERE (SELECT count(*) FROM places WHERE form = ?1) < ?3"""
READ = "SELECT forms.id, sites.key, forms.entry FROM forms JOIN sites ON sites.id = forms.site "


def number(db: sqlite3.Connection, identity: str) -> int | None:
    """The form of that identity, or the one that it mirrors."""
    row = db.execute(FIND, (identity,)).fetchone()
    return None if row is None else int(row[0])


def keep(db: sqlite3.Connection, site: Site, run: int, entry: FormEntry) -> tuple[int, bool]:
    """Keep a form with its first place; its number, and whether it is a new one."""
    known, fields = number(db, entry.identity), signature(entry)
    if known is None and (known := _mirrored(db, entry, fields)) is not None:
        db.execute("INSERT INTO twins (identity, form) VALUES (?, ?)", (entry.identity, known))
    new = known is None
    form = _added(db, site, run, entry, fields) if known is None else known
    keep_place(db, form, entry.page)
    return form, new


def renew(db: sqlite3.Connection, form: int, entry: FormEntry) -> None:
    """Keep what is known of a form by now."""
    values = (entry.probe.value, whole_cell(entry.size), json_cell(dump(entry)), form)
    db.execute("UPDATE forms SET probe = ?, size = ?, entry = ? WHERE id = ?", values)
    (key,) = db.execute(
        "SELECT key FROM sites JOIN forms ON forms.site = sites.id WHERE forms.id = ?", (form,)
    ).fetchone()
    db.execute("DELETE FROM subjects WHERE rowid = ?", (form,))
    _index(db, form, entry, cell_text(key))


def keep_place(db: sqlite3.Connection, form: int, url: str) -> None:
    """A page that a form stands on; of many, the first are kept."""
    db.execute(PLACE, (form, text_cell(url), PLACES))


def form_at(db: sqlite3.Connection, form: int) -> KnownForm | None:
    """The form of that number."""
    row = db.execute(READ + "WHERE forms.id = ?", (form,)).fetchone()
    return None if row is None else known_form(db, *row)


def known_form(
    db: sqlite3.Connection, form: int, site: str, entry: str, score: float = 0.0
) -> KnownForm:
    """A row as a value."""
    rows = db.execute("SELECT url FROM places WHERE form = ? ORDER BY url", (form,)).fetchall()
    return KnownForm(
        id=form,
        site=cell_text(site),
        entry=load(FormEntry, cell_json(entry)),
        places=tuple(cell_text(url) for (url,) in rows),
        score=round(-score, 3),
    )


def signature(entry: FormEntry) -> str:
    """What forms on mirrors have in common: the fields and their choices, and the method."""
    fields = sorted((f.name, f.type, f.values, *f.some) for f in entry.fields)
    said = json_cell((entry.method, _path(entry.action), fields))
    return blake2b(said.encode(), digest_size=8).hexdigest()


def _path(url: str) -> str:
    try:
        return urlsplit(url).path.rstrip("/")
    except ValueError:
        return ""


def _mirrored(db: sqlite3.Connection, entry: FormEntry, fields: str) -> int | None:
    if len(entry.titles) < FEWEST:
        return None
    for form, stored in db.execute(LIKE_IT, (fields, SCANNED)).fetchall():
        other = load(FormEntry, cell_json(stored))
        if len(other.titles) >= FEWEST and _shared(entry.titles, other.titles) >= ALIKE:
            return int(form)
    return None


def _shared(titles: tuple[str, ...], others: tuple[str, ...]) -> float:
    one, two = set(titles), set(others)
    return len(one & two) / len(one | two)


def _added(db: sqlite3.Connection, site: Site, run: int, entry: FormEntry, fields: str) -> int:
    judged = (entry.kind, entry.probability, entry.probe.value, fields)
    row = (entry.identity, site.id, run, *judged, whole_cell(entry.size), json_cell(dump(entry)))
    form = db.execute(ADD, (*row, time.time())).lastrowid or 0
    _index(db, form, entry, site.key)
    return form


def _index(db: sqlite3.Connection, form: int, entry: FormEntry, site: str) -> None:
    labels = [text for f in entry.fields for text in (f.label or f.name, *f.some)]
    texts = (entry.title, " ".join(entry.subject), "\n".join(labels), "\n".join(entry.titles), site)
    db.execute(INDEX, (form, *map(spread, texts)))
