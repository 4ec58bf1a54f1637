"""Sites that cut their answers and let one choose an order: what one end hides, the other shows."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from leadline.harvest.proofs import proof_of, source_of
from leadline.lab.demo import rows_of_the_catalogue
from leadline.lab.sites import Site, site_of, started
from leadline.lab.world import Counts
from leadline.model import Query
from leadline.plan.proof import Ground
from leadline.store import open_store
from tests.harvest.odd_sites import leadline
from tests.harvest.test_limits import split

SIZE = 10
KINDS = {"lodge": 80, "tent": 40, "cabin": 30, "barn": 20}
RECORDS = sum(KINDS.values())


def lodgings() -> list[dict[str, Any]]:
    """Names of airports, each with a kind and a price."""
    rng, names = Random(3), [row["name"] for row in rows_of_the_catalogue()[:RECORDS]]
    kinds = [kind for kind, times in KINDS.items() for _ in range(times)]
    return [
        {"name": name, "kind": kind, "price": round(rng.lognormvariate(7, 1), 2)}
        for name, kind in zip(names, kinds, strict=True)
    ]


def site(design: str, counts: Counts, limit: int) -> Site:
    return site_of(lodgings(), design, limit=limit, page_size=SIZE, browsable=True, counts=counts)


@pytest.mark.parametrize("design", ["sorted", "sorted-links"])
def test_a_cell_that_nothing_divides_is_proved_from_both_its_ends(design):
    ended = split(site(design, Counts(), 50))
    interface = ended.source.interface
    assert [a.name for a in interface.attributes] == ["keywords", "kind"]
    assert [(one.by, one.descending) for one in interface.orders] == [
        ("name", False), ("name", True), ("price", False), ("price", True),
    ]  # fmt: skip
    up, down, *_ = interface.orders
    assert (up.reverse, down.reverse) == (down.name, up.name)
    lodges = (("kind", "lodge"),)
    assert {Query(lodges, up.name), Query(lodges, down.name)} <= ended.splitter.asked.keys()
    assert ended.splitter.proved
    assert len(ended.urls) == RECORDS
    assert ended.summary.complete == "proved"


def test_uncounted_matches_are_all_there_where_both_ends_have_passed_each_other(tmp_path: Path):
    into = tmp_path / "x.db"
    with started(site("sorted", Counts(kind="none"), 100)) as url:
        ran = leadline("harvest", url, "--into", into, "--delay", 0, "--json", "--details", "never",
                       "--browser", "never")  # fmt: skip
    assert ran.code == 0, ran.err
    said = json.loads(ran.out)
    assert (said["records"], said["complete"]) == (RECORDS, "proved")
    assert json.loads(leadline("prove", into, "--json").out)["sources"][0]["complete"]
    with open_store(str(into)) as store:
        cells = proof_of(store, 1, source_of(store, 1)).cells
    assert [(cell.query, cell.ground, cell.count) for cell in cells] == [
        (Query(), Ground.ENDS, RECORDS)
    ]
