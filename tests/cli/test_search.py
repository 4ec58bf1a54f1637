"""Records found by their words, as lines and as objects."""

import json

import pytest

from leadline.model import Answer, Query, Record, Step, Turn
from leadline.store import Change, Kind, open_store
from tests.harvest.odd_sites import leadline


def book(key, title, *tags):
    values = (("title", title), *(("tag", tag) for tag in tags))
    return Record(key, values, " ".join((title, *tags)), f"http://a/{key}")


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "x.db"
    with open_store(path) as store:
        for url, books in (
            ("http://a/", (book("1", "Café on the river", "food", "travel"), book("2", "Rivers"))),
            ("http://b/", (book("3", "A river"),)),
        ):
            turn = Turn(1, Step(Query.of(q="x")), Answer(records=books))
            store.keep_turn(store.source(url), turn)
    return path


def test_a_line_is_an_address_and_a_text(file):
    ran = leadline("search", file, "CAFE", "river")
    assert (ran.code, ran.out, ran.err) == (0, "http://a/1\tCafé on the river food travel\n", "")


def test_objects_are_as_an_export_writes_them(file, tmp_path):
    found = leadline("search", file, "cafe", "--json", "--source", "http://a").out
    leadline("export", file, tmp_path / "x.jsonl", "--source", "http://a")
    [exported, _] = (tmp_path / "x.jsonl").read_text().splitlines()
    assert json.loads(found) == json.loads(exported)


def test_of_several_sources_each_record_names_its_own(file):
    lines = leadline("search", file, "river*", "--json").out.splitlines()
    assert sorted((one["key"], one["source"]) for one in map(json.loads, lines)) == [
        ("1", "http://a/"), ("2", "http://a/"), ("3", "http://b/"),
    ]  # fmt: skip
    assert leadline("search", file, "river", "--source", "//b").out == "http://a/3\tA river\n"


def test_no_more_than_are_wanted(file):
    ran = leadline("search", file, "river*", "--limit", 2)
    assert ran.out.count("\n") == 2
    assert ran.err == "These are the first 2; --limit shows more.\n"


@pytest.mark.parametrize("typed", ['"river', "river AND (", "title:river", "river^2", "-river"])
def test_nothing_that_is_typed_is_a_syntax_error(file, typed):
    ran = leadline("search", file, "--", typed)
    assert (ran.code, ran.err in ("", "Nothing found.\n")) == (0, True)


def test_without_a_word_there_is_nothing_to_look_for(file):
    ran = leadline("search", file, "*", "...")
    assert (ran.code, ran.line) == (2, "'* ...' has no word to look for")


def test_what_is_shown_is_as_it_is_now(file):
    with open_store(file) as store:
        changed = Change(key="1", kind=Kind.CHANGED, at=1.0, record=book("1", "Café on the sea"))
        store.keep_changes(1, [changed, Change(key="2", kind=Kind.VANISHED, at=1.0)])
    assert leadline("search", file, "cafe").out == "http://a/1\tCafé on the sea\n"
    assert leadline("search", file, "rivers").out == ""


def test_a_source_that_was_never_understood_is_not_asked_about(tmp_path):
    with open_store(tmp_path / "x.db") as store:
        store.source("http://a/")
        turn = Turn(1, Step(Query.of(q="x")), Answer(records=(book("1", "A river"),)))
        store.keep_turn(store.source("http://a/list"), turn)
    assert leadline("export", tmp_path / "x.db", tmp_path / "x.jsonl").code == 0
