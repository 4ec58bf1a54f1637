"""The proof of a harvest over HTTP: checked from the file, and refused once the file is altered."""

import json
import shutil
import sqlite3
from contextlib import closing

import pytest

from leadline.harvest.proofs import check
from leadline.lab.demo import rows_of_the_catalogue
from leadline.lab.sites import site_of, started
from leadline.model import Answer, Query, Step, Turn
from leadline.store import open_store
from tests.harvest.odd_sites import leadline

ROWS = rows_of_the_catalogue()
QUIET = ("--delay", 0, "--browser", "never", "--details", "never")


@pytest.fixture(scope="module")
def listed(tmp_path_factory):
    """A catalogue that lists everything and counts it."""
    path = tmp_path_factory.mktemp("listed") / "x.db"
    with started(site_of(ROWS[:120], "definitions", browsable=True)) as url:
        assert leadline("harvest", url, "--into", path, *QUIET).code == 0
    return path


@pytest.fixture(scope="module")
def chosen(tmp_path_factory):
    """A catalogue that shows 40 for a query, and can be asked by country."""
    path = tmp_path_factory.mktemp("chosen") / "x.db"
    with started(site_of(ROWS[:300], "definitions", limit=40)) as url:
        assert leadline("harvest", url, "--into", path, *QUIET).code == 0
    return path


@pytest.fixture
def copy(listed, tmp_path):
    return shutil.copy(listed, tmp_path / "copy.db")


def change(path, statement):
    with closing(sqlite3.connect(path)) as db, db:
        assert db.execute(statement).rowcount == 1


def test_a_list_of_everything_is_proved_from_its_file(listed):
    ran = leadline("prove", listed)
    assert (ran.code, ran.err) == (0, "")
    assert "  proof     holds; nothing is missing\n" in ran.out
    assert "  records   120 held, all there are\n" in ran.out
    assert "  rests on  1 cell (1 whole); 12 archived pages read again\n" in ran.out
    assert not listed.with_name("x.db-wal").exists()


def test_as_an_object(listed):
    [found] = json.loads(leadline("prove", listed, "--json").out)["sources"]
    assert found["began"] <= found["ended"]
    assert found["turns"] >= 12
    del found["url"], found["began"], found["ended"], found["turns"]
    assert found == {
        "holds": True, "complete": True, "low": 120, "high": 120, "problems": [], "uncovered": [],
        "cells": 1, "later": 0, "pages": 12, "changes": [], "failed": [], "rechecked": [],
    }  # fmt: skip


def test_a_count_altered_in_the_ledger_is_found(copy):
    change(copy, "UPDATE turns SET total = 119 WHERE number = 12")
    ran = leadline("prove", copy)
    assert ran.code == 22
    assert ran.err.startswith(
        f"leadline: {copy}: the proof does not hold: turn 12 (everything, page 12): the ledger "
        "counts 119 records, the archived page 120 (and 1 more)"
    )


def test_a_count_altered_in_the_proof_is_found(copy):
    change(copy, """UPDATE sources SET proof = replace(proof, '"count":120', '"count":121')""")
    ran = leadline("prove", copy)
    assert ran.code == 22
    assert "everything: it is said to have 121 records; by the turns it has 120" in ran.err


def test_a_page_deleted_from_the_archive_is_named(copy):
    change(copy, "DELETE FROM pages WHERE id = (SELECT archived FROM turns WHERE number = 5)")
    ran = leadline("prove", copy)
    assert ran.code == 22
    assert "turn 5 (everything, page 5): its page is not in the archive" in ran.err


def test_a_turn_deleted_is_named(copy):
    change(copy, "DELETE FROM turns WHERE number = 5")
    ran = leadline("prove", copy)
    assert ran.code == 22
    assert "turn 5 is missing" in ran.err


def test_a_record_altered_is_found(copy):
    change(copy, "UPDATE records SET key = 'http://other.example/1' WHERE id = 7")
    ran = leadline("prove", copy)
    assert ran.code == 22
    assert "turn 1 (everything, page 1): the ledger has 10 records, the archived page 10" in ran.err


