import json
from functools import partial
from pathlib import Path

import pytest

from tests import command

leadline = partial(command.leadline, "lab", "integrate")


@pytest.fixture
def tables(tmp_path: Path) -> list[Path]:
    rows = [{"year": str(n % 20), "kind": "abc"[n % 3], "title": f"t{n}"} for n in range(90)]
    paths = [tmp_path / "one.jsonl", tmp_path / "two.jsonl"]
    for path, part in zip(paths, (rows[:60], rows[30:]), strict=True):
        path.write_text("".join(json.dumps(row) + "\n" for row in part))
    return paths


def test_the_results_object(tables):
    done = leadline("--data", *tables, "--interface", "attribute", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["union"] == 90
    assert found["shared"] == [[60, 30], [30, 60]]
    assert [source["records"] for source in found["sources"]] == [60, 60]
    assert list(found["methods"]) == ["ours", "cycle", "separate-t"]
    for mark in ("0.5", "0.8", "0.9", "0.95"):
        assert set(found["methods"]["ours"][mark]) == {"pages", "queries"}


def test_data_may_be_given_several_times(tables):
    done = leadline("--data", tables[0], "--data", tables[1], "--interface", "keyword",
                    "--method", "separate-frequency", "--limit", 20, "--json")  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["union"] == 90


def test_a_table_for_people(tables):
    done = leadline("--data", tables[0], "--draw", 4, "--seed", 3, "--interface", "attribute")
    assert done.returncode == 0, done.stderr
    for words in ("4 sources of", "ours", "cycle", "separate-t", "1.00 / 1.00"):
        assert words in done.stdout
    assert "ours: done" in done.stderr


def test_the_figures_of_the_paper(tables, tmp_path):
    place = tmp_path / "figures"
    done = leadline("--data", tables[0], "--draw", 4, "--interface", "attribute", "--json",
                    "--figures", place)  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)["figures"]
    assert list(found) == ["figure-1", "figure-2", "figure-3", "figure-4"]
    separate = ["separate-t", "separate-graph", "separate-frequency"]
    assert list(found["figure-1"]) == ["ours", "cycle", *separate]
    assert list(found["figure-3"]) == ["K = 1", "K = 10", "K = 30"]
    assert "QuerySelect-DK" in found["figure-2"]
    made = {path.name for path in place.iterdir()}
    pictures = {f"figure-{n}.{ending}" for n in range(1, 5) for ending in ("png", "svg")}
    assert made == pictures | {"curves.csv", "results.json"}


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (("--interface", "attribute"), "name a table"),
        (("--data", "ONE", "--interface", "attribute"), "name two tables or more"),
        (("--data", "ONE", "ONE", "--draw", 3, "--interface", "attribute"), "--draw takes one"),
        (("--data", "ONE", "ONE", "--interface", "attribute", "--method", "x"), "unknown method"),
        (("--data", "ONE", "nowhere.jsonl", "--interface", "attribute"), "nowhere.jsonl"),
        (("--data", "ONE", "ONE", "--interface", "attribute", "--figures", "x"), "need four"),
    ],
)
def test_misuse(tables, options, complaint):
    done = leadline(*(tables[0] if option == "ONE" else option for option in options))
    assert done.returncode == 2
    assert complaint in done.stderr
    assert "Traceback" not in done.stderr
