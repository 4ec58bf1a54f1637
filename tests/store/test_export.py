"""What is handed over reads back as what was kept."""

from __future__ import annotations

import csv
import gzip
import io
import json
import sqlite3
import sys
from contextlib import closing
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from leadline.errors import BadChoice, MissingExtra, StoreError
from leadline.model import Record, Request
from leadline.store import MemoryStore, open_store
from leadline.store.export import FORMATS, export, format_of
from leadline.store.export.table import columns
from leadline.store.sites import open_sites
from tests.store.stories import EMMA, FAUST, GENJI, SITE, page, records, requests, texts, turn

FUZZ = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
NAMES = ["key", "title", "year", "tag", "author", "url", "text"]
ROWS: list[dict[str, Any]] = [
    {"key": "/emma", "title": "Emma", "tag": ["novel", "irony"], "url": EMMA.url,
     "text": EMMA.text},
    {"key": "/faust", "title": "Faust", "year": "1808", "author": "Goethe, J. W.", "url": "",
     "text": FAUST.text},
    {"key": "/genji", "title": "源氏物語", "url": "", "text": GENJI.text, "year": "1010"},
]  # fmt: skip


@pytest.fixture
def store(tmp_path):
    with open_store(tmp_path / "harvest.db") as opened:
        source = opened.source(SITE)
        opened.keep_turn(source, turn(1, EMMA, FAUST))
        opened.keep_turn(source, turn(2, FAUST, GENJI))
        opened.keep_details(source, "/faust", (("author", "Goethe, J. W."), ("year", "1808")))
        opened.keep_details(source, "/genji", (("year", "1010"),))
        yield opened


def shelf(*kept: Record) -> MemoryStore:
    store = MemoryStore()
    store.keep_turn(store.source(SITE), turn(1, *kept))
    return store


