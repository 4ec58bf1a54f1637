import json
import math
from functools import partial
from pathlib import Path
from random import Random

import numpy as np
import pytest

from leadline.errors import BadData
from leadline.lab import policies
from leadline.lab.collection import index
from leadline.lab.experiment import Run
from leadline.lab.papers import claims, draw
from leadline.lab.papers.conduct import Outcome, Request, check, repeat
from leadline.lab.papers.degrees import NoGraph, degrees, fitted
from leadline.lab.papers.figure import Figure, UnknownFigure, Variation, lines
from leadline.lab.papers.figures import FIGURES, named
from leadline.lab.papers.found import Found
from leadline.lab.papers.tables import sample, write_domain
from leadline.lab.policies import NoDomainTable
from leadline.lab.run import Curve
from leadline.lab.table import Row, read_rows
from leadline.model import QUERIES, Cost
from tests import command

leadline = partial(command.leadline, "lab", "paper")
WORDS = tuple(f"w{i}" for i in range(80))


def films(many: int, seed: int) -> list[dict[str, object]]:
    rng = Random(seed)
    return [
        {"title": f"film {rng.randrange(many)}", "year": 1990 + int(30 * rng.random() ** 2),
         "genre": rng.choice(["drama", "comedy", "short"]),
         "text": " ".join(f"w{int(80 * rng.random() ** 2)}" for _ in range(8))}
        for _ in range(many)
    ]  # fmt: skip


def written(path: Path, rows) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.fixture
def request_(tmp_path: Path) -> Request:
    return Request(
        data=written(tmp_path / "data.jsonl", films(100, 1)),
        domain=written(tmp_path / "domain.jsonl", films(200, 2)),
        seeds=1,
        jobs=2,
    )


def outcome_of(figure: Figure, request: Request, folder: Path) -> Outcome:
    *_, last = repeat(figure, request, folder, lambda *told: None)
    assert isinstance(last, Outcome)
    return last


@pytest.mark.parametrize("name", FIGURES)
def test_each_experiment_gives_verdicts_and_pictures(name, request_, tmp_path, monkeypatch):
    monkeypatch.setattr(policies, "word_list", lambda language: WORDS)
    figure = FIGURES[name]
    outcome = outcome_of(figure, request_, tmp_path)
    assert len(outcome.judged) == (len(figure.claims) or 2)
    assert all(verdict.numbers for _, verdict in outcome.judged)
    assert {run.policy for run in outcome.found.runs} == {s.label for s in figure.series}
    json.dumps(outcome.results, allow_nan=False)
    draw.write(outcome, tmp_path)
    assert (tmp_path / "figure.svg").read_text().startswith("<?xml")
    assert (tmp_path / "figure.png").read_bytes().startswith(b"\x89PNG")


def test_ours_is_in_every_figure_of_policies():
    assert [f.name for f in FIGURES.values() if "sounding" not in {s.policy for s in f.series}] == [
        "wu-2"
    ]


def test_names():
    assert [figure.name for figure in named("wu-3")] == ["wu-3"]
    assert len(named("all")) == 12
    with pytest.raises(UnknownFigure, match=r"'wu-9'; there are: wu-2, .*, all"):
        named("wu-9")


def test_a_domain_is_asked_for_before_anything_is_run(tmp_path):
    with pytest.raises(NoDomainTable, match="wu-5 needs"):
        check(FIGURES["wu-5"], Request(data=tmp_path))


# --- reading runs ------------------------------------------------------------------------------


