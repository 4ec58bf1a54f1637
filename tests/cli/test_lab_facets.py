import json
from functools import partial
from pathlib import Path

import pytest

from tests import command

leadline = partial(command.leadline, "lab", "facets")


@pytest.fixture
def table(tmp_path: Path) -> Path:
    rows = [
        {
            "title": f"Book {n} about everything",
            "genre": ["war", "love"][n % 2],
            "year": 1990 + n % 3,
        }
        for n in range(30)
    ]
    path = tmp_path / "books.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_the_results_object(table):
    done = leadline("--data", table, "--facets", "genre,year", "--page-size", 5, "--method",
                    "ours,online", "--json")  # fmt: skip
    assert done.returncode == 0, done.stderr
    results = json.loads(done.stdout)
    assert (results["entities"], results["pairs"], results["best_grouping"]) == (30, 60, 6)
    assert list(results["methods"]) == ["ours", "online"]
    ours = results["methods"]["ours"]
    assert set(ours) == {
        "precision", "recall", "pages", "scans", "seconds", "finished", "pages_99", "refused",
        "curve",
    }  # fmt: skip
    assert (ours["precision"], ours["recall"], ours["finished"]) == (1.0, 1.0, True)


def test_fewer_rows_and_a_table_for_people(table):
    done = leadline("--data", table, "--facets", "genre", "--entities", 10, "--addresses", "path")
    assert done.returncode == 0, done.stderr
    assert "10 entities, 10 pairs" in done.stdout


def test_what_does_not_exist_is_named(table):
    assert "no row has the column 'age'" in leadline("--data", table, "--facets", "age").stderr
    done = leadline("--data", table, "--facets", "genre", "--method", "magic")
    assert done.returncode == 2
    assert "magic" in done.stderr


def test_curves_and_a_figure_of_all_methods(table, tmp_path):
    out = tmp_path / "out"
    done = leadline("--data", table, "--facets", "genre,year", "--page-size", 10, "--method", "all",
                    "--max-pages", 60, "--out", out)  # fmt: skip
    assert done.returncode == 0, done.stderr
    lines = (out / "curves.csv").read_text().splitlines()
    assert lines[0] == "method,pages,scans,precision,recall"
    methods = dict.fromkeys(line.partition(",")[0] for line in lines[1:])
    assert list(methods) == ["ours", "online", "offline", "breadth-first"]
    assert (out / "figure.svg").read_text().lstrip().startswith("<?xml")
    ours = json.loads((out / "results.json").read_text())["methods"]["ours"]
    assert ours["curve"][-1]["pages"] == ours["pages"]