def read_csv(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


# --- each format ----------------------------------------------------------------------------------


def test_csv(store, tmp_path):
    assert export(store, 1, "csv", tmp_path / "x.csv") == 3
    text = (tmp_path / "x.csv").read_bytes().decode()
    assert text.splitlines()[0] == ",".join(NAMES)
    joined = [{n: "; ".join(v) if isinstance(v, list) else v for n, v in r.items()} for r in ROWS]
    assert read_csv(text) == [dict.fromkeys(NAMES, "") | row for row in joined]


def test_the_vanished_have_their_column_though_there_are_none(store, tmp_path):
    for name in ("x.csv", "x.db"):
        assert export(store, 1, format_of(name) or "", tmp_path / name, vanished=True) == 3
    wanted = [*NAMES[:-2], "vanished", *NAMES[-2:]]
    assert (tmp_path / "x.csv").read_text().splitlines()[0] == ",".join(wanted)
    with closing(sqlite3.connect(tmp_path / "x.db")) as db:
        assert [row[1] for row in db.execute("PRAGMA table_info (records)")] == wanted


def test_jsonl(store, tmp_path):
    assert export(store, 1, "jsonl", tmp_path / "x.jsonl") == 3
    assert [json.loads(line) for line in (tmp_path / "x.jsonl").read_text().splitlines()] == ROWS


def test_parquet(store, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    assert export(store, 1, "parquet", tmp_path / "x.parquet") == 3
    table = parquet.read_table(tmp_path / "x.parquet")
    assert table.column_names == NAMES
    assert table.to_pylist() == [dict.fromkeys(NAMES) | row for row in ROWS]


def test_sqlite(store, tmp_path):
    assert export(store, 1, "sqlite", tmp_path / "x.db") == 3
    db = sqlite3.connect(tmp_path / "x.db")
    db.row_factory = sqlite3.Row
    kept = [dict(row) for row in db.execute("SELECT * FROM records")]
    assert [row.pop("tag") for row in kept] == ['["novel", "irony"]', None, None]
    assert kept == [
        {n: row.get(n) for n in NAMES if n != "tag"} for row in ROWS
    ]  # fmt: skip
    search = "SELECT key FROM records WHERE rowid IN (SELECT rowid FROM records_fts(?))"
    assert [row["key"] for row in db.execute(search, ("goethe",))] == ["/faust"]
    db.close()


def test_warc(store, tmp_path):
    archive = pytest.importorskip("warcio.archiveiterator")
    packed = (("Content-Type", "text/html"), ("Content-Encoding", "gzip"), ("X-Name", "é"))
    store.put(page(SITE + "?q=1", b"<p>\r\n\r\none", headers=packed, status=404))
    posted = Request(url=SITE, method="POST", body="q=é", content_type="text/plain")
    store.put(page(SITE + "/moved", b"two", request=posted))
    store.put(page(SITE, b"<p>three", request=Request(url=SITE, rendered=True)))
    assert export(store, 1, "warc", tmp_path / "x.warc.gz") == 3
    found = []
    with (tmp_path / "x.warc.gz").open("rb") as file:
        for record in archive.ArchiveIterator(file, check_digests="raise"):
            http = record.http_headers
            found.append((record.rec_type, record.rec_headers.get_header("WARC-Target-URI"),
                          http and f"{http.protocol} {http.statusline}",
                          record.content_stream().read()))  # fmt: skip
            assert record.rec_headers.get_header("WARC-Date") == "1970-01-01T00:00:01Z"
    assert found == [
        ("response", SITE + "?q=1", "HTTP/1.1 404 Not Found", b"<p>\r\n\r\none"),
        ("request", SITE + "?q=1", "GET /search?q=1 HTTP/1.1", b""),
        ("response", SITE + "/moved", "HTTP/1.1 200 OK", b"two"),
        ("request", SITE, "POST /search HTTP/1.1", "q=é".encode()),
        ("resource", SITE, None, b"<p>three"),
    ]


# --- the table ------------------------------------------------------------------------------------


def test_columns_come_by_frequency_and_have_names_of_their_own():
    one = Record("1", (("Key", "a"), ("rank", "1"), ("\n", "b"), ("Size", "c")))
    two = Record("2", (("rank", "2"), ("size", "d"), ("size", "e"), ("rowid", "f")))
    table = columns(shelf(one, two), 1)
    assert table.names == (
        "key", "rank", "Key 2", "field", "Size", "size 2", "rowid 2", "url", "text",
    )  # fmt: skip
    assert table.lists == {"size 2"}


def test_a_number_takes_no_name_from_another_field():
    table = columns(shelf(Record("1", (("text", "a"), ("text 2", "b"), ("text 3", "c")))), 1)
    assert table.of == {"text": "text 4", "text 2": "text 2", "text 3": "text 3"}


def shops(*towns: str) -> MemoryStore:
    """Shops whose rows show a town without saying so; the own pages of the first three say it."""
    store = shelf(*(Record(str(n), (("text 2", town),)) for n, town in enumerate(towns)))
    for n, town in enumerate(("Bonn", "Köln", "Bonn")):
        store.keep_details(1, str(n), (("town", town), ("open", "9-17")))
    return store


def test_a_field_without_a_name_takes_that_of_the_own_pages(tmp_path):
    export(shops("Bonn", "KÖLN", "Bonn", "Ulm"), 1, "csv", tmp_path / "x.csv")
    rows = read_csv((tmp_path / "x.csv").read_text())
    assert [(row["town"], row["open"]) for row in rows] == [
        ("Bonn", "9-17"), ("Köln", "9-17"), ("Bonn", "9-17"), ("Ulm", ""),
    ]  # fmt: skip
    assert "text 2" not in rows[0]


def test_fields_that_differ_once_stay_two():
    assert columns(shops("Bonn", "Köln", "Mainz", "Ulm"), 1).names == (
        "key", "text 2", "town", "open", "url", "text",
    )  # fmt: skip


def test_the_rarest_of_very_many_fields_share_a_column(tmp_path):
    many = [Record(str(n), ((f"field {n}", "x"), ("title", "t"))) for n in range(600)]
    for format in FORMATS:
        export(shelf(*many), 1, format, tmp_path / format)
    rows = read_csv((tmp_path / "csv").read_text())
    assert len(rows[0]) == 504
    assert (rows[0]["title"], rows[0]["field 0"], rows[0]["more"]) == ("t", "x", "")
    assert json.loads(rows[599]["more"]) == {"field 599": ["x"]}


@FUZZ
@given(kept=st.lists(records, max_size=6), asked=requests, url=texts, body=st.binary(max_size=9))
def test_anything_can_be_exported(tmp_path, kept, asked, url, body):
    store = shelf(*kept)
    store.put(page(url, body, request=asked, headers=((url, url),)))
    counts = {format: export(store, 1, format, tmp_path / format) for format in FORMATS}
    rows = len({record.key for record in kept})
    assert counts == dict.fromkeys(FORMATS, rows) | {"warc": 1}
    text = (tmp_path / "csv").read_bytes().decode()
    assert len(read_csv(text)) == rows
    assert (tmp_path / "jsonl").read_bytes().count(b"\n") == rows


def test_keys_that_are_no_text_stay_apart(tmp_path):
    store = shelf(Record("\ud800"), Record("\ud801"))
    assert [export(store, 1, format, tmp_path / format) for format in ("csv", "sqlite")] == [2, 2]
    assert [row["key"] for row in read_csv((tmp_path / "csv").read_text())] == [
        "\\ud800",
        "\\ud801",
    ]


# --- where it goes --------------------------------------------------------------------------------


@pytest.mark.parametrize("format", list(FORMATS))
def test_nothing_is_still_a_file(tmp_path, format):
    store = MemoryStore()
    assert export(store, store.source(SITE), format, tmp_path / "x") == 0
    assert (tmp_path / "x").exists()


@pytest.mark.parametrize("format", list(FORMATS))
def test_an_export_that_fails_leaves_what_was_there(store, tmp_path, format, monkeypatch):
    def broken(*_):
        yield from ()
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(store, "records", broken)
    monkeypatch.setattr(store, "pages", broken)
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "x").write_text("before")
    with pytest.raises(StoreError, match="x: No space left on device"):
        export(store, 1, format, tmp_path / "out" / "x")
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["x"]
    assert (tmp_path / "out" / "x").read_text() == "before"
    store.keep_turn(1, turn(3))


def test_a_file_of_ours_is_never_overwritten(store, tmp_path):
    with pytest.raises(StoreError, match="Leadline keeps a harvest there; choose another name"):
        export(store, 1, "sqlite", tmp_path / "harvest.db")
    assert store.totals(1).turns == 2
    open_sites(tmp_path / "sites.db").close()
    with pytest.raises(StoreError, match="Leadline keeps sites and their forms there"):
        export(store, 1, "csv", tmp_path / "sites.db")


def test_a_database_in_use_is_not_replaced(store, tmp_path):
    db = sqlite3.connect(tmp_path / "x.db")
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("CREATE TABLE notes (text)")
    with pytest.raises(StoreError, match="a database that is in use is kept there"):
        export(store, 1, "sqlite", tmp_path / "x.db")
    db.close()


def test_an_export_replaces_the_one_before(store, tmp_path):
    for format in ("csv", "sqlite", "sqlite"):
        export(store, 1, format, tmp_path / "x")
    with sqlite3.connect(tmp_path / "x") as db:
        assert db.execute("SELECT count(*) FROM records").fetchone() == (3,)
    db.close()


def test_what_is_no_file_is_written_to(store):
    assert export(store, 1, "csv", "/dev/null") == 3


def test_text_can_go_to_the_standard_output(store, capfdbinary):
    assert export(store, 1, "jsonl", "-") == 3
    assert [json.loads(line) for line in capfdbinary.readouterr().out.splitlines()] == ROWS
    with pytest.raises(BadChoice, match="warc is not text: name a file to write it to"):
        export(store, 1, "warc", "-")


def test_a_format_nobody_knows(store, tmp_path):
    with pytest.raises(BadChoice, match="no format 'xls'; there are: csv, jsonl, parquet"):
        export(store, 1, "xls", tmp_path / "x")


def test_names_of_files_tell_their_format():
    names = ["a.csv", "a.JSONL", "a.parquet", "a.db", "a.warc.gz", "a.warc", "a"]
    formats = ["csv", "jsonl", "parquet", "sqlite", "warc", "warc", None]
    assert [format_of(name) for name in names] == formats
    packed = ["a.csv.gz", "a.b.ndjson.GZ", "a.gz", "a.db.gz", "a.txt.gz", "csv.gz"]
    assert [format_of(name) for name in packed] == ["csv", "jsonl", None, None, None, None]


def test_text_is_packed_if_its_name_says_so(store, tmp_path):
    for name, format in (("x.csv", "csv"), ("x.jsonl", "jsonl")):
        assert export(store, 1, format, tmp_path / name) == 3
        assert export(store, 1, format, tmp_path / f"{name}.gz") == 3
        packed = (tmp_path / f"{name}.gz").read_bytes()
        assert gzip.decompress(packed) == (tmp_path / name).read_bytes()


@pytest.mark.parametrize(
    ("format", "modules"),
    [("parquet", ["pyarrow"]), ("warc", ["warcio", "warcio.warcwriter"])],
)
def test_what_a_format_needs_is_named(store, tmp_path, monkeypatch, format, modules):
    for module in modules:
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtra, match=rf"pip install 'leadline\[{format}\]'"):
        export(store, 1, format, tmp_path / "x")
    assert not (tmp_path / "x").exists()


def test_an_export_is_of_one_moment(tmp_path):
    with open_store(tmp_path / "x.db") as writer:
        source = writer.source(SITE)
        writer.keep_turn(source, turn(1, EMMA))
        with open_store(tmp_path / "x.db", write=False) as reader, reader.frozen():
            table = columns(reader, source)
            writer.keep_turn(source, turn(2, FAUST))
            assert [table.row(stored)["key"] for stored in reader.records(source)] == ["/emma"]
