"""Sites without an end: a harvest keeps within its budget and says what it did not follow."""

import json

from leadline.lab.sites.faceted import FacetedSite
from leadline.lab.sites.server import started
from tests.harvest.odd_sites import leadline
from tests.harvest.test_facets import pairs_in, things, told, true_pairs


def test_a_trap_is_left_within_a_small_budget(tmp_path):
    site, path = FacetedSite(table=things(100), page_size=10, trap=True), tmp_path / "x.db"
    with started(site) as url:
        got = leadline("harvest", url, "--into", path, "--delay", 0, "--browser", "never",
                       "--max-requests", 60, "--json")  # fmt: skip
        assert told(pairs_in(path)) == true_pairs(site, url)
    assert got.code == 0
    assert len(site.log) <= 60
    assert json.loads(got.out)["records"] == 100
    asked = [address for _, address in site.log]
    assert not any("day=" in address or "month=" in address for address in asked)
    assert sum("sort=" in address for address in asked) <= 2  # one of each kind is tried
    [source] = json.loads(leadline("status", path, "--json").out)["sources"]
    refused = source["last_run"]["refused"]
    assert {(one["what"], one["why"]) for one in refused} >= {
        ("Sort by: Relevance", "as many results, in another order"),
        ("Popular now", "other results"),
        ("Arrivals in May 2024", "numbers in a row: pages or days"),
    }
    assert "refused   Sort by: Relevance: 2 links" in leadline("status", path).out