def test_a_value_altered_is_found(copy):
    change(copy, """UPDATE records SET fields = replace(fields, '["country","', '["country","X')
                    WHERE id = 7""")  # fmt: skip
    ran = leadline("prove", copy)
    assert ran.code == 22
    assert "records of the ledger have other values on the archived page" in ran.err


def test_a_turn_that_claims_another_query_is_found(copy):
    change(copy, """UPDATE turns SET query = '[["country","DE"]]' WHERE number = 3""")
    ran = leadline("prove", copy)
    assert ran.code == 22
    assert "turn 3 (country=DE, page 3): the archived page answers another question" in ran.err


def test_a_proof_that_is_none(copy):
    change(copy, "UPDATE sources SET proof = '[1]'")
    ran = leadline("prove", copy)
    assert (ran.code, ran.err) == (15, "leadline: the proof in the file is damaged\n")


def test_a_file_without_a_proof_gets_one_from_its_turns(copy):
    change(copy, "UPDATE sources SET proof = NULL")
    assert leadline("prove", copy).code == 0


def test_a_harvest_that_went_on_after_its_proof(copy):
    with open_store(copy) as store:
        store.keep_turn(1, Turn(store.totals(1).turns + 1, Step(Query()), Answer()))
    ran = leadline("prove", copy)
    assert ran.code == 0
    assert "; 1 turns came later\n" in ran.out


def test_how_far_it_is_can_be_heard(listed):
    heard = list[tuple[int, int]]()
    with open_store(listed, create=False, write=False) as store:
        turns = check(store, 1, lambda *at: heard.append(at)).proof.turns
    assert heard == [(number, turns) for number in range(1, turns + 1)]


def test_one_of_several_sources(copy):
    with open_store(copy) as store:
        store.keep_turn(store.source("http://other/"), Turn(1, Step(Query.of(q="x")), Answer()))
    told = json.loads(leadline("prove", copy, "--source", "127.0.0.1", "--json").out)
    assert len(told["sources"]) == 1


def test_a_file_without_a_harvest(tmp_path):
    open_store(tmp_path / "x.db").close()
    ran = leadline("prove", tmp_path / "x.db")
    assert ran.code == 15
    assert "it holds no harvest yet" in ran.err


def test_choices_read_whole_leave_records_without_them(chosen):
    ran = leadline("prove", chosen)
    assert ran.code == 21
    assert "  proof     holds, but is not complete\n" in ran.out
    assert "  open      everything: records without country\n" in ran.out
    assert "the proof holds, but is not complete: everything: records without country" in ran.err


def test_a_source_under_a_limit_is_proved_by_its_count(tmp_path):
    path = tmp_path / "x.db"
    with started(site_of(ROWS[:300], "definitions", browsable=True, limit=40)) as url:
        assert leadline("harvest", url, "--into", path, *QUIET).code == 0
    ran = leadline("prove", path)
    assert ran.code == 0
    assert "  records   300 held, all there are\n" in ran.out
    assert "  rests on  1 cell (1 count); " in ran.out


def test_cells_are_asked_again(tmp_path):
    path, port = tmp_path / "x.db", 0
    with started(site_of(ROWS[:120], "definitions", browsable=True)) as url:
        assert leadline("harvest", url, "--into", path, *QUIET).code == 0
        ran = leadline("prove", path, "--recheck", 3, "--delay", 0)
        assert (ran.code, ran.err) == (0, "")
        assert "  recheck   everything: holds; 120 records then, 120 now\n" in ran.out
        port = int(url.rstrip("/").rpartition(":")[2])
    with started(site_of(ROWS[:123], "definitions", browsable=True), port=port):
        ran = leadline("prove", path, "--recheck", 3, "--delay", 0)
    assert ran.code == 21
    assert "everything: holds no longer; 120 records then, 123 now, 3 of them new" in ran.err
