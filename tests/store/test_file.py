"""The file of a store: whose it is, who may write to it, and what it survives."""

from __future__ import annotations

import gzip
import io
import os
import random
import signal
import sqlite3
import subprocess
import sys
import zlib
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from leadline.errors import NewerVersion, StoreError
from leadline.model import Record, Turn
from leadline.store import SqliteStore, archive, index, open_store, opening, sqlite
from leadline.store.file_kind import migrate, version
from leadline.store.schema import HARVEST
from tests.store.stories import EMMA, FAUST, GENJI, SITE, numbered, page, turn

ROOT = Path(__file__).parents[2]


def one_line(error) -> str:
    text = str(error.value)
    assert "\n" not in text
    return text.partition(": ")[2]


# --- whose it is ----------------------------------------------------------------------------------


def test_a_file_is_marked_as_ours(tmp_path):
    open_store(tmp_path / "x.db").close()
    db = sqlite3.connect(tmp_path / "x.db")
    assert db.execute("PRAGMA application_id").fetchone() == (HARVEST.application_id,)
    assert db.execute("PRAGMA user_version").fetchone() == (len(HARVEST.steps),)
    assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    db.close()
    assert [path.name for path in tmp_path.iterdir()] == ["x.db"]


def test_a_file_of_somebody_else_is_left_alone(tmp_path):
    db = sqlite3.connect(tmp_path / "x.db")
    db.execute("CREATE TABLE bookmarks (url)")
    db.close()
    before = (tmp_path / "x.db").read_bytes()
    for write in (True, False):
        with pytest.raises(StoreError) as error:
            open_store(tmp_path / "x.db", write=write)
        assert one_line(error) == "it is an SQLite file, but not one of Leadline's"
    assert (tmp_path / "x.db").read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["x.db"]


def test_what_is_no_database_is_said_to_be_none(tmp_path):
    (tmp_path / "x.db").write_text("title,year\n" * 200)
    with pytest.raises(StoreError) as error:
        open_store(tmp_path / "x.db")
    assert one_line(error) == "it is not a Leadline file"


def test_an_empty_file_becomes_a_store(tmp_path):
    (tmp_path / "x.db").touch()
    with open_store(tmp_path / "x.db") as store:
        assert store.source(SITE) == 1


def test_places_where_no_file_can_be(tmp_path):
    for path, create, why in [
        (tmp_path, True, "it is a directory"),
        (tmp_path / "no" / "x.db", True, "its directory does not exist"),
        (tmp_path / "x.db", False, "there is no such file"),
    ]:
        with pytest.raises(StoreError) as error:
            open_store(path, create)
        assert one_line(error) == why
    with pytest.raises(StoreError, match="no such file"):
        open_store(tmp_path / "x.db", write=False)
    assert list(tmp_path.iterdir()) == []


def test_names_with_signs_in_them(tmp_path):
    place = tmp_path / "a?b#c %41&mode=ro.db"
    open_store(place).close()
    assert [path.name for path in tmp_path.iterdir()] == [place.name]


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(damage=st.binary(min_size=1, max_size=600), where=st.integers(0, 60_000))
def test_a_damaged_file_is_a_store_error_at_most(tmp_path, damage, where):
    place = tmp_path / "x.db"
    place.unlink(missing_ok=True)
    with open_store(place) as store:
        store.put(page(body=bytes(range(256)) * 20))
        store.keep_turn(store.source(SITE), turn(1, EMMA, FAUST))
    whole = bytearray(place.read_bytes())
    whole[where : where + len(damage)] = damage
    place.write_bytes(whole)
    with suppress(StoreError), open_store(place) as store:
        store.keep_turn(1, turn(2, GENJI), page=page())
        list(store.turns(1))
        list(store.pages())
        store.search("emma")


# --- versions -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "kind", "said"),
    [
        (999, NewerVersion, "a newer version of Leadline wrote it; please upgrade"),
        (-5, StoreError, "the file is damaged"),
    ],
)
def test_a_version_that_we_do_not_know_is_refused(tmp_path, number, kind, said):
    open_store(tmp_path / "x.db").close()
    db = sqlite3.connect(tmp_path / "x.db")
    db.execute(f"PRAGMA user_version = {number}")
    db.close()
    for write in (True, False):
        with pytest.raises(kind) as error:
            open_store(tmp_path / "x.db", write=write)
        assert one_line(error) == said


