"""The tables of a harvest, as steps (see `file_kind`).

Records of a turn are kept as a list of their numbers in the turn's row, which costs a tenth of a
row for each; `turn_records` shows them as a table.
"""

from __future__ import annotations

from leadline.store.file_kind import FileKind

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

FACETS = """
CREATE TABLE lists (
    id INTEGER PRIMARY KEY,
    source INTEGER NOT NULL REFERENCES sources (id),
    query TEXT NOT NULL,
    page INTEGER NOT NULL,
    url TEXT NOT NULL,
    total,
    records TEXT NOT NULL,
    archived INTEGER REFERENCES pages (id),
    UNIQUE (source, query, page)
);
CREATE TABLE pairs (
    id INTEGER PRIMARY KEY,
    source INTEGER NOT NULL REFERENCES sources (id),
    record INTEGER NOT NULL REFERENCES records (id),
    attribute TEXT NOT NULL,
    value TEXT NOT NULL,
    list INTEGER REFERENCES lists (id),
    counted INTEGER NOT NULL,
    hidden INTEGER NOT NULL
);
CREATE INDEX pairs_source ON pairs (source, id);
CREATE INDEX pairs_record ON pairs (record);
"""

ENTITIES = """
CREATE TABLE entities (
    id INTEGER PRIMARY KEY,
    fields TEXT NOT NULL,
    records INTEGER NOT NULL,
    sources INTEGER NOT NULL,
    conflicts INTEGER NOT NULL
);
CREATE TABLE entity_records (
    record INTEGER PRIMARY KEY REFERENCES records (id),
    entity INTEGER NOT NULL REFERENCES entities (id),
    sure REAL NOT NULL
);
CREATE INDEX entity_records_entity ON entity_records (entity);
CREATE TABLE entity_conflicts (
    id INTEGER PRIMARY KEY,
    entity INTEGER NOT NULL REFERENCES entities (id),
    attribute TEXT NOT NULL,
    record INTEGER NOT NULL REFERENCES records (id),
    value TEXT NOT NULL,
    chosen INTEGER NOT NULL
);
CREATE INDEX entity_conflicts_entity ON entity_conflicts (entity);
CREATE INDEX entity_conflicts_record ON entity_conflicts (record);
CREATE TABLE unified_columns (
    attribute TEXT NOT NULL,
    kind TEXT NOT NULL,
    source INTEGER NOT NULL REFERENCES sources (id),
    name TEXT NOT NULL,
    records INTEGER NOT NULL,
    PRIMARY KEY (source, name)
);
CREATE TABLE column_matches (
    source_a INTEGER NOT NULL REFERENCES sources (id),
    name_a TEXT NOT NULL,
    source_b INTEGER NOT NULL REFERENCES sources (id),
    name_b TEXT NOT NULL,
    score REAL NOT NULL,
    evidence TEXT NOT NULL
);
CREATE TABLE source_overlaps (
    source_a INTEGER NOT NULL REFERENCES sources (id),
    source_b INTEGER NOT NULL REFERENCES sources (id),
    entities INTEGER NOT NULL,
    PRIMARY KEY (source_a, source_b)
);
CREATE TABLE unified (id INTEGER PRIMARY KEY, summary TEXT NOT NULL);
CREATE VIEW entity_values AS
    SELECT m.entity, c.attribute, said.source, said.key AS record, said.value
    FROM entity_records m JOIN (
        SELECT r.id, r.source, r.key, f.value ->> 0 AS name, f.value ->> 1 AS value
        FROM records r, json_each(r.fields) f
        UNION ALL
        SELECT r.id, r.source, r.key, f.value ->> 0, f.value ->> 1
        FROM details d JOIN records r ON r.id = d.record, json_each(d.fields) f
    ) said ON said.id = m.record
    JOIN unified_columns c ON c.source = said.source AND c.name = said.name;
"""

HARVEST = FileKind(
    holds="a harvest",
    application_id=0x4C656164,  # "Lead"
    steps=(FIRST, PROOFS, CHANGES, FACETS, ENTITIES),
)
