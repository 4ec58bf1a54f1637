"""The tables of the Site Database and the Form Database, as steps (see `file_kind`).

A site is known by its host, without `www.`, and its port. `forms_state` and `sites_state` say how
far each of the two searches through it is: new, open (under way, or broken off), done, or failed.
The pages of a site that is open are kept in `held`, so that a search that was broken off goes on
without fetching them again; they go when the site is done. The full-text index has one row for
each form.
Source: He et al., "A Structure-Driven Yield-Aware Web Form Crawler", Section 3.3, Figure 6.
"""

from __future__ import annotations

from leadline.store.file_kind import FileKind

FIRST = """
CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    asked TEXT NOT NULL,
    began REAL NOT NULL,
    seconds REAL NOT NULL DEFAULT 0,
    requests INTEGER NOT NULL DEFAULT 0,
    notes TEXT,
    ended TEXT
);
CREATE TABLE sites (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    url TEXT NOT NULL,
    title TEXT NOT NULL DEFAULT '',
    seed INTEGER NOT NULL DEFAULT 0,
    inside INTEGER NOT NULL DEFAULT 0,
    named INTEGER NOT NULL DEFAULT 0,
    names INTEGER NOT NULL DEFAULT 0,
    forms_state TEXT NOT NULL DEFAULT 'new',
    sites_state TEXT NOT NULL DEFAULT 'new',
    run INTEGER,
    strategy TEXT NOT NULL DEFAULT '',
    pages INTEGER NOT NULL DEFAULT 0,
    site_pages INTEGER NOT NULL DEFAULT 0,
    probes INTEGER NOT NULL DEFAULT 0,
    reason TEXT NOT NULL DEFAULT '',
    added REAL NOT NULL
);
CREATE INDEX sites_forms_state ON sites (forms_state, seed, named);
CREATE INDEX sites_sites_state ON sites (sites_state, forms_state, names);
CREATE INDEX sites_run ON sites (run);
CREATE TABLE held (
    site INTEGER NOT NULL REFERENCES sites (id),
    request BLOB NOT NULL,
    sought TEXT NOT NULL,
    page TEXT NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (site, request)
);
CREATE TABLE forms (
    id INTEGER PRIMARY KEY,
    identity TEXT NOT NULL UNIQUE,
    site INTEGER NOT NULL REFERENCES sites (id),
    run INTEGER NOT NULL,
    kind TEXT NOT NULL,
    probability REAL NOT NULL,
    probe TEXT NOT NULL,
    signature TEXT NOT NULL,
    size INTEGER,
    entry TEXT NOT NULL,
    found REAL NOT NULL
);
CREATE INDEX forms_signature ON forms (signature);
CREATE INDEX forms_site ON forms (site);
CREATE INDEX forms_run ON forms (run);
CREATE TABLE twins (
    identity TEXT PRIMARY KEY,
    form INTEGER NOT NULL REFERENCES forms (id)
) WITHOUT ROWID;
CREATE TABLE places (
    form INTEGER NOT NULL REFERENCES forms (id),
    url TEXT NOT NULL,
    PRIMARY KEY (form, url)
) WITHOUT ROWID;
CREATE VIRTUAL TABLE subjects USING fts5 (
    title, subject, labels, results, site, tokenize='porter unicode61 remove_diacritics 2'
);
"""

SITES = FileKind(
    holds="sites and their forms",
    application_id=0x4C656173,  # "Leas"
    steps=(FIRST,),
    missing="there is no such file; `leadline discover` makes one",
    cache=8 << 10,  # a page is written once, and read again only after an interruption
)