@pytest.mark.parametrize("write", [True, False])
def test_an_older_file_is_brought_up_to_date(tmp_path, monkeypatch, write):
    with open_store(tmp_path / "x.db") as store:
        store.keep_turn(store.source(SITE), turn(1, EMMA))
    steps = (*HARVEST.steps, "ALTER TABLE sources ADD COLUMN name TEXT DEFAULT 'a; b'")
    monkeypatch.setattr(sqlite, "HARVEST", replace(HARVEST, steps=steps))
    with open_store(tmp_path / "x.db", write=write) as store:
        assert list(store.turns(1)) == [turn(1, EMMA)]
    db = sqlite3.connect(tmp_path / "x.db")
    assert version(db) == len(HARVEST.steps) + 1
    assert db.execute("SELECT name FROM sources").fetchall() == [("a; b",)]
    db.close()


def test_a_file_of_the_first_version_opens(tmp_path):
    db = sqlite3.connect(tmp_path / "x.db", isolation_level=None)
    migrate(db, replace(HARVEST, steps=HARVEST.steps[:1]))
    db.execute("INSERT INTO sources (url, created) VALUES ('http://a.example', 1.0)")
    db.close()
    with open_store(tmp_path / "x.db") as store:
        assert [s.url for s in store.sources()] == ["http://a.example"]
        store.keep_turn(1, turn(1, EMMA))


def test_a_step_that_fails_leaves_the_version_before(tmp_path):
    db = sqlite3.connect(tmp_path / "x.db", isolation_level=None)
    migrate(db, HARVEST)
    half = "CREATE TABLE half (x); CREATE TABLE half (x)"
    with pytest.raises(sqlite3.OperationalError):
        migrate(db, replace(HARVEST, steps=(*HARVEST.steps, half)))
    db.close()
    with open_store(tmp_path / "x.db") as store:
        assert store.sources() == []


# --- who may write --------------------------------------------------------------------------------


def test_a_second_writer_is_told_who_is_first(tmp_path):
    with open_store(tmp_path / "x.db"):
        with pytest.raises(StoreError) as error:
            open_store(tmp_path / "x.db")
        assert one_line(error) == (
            f"process {os.getpid()} is writing to it; wait until it has ended, or choose another "
            "file"
        )
    open_store(tmp_path / "x.db").close()


def test_a_reader_sees_each_turn_that_is_kept_and_keeps_none(tmp_path):
    with (
        open_store(tmp_path / "x.db") as writer,
        open_store(tmp_path / "x.db", write=False) as reader,
    ):
        source = writer.source(SITE)
        writer.keep_turn(source, turn(1, EMMA))
        assert list(reader.turns(source)) == [turn(1, EMMA)]
        writer.keep_turn(source, turn(2, FAUST))
        assert [s.record for s in reader.search("faust")] == [FAUST]
        with reader.frozen():
            assert reader.totals(source).turns == 2
            writer.keep_turn(source, turn(3, GENJI))
            assert reader.totals(source).turns == 2
        assert reader.totals(source).turns == 3
        with pytest.raises(StoreError) as error:
            reader.keep_turn(source, turn(4, EMMA))
        assert one_line(error) == "there is no right to write to it"


def test_who_only_reads_leaves_nothing_beside_the_file(tmp_path):
    with open_store(tmp_path / "x.db") as writer:
        writer.keep_turn(writer.source(SITE), turn(1, EMMA))
    with open_store(tmp_path / "x.db", write=False) as reader:
        assert reader.totals(1).records == 1
    assert [one.name for one in tmp_path.iterdir()] == ["x.db"]


def test_a_reader_that_leaves_last_tidies_up(tmp_path):
    with open_store(tmp_path / "x.db", write=True) as writer:
        reader = open_store(tmp_path / "x.db", write=False)
        assert reader.sources() == []
        writer.keep_turn(writer.source(SITE), turn(1, EMMA))
    assert reader.totals(1).records == 1
    reader.close()
    assert [one.name for one in tmp_path.iterdir()] == ["x.db"]


