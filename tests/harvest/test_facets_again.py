"""A harvested site with facets that changes: only the values whose counts changed are read."""

import json
from dataclasses import dataclass, field

from leadline.lab.sites.faceted import FacetedPages, FacetedSite
from leadline.lab.sites.faceted_table import FacetTable
from leadline.lab.sites.server import started
from tests.harvest.odd_sites import leadline
from tests.harvest.test_facets import CALM, pairs_in, things, told, true_pairs


@dataclass
class Changing:
    """A site whose table can be replaced."""

    site: FacetedSite
    log: list[tuple[str, str]] = field(default_factory=list)

    @property
    def pages(self) -> FacetedPages:
        return self.site.pages


def changed(table: FacetTable, rows: dict[int, dict[str, str]], gone: frozenset[int]):
    now = [{**row, **rows.get(n, {})} for n, row in enumerate(table.rows)]
    return FacetTable(rows=now, facets=table.facets, absent=gone, numbered=table.values)


def test_only_values_that_count_otherwise_are_read_again(tmp_path):
    table, path = things(300), tmp_path / "x.db"
    served = Changing(FacetedSite(table=table, page_size=10))
    moved = {"colour": "green" if table.rows[7]["colour"] == "blue" else "blue"}
    with started(served) as url:
        assert leadline("harvest", url, "--into", path, *CALM).code == 0
        first = len(served.log)
        served.site = FacetedSite(table=changed(table, {7: moved}, frozenset([40])), page_size=10)
        got = leadline("refresh", path, "--delay", 0, "--json")
        lists = json.loads(got.out)["pairs"]
    assert got.code == 0
    assert told(pairs_in(path)) == true_pairs(served.site, url)
    assert lists["added"] == 1
    assert lists["lists"] < len(served.log[first:]) < first


def test_nothing_is_read_again_if_the_counts_are_as_they_were(tmp_path):
    path = tmp_path / "x.db"
    served = Changing(FacetedSite(table=things(), page_size=10))
    with started(served) as url:
        leadline("harvest", url, "--into", path, *CALM)
        before = pairs_in(path)
        got = leadline("refresh", path, "--delay", 0, "--json")
    assert json.loads(got.out)["pairs"] == {"added": 0, "vanished": 0, "lists": 1, "stopped": ""}
    assert pairs_in(path) == before


def test_pairs_stay_if_the_budget_ends_the_asking(tmp_path):
    table, path = things(), tmp_path / "x.db"
    served = Changing(FacetedSite(table=table, page_size=10))
    with started(served) as url:
        leadline("harvest", url, "--into", path, *CALM)
        before = told(pairs_in(path))
        sizes = {n: {"size": "L"} for n in range(20)}
        served.site = FacetedSite(table=changed(table, sizes, frozenset()), page_size=10)
        leadline("refresh", path, "--delay", 0, "--max-requests", 14, "--json")
    assert len(before - told(pairs_in(path))) <= 20
