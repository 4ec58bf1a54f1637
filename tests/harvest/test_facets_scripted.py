"""Facets that a script works: the data behind them are asked."""

import json

from leadline.lab.sites.faceted import FacetedSite
from leadline.lab.sites.server import started
from tests.browsers import needs_chromium
from tests.harvest.odd_sites import leadline
from tests.harvest.test_facets import pairs_in, things

pytestmark = needs_chromium


def test_the_data_behind_a_panel_are_asked(tmp_path):
    site, path = FacetedSite(table=things(60), page_size=10, widget="ajax"), tmp_path / "x.db"
    with started(site) as url:
        got = leadline("harvest", url, "--into", path, "--delay", 0, "--json")
    assert got.code == 0
    assert json.loads(got.out)["records"] == 60
    told = {(pair.key.rpartition("=")[2], pair.attribute, pair.value) for pair in pairs_in(path)}
    assert told == set(site.table.pairs())