def test_others_who_hold_the_file_are_waited_for_and_then_named(tmp_path, monkeypatch):
    monkeypatch.setattr(opening, "BUSY_SECONDS", 0.01)
    with open_store(tmp_path / "x.db") as store:
        db = sqlite3.connect(tmp_path / "x.db", isolation_level=None)
        db.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError) as error:
            store.source(SITE)
        assert one_line(error) == "it is in use by another program"
        db.close()
        assert store.source(SITE) == 1


# --- what it survives -----------------------------------------------------------------------------

WRITER = """
import sys
from leadline.store import open_store
from tests.store.stories import SITE, numbered, page
with open_store(sys.argv[1]) as store:
    source = store.source(SITE)
    for number in range(1, 100_000):
        shown = page(f"{SITE}?{number}", body=b"x" * 3000)
        store.put(shown)
        store.keep_turn(source, numbered(number), page=shown)
        print(number, flush=True)
"""


def killed_after(place: Path, turns: int, chance: random.Random) -> int:
    """Have a process keep turns and kill it at any moment after so many; the last it spoke of."""
    command = [sys.executable, "-c", WRITER, str(place)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT, text=True) as process:
        assert process.stdout is not None
        for _ in range(turns):
            process.stdout.readline()
        for _ in range(chance.randrange(20_000)):
            pass  # some microseconds on
        process.send_signal(signal.SIGKILL)
        spoken = process.stdout.read().split()
    return int(spoken[-1]) if spoken else turns


@pytest.mark.parametrize("seed", range(12))
def test_a_kill_leaves_a_prefix_of_the_turns(tmp_path, seed):
    chance = random.Random(seed)
    last = killed_after(tmp_path / "x.db", chance.randrange(1, 600), chance)
    with open_store(tmp_path / "x.db", write=seed % 2 == 0) as store:
        kept = list(store.turns(1))
        assert len(kept) in (last, last + 1)
        assert kept == [numbered(number) for number in range(1, len(kept) + 1)]
        keys = ["0", *(f"{n}-{i}" for n in range(1, len(kept) + 1) for i in range(3))]
        assert [stored.record.key for stored in store.records(1)] == keys
        assert store.totals(1).pages == len(kept)
        assert sum(1 for _ in store.pages()) in (len(kept), len(kept) + 1)
        assert len(store.search("text", limit=10**6)) == 3 * len(kept)


def keep_all(store, source, kept):
    """Keep turns until there is no room."""
    for number in range(1, 10_000):
        store.keep_turn(source, numbered(number))
        kept.append(numbered(number))


def test_a_full_disk_loses_nothing_that_was_kept(tmp_path):
    with open_store(tmp_path / "x.db") as store:
        source, kept = store.source(SITE), list[Turn]()
        store._db.execute("PRAGMA max_page_count = 120")
        with pytest.raises(StoreError) as error:
            keep_all(store, source, kept)
        assert (
            one_line(error)
            == "the disk is full; make room and go on, everything kept before is safe"
        )
        assert list(store.turns(source)) == kept
        store._db.execute("PRAGMA max_page_count = 100000")
        store.keep_turn(source, numbered(len(kept) + 1))
    with open_store(tmp_path / "x.db", write=False) as store:
        assert list(store.turns(source)) == [*kept, numbered(len(kept) + 1)]


def test_a_log_that_cannot_grow_loses_nothing_that_was_kept(tmp_path):
    """A real limit on the size of files, which is met in the log rather than in the database."""
    limited = "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
    limited += "resource.setrlimit(resource.RLIMIT_FSIZE, (2_000_000, 2_000_000));" + WRITER
    command = [sys.executable, "-c", limited, str(tmp_path / "x.db")]
    done = subprocess.run(command, capture_output=True, cwd=ROOT, text=True, check=False)
    assert "leadline.errors.StoreError" in done.stderr.splitlines()[-1]
    last = int(done.stdout.split()[-1])
    with open_store(tmp_path / "x.db") as store:
        assert list(store.turns(1)) == [numbered(n) for n in range(1, last + 1)]


# --- the index of words ---------------------------------------------------------------------------


