import json
from pathlib import Path

import pytest

from tests.command import leadline


@pytest.fixture
def table(tmp_path: Path) -> Path:
    rows = [{"year": 1980 + n % 40, "kind": "abc"[n % 3], "title": f"t{n}"} for n in range(120)]
    path = tmp_path / "table.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_the_results_object(table):
    done = leadline("lab", "prove", "--data", table, "--limit", 20, "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert 12 <= found.pop("pages") <= 30
    assert 6 <= found.pop("queries") <= 18
    assert found == {
        "proved": True,
        "coverage": 1.0,
        "floor_pages": 12,
        "floor_queries": 6,
        "impossible_cells": [],
        "ordered": ["year"],
        "categories": ["kind"],
        "sorted_by": [],
    }


def test_a_table_for_people(table):
    done = leadline("lab", "prove", "--data", table, "--limit", 5, "--ordered", "year",
                    "--counts", "none", "--in-order", "--page-size", 5)  # fmt: skip
    assert done.returncode == 0, done.stderr
    for words in ("asked from … to", "year", "proved", "yes", "100.00%", "(at least 24)"):
        assert words in done.stdout


def test_cells_that_cannot_be_proved_are_named(table):
    done = leadline("lab", "prove", "--data", table, "--limit", 10, "--categories", "kind")
    assert done.returncode == 0, done.stderr
    for words in ("proved", "no", "25.00%", "kind=a", "kind=b", "kind=c"):
        assert words in done.stdout


def test_what_can_be_sorted_is_seen_from_both_ends(table):
    done = leadline("lab", "prove", "--data", table, "--limit", 25, "--categories", "kind",
                    "--sort", "title", "--counts", "none", "--json")  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["proved"], found["coverage"], found["sorted_by"]) == (True, 1.0, ["title"])


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (("--sort", "tilte"), "there is no column 'tilte'"),
        (("--ordered", "yaer"), "there is no column 'yaer'"),
        (("--ordered", "year", "--categories", "year"), "the column 'year' is named twice"),
        (("--ordered", "year", "--words"), "--words is one box and nothing else"),
    ],
)
def test_bad_options(table, options, complaint):
    done = leadline("lab", "prove", "--data", table, "--limit", 5, *options)
    assert done.returncode != 0
    assert complaint in done.stderr
    assert "Traceback" not in done.stderr
