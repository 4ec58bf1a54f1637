import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

from tests.command import LEADLINE, leadline

TITLES = ("red fox", "red hen", "blue fox", "blue whale", "grey whale", "grey wolf", "red wolf")
MARKS = ("0.5", "0.8", "0.9")


@pytest.fixture
def table(tmp_path: Path) -> Path:
    rows = [{"title": title, "year": 2000 + i % 3} for i, title in enumerate(TITLES * 6)]
    path = tmp_path / "table.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.mark.parametrize("interface", ["keyword", "attribute"])
def test_the_results_object(table, interface):
    done = leadline("lab", "run", "--data", table, "--interface", interface, "--seeds", 2,
                    "--target", 0.9, "--policy", "sounding,oracle", "--json")  # fmt: skip
    assert done.returncode == 0, done.stderr
    results = json.loads(done.stdout)
    assert results["records"] == 42
    assert results["values"] == {"keyword": 7, "attribute": 10}[interface]
    assert results["unreachable"] == 0.0
    assert results["seeds"] == [1, 2]
    assert len(results["first_queries"]) == 2
    assert results["page_size"] == 10
    assert results["limit"] is None
    assert [results[key] for key in ("counts", "ranking", "cost")] == ["exact", "static", "pages"]
    assert tuple(results["bound"]) == MARKS
    assert list(results["policies"]) == ["sounding", "oracle"]
    for policy in results["policies"].values():
        assert {*MARKS, "coverage", "seconds", "peak_mb"} == set(policy)
        assert all(policy[m]["pages"] >= results["bound"][m] for m in MARKS)
        assert all(policy[m]["queries"] <= policy[m]["pages"] for m in MARKS)
        assert 0.9 <= policy["coverage"] <= 1
        assert policy["peak_mb"] > 10


def test_a_table_for_people(table):
    done = leadline("lab", "run", "--data", table, "--interface", "attribute", "--seeds", 1)
    assert done.returncode == 0, done.stderr
    for word in ("sounding", "greedy-link", "oracle-seen", "lower bound", "page floor", "0.95"):
        assert word in done.stdout
    assert "oracle, seed 1: done" in done.stderr


def test_files_for_later(table, tmp_path):
    out = tmp_path / "deep" / "out"
    done = leadline("lab", "run", "--data", table, "--interface", "keyword", "--seeds", 1,
                    "--policy", "oracle", "--json", "--out", out)  # fmt: skip
    assert sorted(path.name for path in out.iterdir()) == [
        "curves.csv", "curves.png", "curves.svg", "results.json",
    ]  # fmt: skip
    assert json.loads((out / "results.json").read_text()) == json.loads(done.stdout)


def test_every_setting_of_the_source_is_taken(table):
    done = leadline("lab", "run", "--data", table, "--interface", "keyword", "--seeds", 1,
                    "--policy", "oracle", "--json", "--page-size", 2, "--limit", 12, "--counts",
                    "capped:5", "--ranking", "relevance", "--cost", "queries", "--predicates", 1,
                    "--any-of", "--stop-words", 1, "--search-fields", "title", "--browsable",
                    "--failures", 0.01, "--first-query", "fox", "--max-pages", 30,
                    "--jobs", 1)  # fmt: skip
    assert done.returncode == 0, done.stderr
    results = json.loads(done.stdout)
    assert results["counts"] == "capped:5"
    assert results["cost"] == "queries"
    assert results["max_pages"] == 30
    assert results["first_queries"] == ["text=fox"]
    assert results["bound_queries"]["0.5"] >= 1


def test_a_target_out_of_reach_is_a_note(table):
    done = leadline("lab", "run", "--data", table, "--interface", "keyword", "--seeds", 1,
                    "--policy", "oracle", "--json", "--limit", 2, "--predicates", 1)  # fmt: skip
    assert done.returncode == 0
    assert done.stderr.startswith("note: no single value shows")
    assert "0.95" not in json.loads(done.stdout)["policies"]["oracle"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--policy", "sonding"], "unknown policy 'sonding'; there are: sounding, breadth-first"),
        (["--policy", "domain"], "--domain"),
        (["--policy", "a-z", "--language", "xx"], "no word list for 'xx'"),
        (["--policy", "domain", "--domain", "no.jsonl"], "no.jsonl: cannot be read"),
        (["--counts", "capped:x"], "capped:N"),
        (["--counts", "guessed"], "capped:N"),
        (["--target", "1.5"], "--target"),
        (["--target", "0"], "above 0"),
        (["--limit", "0"], "--limit"),
        (["--first-query", "zebra"], "matches no record"),
        (["--interface", "form"], "form"),
        (["--depth", "3"], "--depth"),
    ],
)
def test_misuse_is_explained(table, arguments, complaint):
    done = leadline("lab", "run", "--data", table, "--interface", "keyword", *arguments)
    assert done.returncode == 2
    assert complaint in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("name", "content", "complaint"),
    [
        ("list.jsonl", "[1]\n", "line 1: not an object but list"),
        ("empty.jsonl", "", "empty.jsonl: no row"),
        ("numbers.jsonl", '{"a": 1}\n', "try attributes"),
        ("broken.csv", "a,b\n1\n", "not as many cells"),
        ("table.txt", "", "unknown kind of file"),
    ],
)
def test_a_bad_file_is_one_line(tmp_path, name, content, complaint):
    path = tmp_path / name
    path.write_text(content)
    done = leadline("lab", "run", "--data", path, "--interface", "keyword")
    assert done.returncode == 2
    assert complaint in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_folder_is_no_table(tmp_path):
    path = tmp_path / "folder.jsonl"
    path.mkdir()
    done = leadline("lab", "run", "--data", path, "--interface", "keyword")
    assert done.returncode == 2
    assert done.stderr == f"leadline: {path}: cannot be read: Is a directory\n"


def test_ctrl_c_prints_what_has_finished(table):
    command = [str(LEADLINE), "lab", "run", "--data", str(table), "--interface", "keyword",
               "--json", "--policy", "oracle", "--seeds", "200000", "--jobs", "1"]  # fmt: skip
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as run:
        assert run.stderr is not None
        for line in run.stderr:
            if line.startswith("oracle"):
                break
        os.kill(run.pid, signal.SIGINT)
        stdout, stderr = run.communicate()
    assert run.returncode == 130
    assert json.loads(stdout)["interrupted"] is True
    assert "oracle" in json.loads(stdout)["policies"]
    assert "Traceback" not in stderr


def test_version_and_help():
    assert leadline("--version").stdout == "leadline 0.1.0\n"
    assert "leadline demo" in leadline("--help").stdout
    assert "20 ×" in leadline("lab", "run", "--help").stdout
