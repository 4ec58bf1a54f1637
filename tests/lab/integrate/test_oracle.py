"""Full knowledge of overlapping sources: the greedy choice, and what nobody can be below."""

import json
from pathlib import Path
from typing import Any

import pytest

from leadline.lab.integrate.domain import DomainOracle
from leadline.lab.integrate.experiment import Integration, conduct, summary
from leadline.lab.integrate.oracle import Oracle, floors
from leadline.lab.integrate.run import gather
from leadline.lab.integrate.sources import Overlapping, from_files, overlapping
from leadline.model import PAGES, QUERIES

SHOPS = [{"kind": "ab"[n % 2], "town": str(n % 20), "name": f"n{n}"} for n in range(40)]


@pytest.fixture
def sources() -> Overlapping:
    """Two sources of thirty shops; twenty of them are in both."""
    first, second = dict(enumerate(SHOPS[:30])), dict(enumerate(SHOPS[10:], 10))
    return overlapping([first, second], ["a", "b"], "attribute", page_size=5)


def test_by_queries_it_asks_what_is_broad(sources):
    curve, _ = gather(sources, Oracle(sources, QUERIES), target=1.0)
    assert curve.coverage == 1.0
    assert int(curve.queries[-1]) == 4  # both kinds of both sources
    assert len(curve.held) == 12


def test_by_pages_it_asks_what_is_new(sources):
    curve, _ = gather(sources, Oracle(sources, PAGES), target=1.0)
    assert curve.coverage == 1.0
    assert len(curve.held) <= 12


def test_who_knows_the_domain_asks_what_is_broad_too(sources):
    curve, _ = gather(sources, DomainOracle(sources, QUERIES), target=1.0)
    assert curve.coverage == 1.0
    assert int(curve.queries[-1]) == 4  # both kinds of both sources, as nothing else is left then


def test_what_a_limit_hides_is_not_expected():
    first, second = dict(enumerate(SHOPS[:30])), dict(enumerate(SHOPS[10:], 10))
    cut = overlapping([first, second], ["a", "b"], "attribute", page_size=5, limit=5)
    curve, _ = gather(cut, DomainOracle(cut, PAGES), target=1.0)
    assert curve.coverage == 1.0  # by towns and names
    assert int(curve.queries[-1]) > 4


def test_nobody_is_below_the_floor(sources):
    least = floors(sources, (0.5, 1.0))
    assert least[0.5]["queries"] == 2
    assert least[1.0]["queries"] == 4
    assert 8 <= least[1.0]["pages"] <= 12


def test_the_floor_comes_with_an_oracle(sources):
    def told(*methods: str) -> dict[str, Any]:
        integration = Integration(sources=sources, methods=methods)
        return summary(integration, list(conduct(integration, 1, lambda *news: None)))

    assert "floor" not in told("cycle")
    with_floor = told("oracle-queries")
    assert with_floor["floor"]["0.95"]["queries"] == 4
    assert with_floor["methods"]["oracle-queries"]["0.95"]["queries"] == 4


def test_a_sample_of_several_tables_keeps_what_they_share(tmp_path: Path):
    paths = [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
    for path, rows in zip(paths, (SHOPS[:30], SHOPS[10:]), strict=True):
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    sampled = from_files(paths, "attribute", 20)
    assert sampled.union == 20
    assert sampled.shared()[0][1] == sum(sampled.sizes) - 20 > 0
