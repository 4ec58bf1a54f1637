"""The tables, as steps from each version of the file to the next.

A file's `user_version` is the number of steps it has behind it. A step that was released is never
changed: what comes later is a new step. Records of a turn are kept as a list of their numbers in
the turn's row, which costs a tenth of a row for each; `turn_records` shows them as a table.
"""

from __future__ import annotations

import sqlite3

APPLICATION_ID = 0x4C656164  # "Lead", in the header of the file

FIRST = """
CREATE TABLE sources (
    id INTEGER PRIMARY KEY,
    url TEXT NOT NULL UNIQUE,
    created REAL NOT NULL,
    understanding TEXT,
    settings TEXT,
    state TEXT
);
CREATE TABLE bodies (
    id INTEGER PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE,
    size INTEGER NOT NULL,
    packed BLOB NOT NULL
);
CREATE TABLE pages (
    id INTEGER PRIMARY KEY,
    request BLOB NOT NULL,
    method TEXT NOT NULL,
    asked TEXT NOT NULL,
    sent TEXT NOT NULL,
    content_type TEXT NOT NULL,
    rendered INTEGER NOT NULL,
    url TEXT NOT NULL,
    status INTEGER NOT NULL,
    headers TEXT NOT NULL,
    body INTEGER NOT NULL REFERENCES bodies (id),
    fetched REAL NOT NULL,
    seconds REAL NOT NULL
);
CREATE INDEX pages_request ON pages (request);
CREATE TABLE turns (
    id INTEGER PRIMARY KEY,
    source INTEGER NOT NULL REFERENCES sources (id),
    number INTEGER NOT NULL,
    query TEXT NOT NULL,
    page INTEGER NOT NULL,
    why TEXT,
    outcome TEXT NOT NULL,
    total,
    count TEXT NOT NULL,
    more INTEGER NOT NULL,
    records TEXT NOT NULL,
    next TEXT,
    archived INTEGER REFERENCES pages (id),
    requests INTEGER NOT NULL,
    UNIQUE (source, number)
);
CREATE TABLE records (
    id INTEGER PRIMARY KEY,
    source INTEGER NOT NULL REFERENCES sources (id),
    key TEXT NOT NULL,
    fields TEXT NOT NULL,
    text TEXT NOT NULL,
    url TEXT NOT NULL,
    first_turn INTEGER NOT NULL,
    UNIQUE (source, key)
);
CREATE TABLE details (
    record INTEGER PRIMARY KEY REFERENCES records (id),
    fields TEXT NOT NULL,
    archived INTEGER REFERENCES pages (id),
    requests INTEGER NOT NULL
);
CREATE VIEW turn_records AS
    SELECT turns.id AS turn, each.key AS position, each.value AS record
    FROM turns, json_each(turns.records) AS each;
CREATE VIRTUAL TABLE words USING fts5 (
    text, content='', tokenize='unicode61 remove_diacritics 2'
);
-- pieces of the index are merged by the sixteen: 4 to 14 % faster to write than by the four
INSERT INTO words (words, rank) VALUES ('automerge', 16);
"""

PROOFS = "ALTER TABLE sources ADD COLUMN proof TEXT"

CHANGES = """
CREATE TABLE changes (
    id INTEGER PRIMARY KEY,
    source INTEGER NOT NULL REFERENCES sources (id),
    key TEXT NOT NULL,
    kind TEXT NOT NULL,
    at REAL NOT NULL,
    fields TEXT,
    text TEXT,
    url TEXT
);
CREATE INDEX changes_source ON changes (source, id);
"""

STEPS: tuple[str, ...] = (FIRST, PROOFS, CHANGES)


def version(db: sqlite3.Connection) -> int:
    """How many steps the file has behind it."""
    (number,) = db.execute("PRAGMA user_version").fetchone()
    return int(number)


def migrate(db: sqlite3.Connection, steps: tuple[str, ...]) -> None:
    """Take the steps that the file has not taken yet; each is done whole or not at all."""
    for number in range(version(db), len(steps)):
        db.executescript(
            f"BEGIN IMMEDIATE; {steps[number]};"
            f"PRAGMA application_id = {APPLICATION_ID};"
            f"PRAGMA user_version = {number + 1}; COMMIT"
        )
