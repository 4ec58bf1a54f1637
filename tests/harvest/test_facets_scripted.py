"""Facets that a script works: the data behind them are asked, else they are pressed."""

import json

import pytest

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


@pytest.mark.parametrize(("widget", "manner"), [("script", "query"), ("ajax", "coded")])
def test_a_panel_that_only_its_script_can_work_is_pressed(widget, manner, tmp_path):
    site = FacetedSite(table=things(40), page_size=10, widget=widget, manner=manner)
    path = tmp_path / "x.db"
    with started(site) as url:
        got = leadline("harvest", url, "--into", path, "--delay", 0, "--json")
    assert got.code == 0
    summary = json.loads(got.out)
    assert summary["records"] == 40
    assert summary["pairs"]["hidden"] == summary["pairs"]["count"]
    pairs = pairs_in(path)
    number = {pair.key: pair.key.replace("/", "=").rpartition("=")[2] for pair in pairs}
    told = {(number[pair.key], pair.attribute, pair.value) for pair in pairs}
    assert told == set(site.table.pairs())
