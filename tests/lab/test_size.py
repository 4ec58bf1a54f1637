import json
from pathlib import Path

import pytest

from leadline.lab.collection import index
from leadline.lab.size import Sizing, conduct, harvested, summary
from leadline.lab.world import World
from tests.command import leadline


def rows(number):
    return [
        {
            "title": f"red w{i % 37} w{i * i % 101} x{i}",
            "year": 1990 + i % 13,
            "place": f"p{i % 29}",
        }
        for i in range(number)
    ]


def test_a_harvest_ends_at_the_share_that_is_wanted():
    world = World(collection=index(rows(500), "attribute"))
    known = harvested(world, 0.4, seed=1)
    assert 200 <= known.records < 250


def test_runs_are_spread_over_harvests():
    world = World(collection=index(rows(500), "keyword"), limit=50)
    sizing = Sizing(world=world, coverage=0.5, audit=30, runs=7)
    told = [one for part in conduct(sizing, 2, lambda *news: None) for one in part]
    results = summary(sizing, told)
    assert results["truth"] == 500
    assert list(results["runs"]) == ["ours", "running", "wu", "lu-li", "chao1", "schnabel"]
    assert {len(runs) for runs in results["runs"].values()} == {7}
    assert all(0.5 <= share < 0.6 for share in results["coverage"])
    for run in results["runs"]["ours"]:
        assert run["low"] <= run["estimate"] <= run["high"]
        assert 0 < run["audit_pages"] <= 30


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "table.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows(400)))
    return path


def test_the_command(table):
    options = ("lab", "size", "--data", table, "--interface", "attribute", "--limit", 50,
               "--coverage", 0.8, "--audit", 50, "--runs", 4)  # fmt: skip
    done = leadline(*options, "--json")
    assert done.returncode == 0, done.stderr
    results = json.loads(done.stdout)
    assert results["truth"] == 400
    assert [run["estimate"] for run in results["runs"]["ours"]] == [400.0] * 4
    assert len(results["runs"]["drill-downs"]) == 4
    assert "harvest 1, audits: done" in done.stderr
    people = leadline(*options)
    assert people.returncode == 0, people.stderr
    for word in ("ours", "running", "interval holds", "400 records"):
        assert word in people.stdout


def test_what_can_be_listed_is_counted(table):
    done = leadline("lab", "size", "--data", table, "--interface", "keyword", "--browsable",
                    "--runs", 1, "--json")  # fmt: skip
    assert done.returncode == 0, done.stderr
    run = json.loads(done.stdout)["runs"]["ours"][0]
    assert (run["estimate"], run["low"], run["high"]) == (400, 400, 400)
    assert run["audit_pages"] <= 1
