"""`leadline unify`, and the entities as an export."""

import csv
import json
import sys

import pytest

from tests.harvest.odd_sites import leadline
from tests.unify.tables import books, otherwise, stored


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    rows = books(120)
    other = [otherwise(row) for row in rows[40:]]
    other[0] |= {"Number of pages": "9999"}
    return stored(tmp_path_factory.mktemp("unify") / "books.db", rows[:100], other)


def test_entities_are_wanted_before_they_were_made(tmp_path):
    path = stored(tmp_path / "x.db", books(3))
    ran = leadline("export", path, tmp_path / "x.csv", "--entities")
    assert (ran.code, "were not made one yet: leadline unify" in ran.line) == (15, True)


def test_without_the_extra(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "splink", None)
    ran = leadline("unify", stored(tmp_path / "x.db", books(3)))
    assert ran.code == 2
    assert ran.line == "this needs splink and duckdb: pip install 'leadline[link]'"


def test_a_file_that_is_not_there(tmp_path):
    assert leadline("unify", tmp_path / "none.db").code == 15


def test_a_file_without_a_harvest(tmp_path):
    path = tmp_path / "x.db"
    path.touch()
    ran = leadline("unify", path)
    assert (ran.code, ran.line) == (15, f"{path}: it holds no harvest yet")


def test_a_picture_that_would_not_be_what_its_name_says(file, tmp_path):
    picture = tmp_path / "overlap.png"
    ran = leadline("unify", file, "--overlap", picture)
    assert (ran.code, picture.exists()) == (2, False)
    assert ran.line == f"{picture}: the picture is an SVG: end its name in .svg"


def test_one_table(file, tmp_path):
    picture = tmp_path / "overlap.svg"
    ran = leadline("unify", file, "--overlap", picture)
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[0].startswith("  entities   120 of 180 records, ")
    assert lines[1:3] == [
        "  source 1   100 entities, 40 of them here alone: http://source-1.example/",
        "  source 2   80 entities, 20 of them here alone: http://source-2.example/",
    ]
    assert "  attribute  published (date; 1: published, 2: Date)" in lines
    assert "  conflicts  1 entities that sources disagree on" in lines
    assert picture.read_text().startswith("<svg ")


def test_as_json_and_as_a_table(file, tmp_path):
    said = json.loads(leadline("unify", file, "--json").out)
    assert (said["records"], said["entities"], said["conflicts"]) == (180, 120, 1)
    assert said["overlap"] == [[100, 60], [60, 80]]
    assert [one["alone"] for one in said["sources"]] == [40, 20]
    assert leadline("export", file, tmp_path / "x.csv", "--entities").code == 0
    with (tmp_path / "x.csv").open(newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert len(rows) == 120
    (disputed,) = [row for row in rows if row["in conflict"]]
    assert disputed["in conflict"] == "pages"
    assert disputed["in sources"] == "http://source-1.example/; http://source-2.example/"
    assert disputed["pages"] in disputed["text"]