def found(cost: Cost = QUERIES, **held: list[int]) -> Found:
    figure = Figure(name="f", title="", interface="keyword", cost=cost, axis="queries",
                    series=lines(*held), claims=())  # fmt: skip
    runs = [Run(name, 1, Curve(np.array(h), np.arange(1, len(h) + 1) // 2 + 1, 100, 0.0), 0.0)
            for name, h in held.items()]  # fmt: skip
    return Found(figure, tuple(runs), 100)


def test_prices_are_in_the_unit_of_the_figure():
    curve = [10, 40, 80]  # queries 1, 2, 2
    assert found(a=curve).spent("a", 0.8) == 2
    assert found(Cost(), a=curve).spent("a", 0.8) == 3
    assert found(Cost(query=100, page=10, record=1), a=curve).spent("a", 0.8) == 310
    assert found(a=curve).spent("a", 0.9) == math.inf


def test_coverage_after_a_budget():
    runs = found(a=[10, 40, 80])
    assert [runs.covered("a", budget) for budget in (0, 1, 2, 9)] == [0, 0.1, 0.8, 0.8]


def test_ours_is_compared_with_the_best_of_the_others():
    runs = found(Cost(), sounding=[50, 90], a=[20, 50, 60, 90], b=[50], oracle=[90])
    assert list(runs.ours((0.5, 0.9))) == [("sounding", 0.5, 1.0, "b"), ("sounding", 0.9, 0.5, "a")]


def test_a_claim_says_why():
    runs = found(Cost(), a=[50, 90], b=[20, 60, 80])
    verdict = claims.cheaper("a", "b", 0.8)(runs)
    assert (verdict.held, verdict.numbers) == (True, "80%: a 2, b 3")
    verdict = claims.cheapest("b", 0.5, 0.9)(runs)
    assert not verdict.held
    assert verdict.numbers == "50%: b 2, a 1; 90%: b not reached, a 2"


def test_what_nobody_reached_does_not_hold():
    runs = found(a=[50], b=[50])
    assert not claims.cheaper("a", "b", 0.9)(runs).held
    assert not claims.cheapest("a", 0.9)(runs).held
    assert not claims.about_as_cheap("a", "b", 0.9)(runs).held
    assert not claims.reaches("a", 0.9)(runs).held
    assert not claims.smaller_lead_than_in_queries("a", "b", 0.9)(runs).held
    assert not claims.dearer_from(0.8, 0.9)(runs).held


# --- tables ------------------------------------------------------------------------------------


def test_a_limit_is_a_number_or_a_share():
    assert Variation(limit=50).records_shown(2000) == 50
    assert Variation(limit=0.02).records_shown(2000) == 40
    assert Variation(limit=0.0001).records_shown(2000) == 1
    assert Variation().records_shown(2000) is None


def test_samples_are_the_same_each_time_and_keep_the_order():
    rows = [{"n": i} for i in range(100)]
    once = sample(rows, 10)
    assert once == sample(rows, 10)
    assert [row["n"] for row in once] == sorted(row["n"] for row in once)
    assert sample(rows, 200) == rows


def test_a_domain_table_keeps_what_both_have(tmp_path):
    rows: list[Row] = [{"title": "a", "length": 3}, {"length": 4}, {"title": "b"}]
    write_domain(tmp_path / "d.jsonl", rows, frozenset({"title", "year"}), 1.0)
    assert list(read_rows(tmp_path / "d.jsonl")) == [{"title": "a"}, {"title": "b"}]
    write_domain(tmp_path / "d.jsonl", rows, None, 2 / 3)
    assert len(list(read_rows(tmp_path / "d.jsonl"))) == 2
    with pytest.raises(BadData, match="not have any of the columns year"):
        write_domain(tmp_path / "d.jsonl", rows, frozenset({"year"}), 1.0)


# --- degrees -----------------------------------------------------------------------------------


def test_degrees_count_distinct_neighbours():
    rows = [{"a": 1, "b": 1}, {"a": 1, "b": 2}, {"a": 1, "b": 2, "c": 1}, {"a": 9}]
    assert sorted(degrees(index(rows, "attribute")).tolist()) == [1, 2, 2, 3]


def test_texts_have_no_graph():
    with pytest.raises(NoGraph, match="--interface attribute"):
        degrees(index([{"t": "a b"}], "keyword"))


def test_the_exponent_is_found_again():
    uniform = np.random.default_rng(1).random(20_000)
    drawn = np.floor(4.5 * (1 - uniform) ** (-1 / 1.5) + 0.5).astype(np.int64)
    law = fitted(drawn)
    assert law.exponent == pytest.approx(2.5, abs=0.1)
    assert law.distance < 0.02


# --- the command -------------------------------------------------------------------------------


def test_the_list():
    done = leadline()
    assert done.returncode == 0
    assert [line.split()[0] for line in done.stdout.splitlines()] == [*FIGURES, "all"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("nope",), "leadline: unknown experiment 'nope'; there are: wu-2"),
        (("wu-3",), "leadline: wu-3 needs a table to run on: --data"),
        (("wu-5", "--data", "none.jsonl"), "leadline: wu-5 needs a table of the same domain"),
        (("wu-3", "--data", "none.jsonl"), "leadline: none.jsonl: cannot be read"),
    ],
)
def test_misuse_is_one_line_and_exit_code_2(arguments, says):
    done = leadline(*arguments)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith(says)
    assert "Traceback" not in done.stderr


def test_a_figure_for_people_and_files_for_later(request_, tmp_path):
    done = leadline("wu-3", "--data", request_.data, "--seeds", 1, "--out", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    assert "sounding" in done.stdout
    assert "Greedy link reaches every coverage with the fewest pages." in done.stdout
    assert sorted(path.name for path in (tmp_path / "out" / "wu-3").iterdir()) == [
        "curves.csv", "figure.png", "figure.svg", "results.json",
    ]  # fmt: skip


def test_one_object(request_):
    done = leadline("wu-4", "--data", request_.data, "--seeds", 1, "--rows", 60, "--json")
    assert done.returncode == 0, done.stderr
    results = json.loads(done.stdout)
    assert (results["figure"], results["records"]) == ("wu-4", 60)
    assert [set(claim) for claim in results["claims"]] == [{"claim", "held", "numbers"}]
