"""Overlapping simulated sources: who is one entity, what is drawn, what a run counts."""

import json
from pathlib import Path

import pytest

from leadline.errors import BadData
from leadline.lab.integrate.experiment import Integration, conduct, summary
from leadline.lab.integrate.methods import METHODS, UnknownMethod, chosen
from leadline.lab.integrate.sources import LEAST, MOST, distinct, drawn, from_files, identity
from leadline.model import Query, Step


def write(path: Path, rows: list[dict[str, object]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.fixture
def table(tmp_path: Path) -> Path:
    rows = [{"title": f"t{n}", "kind": "abcde"[n % 5], "year": n % 17} for n in range(200)]
    return write(tmp_path / "table.jsonl", rows)


def test_rows_are_equal_whatever_the_order_of_their_columns():
    assert identity({"a": 1, "b": ["x", "y"]}) == identity({"b": ["x", "y"], "a": 1.0, "c": None})
    assert identity({"a": 1}) != identity({"a": 2})
    assert len(distinct([{"a": 1}, {"a": "1", "b": ""}, {"a": 2}])) == 2


def test_equal_rows_of_two_files_are_one_entity(tmp_path):
    first = write(tmp_path / "a.jsonl", [{"k": "x", "n": 1}, {"k": "x", "n": 2}])
    second = write(tmp_path / "b.jsonl", [{"n": 2, "k": "x"}, {"k": "x", "n": 3}])
    sources = from_files([first, second], "attribute")
    assert sources.union == 3
    assert sources.sizes == (2.0, 2.0)
    assert sources.shared() == [[2, 1], [1, 2]]
    keys = [
        {record.key for record in sources.answer(i, Step(Query.of(k="x"))).records} for i in (0, 1)
    ]
    assert keys == [{"0", "1"}, {"1", "2"}]


def test_sources_are_drawn_as_in_the_paper(table):
    sources = drawn(table, 5, 1, "attribute")
    assert len(sources.worlds) == 5
    assert all(LEAST * 200 - 1 <= size <= MOST * 200 + 1 for size in sources.sizes)
    assert max(sources.sizes) < sources.union <= 200
    again, other = drawn(table, 5, 1, "attribute"), drawn(table, 5, 2, "attribute")
    assert again.shared() == sources.shared() != other.shared()


def test_they_can_be_drawn_from_a_sample(table):
    assert drawn(table, 3, 1, "attribute", rows=50).union <= 50


def test_a_table_without_anything_to_ask_is_named(tmp_path):
    empty = write(tmp_path / "empty.jsonl", [{}])
    with pytest.raises(BadData, match=r"empty\.jsonl: no row has any value"):
        from_files([empty, empty], "attribute")


def test_every_method_gathers_the_union(table):
    sources = drawn(table, 3, 1, "attribute")
    integration = Integration(sources=sources, methods=tuple(METHODS))
    results = summary(integration, list(conduct(integration, 2, lambda *news: None)))
    assert list(results["methods"]) == list(METHODS)
    for row in results["methods"].values():
        assert row["coverage"] >= 0.9
        assert row["0.5"]["pages"] <= row["0.8"]["pages"] <= row["pages"]
        assert sum(source["pages"] for source in row["sources"]) == row["pages"]
        assert sum(source["queries"] for source in row["sources"]) == row["queries"]


def test_methods_by_name():
    assert chosen("all") == tuple(METHODS)
    assert chosen("cycle, ours") == ("cycle", "ours")
    with pytest.raises(UnknownMethod, match="unknown method 'cicle'; there are: ours, cycle"):
        chosen("cicle")
