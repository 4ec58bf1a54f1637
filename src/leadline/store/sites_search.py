"""Search over the Form Database: full text, ranked, with facets to go on with.

Every word has to occur; where no form has all of them, any will do. The title and the words of the
subject weigh more than the words of results; a form that is less surely a search comes later.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator
from typing import Any

from leadline.store.cells import cell_json
from leadline.store.sites_forms import known_form
from leadline.store.sites_values import QUERY, KnownForm, Wanted
from leadline.store.words import match_expression

RANK = "bm25(subjects, 8.0, 6.0, 3.0, 1.0, 2.0) * forms.probability"
FOUND = """SELECT forms.id, sites.key, forms.entry, {rank} AS score FROM {tables}
    JOIN sites ON sites.id = forms.site WHERE {tests} ORDER BY score, {order} LIMIT ?"""
COUNTED = "SELECT forms.entry, forms.size FROM {tables} WHERE {tests} LIMIT 20000"
SIZES = (0, 100, 1_000, 10_000, 100_000, 1_000_000)


def search(db: sqlite3.Connection, wanted: Wanted) -> list[KnownForm]:
    """The forms that are wanted, best first."""
    for words in _expressions(wanted.words):
        tables, tests, values = _tests(wanted, words)
        rank = RANK if words else "0.0"
        order = "forms.size IS NULL, forms.size DESC, forms.probability DESC, forms.id"
        asked = FOUND.format(rank=rank, tables=tables, tests=tests, order=order)
        rows = db.execute(asked, (*values, wanted.limit)).fetchall()
        if rows:
            return [known_form(db, *row) for row in rows]
    return []


def facets(db: sqlite3.Connection, wanted: Wanted) -> dict[str, dict[str, int]]:
    """How many of all the forms that are wanted have each field, word of subject, and size."""
    for words in _expressions(wanted.words):
        tables, tests, values = _tests(wanted, words)
        rows = db.execute(COUNTED.format(tables=tables, tests=tests), values).fetchall()
        if rows:
            return _counted(rows)
    return _counted([])


def _expressions(words: str) -> Iterator[str]:
    """What to match, one after the other: all words, else any."""
    every = match_expression(words)
    yield every
    if " " in every:
        yield every.replace('" "', '" OR "').replace('* "', '* OR "')


def _tests(wanted: Wanted, words: str) -> tuple[str, str, list[Any]]:
    """Tables, conditions and values of what is wanted."""
    tables, tests, values = "forms", ["1"], list[Any]()
    if words:
        tables = "subjects JOIN forms ON forms.id = subjects.rowid"
        tests, values = ["subjects MATCH ?"], [words]
    if wanted.kind:
        tests.append("forms.kind = ?")
        values.append(wanted.kind)
    if wanted.kind == "search":
        tests.append(f"forms.probe IN ({', '.join('?' * len(QUERY))})")
        values += [probe.value for probe in QUERY]
    if wanted.min_size:
        tests.append("forms.size >= ?")
        values.append(wanted.min_size)
    for field in wanted.fields:
        tests.append(HAS_FIELD)
        values += [f"%{_escaped(field)}%"] * 2 + [field.lower()]
    return tables, " AND ".join(tests), values


HAS_FIELD = """EXISTS (SELECT 1 FROM json_each(forms.entry, '$.fields') AS field
    WHERE json_extract(field.value, '$.label') LIKE ? ESCAPE '\\'
    OR json_extract(field.value, '$.name') LIKE ? ESCAPE '\\'
    OR json_extract(field.value, '$.role') = ?)"""


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def _counted(rows: list[tuple[str, Any]]) -> dict[str, dict[str, int]]:
    fields, subjects, sizes = Counter[str](), Counter[str](), Counter[str]()
    for entry, size in rows:
        told = cell_json(entry)
        listed = told.get("fields", ())
        fields.update({(f.get("label") or f["name"]).strip().lower() for f in listed})
        subjects.update(set(told.get("subject", ())))
        sizes[_bucket(size)] += 1
    return {
        "fields": dict(fields.most_common(12)),
        "subjects": dict(subjects.most_common(12)),
        "sizes": dict(sizes.most_common()),
    }


def _bucket(size: Any) -> str:
    if size is None:
        return "unknown"
    low = max(least for least in SIZES if int(size) >= least)
    return f"{low:,} and more"