def test_records_are_indexed_by_the_batch_when_they_are_searched(tmp_path, monkeypatch):
    monkeypatch.setattr(index, "BATCH", 4)
    with open_store(tmp_path / "x.db") as store:
        source = store.source(SITE)
        for number in range(1, 10):
            store.keep_turn(source, turn(number, Record(str(number), text=f"odd{number % 2} all")))
        with open_store(tmp_path / "x.db", write=False) as reader:
            assert len(reader.search("all")) == 9
            assert last_indexed(reader) == 0
            told: list[int] = []
            store.index(told.append)
            assert told == [4, 8, 9]
            assert last_indexed(reader) == 9
            store.keep_turn(source, turn(10, Record("10", text="even all")))
            assert len(reader.search("all")) == 10
        assert sorted(s.record.key for s in store.search("odd1")) == ["1", "3", "5", "7", "9"]
        assert last_indexed(store) == 10


def test_what_own_pages_say_is_found_whenever_it_came(tmp_path):
    with open_store(tmp_path / "x.db") as store:
        source = store.source(SITE)
        store.keep_turn(source, turn(1, *(Record(key, text=f"text {key}") for key in "ab")))
        store.keep_details(source, "a", (("by", "Murray"),))
        assert [s.record.key for s in store.search("murray text")] == ["a"]
        store.keep_details(source, "b", (("by", "Murray"),))
        store.keep_details(source, "a", (("by", "Penguin"),))
        assert [s.record.key for s in store.search("murray text")] == ["b"]
        assert [s.record.key for s in store.search("penguin")] == ["a"]
        store._db.execute("INSERT INTO words (words) VALUES ('integrity-check')")


def last_indexed(store: SqliteStore) -> int:
    (last,) = store._db.execute("SELECT coalesce(max(id), 0) FROM words_docsize").fetchone()
    return int(last)


def test_identical_bodies_share_their_room(tmp_path):
    with open_store(tmp_path / "x.db") as store:
        for number in range(20):
            store.put(page(f"{SITE}?{number}", body=b"nothing found"))
        assert store._db.execute("SELECT count(*), sum(size) FROM bodies").fetchone() == (1, 13)


def test_the_records_of_turns_can_be_read_as_a_table(tmp_path):
    with open_store(tmp_path / "x.db") as store:
        source = store.source(SITE)
        store.keep_turn(source, turn(1, EMMA, FAUST))
        store.keep_turn(source, turn(2, FAUST))
        rows = store._db.execute("SELECT turn, position, record FROM turn_records").fetchall()
        assert rows == [(1, 0, 1), (1, 1, 2), (2, 0, 2)]


# --- what it need not do twice --------------------------------------------------------------------


def packed_in(path: Path) -> bytes:
    db = sqlite3.connect(path)
    try:
        (packed,) = db.execute("SELECT packed FROM bodies").fetchone()
    finally:
        db.close()
    return bytes(packed)


@pytest.mark.parametrize("name", ["", "a name"])
@given(body=st.binary(), other=st.binary())
def test_a_body_that_came_packed_is_what_it_was(name, body, other):
    sent = io.BytesIO()
    with gzip.GzipFile(filename=name, mode="wb", fileobj=sent) as out:
        out.write(body)
    for packed in (sent.getvalue(), gzip.compress(other, mtime=0), sent.getvalue()[:-1], other):
        again = archive.rewrapped(packed, body)
        assert again == b"" or zlib.decompress(again) == body


def test_a_body_that_came_packed_is_not_packed_again(tmp_path):
    sent = gzip.compress(b"<p>one" * 100, 9)
    with open_store(tmp_path / "x.db") as store:
        store.put(page(SITE, b"<p>one" * 100, packed=sent))
    assert packed_in(tmp_path / "x.db")[2:-4] == sent[10:-8]


def test_records_of_a_turn_that_was_not_kept_are_not_found(tmp_path):
    with open_store(tmp_path / "x.db") as store:
        number = store.source(SITE)
        store.keep_turn(number, turn(1, EMMA))
        with pytest.raises(StoreError):
            store.keep_turn(number, turn(1, FAUST))
        store.keep_turn(number, turn(2, GENJI))
        store.keep_turn(number, turn(3, FAUST))
        found = [store.search(one.text) for one in (EMMA, GENJI, FAUST)]
    assert [[r.record for r in some] for some in found] == [[EMMA], [GENJI], [FAUST]]
